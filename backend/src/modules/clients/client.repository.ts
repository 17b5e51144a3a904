import { Injectable } from '@nestjs/common';
import { Queryable } from '../../common/database/database';
import { newPersonId } from './person-id';

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
