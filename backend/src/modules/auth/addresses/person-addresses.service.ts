import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import { PermanentFailure } from '../../../common/jobs/job';
import { OnStart } from '../../../common/process/start-hooks';
import { Adoptions, AuditProblem, Audits } from '../../activity-log/chain/audit.service';
import { EntryMarks, MARKED_SELECT, MarkedEntry } from '../../activity-log/entry-marks.service';
import { PersonAddress, type User } from '../account.entity';
import * as messages from '../messages';

type Noted = Pick<PersonAddress, 'email_hash' | 'at' | 'mark'>;
type NotedRow = Noted & Pick<PersonAddress, 'person_id' | 'address'>;
type Named = Pick<User, 'id' | 'email'>;
type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

/** Somebody changes an address a few times in a life; what is beyond was put there by somebody else. */
const LOOKED_AT = 10_000;
const ROWS = 200;
const PAGE = 1_000;
/** For a whole page of people at once: those with more are looked at by themselves. */
const OF_EACH = 20;

const ROW = 'person_id, email_hash, at, mark, address';
const OF_PERSON = statement<NotedRow>('person-addresses-of', `select ${ROW} from person_addresses where person_id = $1 order by at desc, seq desc offset $2 limit ${ROWS}`);
/** In SQL: the database alone numbers them, and the application may not even name that column. */
const NOTE = statement('person-address-note', 'insert into person_addresses (person_id, email_hash, at, mark, address) values ($1, $2, $3, $4, $5)');
const NOT_NOTED = 'not exists (select from person_addresses a where a.person_id = known.id)';
const UNNOTED = statement<Named>(
  'persons-without-address',
  `select id, email from (select id, email from clients union select id, email from users where user_type = 'client') known where id > $1 and ${NOT_NOTED} order by id limit $2`,
);
const UNNOTED_THERAPISTS = statement<Named>('therapists-without-address', `select id, email from users known where user_type = 'therapist' and id > $1 and ${NOT_NOTED} order by id limit $2`);
const EMAIL = statement<Pick<User, 'email'>>('person-address-of-user', 'select email from users where id = $1');

/** Who is known by which address, with the newest rows about it. $1, $2: after whom, $3: whether therapists too */
const KNOWN = statement<Named & Nullable<NotedRow>>(
  'person-addresses-known',
  `select k.id, k.email, a.* from (
     select id, email from (select id, email from clients union select id, email from users where user_type = 'client' or $3) known
     where (id, email) > ($1, $2) order by id, email limit $4) k
   left join lateral (select ${ROW} from person_addresses where person_id = k.id order by at desc, seq desc limit ${OF_EACH}) a on true
   order by k.id, k.email, a.at desc`,
);
/** $1: of whom, with the newest rows about each. */
const OF_PERSONS = statement<NotedRow>(
  'person-addresses-of-some',
  `select a.* from unnest($1::uuid[]) k (person)
   cross join lateral (select ${ROW} from person_addresses where person_id = k.person order by at desc, seq desc limit ${OF_EACH}) a order by a.person_id, a.at desc`,
);
const AFTER = statement<NotedRow & { seq: string }>('person-addresses-after', `select seq::text, ${ROW} from person_addresses where seq > $1 order by seq limit $2`);
/**
 * The log has every change of address, and each is noted right after its entry: an entry that is later than what is noted tells of one that is gone.
 * Those without the change's id were written after the address was noted; the others leave room for a clock that is set. @param noted a time, in SQL
 */
const CHANGED_AFTER = (noted: string): string => `(activity_log.subject_type = 'client' and action in ('change_address', 'object_address_change')
       or activity_log.subject_type = 'therapist' and action = 'follow_google_address')
     and activity_log.at > ${noted} + case when details ? 'change_id' then interval '200 milliseconds' else interval '5 seconds' end`;
const CHANGED_SINCE = statement<MarkedEntry>('person-addresses-changed-since', `select ${MARKED_SELECT} from activity_log where subject_id = $1 and ${CHANGED_AFTER('$2::timestamptz')}`);
/** $1 and $2: who, and what was noted of each. */
const CHANGED_SINCE_OF = statement<MarkedEntry>(
  'person-addresses-changed-since-of-some',
  `select ${MARKED_SELECT} from activity_log join unnest($1::uuid[], $2::timestamptz[]) n (person, noted) on subject_id = n.person and ${CHANGED_AFTER('n.noted')}`,
);
/** Of people who are there still. */
const CHANGED = statement<MarkedEntry>(
  'person-addresses-changed',
  `select ${MARKED_SELECT} from activity_log where action in ('change_address', 'object_address_change', 'follow_google_address') and activity_log.seq > $1
     and (exists (select from clients c where c.id = activity_log.subject_id) or exists (select from users u where u.id = activity_log.subject_id and u.user_type = 'therapist')) order by activity_log.seq limit $2`,
);
/** Where nobody has noted anything. */
const NEVER = new Date(0);

/** As the log tells of it. */
const ADOPTION = { persons: 'adopt_persons', therapists: 'adopt_therapist_addresses' } as const;
/** A copy of a therapist's row without it would say nothing. */
const WITH_ADDRESS = ({ address }: NotedRow): boolean => address !== null;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const SMALLEST_NUMBER = String(-(2n ** 63n));

/**
 * Whose an address is. The rows of people and accounts say it too, but the application's role can change those; here it can only add, and
 * what it adds counts with the product's mark alone.
 */
@Injectable()
export class PersonAddresses {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
    private readonly adoptions: Adoptions,
    private readonly marks: EntryMarks,
  ) {}

  /** What a row about an address holds: by it, the statements that make a person write it themselves. */
  valuesOf(personId: string, email: string, at: Date): Noted {
    const email_hash = this.digest(email);
    return { email_hash, at, mark: this.mark({ person_id: personId, email_hash, at }) };
  }

  /** From now on the address is this person's, or this client's account's. Of a client no more than a digest is kept: what they leave is forgotten. */
  note(personId: string, email: string, at: Date, on: Queryable): Promise<void> {
    return this.insert(personId, email, null, at, on);
  }

  /**
   * Google has verified that the address is this therapist's. It is kept as it is: mail goes there, whatever their row says by then.
   * @param anew also where it is noted already, since the log has an entry of it now
   */
  async noteTherapist({ id, email }: Named, at: Date, on: Queryable, anew = false): Promise<void> {
    if (anew || (await this.newest(id, on, WITH_ADDRESS))?.address !== email) await this.insert(id, email, email, at, on);
  }

  /**
   * Whether the product gave the person this address last: nobody has one that was left, because a newer one was taken out of the table. True also
   * where nothing was noted, until what is of before is adopted.
   */
  async isOf(personId: string, email: string, on: Queryable = this.database): Promise<boolean> {
    const newest = await this.newest(personId, on);
    // Asked for nobody too: the time it takes tells nothing.
    const isGone = await this.isNewerGone(personId, newest?.at ?? NEVER, on);
    if (newest === undefined) return !(await this.adoptions.isOver(ADOPTION.persons, on));
    return newest !== null && !isGone && equalInConstantTime(newest.email_hash, this.digest(email));
  }

  /** Those of them to whom the product gave this address last, as {@link isOf} says it of one. */
  async whoHave(email: string, personIds: readonly string[], on: Queryable = this.database): Promise<string[]> {
    const rows = groupBy(await on.query(OF_PERSONS, [personIds]), ({ person_id }) => person_id);
    const digest = this.digest(email);
    const newest = new Map<string, Date>();
    const beyond: string[] = [];
    for (const id of personIds) {
      const about = rows.get(id) ?? [];
      const ours = about.find((row) => this.isOurs(row));
      if (ours && equalInConstantTime(ours.email_hash, digest)) newest.set(id, ours.at);
      // Nothing is noted of them, or so much that it takes a look of its own.
      else if (!ours && [0, OF_EACH].includes(about.length)) beyond.push(id);
    }
    const changed = await this.marks.genuine(await on.query(CHANGED_SINCE_OF, [[...newest.keys()], [...newest.values()]]), on);
    for (const { subject_id } of changed) newest.delete(String(subject_id));
    for (const id of beyond) if (await this.isOf(id, email, on)) newest.set(id, NEVER);
    return personIds.filter((id) => newest.has(id));
  }

  /**
   * Where mail to a therapist goes, whatever their row says.
   * @throws PermanentFailure where nobody knows it: the rows about it are not the product's, or gone
   */
  async ofTherapist(id: string): Promise<string> {
    const newest = await this.newest(id, this.database, WITH_ADDRESS);
    if (await this.isNewerGone(id, newest?.at ?? NEVER, this.database)) throw new PermanentFailure(messages.addressUnknown);
    if (newest?.address) return newest.address;
    const [account] = newest === undefined && !(await this.adoptions.isOver(ADOPTION.therapists, this.database)) ? await this.database.query(EMAIL, [id]) : [];
    if (!account) throw new PermanentFailure(messages.addressUnknown);
    return account.email;
  }

  /** Of people who are gone. Only the owner's role may; the application's is refused by the database. */
  async forget(personIds: readonly string[], on: Queryable): Promise<void> {
    if (personIds.length > 0) await on.manager.delete(PersonAddress, { person_id: In(personIds) });
  }

  /** Addresses of before they were noted. */
  @OnStart('api')
  async adoptEarlier(): Promise<void> {
    await this.adoptions.once(ADOPTION.persons, (work) => this.adopt(work.now(), work.tx));
    await this.adoptions.once(ADOPTION.therapists, (work) => this.adoptTherapists(work.now(), work.tx));
  }

  /** Notes the addresses of people that are not noted. @returns how many */
  adopt(at: Date, tx: Queryable): Promise<number> {
    return this.adoptEach(UNNOTED, ({ id, email }) => this.note(id, email, at, tx), tx);
  }

  /** People and therapists with another address than the product gave them, rows about addresses that it did not write, and changes of address that are gone. */
  @Audits()
  async auditAddresses(): Promise<AuditProblem[]> {
    const told = (ids: readonly string[], message: (id: string) => string): AuditProblem[] => ids.map((id) => ({ kind: 'foreign_row', id, message: message(id) }));
    return [
      ...told(await this.listDiffering(), messages.foreignPerson),
      ...told(await this.listForeign(), messages.foreignAddressRow),
      ...told(await this.listGone(), messages.addressGone),
    ];
  }

  private async listDiffering(): Promise<string[]> {
    if (!(await this.adoptions.isOver(ADOPTION.persons, this.database))) return [];
    const withTherapists = await this.adoptions.isOver(ADOPTION.therapists, this.database);
    const differing = new Set<string>();
    let last: Named = { id: FIRST_ID, email: '' };
    for (;;) {
      const rows = await this.database.query(KNOWN, [last.id, last.email, withTherapists, PAGE]);
      const known = groupBy(rows, ({ id, email }) => `${id} ${email}`);
      for (const about of known.values()) if (await this.differs(about)) differing.add((about[0] as Named).id);
      if (known.size < PAGE) return [...differing];
      last = rows.at(-1) as Named;
    }
  }

  private async differs(about: readonly (Named & Nullable<NotedRow>)[]): Promise<boolean> {
    const { id, email } = about[0] as Named;
    const ours = about.find((row): row is Named & NotedRow => row.mark !== null && this.isOurs(row as NotedRow));
    const newest = ours ?? (about.length < OF_EACH ? undefined : await this.newest(id, this.database));
    return !newest || !equalInConstantTime(newest.email_hash, this.digest(email));
  }

  private async listForeign(): Promise<string[]> {
    const foreign = new Set<string>();
    let page: (NotedRow & { seq: string })[] = [];
    do {
      page = await this.database.query(AFTER, [page.at(-1)?.seq ?? SMALLEST_NUMBER, PAGE]);
      for (const row of page) if (!this.isOurs(row)) foreign.add(row.person_id);
    } while (page.length === PAGE);
    return [...foreign];
  }

  private async listGone(): Promise<string[]> {
    const looked = new Set<string>();
    const gone: string[] = [];
    let page: MarkedEntry[] = [];
    do {
      page = await this.database.query(CHANGED, [page.at(-1)?.seq ?? SMALLEST_NUMBER, PAGE]);
      for (const { subject_id } of await this.marks.genuine(page, this.database)) {
        const id = String(subject_id);
        if (looked.has(id)) continue;
        looked.add(id);
        if (await this.isNewerGone(id, (await this.newest(id, this.database))?.at ?? NEVER, this.database)) gone.push(id);
      }
    } while (page.length === PAGE);
    return gone;
  }

  /** @param noted when the newest address was that is there */
  private async isNewerGone(personId: string, noted: Date, on: Queryable): Promise<boolean> {
    return this.marks.someGenuine(await on.query(CHANGED_SINCE, [personId, noted]), on);
  }

  /**
   * Since when the product has given a person an address without a longer absence.
   * @param absenceMs how long they may have had another one in between
   * @returns undefined where they never had it
   */
  async heldSince(personId: string, email: string, absenceMs: number, on: Queryable): Promise<Date | undefined> {
    const digest = this.digest(email);
    let since: Date | undefined;
    let left: Date | undefined;
    for (let offset = 0; offset < LOOKED_AT; offset += ROWS) {
      const rows = await on.query(OF_PERSON, [personId, offset]);
      for (const row of rows.filter((each) => this.isOurs(each))) {
        if (!equalInConstantTime(row.email_hash, digest)) left = row.at;
        else if (since && left && since.getTime() - left.getTime() > absenceMs) return since;
        else [since, left] = [row.at, undefined];
      }
      if (rows.length < ROWS) break;
    }
    return since;
  }

  /** @returns null where all rows are somebody else's, undefined where there are none */
  private async newest(personId: string, on: Queryable, counts: (row: NotedRow) => boolean = () => true): Promise<NotedRow | null | undefined> {
    for (let offset = 0; offset < LOOKED_AT; offset += ROWS) {
      const rows = await on.query(OF_PERSON, [personId, offset]);
      const ours = rows.find((row) => counts(row) && this.isOurs(row));
      if (ours) return ours;
      if (rows.length < ROWS) return offset + rows.length > 0 ? null : undefined;
    }
    return null;
  }

  private adoptTherapists(at: Date, tx: Queryable): Promise<number> {
    return this.adoptEach(UNNOTED_THERAPISTS, (therapist) => this.noteTherapist(therapist, at, tx), tx);
  }

  private async adoptEach(unnoted: typeof UNNOTED, adopt: (known: Named) => Promise<void>, tx: Queryable): Promise<number> {
    let total = 0;
    let page: Named[] = [];
    do {
      page = await tx.query(unnoted, [page.at(-1)?.id ?? FIRST_ID, PAGE]);
      for (const known of page) await adopt(known);
      total += page.length;
    } while (page.length === PAGE);
    return total;
  }

  private async insert(personId: string, email: string, address: string | null, at: Date, on: Queryable): Promise<void> {
    const { email_hash, mark } = this.valuesOf(personId, email, at);
    await on.query(NOTE, [personId, email_hash, at, mark, address]);
  }

  /** What is kept beside its digest is the same. */
  private isOurs(row: NotedRow): boolean {
    return equalInConstantTime(row.mark, this.mark(row)) && (row.address === null || equalInConstantTime(row.email_hash, this.digest(row.address)));
  }

  private digest(email: string): Buffer {
    return this.keys.digest('person-address', email);
  }

  private mark({ person_id, email_hash, at }: Pick<NotedRow, 'person_id' | 'email_hash' | 'at'>): Buffer {
    return this.keys.mark('person_addresses', [person_id, email_hash.toString('hex'), at]);
  }
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
