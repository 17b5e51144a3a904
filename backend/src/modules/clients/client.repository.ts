import { Injectable } from '@nestjs/common';
import { Queryable } from '../../common/database/database';
import { newId } from '../../common/database/ids';

const PERSON = {
  name: 'client-of-address',
  text: `with person as (
           insert into clients (id, email, name, phone) values ($1, $2, $3, $4)
           on conflict (email) do update set email = excluded.email
           returning id
         ), tie as (
           insert into therapist_clients (therapist_id, client_id) select $5, id from person on conflict do nothing
         )
         select id from person`,
};

@Injectable()
export class ClientRepository {
  /**
   * The person behind an address, made at the first booking and tied to the therapist.
   * A booking never overwrites a person's own name or phone.
   * @returns the person's id
   */
  async ensureTied(on: Queryable, person: { email: string; name: string; phone: string | null }, therapistId: string): Promise<string> {
    const [row] = await on.query<{ id: string }>(PERSON, [newId(), person.email, person.name, person.phone, therapistId]);
    if (!row) throw new Error('a person was not stored');
    return row.id;
  }
}
