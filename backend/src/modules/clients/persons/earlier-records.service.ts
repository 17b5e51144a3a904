import { Injectable, Logger } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Database, isDatabaseUnavailable, sqlState, statement } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Upkeep } from '../../../common/jobs/job';
import { OnStart } from '../../../common/process/start-hooks';
import { Work, Works } from '../../../common/work/work';
import { PersonAddresses } from '../../auth/addresses/person-addresses.service';
import type { Client, EarlierTie, TherapistClient } from '../client.entity';
import { PersonRepository } from './person.repository';
import { ClientsService } from './persons.service';

const PAGE = 1_000;
const FIRST: EarlierTie = { client_id: '00000000-0000-0000-0000-000000000000', therapist_id: '00000000-0000-0000-0000-000000000000' };

const NEXT = statement<EarlierTie>('earlier-ties-after', `select client_id, therapist_id from earlier_ties where (client_id, therapist_id) > ($1, $2) order by client_id, therapist_id limit ${PAGE}`);
/** A practice calls the client as those called them who booked there, never as they call themselves elsewhere. */
const TIE = statement<Pick<Client, 'email' | 'by_address' | 'practice_id' | 'name'> & Pick<TherapistClient, 'created_at'> & { ties: number; is_confirmed: boolean }>(
  'earlier-tie',
  `select c.email, c.by_address, c.practice_id, t.created_at,
     coalesce((select k.name from client_names k where k.therapist_id = $2 and k.client_id = $1 limit 1), case when c.by_address then c.name else '' end) as name,
     (select count(*)::int from therapist_clients o where o.client_id = $1) as ties,
     exists (select from confirmed_clients k where k.therapist_id = $2 and k.client_id = $1 limit 1) as is_confirmed
   from earlier_ties e join therapist_clients t using (client_id, therapist_id) join clients c on c.id = e.client_id where e.client_id = $1 and e.therapist_id = $2`,
);
const FORGET = statement('earlier-tie-forget', 'delete from earlier_ties where client_id = $1 and therapist_id = $2');
const LEAVE_PLACE = statement('earlier-record-leave-place', 'update clients set practice_id = null where id = $1 and by_address');
/** What the last practice keeps is its own. */
const TAKE_PLACE = statement(
  'earlier-record-take-place',
  `update clients c set practice_id = t.therapist_id from therapist_clients t
   where c.id = $1 and c.by_address and c.practice_id is null and t.client_id = $1
     and not exists (select from therapist_clients o where o.client_id = $1 and o.therapist_id <> t.therapist_id)
     and not exists (select from clients r where r.email = c.email and r.practice_id = t.therapist_id and r.by_address)`,
);

/**
 * Before there were records of addresses a practice that nobody had gone to kept its rows with the account of whoever had the address, or shared a
 * record with other practices. Each gets a record of its own, before this version answers anybody.
 *
 * All get one, also where the record was one practice's alone: the client's id is another one once, for every client who never went to the practice. If it
 * changed only where there is an account or another practice, the change would tell so. Nothing leads a practice from the former id to the new one: an
 * account's former id is its id still.
 */
@Injectable()
export class EarlierRecordsService {
  private readonly logger = new Logger(EarlierRecordsService.name);

  constructor(
    private readonly database: Database,
    private readonly works: Works,
    private readonly persons: PersonRepository,
    private readonly clients: ClientsService,
    private readonly addresses: PersonAddresses,
  ) {}

  @OnStart('api')
  async separate(): Promise<void> {
    await this.separateListed();
  }

  /** Each tie by itself: whoever is cut short goes on at the next start, and two processes at once share the work. What could not be done is tried again. @returns how many */
  @Upkeep('records of an earlier version')
  async separateListed(): Promise<number> {
    let done = 0;
    for (let page = await this.listAfter(FIRST); page.length > 0; page = await this.listAfter(page.at(-1) ?? FIRST)) {
      for (const tie of page) if (await this.tryToSeparate(tie)) done += 1;
      // Some twenty milliseconds each: whoever waits for the start sees that it goes on.
      if (done > 0) this.logger.log(`Clients of an earlier version of whom one practice has a record of its own now: ${done}.`);
    }
    return done;
  }

  private listAfter({ client_id, therapist_id }: EarlierTie): Promise<EarlierTie[]> {
    return this.database.query(NEXT, [client_id, therapist_id]);
  }

  /** One that cannot be separated keeps nobody from working. */
  private async tryToSeparate(tie: EarlierTie): Promise<boolean> {
    try {
      return await this.works.begin(SYSTEM_ACTOR, (work) => this.separateOne(work, tie));
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      return this.leave(tie, sqlState(error) ?? (error instanceof DomainError ? 'conflict' : 'a value does not open'));
    }
  }

  /** @returns false where there is nothing to do, or the address was given to the client in the table */
  private async separateOne(work: Work, { client_id, therapist_id }: EarlierTie): Promise<boolean> {
    await this.lock(work, client_id);
    const [tie] = await work.tx.query(TIE, [client_id, therapist_id]);
    if (!tie) return false;
    if (tie.is_confirmed) {
      await work.tx.query(FORGET, [client_id, therapist_id]);
      return false;
    }
    if (!(await this.addresses.isOf(client_id, tie.email, work.tx))) return this.leave({ client_id, therapist_id }, 'the address was given in the table');
    if (tie.practice_id === therapist_id) await work.tx.query(LEAVE_PLACE, [client_id]);
    const own = await this.persons.ensureRecord(tie, { therapistId: therapist_id, since: tie.created_at, at: work.now() }, work.tx);
    if (tie.by_address && tie.ties === 1) await this.clients.merge(work, client_id, own);
    else await this.clients.move(work, client_id, own, therapist_id);
    await work.tx.query(TAKE_PLACE, [client_id]);
    return true;
  }

  private leave({ client_id, therapist_id }: EarlierTie, why: string): false {
    this.logger.error(`The practice ${therapist_id} has no record of its own of the client ${client_id} yet (${why}). It is tried again later.`);
    return false;
  }

  /** Whoever writes about the client waits, or is waited for: the account's person first, then the records, as where a record becomes a person's. */
  private async lock(work: Work, id: string): Promise<void> {
    const together = await this.persons.listTogether(id, work.tx);
    const person = together.find(({ by_address }) => !by_address);
    if (person) await this.persons.lockPerson(person.id, work.tx);
    await this.persons.lockRecords(together.map((row) => row.id), work.tx);
  }
}
