import { Injectable } from '@nestjs/common';
import { Queryable } from '../../common/database/database';

export interface PersonRow {
  id: string;
  email: string;
  name: string;
  phone: string | null;
}

const COLUMNS = 'id, email, name, phone';

/** People, with or without an account. Everything here happens in the transaction of a change to an account. */
@Injectable()
export class PersonRepository {
  /** The person stays as they are until the transaction ends; who books with the address meanwhile waits. */
  async lock(id: string, tx: Queryable): Promise<PersonRow | undefined> {
    const [row] = await tx.query<PersonRow>(`select ${COLUMNS} from clients where id = $1 for update`, [id]);
    return row;
  }

  async lockByEmail(email: string, tx: Queryable): Promise<PersonRow | undefined> {
    const [row] = await tx.query<PersonRow>(`select ${COLUMNS} from clients where email = $1 for update`, [email]);
    return row;
  }

  /** What the person says of themselves; null leaves a phone number as it is. */
  async setOwn(id: string, own: { name: string; phone: string | null }, tx: Queryable): Promise<void> {
    await tx.query('update clients set name = $2, phone = coalesce($3, phone) where id = $1', [id, own.name, own.phone]);
  }

  async changeEmail(id: string, email: string, tx: Queryable): Promise<void> {
    await tx.query('update clients set email = $2 where id = $1', [id, email]);
  }

  async dropPhone(id: string, tx: Queryable): Promise<void> {
    await tx.query('update clients set phone = null where id = $1', [id]);
  }

  /** Whether a therapist keeps records of the person. Every booking, note and plan comes with such a tie. */
  async isTied(id: string, tx: Queryable): Promise<boolean> {
    const [row] = await tx.query<{ tied: boolean }>('select exists (select from therapist_clients where client_id = $1) as tied', [id]);
    return row?.tied ?? false;
  }

  /** The activity log is never changed: what it says of the former person is found under the one they turned out to be. */
  async remember(formerId: string, personId: string, tx: Queryable): Promise<void> {
    await tx.query('update former_persons set person_id = $2 where person_id = $1', [formerId, personId]);
    await tx.query('insert into former_persons (former_id, person_id) values ($1, $2)', [formerId, personId]);
  }

  async moveTies(fromId: string, intoId: string, tx: Queryable): Promise<void> {
    await tx.query(
      `insert into therapist_clients (therapist_id, client_id, created_at)
       select therapist_id, $2, created_at from therapist_clients where client_id = $1
       on conflict (therapist_id, client_id) do update set created_at = least(therapist_clients.created_at, excluded.created_at)`,
      [fromId, intoId],
    );
    await tx.query('delete from therapist_clients where client_id = $1', [fromId]);
  }

  async remove(id: string, tx: Queryable): Promise<void> {
    await tx.query('delete from clients where id = $1', [id]);
  }
}
