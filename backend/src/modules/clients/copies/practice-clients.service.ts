import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database, statement } from '../../../common/database/database';
import { CSV_MARK, csvLines } from '../../../common/http/csv';
import { ExportsOfPractice, PracticeFiles, TakesFromPractice } from '../../../common/practices/parts';
import type { Work } from '../../../common/work/work';
import { PersonAddresses } from '../../auth/addresses/person-addresses.service';
import { type Client, FormerPerson, type TherapistClient } from '../client.entity';
import { ClientsService, knownAs, nameOfClient } from '../persons/persons.service';

const AT_ONCE = 500;
const TAKEN_AT_ONCE = 50;

/** $1: the therapist, $2: after whom */
const LIST = statement<Pick<TherapistClient, 'client_id' | 'created_at'> & Pick<Client, 'name' | 'email' | 'phone'>>(
  'practice-clients',
  `select t.client_id, t.created_at, coalesce(nullif(k.name, ''), ${nameOfClient('t.client_id', '$1')}) as name, coalesce(k.email, c.email) as email, k.phone
   from therapist_clients t join clients c on c.id = t.client_id left join lateral (${knownAs('$1', 't.client_id')}) k on true
   where t.therapist_id = $1 and t.client_id > $2 order by t.client_id limit ${AT_ONCE}`,
);
const TIES = statement<Pick<TherapistClient, 'client_id'>>('practice-ties-take', `delete from therapist_clients where therapist_id = $1
   and client_id = any(array(select client_id from therapist_clients where therapist_id = $1 order by client_id limit ${TAKEN_AT_ONCE})) returning client_id`);
const RECORDS = statement<Pick<Client, 'id'>>('practice-records-of-addresses', `select id from clients where practice_id = $1 order by id limit ${TAKEN_AT_ONCE}`);
/** Should somebody else have it too, it is nobody's in particular. */
const LET_GO = statement('practice-records-let-go', 'update clients set practice_id = null where practice_id = $1 and id = any($2::uuid[])');
const WITHOUT_ACCOUNT = statement<Pick<Client, 'id'>>('practice-persons-without-account', 'select id from unnest($1::uuid[]) as p (id) where not exists (select from users u where u.id = p.id) order by id');
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** A practice's clients, as it leaves. */
@Injectable()
export class PracticeClientsService {
  constructor(
    private readonly database: Database,
    private readonly clients: ClientsService,
    private readonly addresses: PersonAddresses,
  ) {}

  @ExportsOfPractice(1)
  async *exportList(therapistId: string): PracticeFiles {
    yield { folder: [], name: 'clients.csv', content: this.lines(therapistId) };
  }

  /** Whom nobody else has, and who has no account of their own, is forgotten; anybody else stays. */
  @TakesFromPractice('therapist_clients')
  async takeTies(therapistId: string, work: Work): Promise<number> {
    const ties = await work.tx.query(TIES, [therapistId]);
    // Then what it kept of addresses and never tied to itself.
    const people = ties.length > 0 ? ties.map(({ client_id }) => client_id) : (await work.tx.query(RECORDS, [therapistId])).map(({ id }) => id);
    await work.tx.query(LET_GO, [therapistId, people]);
    const gone: string[] = [];
    for (const { id } of await work.tx.query(WITHOUT_ACCOUNT, [people])) if (!(await this.clients.removeUnlessTied(work, id))) gone.push(id);
    await work.tx.manager.delete(FormerPerson, { person_id: In(gone) });
    await this.addresses.forget(gone, work.tx);
    return people.length;
  }

  private async *lines(therapistId: string): AsyncGenerator<string> {
    yield CSV_MARK + csvLines([['id', 'name', 'email', 'phone', 'client_since']]);
    let page: { client_id: string }[] = [];
    do {
      const rows = await this.database.query(LIST, [therapistId, page.at(-1)?.client_id ?? FIRST_ID]);
      page = rows;
      if (rows.length > 0) yield csvLines(rows.map(({ client_id, name, email, phone, created_at }) => [client_id, name, email, phone ?? '', created_at.toISOString()]));
    } while (page.length === AT_ONCE);
  }
}
