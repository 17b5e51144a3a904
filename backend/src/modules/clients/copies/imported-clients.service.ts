import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { statement } from '../../../common/database/database';
import type { ComingPractice } from '../../../common/practices/coming-practice';
import { FinishesPractice, MakesRowsOfPractice } from '../../../common/practices/parts';
import type { PracticeRow } from '../../../common/practices/practice-rows';
import type { Work } from '../../../common/work/work';
import { PersonAddresses } from '../../auth/addresses/person-addresses.service';
import type { Client } from '../client.entity';
import { newPersonId } from '../persons/person.repository';

/** $1: an id, $2: the address that the practice knew. Whose account was closed is in the log alone. */
const HERE = statement<{ taken: boolean; was_person: boolean; has_address: boolean }>(
  'imported-client-here',
  `select exists (select from clients where id = $1 union all select from users where id = $1 union all select from former_persons where former_id = $1 union all select from person_addresses where person_id = $1) as taken,
     exists (select from person_addresses where person_id = $1) or exists (select from activity_log where subject_type = 'client' and subject_id = $1) as was_person,
     exists (select from clients where id = $1 and not by_address and email = $2) as has_address`,
);
const RECORDS = statement<Pick<Client, 'id' | 'email'>>('imported-clients', 'select c.id, c.email from clients c where c.practice_id = $1 or c.id in (select t.client_id from therapist_clients t where t.therapist_id = $1) order by c.id');
/** Of one address a practice has one record of its own: rather one that nobody left. A second one is nobody's in particular. */
const TAKE_PLACES = statement(
  'imported-clients-take-places',
  `update clients c set practice_id = $1 where c.id in (
     select distinct on (r.email) r.id from therapist_clients t join clients r on r.id = t.client_id
     where t.therapist_id = $1 and r.practice_id is null and not exists (select from clients o where o.email = r.email and o.practice_id = $1)
     order by r.email, r.left_at is not null, r.created_at, r.id)`,
);

/**
 * Whom a practice that comes in has: what it keeps of their addresses. Nobody is given an account by it, and nobody's account is touched: whoever has proved an address here,
 * or proves it later, finds what practices keep of it, as everywhere.
 */
@Injectable()
export class ImportedClients {
  constructor(private readonly addresses: PersonAddresses) {}

  /** A person of the other installation has proved nothing here. */
  @MakesRowsOfPractice('clients')
  async makeClient(row: PracticeRow, coming: ComingPractice, { tx, now }: Work): Promise<PracticeRow> {
    const [here] = await tx.query(HERE, [row['id'], row['email']]);
    const id = here?.taken === true ? newPersonId() : row['id'];
    if (id !== row['id']) coming.renamed.set(String(row['id']), String(id));
    // Who left the address is nobody here; that somebody did is kept, so that nobody who has it now is shown what was another's.
    // Also where somebody of this installation has done so since the export.
    const isLeft = row['by_address'] === false && here?.was_person === true && !here.has_address;
    const left_at = row['left_at'] ?? (isLeft ? now().toISOString() : null);
    return { ...row, id, name: '', by_address: true, practice_id: row['practice_id'] === coming.therapistId ? coming.therapistId : null, left_at, left_by: left_at === null ? null : randomUUID() };
  }

  /** Every client has a record of the practice's own. */
  @MakesRowsOfPractice('earlier_ties')
  makeTie(): undefined {
    return undefined;
  }

  @FinishesPractice(2)
  async finishClients({ therapistId }: ComingPractice, work: Work): Promise<void> {
    await work.tx.query(TAKE_PLACES, [therapistId]);
    for (const { id, email } of await work.tx.query(RECORDS, [therapistId])) await this.addresses.note(id, email, work.now(), work.tx);
  }
}
