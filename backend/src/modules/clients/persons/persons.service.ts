import { Injectable } from '@nestjs/common';
import { Database, Queryable } from '../../../common/database/database';
import { OnStart } from '../../../common/process/start-hooks';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { DomainError } from '../../../common/errors/domain-error';
import { Handles, job, NotYet, Upkeep } from '../../../common/jobs/job';
import { Limit, Limits } from '../../../common/limits/limits';
import { Activity, Work, Works } from '../../../common/work/work';
import { Adoptions, AuditProblem, Audits } from '../../activity-log/chain/audit.service';
import * as messages from '../messages';
import { PersonAddresses } from '../../auth/addresses/person-addresses.service';
import { ClientAddressChanged, RecordFetched, RecordsLeft, RecordsMoved } from './person.events';
import { PersonRepository, PersonRow } from './person.repository';
import type { Client } from '../client.entity';

/** Of all records together that one request moves. */
const MOVED_WITHIN_MS = 1_000;
/** The worker works for a while on each. */
const FETCHED_LONG: Limit = { scope: 'long-records-fetched', max: 5, windowMs: 86_400_000 };
const NOT_ALONE_MS = 30_000;
const takeRecords = job<Record<string, never>>('maintenance', 'take-records', { attempts: 3 });

/** What the activity log must know of a deed that concerns one client. */
export function aboutClient(id: string): Pick<Activity, 'subjectType' | 'subjectId' | 'clientIds'> {
  return { subjectType: 'client', subjectId: id, clientIds: [id] };
}

/**
 * SQL: what a practice calls a client, '' where nobody named them: as it was given to this practice. A person's own name is theirs alone: anybody can
 * book for an address with any therapist.
 * @param client column of a client's id
 * @param therapist column, or $n, of the therapist's id
 */
export function nameOfClient(client: string, therapist: string): string {
  return `coalesce((select k.name from client_names k where k.client_id = ${client} and k.therapist_id = ${therapist} limit 1), '')`;
}

/**
 * SQL, in brackets: the practices that somebody goes to by deeds of their own, a row for each with the id of theirs that it has them by. What they did there may be thousands of rows, and
 * is looked for in each practice until the first is found.
 * @param clients ids of `clients`, an array or $n @param columns of `t`
 */
export function practicesGoneTo(clients: string, columns = 't.therapist_id'): string {
  return `(select ${columns} from therapist_clients t
             cross join lateral (select from confirmed_clients k where k.therapist_id = t.therapist_id and k.client_id = t.client_id limit 1) gone where t.client_id = any(${clients}))`;
}

/** SQL: the number that a client gave a practice last, or the therapist typed; what visitors typed is none. */
export function phoneGiven(therapist: string, client: string): string {
  return `(select o.client_phone from bookings o where o.therapist_id = ${therapist} and o.client_id = ${client}
  and not o.by_visitor and not o.phone_as_typed and o.client_phone is not null order by o.created_at desc limit 1)`;
}

/**
 * SQL: how a practice knows a client, as one row of `name`, `email`, `phone` and of `name_typed` and `phone_typed`, by a visitor. By what they said themselves
 * or the therapist typed; by what visitors typed only where there is nothing else, and then by the first of it. In the order of the view client_names.
 */
export function knownAs(therapist: string, client: string): string {
  return `select n.client_name as name, n.client_email as email, coalesce(own.phone, n.client_phone) as phone, n.name_typed,
           n.name_typed and own.phone is null and n.client_phone is not null as phone_typed
         from (select b.*, b.by_visitor or b.called_as_typed as name_typed from bookings b where b.therapist_id = ${therapist} and b.client_id = ${client}) n
         cross join (select ${phoneGiven(therapist, client)} as phone) own
         order by n.client_name = '', (case when n.name_typed then 2 when n.booked_by_stranger then 1 else 0 end), (case when n.name_typed or n.booked_by_stranger then n.created_at end), n.created_at desc, n.id desc limit 1`;
}

/** People who book. A person is known by the email address. */
@Injectable()
export class ClientsService {
  constructor(
    private readonly persons: PersonRepository,
    private readonly addresses: PersonAddresses,
    private readonly adoptions: Adoptions,
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly database: Database,
    private readonly limits: Limits,
  ) {}

  /**
   * Finds or makes whom a therapist has behind the address of a booking, and ties them to the therapist.
   * @param person email trimmed and lower-cased
   * @param proved whoever books has shown that the address is theirs: it is their account that books then, if they have one
   * @returns the id of the person, or of the practice's own record of the address
   */
  async personOfBooking(work: Work, person: Pick<PersonRow, 'email' | 'name'>, therapistId: string, proved = false): Promise<string> {
    const id = await this.persons.ensureTied(person, { therapistId, proved, at: work.now() }, work.tx);
    return proved ? this.goTo(work, id, therapistId) : id;
  }

  /**
   * What is shown to whoever has the address of this person: their own, and what practices keep of the address without a deed of theirs. What an earlier account of the
   * address was shown is not among it.
   * @param id of an account's person, or of a record
   * @returns ids of `clients`, the given one first; rows that were given the address in the table are not among them
   */
  async recordsOf(id: string, on?: Queryable): Promise<string[]> {
    const together = await this.persons.listTogether(id, on);
    return [id, ...together.flatMap((row) => (row.id === id ? [] : row.id))];
  }

  /** What stayed with addresses that an account had before: none of it is shown, but what they answered themselves stays theirs to take back. @returns ids of `clients` */
  async recordsLeftBy(id: string, on?: Queryable): Promise<string[]> {
    return (await this.persons.listLeftBy(id, on)).map((row) => row.id);
  }

  /** Whom mail about a person or a record reaches, for what it says first: the row itself, and what {@link recordsOf} is for the account of its address. */
  async readersOf(id: string, on?: Queryable): Promise<string[]> {
    return (await this.persons.listReaders(id, on)).map((row) => row.id);
  }

  /** Of all rows of the address that this one has, the one that stands for them: the account's person, where a practice has them, or else the eldest record. */
  async findFirstOf(id: string, on: Queryable): Promise<string> {
    const together = await this.persons.listTogether(id, on);
    return (await this.persons.findFirstTied(together.map((row) => row.id), on)) ?? id;
  }

  /**
   * Somebody goes to a practice by a deed of their own: what the practice kept of the address becomes the person's, if there is an account, and follows them from now on. While
   * a change to the address can be objected to, it stays with the address: whoever saw one code in a mailbox takes nothing along. That they went there signed in is kept for when they
   * leave the address again.
   * @param id of an account's person, or of a record of whoever has just shown that the address is theirs
   * A long record is moved by the worker, within a minute or so; until then it is shown beside what is the person's own.
   * @returns whose it is now
   */
  async goTo(work: Work, id: string, therapistId: string): Promise<string> {
    const [first, ...records] = await this.persons.listTogether(id, work.tx);
    if (!first || first.by_address || records.length === 0) return id;
    const moving = await this.persons.lockAccount(first.id, work.now(), work.tx);
    const there = (await this.persons.lockRecords(records.map((row) => row.id), work.tx)).filter(({ practice_id }) => practice_id === therapistId);
    if (moving) {
      // By a link it may be whoever has the mailbox all along.
      if (work.actor.type === 'client' && work.actor.id === first.id) await this.persons.claim(there.map((row) => row.id), first.id, work.tx);
      return id;
    }
    await this.take(work, there, first.id);
    return first.id;
  }

  /**
   * Somebody who is signed in does something with what a practice keeps of their address: in days in which a change to it can be objected to it is kept for when they leave the address again that they did, so that
   * nobody who has it next is shown that. Reading is no deed: whoever saw one code in a mailbox keeps nothing from its owner by it.
   * Asked before what they work on is locked, as where a record becomes a person's.
   * @returns what claims the record that it turns out to be about; nothing for what is not shown to them, and for what is done by somebody else
   */
  async claims({ actor, tx, now }: Work): Promise<(recordId: string) => Promise<void>> {
    const { type, id: own } = actor;
    if (type !== 'client' || own === null || !(await this.persons.lockAccount(own, now(), tx))) return () => Promise.resolve();
    return async (recordId) => {
      if (recordId !== own && (await this.recordsOf(own, tx)).includes(recordId)) await this.persons.claim([recordId], own, tx);
    };
  }

  /** Somebody waits for this work, and others for its place: what takes longer, the worker does. */
  private async take(work: Work, records: readonly Pick<Client, 'id' | 'practice_id'>[], personId: string): Promise<void> {
    let left = MOVED_WITHIN_MS;
    for (const record of records) {
      if (await this.persons.isOthersToo(record.id, work.tx)) continue;
      left -= await this.persons.weightOf(record, work.tx);
      if (left < 0) await work.enqueueUnlessWaiting(takeRecords, 0, {});
      else await this.merge(work, record.id, personId);
    }
  }

  /**
   * Whoever had an account with an address leaves it. What they were shown there is shown to nobody who has it later: it waits for them to say that they go to the practice, or
   * to come back. The practice keeps it as it is, and learns nothing by it.
   * @param id of the account's person
   * @param how 'moves': the account goes on elsewhere. While the address before can object nothing is kept from whoever has this one then, but where the account went to the practice
   *   meanwhile: they may have had the address all along, and the account may be there by one code out of their mailbox. 'sent away': so it is wherever an address objected
   */
  async leaveBehind(work: Work, id: string, how: 'moves' | 'sent away' | 'closes'): Promise<void> {
    const moving = await this.persons.lockAccount(id, work.now(), work.tx);
    const [, ...kept] = await this.recordsOf(id, work.tx);
    if (how === 'sent away' || (moving && how === 'moves')) {
      const claimed = await this.persons.leaveClaimed(kept, id, work.now(), work.tx);
      await work.publish(new RecordsLeft(claimed, true));
      await work.publish(new RecordsLeft(kept.filter((one) => !claimed.includes(one)), false));
      return;
    }
    await this.persons.leave(kept, id, work.now(), work.tx);
    if (how === 'moves' && (await this.persons.wantConfirmed(kept, id, work.now(), work.tx))) await work.enqueueUnlessWaiting(takeRecords, 0, {});
    if (how === 'moves') await work.publish(new RecordsLeft(kept, true));
  }

  /** {@link leaveBehind} undone, as far as nobody else had to do with it: once the account has the address and what can be objected to is written down. */
  async comeBack(work: Work, id: string): Promise<void> {
    await this.persons.comeBack(id, work.now(), work.tx);
  }

  /**
   * Somebody goes to a practice that they left with an address of before: what it keeps there becomes theirs.
   * A long record the worker moves, within a minute or so.
   * @param id of an account's person
   * @throws DomainError too_many where long ones were fetched very often
   * @returns what the domains are to be told once the client is one of the practice's by their word; whether something stays there, since it cannot be told from what somebody else did there since; and whether something is theirs in a while, by a word that they gave now or before
   */
  async fetchLeft(work: Work, id: string, therapistId: string): Promise<{ fetched: ClientAddressChanged[]; stays: boolean; follows: 'now said' | 'said before' | undefined }> {
    const left = (await this.persons.listLeftBy(id, work.tx)).filter(({ practice_id }) => practice_id === therapistId);
    // Others refer to the person meanwhile: whoever books with their address does not wait.
    if (left.length > 0) await this.persons.lockAccount(id, work.now(), work.tx);
    const person = left.length > 0 ? await this.persons.addressOf(id, work.tx) : undefined;
    const result: Awaited<ReturnType<ClientsService['fetchLeft']>> = { fetched: [], stays: false, follows: undefined };
    if (!person) return result;
    const there = new Set((await this.persons.lockRecords(left.map((row) => row.id), work.tx)).map((row) => row.id));
    let room = MOVED_WITHIN_MS;
    for (const record of left.filter((row) => there.has(row.id))) {
      // Claimed ones are had again at their address alone, by whoever has it long enough.
      if (record.claimed || (await this.persons.isOthersToo(record.id, work.tx))) {
        result.stays = true;
        continue;
      }
      room -= await this.persons.weightOf(record, work.tx);
      if (room >= 0) result.fetched.push(...(await this.fetch(work, record, person)));
      else if (await this.persons.want(record.id, work.now(), work.tx)) {
        const wait = await this.limits.reserveIn(work.tx, [[FETCHED_LONG, id]]);
        if (wait > 0) throw new DomainError('too_many', messages.fetchedTooOften, { retryAfterSeconds: wait });
        await work.enqueueUnlessWaiting(takeRecords, 0, {});
        result.follows = 'now said';
      } else result.follows ??= 'said before';
    }
    return result;
  }

  /** Somebody acts by a mail that came to the address of a record: to whoever left it it does not follow any more, also when what they did is deleted later. */
  noteReader(id: string, on?: Queryable): Promise<void> {
    return this.persons.noteOthers(id, this.clock.now(), on);
  }

  /** As if they had said so before they left: its links end there, and new ones come. */
  private async fetch(work: Work, record: Pick<Client, 'id' | 'email' | 'practice_id'>, person: Pick<Client, 'id' | 'email'>): Promise<ClientAddressChanged[]> {
    await this.merge(work, record.id, person.id);
    return record.email === person.email ? [] : [new ClientAddressChanged(person.id, record.email, person.email, record.practice_id ?? undefined)];
  }

  /** A record stays whose it is until the work is done. */
  async hold(work: Work, id: string): Promise<void> {
    await this.persons.lockRecords([id], work.tx);
  }

  /** Records that stayed apart while the address could be objected to, or because they are long, also those that are fetched. @returns how many became their person's @throws what one of them failed with, after the others */
  @Upkeep('records of addresses')
  async takeLeftApart(): Promise<number> {
    let total = 0;
    const failures: unknown[] = [];
    for (let page = await this.persons.listLeftApart(this.clock.now(), undefined); page.length > 0; page = await this.persons.listLeftApart(this.clock.now(), page.at(-1)?.id)) {
      for (const { id, person_id } of page) {
        await this.works.giveWay(SYSTEM_ACTOR, (work) => this.takeApart(work, id, person_id)).then((taken) => (total += Number(taken)), (error: unknown) => failures.push(error));
      }
    }
    for (let page = await this.persons.listWanted(undefined); page.length > 0; page = await this.persons.listWanted(page.at(-1)?.id)) {
      for (const { id, left_by } of page) {
        const taken = await this.works.giveWay(SYSTEM_ACTOR, (work) => this.fetchWanted(work, id, left_by)).catch((error: unknown) => void failures.push(error));
        if (taken) total += 1;
        // What is too long, or another's by now, is not tried again by itself.
        else await this.works.begin(SYSTEM_ACTOR, (work) => this.persons.unwant(id, work.tx));
      }
    }
    if (failures.length > 0) throw failures[0];
    return total;
  }

  @Handles(takeRecords)
  async takeLong(): Promise<void> {
    // One after the other: reminders and the log's seal need their places.
    if (!(await this.database.alone('records of addresses', () => this.takeLeftApart()))) throw new NotYet(NOT_ALONE_MS);
  }

  private async fetchWanted(work: Work, id: string, personId: string | null): Promise<boolean> {
    if (personId === null) return false;
    await this.persons.lockAccount(personId, work.now(), work.tx);
    const person = await this.persons.addressOf(personId, work.tx);
    const record = (await this.persons.listLeftBy(personId, work.tx)).find((row) => row.id === id);
    if (!person || !record || (await this.persons.lockRecords([id], work.tx)).length === 0 || (await this.persons.isOthersToo(id, work.tx))) return false;
    const fetched = await this.fetch(work, record, person);
    if (record.practice_id !== null) await work.publish(new RecordFetched(person.id, record.practice_id));
    for (const news of fetched) await work.publish(news);
    return true;
  }

  private async takeApart(work: Work, id: string, personId: string): Promise<boolean> {
    if (await this.persons.lockAccount(personId, work.now(), work.tx)) return false;
    const [record] = await this.persons.lockRecords([id], work.tx);
    if (!record || (await this.persons.isOthersToo(record.id, work.tx))) return false;
    await this.merge(work, record.id, personId);
    return true;
  }

  /**
   * An address is proved for the first time, and nobody has an account with it: who proves it is the person of the records with which somebody went to practices by a deed of
   * their own, as a visitor or before an account was closed. Each of those practices has them under another id from then on: were it one record's, every other practice would see
   * that there is another. What others say of the address stays as it is.
   * @returns the person's id, and the name that they went by, or that others gave them, '' where there is none
   * @throws DomainError conflict where the table says that somebody has the address
   */
  async prove(work: Work, email: string): Promise<Pick<PersonRow, 'id' | 'name'>> {
    const records = await this.persons.listRecords(email, work.tx);
    await this.persons.lockRecords(records.map(({ id }) => id), work.tx);
    const own = await this.persons.listGoneTo(records.map(({ id }) => id), work.tx);
    const id = await this.persons.insertPerson(email, work.now(), work.tx);
    await this.take(work, own, id);
    return { id, name: [...own, ...records].find(({ name }) => name !== '')?.name ?? '' };
  }

  /**
   * Whether mail to this person goes where the product itself sent it so far. An address that somebody else wrote into the tables gets no
   * link and no code.
   */
  hasAddress(id: string, email: string): Promise<boolean> {
    return this.addresses.isOf(id, email);
  }

  /** Under which ids the log tells of an account's own deeds: the one that it has, and those of before. */
  async ownIdsOf(id: string, on?: Queryable): Promise<string[]> {
    return [id, ...(await this.persons.listFormer([id], on))];
  }

  /** Under which ids the log tells of a person: the one that they have, those of what is kept of their address, and those of before. */
  async idsOf(id: string): Promise<string[]> {
    const ids = await this.recordsOf(id);
    return [...ids, ...(await this.persons.listFormer(ids))];
  }

  /** Former persons of before there were marks. */
  @OnStart('api')
  async adoptFormer(): Promise<void> {
    await this.adoptions.once('adopt_former_persons', ({ tx }) => this.persons.adoptFormer(tx));
  }

  @Audits()
  async auditFormer(): Promise<AuditProblem[]> {
    return (await this.persons.listForeignFormer()).map((id) => ({ kind: 'foreign_row', id, message: messages.foreignFormer(id) }));
  }

  /** For whoever makes people of their own, such as the demo practice. */
  async noteAddresses(work: Work, people: readonly Pick<PersonRow, 'id' | 'email'>[]): Promise<void> {
    for (const { id, email } of people) await this.addresses.note(id, email, work.now(), work.tx);
  }

  /** Two persons turned out to be one: what belonged to the first belongs to the second. */
  async merge(work: Work, fromId: string, intoId: string): Promise<void> {
    await this.move(work, fromId, intoId);
    await this.persons.rememberFormer(fromId, intoId, work.tx);
    await this.persons.removePerson(fromId, work.tx);
  }

  /** What is kept of the first is the second's from now on, here and in the domains that listen. @param therapistId of this practice alone; the first stays with everybody else */
  async move(work: Work, fromId: string, intoId: string, therapistId?: string): Promise<void> {
    await this.persons.moveTies(fromId, intoId, therapistId, work.tx);
    await work.publish(new RecordsMoved(fromId, intoId, therapistId));
  }

  /**
   * Removes a person, unless a therapist has records of them.
   * @returns whether the person stayed
   */
  async removeUnlessTied(work: Work, id: string): Promise<boolean> {
    // Locked before the look: a booking that is being made with the address waits, or has tied the person already.
    await this.persons.lockPerson(id, work.tx);
    if (await this.persons.isTied(id, work.tx)) return true;
    await this.persons.removePerson(id, work.tx);
    return false;
  }
}
