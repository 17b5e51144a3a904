import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Two records of one person, as their therapist sees it. */
@Entity('client_links')
export class ClientLink {
  @PrimaryColumn('uuid') therapist_id: string;
  /** The record that is shown with the other one. */
  @PrimaryColumn('uuid') client_id: string;
  @Column('uuid') into_client_id: string;
  @Column('timestamptz') linked_at: Date;
}

/**
 * SQL: whether a column names this client, or one whose record the therapist merged into theirs.
 * @param column of a client's id
 * @param therapist $n of the therapist's id
 * @param client $n of the client's id
 */
export function isOfClient(column: string, therapist: string, client: string): string {
  return `(${column} = ${client}::uuid or ${column} in (select l.client_id from client_links l where l.therapist_id = ${therapist} and l.into_client_id = ${client}::uuid))`;
}
