import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { In, IsNull } from 'typeorm';
import { v7 } from 'uuid';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Client, FormerPerson, TherapistClient } from '../client.entity';
import * as messages from '../messages';
import { PersonAddresses } from '../../auth/addresses/person-addresses.service';

const FROM = Date.UTC(2020, 0, 1);
const SPAN_SECONDS = 5 * 365 * 24 * 3600;

/**
 * The id of a new person: a UUID v7 whose time says nothing. An account has its person's id, so a true time would tell whoever
 * registers an address whether somebody had booked with it before.
 */
export function newPersonId(): string {
  return v7({ msecs: FROM + randomInt(SPAN_SECONDS) * 1000 + randomInt(1000) });
}

type Left = Pick<Client, 'id' | 'email' | 'practice_id'> & { claimed: boolean };
type Kept = Pick<Client, 'left_by'> & { others: boolean };

export type PersonRow = Pick<Client, 'id' | 'email' | 'name' | 'phone'>;

const COLUMNS = 'id, email, name, phone';

/**
 * Whom a booking for an address is for: $8 says whether it was proved with it. Somebody whom the practice knows by their own deed, or who has just shown
 * who they are; for anybody else the practice has a record of its own, of which nothing is told by what becomes of an account.
 */
const ENSURE_TIED = statement<Pick<Client, 'id'>>(
  'client-of-address',
  `with known as (
     select c.id from clients c where c.email = $2 and c.practice_id is null and c.left_by is null
       and ($8 and not c.by_address or exists (select from confirmed_clients k where k.therapist_id = $4 and k.client_id = c.id))
     order by c.by_address, c.created_at desc, c.id limit 1
   ), record as (
     insert into clients (id, email, name, practice_id, by_address) select $1, $2, $3, $4, true where not exists (select from known)
     on conflict (email, practice_id) where by_address do update set name = case when clients.name = '' then excluded.name else clients.name end
     returning id
   ), person as (
     select id from known union all select id from record
   ), tie as (
     insert into therapist_clients (therapist_id, client_id) select $4, id from person on conflict do nothing
   ), address as (
     insert into person_addresses (person_id, email_hash, at, mark) select id, $5, $6, $7 from record where id = $1
   )
   select id from person`,
  { plan: 'generic' },
);

/** A practice's own record of an address, as {@link ENSURE_TIED} makes it, for what the practice keeps already. */
const ENSURE_RECORD = statement<Pick<Client, 'id'>>(
  'client-record-ensure',
  `with record as (
     insert into clients (id, email, name, practice_id, by_address, created_at) values ($1, $2, $3, $4, true, $8)
     on conflict (email, practice_id) where by_address do update set name = case when clients.name = '' then excluded.name else clients.name end
     returning id
   ), address as (
     insert into person_addresses (person_id, email_hash, at, mark) select id, $5, $6, $7 from record where id = $1
   )
   select id from record`,
);

const INSERT_PERSON = statement<Pick<Client, 'id'>>('client-insert', `insert into clients (id, email, name) values ($1, $2, '') on conflict do nothing returning id`);

/** SQL: whether what lies in a record `r` that somebody left may be another's: somebody else had the address since, or did something by a mail that came there. */
const OTHERS = `case when r.left_by is null then false else r.others_since is not null or exists (select from deeds_by_mail d where d.client_id = r.id and d.at > r.left_at) end`;
/** All that are kept of the address of this row: the person whose account it is first, then the records. */
const TOGETHER = statement<Pick<Client, 'id' | 'email' | 'name' | 'by_address' | 'left_by'> & { others: boolean }>(
  'client-records-of-address',
  `select r.id, r.email, r.name, r.by_address, r.left_by, ${OTHERS} as others from clients r where r.email = (select c.email from clients c where c.id = $1) order by r.by_address, r.created_at, r.id`,
);
const RECORDS = statement<Pick<Client, 'id' | 'name'>>('client-records-listed', 'select id, name from clients where email = $1 and by_address and left_by is null order by created_at, id');
/** Whoever has the address later is not who was shown these: they are this person's, wherever their account is, or nobody's. */
const LEAVE = statement('client-records-leave', 'update clients set left_by = $2, left_at = $3 where id = any($1::uuid[]) and by_address and left_by is null');
/** What the account did there itself is shown to nobody who has the address later; what was there before may be another's who has it all along. */
const LEAVE_CLAIMED = statement<Pick<Client, 'id'>>('client-records-leave-claimed', 'update clients set left_by = $2, left_at = $3 where id = any($1::uuid[]) and by_address and left_by is null and claimed_by = $2 returning id');
const CLAIM = statement('client-records-claim', 'update clients set claimed_by = $2 where id = any($1::uuid[]) and by_address and claimed_by is distinct from $2');
const OTHERS_TOO = statement<{ others: boolean }>('client-record-others-too', `select ${OTHERS} as others from clients r where r.id = $1`);
const READ_BY_OTHERS = statement('client-record-read-by-others', 'update clients set others_since = $2 where id = $1 and left_by is not null and others_since is null');
/** Whoever has the address of this person from now on is not who left what stayed there. */
const OTHERS_SINCE = statement('client-records-others-since', 'update clients set others_since = now() where email = $1 and left_by <> $2 and others_since is null');
const LEFT_BY_MERGED = statement('client-records-left-by-merged', 'update clients set left_by = $2 where left_by = $1');
/** What a person said of one that they left; said once more it is no other deed. */
const WANT = statement<Pick<Client, 'id'>>('client-record-want', 'update clients set wanted_at = $2 where id = $1 and left_by is not null and wanted_at is null returning id');
/** Of what a person left just now: where they had said before that they go to the practice, and it was too long to be moved at once. */
const WANT_CONFIRMED = statement<Pick<Client, 'id'>>('client-records-want-confirmed', `update clients r set wanted_at = $3 where r.id = any($1::uuid[]) and r.left_by = $2 and r.wanted_at is null
     and (exists (select from confirmed_clients k where k.therapist_id = r.practice_id and k.client_id = r.id) or exists (select from confirmed_clients k where k.therapist_id = r.practice_id and k.client_id = $2)) returning r.id`);
const WANTED = statement<Pick<Client, 'id' | 'left_by'>>('client-records-wanted', 'select id, left_by from clients where wanted_at is not null and id > $1 order by id limit 200');
const LEFT_BY = statement<Left>('client-records-left-by', 'select id, email, practice_id, claimed_by is not null as claimed from clients where left_by = $1 and by_address and id <> $1 order by created_at, id');
const GONE_TO = statement<Pick<Client, 'id' | 'name' | 'practice_id'>>('client-records-gone-to', 'select id, name, practice_id from clients where id = any($1::uuid[]) and id in (select client_id from confirmed_clients where client_id = any($1::uuid[])) order by created_at, id');
const FIRST_TIED = statement<Pick<Client, 'id'>>('client-first-tied', 'select id from clients where id = any($1::uuid[]) and exists (select from therapist_clients t where t.client_id = clients.id) order by by_address, created_at, id limit 1');
/**
 * SQL: whether an account of `clients` is at an address that it had not before the first change that can still be objected to: whoever came back there is where they always were.
 * @param account name of the row @param now $n
 */
const isMoving = (account: string, now: string): string =>
  `coalesce((select h.old_email <> ${account}.email from address_changes h where h.user_id = ${account}.id and h.confirmed_at is not null and h.objected_at is null and h.object_until > ${now} order by h.confirmed_at, h.id limit 1), false)`;
/** Whoever writes something about one of them waits, or is waited for: else what they wrote would go with the record. Of the account only other such deeds wait. */
const LOCK_ACCOUNT = statement<{ moving: boolean }>(
  'client-account-lock-person',
  `select ${isMoving('c', '$2')} as moving from clients c where c.id = $1 for no key update`,
);
/**
 * Who comes back to an address within these days has again what they left there, and what happens to it from now on is theirs; what may be another's by then stays left. After a longer
 * absence they may leave once more in days in which nothing but what they claimed is kept from others: then it is still written down who left the rest.
 */
const COME_BACK = statement(
  'client-records-come-back',
  `update clients r set left_by = null, left_at = null, wanted_at = null from clients c
   where c.id = $1 and r.email = c.email and r.left_by = c.id and r.by_address and (r.claimed_by = c.id or not ${isMoving('c', '$2')}) and not (${OTHERS})`,
);
const LOCK_RECORDS = statement<Pick<Client, 'id' | 'practice_id'>>('client-records-lock', 'select id, practice_id from clients where id = any($1::uuid[]) and by_address order by id for update');
/**
 * About how many milliseconds moving a record takes, of each table no more than says that it is long: what was measured, a little more of it. Whoever moves it holds a place that others
 * wait for.
 */
const WEIGHT = statement<{ ms: number }>(
  'client-record-weight',
  `select (
     (select count(*) * 4 from (select from bookings where therapist_id = $2 and client_id = $1 limit 500) b)
     + (select coalesce(sum(8 + octet_length(n.content) / 10000), 0) from (select content from session_notes where therapist_id = $2 and client_id = $1 limit 500) n)
     + (select count(*) * 25 from (select from care_plans where therapist_id = $2 and client_id = $1 limit 100) p)
     + (select count(*) * 10 from (select from intake_requests where therapist_id = $2 and client_id = $1 limit 200) r)
     + (select count(*) * 6 from (select from intake_requests r join intake_answers a on a.request_id = r.id where r.therapist_id = $2 and r.client_id = $1 limit 400) a)
     + (select count(*) * 10 from (select from meeting_consents where therapist_id = $2 and client_id = $1 limit 200) m))::int as ms`,
);
/** Records whose person went to the practice, and has an account: those of after the days in which a change of address can be objected to. $2: after which one */
const LEFT_APART = statement<{ id: string; person_id: string; therapist_id: string }>(
  'client-records-left-apart',
  `select r.id, p.id as person_id, t.therapist_id from clients r join clients p on p.email = r.email and not p.by_address and (r.left_by is null or r.left_by = p.id)
     join therapist_clients t on t.client_id = r.id and t.therapist_id = r.practice_id
   where r.by_address and r.id > $2
     and exists (select from confirmed_clients k where k.therapist_id = r.practice_id and k.client_id in (r.id, p.id))
     and not ${isMoving('p', '$1')}
   order by r.id limit 200`,
);

const LOCK = statement<PersonRow>('client-lock', `select ${COLUMNS} from clients where id = $1 for update`);

const MOVE_TIES = statement(
  'client-move-ties',
  `insert into therapist_clients (therapist_id, client_id, created_at)
   select therapist_id, $2, created_at from therapist_clients where client_id = $1 and ($3::uuid is null or therapist_id = $3)
   on conflict (therapist_id, client_id) do update set created_at = least(therapist_clients.created_at, excluded.created_at)`,
);

type FormerRow = Pick<FormerPerson, 'former_id' | 'person_id' | 'mark'>;

const FORMER_AFTER = statement<FormerRow>('former-persons-after', 'select former_id, person_id, mark from former_persons where former_id > $1 order by former_id limit $2');
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const PAGE = 1_000;

/** People, with or without an account. */
@Injectable()
export class PersonRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
    private readonly addresses: PersonAddresses,
  ) {}

  /**
   * Whom a therapist has behind an address, made at the first booking and tied to them.
   * A booking never overwrites a person's own name; it names a record that has none. The phone number that was given stays with the booking: anybody
   * could have given it.
   * @param proved whoever booked has shown that the address is theirs
   */
  async ensureTied({ email, name }: Pick<PersonRow, 'email' | 'name'>, { therapistId, proved, at }: { therapistId: string; proved: boolean; at: Date }, tx: Queryable): Promise<string> {
    const id = newPersonId();
    const address = this.addresses.valuesOf(id, email, at);
    const [row] = await tx.query(ENSURE_TIED, [id, email, name, therapistId, address.email_hash, address.at, address.mark, proved]);
    return this.assertTheirs((row ?? notStored()).id, id, email, tx);
  }

  /**
   * The practice's own record of an address, made where there is none; it is tied to nobody yet.
   * @param since when the practice first had to do with the address
   * @throws DomainError conflict where the record that is there was given the address in the table
   */
  async ensureRecord({ email, name }: Pick<PersonRow, 'email' | 'name'>, { therapistId, since, at }: { therapistId: string; since: Date; at: Date }, tx: Queryable): Promise<string> {
    const id = newPersonId();
    const address = this.addresses.valuesOf(id, email, at);
    const [row] = await tx.query(ENSURE_RECORD, [id, email, name, therapistId, address.email_hash, address.at, address.mark, since]);
    return this.assertTheirs((row ?? notStored()).id, id, email, tx);
  }

  /** Whoever has just proved an address that nobody has an account with. @returns the person's id @throws DomainError conflict where the table says that somebody has it */
  async insertPerson(email: string, at: Date, tx: Queryable): Promise<string> {
    const id = newPersonId();
    if ((await tx.query(INSERT_PERSON, [id, email])).length === 0) throw new DomainError('conflict', messages.addressDisputed);
    await this.addresses.note(id, email, at, tx);
    await tx.query(OTHERS_SINCE, [email, id]);
    return id;
  }

  /**
   * The person whose account an address is, if there is one, then what they are shown of it: of the address that this row has, which is among them. A row that was given an
   * address in the table is with nobody, and one that an earlier account of the address was shown is with that one alone.
   */
  listTogether(id: string, on: Queryable = this.database): Promise<Pick<Client, 'id' | 'name' | 'by_address'>[]> {
    return this.listAt(id, on, (asked, personId) => isShown(asked, personId));
  }

  /** Whom mail about this row reaches: it, and what the account of its address is shown, whether or not it is among that. */
  listReaders(id: string, on: Queryable = this.database): Promise<Pick<Client, 'id'>[]> {
    return this.listAt(id, on, () => true);
  }

  private async listAt(id: string, on: Queryable, isWith: (asked: Kept, personId: string | undefined) => boolean): Promise<Pick<Client, 'id' | 'name' | 'by_address'>[]> {
    const rows = await on.query(TOGETHER, [id]);
    const asked = rows.find((row) => row.id === id);
    if (!asked || rows.length === 1) return rows;
    const theirs = new Set(await this.addresses.whoHave(asked.email, rows.map((row) => row.id), on));
    const personId = rows.find((row) => !row.by_address)?.id;
    return rows.filter((row) => row.id === id || (theirs.has(id) && theirs.has(row.id) && isShown(row, personId) && isWith(asked, personId)));
  }

  /** Records of whoever leaves their address: nobody who has it later is shown them. */
  async leave(ids: readonly string[], personId: string, at: Date, tx: Queryable): Promise<void> {
    await tx.query(LEAVE, [ids, personId, at]);
  }

  /** Of a person who leaves an address before it is settled that it is theirs. @returns those that they went to the practice with meanwhile, which are left as theirs */
  async leaveClaimed(ids: readonly string[], personId: string, at: Date, tx: Queryable): Promise<string[]> {
    return (await tx.query(LEAVE_CLAIMED, [ids, personId, at])).map(({ id }) => id);
  }

  async claim(ids: readonly string[], personId: string, tx: Queryable): Promise<void> {
    await tx.query(CLAIM, [ids, personId]);
  }

  /** Of what was left just now, what was to be moved to its person anyway. @returns whether there is any */
  async wantConfirmed(ids: readonly string[], personId: string, at: Date, tx: Queryable): Promise<boolean> {
    return (await tx.query(WANT_CONFIRMED, [ids, personId, at])).length > 0;
  }

  /** Whether what lies in a record that a person left may be another's by now. */
  async isOthersToo(id: string, tx: Queryable): Promise<boolean> {
    const [row] = await tx.query(OTHERS_TOO, [id]);
    return row?.others ?? true;
  }

  /** What stayed with addresses that a person had before, by the product's word. */
  async listLeftBy(id: string, on: Queryable = this.database): Promise<Left[]> {
    const left: Left[] = [];
    for (const row of await on.query(LEFT_BY, [id])) {
      const had = await this.addresses.heldSince(id, row.email, 0, on);
      if (had && (await this.addresses.isOf(row.id, row.email, on))) left.push(row);
    }
    return left;
  }

  /** What is kept of an address, the eldest first. */
  async listRecords(email: string, on: Queryable): Promise<Pick<Client, 'id' | 'name'>[]> {
    const rows = await on.query(RECORDS, [email]);
    const theirs = new Set(rows.length > 0 ? await this.addresses.whoHave(email, rows.map(({ id }) => id), on) : []);
    return rows.filter(({ id }) => theirs.has(id));
  }

  /** Those of records with which somebody went to a practice by a deed of their own. */
  listGoneTo(ids: readonly string[], on: Queryable): Promise<Pick<Client, 'id' | 'name' | 'practice_id'>[]> {
    return on.query(GONE_TO, [ids]);
  }

  /** The first of them that a practice has. */
  async findFirstTied(ids: readonly string[], on: Queryable): Promise<string | undefined> {
    const [row] = await on.query(FIRST_TIED, [ids]);
    return row?.id;
  }

  /** The account's person stays until the transaction ends. @returns whether its address can still be objected to */
  async lockAccount(id: string, now: Date, tx: Queryable): Promise<boolean> {
    const [row] = await tx.query(LOCK_ACCOUNT, [id, now]);
    return row?.moving ?? true;
  }

  /** @returns those that are there still, with the practice whose record each is; nobody writes anything about them until the transaction ends */
  lockRecords(ids: readonly string[], tx: Queryable): Promise<Pick<Client, 'id' | 'practice_id'>[]> {
    return tx.query(LOCK_RECORDS, [ids]);
  }

  /** @returns about how many milliseconds it takes to move a record */
  async weightOf({ id, practice_id }: Pick<Client, 'id' | 'practice_id'>, tx: Queryable): Promise<number> {
    const [row] = await tx.query(WEIGHT, [id, practice_id]);
    return row?.ms ?? 0;
  }

  async noteOthers(id: string, at: Date, on: Queryable = this.database): Promise<void> {
    await on.query(READ_BY_OTHERS, [id, at]);
  }

  /** @returns whether it was wanted by nobody before */
  async want(id: string, at: Date, tx: Queryable): Promise<boolean> {
    return (await tx.query(WANT, [id, at])).length === 1;
  }

  listWanted(after: string | undefined): Promise<Pick<Client, 'id' | 'left_by'>[]> {
    return this.database.query(WANTED, [after ?? FIRST_ID]);
  }

  /** It stays where it is, until its person says so once more. */
  async unwant(id: string, tx: Queryable): Promise<void> {
    await tx.manager.update(Client, { id }, { wanted_at: null });
  }

  /** @returns undefined where there is none by now */
  async addressOf(id: string, tx: Queryable): Promise<Pick<Client, 'id' | 'email'> | undefined> {
    return (await tx.manager.findOne(Client, { select: { id: true, email: true }, where: { id } })) ?? undefined;
  }

  listLeftApart(now: Date, after: string | undefined): Promise<{ id: string; person_id: string; therapist_id: string }[]> {
    return this.database.query(LEFT_APART, [now, after ?? FIRST_ID]);
  }

  /** Somebody who was found by an address counts only if the product gave it to them. @throws DomainError conflict */
  private async assertTheirs(id: string, newId: string | null, email: string, tx: Queryable): Promise<string> {
    if (id !== newId && !(await this.addresses.isOf(id, email, tx))) throw new DomainError('conflict', messages.addressDisputed);
    return id;
  }

  /** The person stays as they are until the transaction ends; who books with the address meanwhile waits. */
  async lockPerson(id: string, tx: Queryable): Promise<PersonRow | undefined> {
    const [row] = await tx.query(LOCK, [id]);
    return row;
  }

  /** What is left out stays as it is. @throws the database's unique violation when another person has the address */
  async changePerson(id: string, change: Partial<Omit<PersonRow, 'id'> & Pick<Client, 'by_address' | 'left_by' | 'left_at'>>, tx: Queryable): Promise<void> {
    await tx.manager.update(Client, { id }, change);
    if (change.email !== undefined) await tx.query(OTHERS_SINCE, [change.email, id]);
  }

  /** Of somebody who has an address anew: what they left there before, and is not others' by now. */
  async comeBack(id: string, at: Date, tx: Queryable): Promise<void> {
    await tx.query(COME_BACK, [id, at]);
  }

  /** Whether a therapist keeps records of the person. Every booking, note and plan comes with such a tie. */
  async isTied(id: string, tx: Queryable): Promise<boolean> {
    return (await tx.manager.findOneBy(TherapistClient, { client_id: id })) !== null;
  }

  /** The activity log is never changed: what it says of the former person is found under the one they turned out to be. */
  async rememberFormer(formerId: string, personId: string, tx: Queryable): Promise<void> {
    for (const row of await tx.manager.findBy(FormerPerson, { person_id: formerId })) {
      // What the product did not write is not vouched for now either.
      if (this.isOurs(row)) await tx.manager.update(FormerPerson, { former_id: row.former_id }, this.former(row.former_id, personId));
    }
    await tx.manager.insert(FormerPerson, this.former(formerId, personId));
  }

  /** Who they were before. */
  async listFormer(ids: readonly string[], on: Queryable = this.database): Promise<string[]> {
    const rows = await on.manager.findBy(FormerPerson, { person_id: In([...ids]) });
    return rows.filter((row) => this.isOurs(row)).map(({ former_id }) => former_id);
  }

  /** Marks those of before there were marks. @returns how many */
  async adoptFormer(tx: Queryable): Promise<number> {
    const unmarked = await tx.manager.findBy(FormerPerson, { mark: IsNull() });
    for (const { former_id, person_id } of unmarked) await tx.manager.update(FormerPerson, { former_id }, this.former(former_id, person_id));
    return unmarked.length;
  }

  /** Former persons whom somebody else than this product gave to somebody. */
  async listForeignFormer(): Promise<string[]> {
    const foreign: string[] = [];
    let page: FormerRow[] = [];
    do {
      page = await this.database.query(FORMER_AFTER, [page.at(-1)?.former_id ?? FIRST_ID, PAGE]);
      foreign.push(...page.filter((row) => !this.isOurs(row)).map(({ former_id }) => former_id));
    } while (page.length === PAGE);
    return foreign;
  }

  private isOurs({ former_id, person_id, mark }: FormerRow): boolean {
    return mark !== null && equalInConstantTime(mark, this.former(former_id, person_id).mark);
  }

  private former(former_id: string, person_id: string): FormerRow & { mark: Buffer } {
    return { former_id, person_id, mark: this.keys.mark('former_persons', [former_id, person_id]) };
  }

  /** @param therapistId whose tie alone, if not everybody's */
  async moveTies(fromId: string, intoId: string, therapistId: string | undefined, tx: Queryable): Promise<void> {
    if (therapistId === undefined) await tx.query(LEFT_BY_MERGED, [fromId, intoId]);
    await tx.query(MOVE_TIES, [fromId, intoId, therapistId]);
    await tx.manager.delete(TherapistClient, { client_id: fromId, ...(therapistId && { therapist_id: therapistId }) });
  }

  async removePerson(id: string, tx: Queryable): Promise<void> {
    await tx.manager.delete(Client, { id });
  }
}

/** Whether the account of an address, if there is one, is shown this of it: whoever comes back to it is not shown what came for others meanwhile. */
function isShown({ left_by, others }: Kept, personId: string | undefined): boolean {
  return left_by === null || (left_by === personId && !others);
}

function notStored(): never {
  throw new Error('a person was not stored');
}
