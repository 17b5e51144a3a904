import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { Queryable } from '../../../common/database/database';

const FROM = Date.UTC(2020, 0, 1);
const SPAN_SECONDS = 5 * 365 * 24 * 3600;

/**
 * The id of a new person: a UUID v7 whose time says nothing. An account has its person's id, so a true time would tell whoever
 * registers an address whether somebody had booked with it before.
 */
export function newPersonId(): string {
  return v7({ msecs: FROM + randomInt(SPAN_SECONDS) * 1000 + randomInt(1000) });
}

const PERSON = {
  name: 'client-of-address',
  text: `with person as (
           insert into clients (id, email, name, phone) values ($1, $2, $3, $4)
           on conflict (email) do update set name = case when clients.name = '' then excluded.name else clients.name end
           returning id
         ), new_tie as (
           insert into therapist_clients (therapist_id, client_id) select $5, id from person on conflict do nothing
           returning client_id
         )
         select id,
           exists (select from new_tie)
             and not exists (select from client_accounts a where a.client_id = person.id and a.verified_at is not null) as stranger
         from person`,
};

/** The person behind a booking. */
export interface BookingPerson {
  id: string;
  /** Neither tied to the therapist before nor the holder of an account whose address was proved. */
  stranger: boolean;
}

@Injectable()
export class ClientRepository {
  /**
   * The person behind an address, made at the first booking and tied to the therapist.
   * A booking never overwrites a person's own name or phone; it names a person who has only registered so far.
   */
  async ensureTied(on: Queryable, person: { email: string; name: string; phone: string | null }, therapistId: string): Promise<BookingPerson> {
    const [row] = await on.query<BookingPerson>(PERSON, [newPersonId(), person.email, person.name, person.phone, therapistId]);
    if (!row) throw new Error('a person was not stored');
    return row;
  }
}

/** People who book. A person is known by the email address. */
@Injectable()
export class ClientsService {
  constructor(private readonly repository: ClientRepository) {}

  /**
   * Finds or makes the person of a booking and ties them to the therapist, in the caller's transaction.
   * @param person email trimmed and lower-cased
   */
  personOfBooking(tx: Queryable, person: { email: string; name: string; phone: string | null }, therapistId: string): Promise<BookingPerson> {
    return this.repository.ensureTied(tx, person, therapistId);
  }
}

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
