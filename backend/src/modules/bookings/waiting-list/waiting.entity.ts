import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ownership, Sealed } from '../../../common/crypto/sealed';
import { OfPractice } from '../../../common/practices/claims';
import { KeptFor } from '../../../common/practices/terms';

/** Whose a wish is, and which link leads to it. */
export const WAITING_OWNER = new Ownership('waiting_requests', ['therapist_id', 'token_hash']);

/** As the practice's own list has them: whoever asked has the address, and still waits. */
const stillWaits = (request: string): string => `${request}.confirmed_at is not null and ${request}.ended_at is null`;

/** Somebody who found no time and is told when one becomes free. */
@OfPractice({ by: 'therapist_id', exported: stillWaits('waiting_requests'), without: { address_hash: 'Keyed here.', network_hash: 'Keyed here.', token_hash: 'Links are made anew where it is imported.', token: 'Links are made anew where it is imported.', mark: 'Made anew where it is imported.' } })
@KeptFor({ kind: 'requests of waiting lists', term: 'until their own end; 7 days once they are over', why: 'Nothing is offered to them any more.', over: `expires_at < $1::timestamptz or ended_at < $1::timestamptz - interval '7 days'`, sweep: 'waiting lists' })
@Entity('waiting_requests')
export class WaitingRequest {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('uuid') service_id: string;
  /** Who they are and when they can come, as JSON. */
  @Sealed({ owner: WAITING_OWNER }) @Column('bytea') details: Buffer;
  /** Keyed: by which the requests of one address are counted. */
  @Column('bytea') address_hash: Buffer;
  /** Keyed: from where it was made; null for those of before this was kept. */
  @Column('bytea', { nullable: true }) network_hash: Buffer | null;
  @Column('bytea') token_hash: Buffer;
  @Sealed({ owner: WAITING_OWNER }) @Column('bytea') token: Buffer;
  @Column('timestamptz') created_at: Date;
  /** When the link of its mail was used first: nothing is offered before. */
  @Column('timestamptz', { nullable: true }) confirmed_at: Date | null;
  @Column('timestamptz') expires_at: Date;
  @Column('timestamptz', { nullable: true }) ended_at: Date | null;
  @Column('bytea', { nullable: true }) mark: Buffer | null;
}

/** A time that was offered to one of them; the hold that keeps it has the same id. */
@OfPractice({ by: 'request_id', in: 'waiting_requests', exported: `request_id in (select w.id from waiting_requests w where ${stillWaits('w')})` })
@Entity('waiting_offers')
export class WaitingOffer {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') request_id: string;
  @Column('timestamptz') starts_at: Date;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') expires_at: Date;
  @Column('text', { nullable: true }) answer: 'taken' | 'declined' | null;
}
