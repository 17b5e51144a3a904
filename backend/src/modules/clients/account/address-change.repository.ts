import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThan } from 'typeorm';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import { entriesWhere, EntryMarks, MarkedEntry } from '../../activity-log/entry-marks.service';
import { AddressChange } from '../client.entity';

/** What the notice to the old address needs; `token` is the secret of its link. */
export interface ObjectionMail extends Pick<AddressChange, 'id' | 'old_email'> {
  token: string;
}

/** An address that was left a moment ago and may object until then. */
export interface ProofAddress {
  email: string;
  until: Date;
}

/** What a change's mark vouches for: whose account moves, from where and to where, since when, which link undoes it until when, and whether one did. */
type Unmarked = Pick<AddressChange, 'id' | 'user_id' | 'old_email' | 'new_email' | 'requested_at' | 'confirmed_at' | 'object_hash' | 'object_until' | 'objected_at'>;
type Marked = AddressChangeRow & Pick<AddressChange, 'mark'>;

/** A change of address. Its id is also the id of the code that proves the new address. */
export type AddressChangeRow = Unmarked & Pick<AddressChange, 'barred_at'>;

/** Entries of the log that undid it. */
type Ended = Marked & { ends: MarkedEntry[] };

const NAMES = ['id', 'user_id', 'old_email', 'new_email', 'requested_at', 'confirmed_at', 'object_hash', 'object_until', 'objected_at', 'barred_at', 'mark'] as const;
const COLUMNS = NAMES.map((name) => `c.${name}`).join(', ');

/**
 * What undid a change is in the log, which nobody takes entries out of, whatever the change's row says: an objection to it or to an earlier one, or a way back
 * past it. The ids of changes are in the order in which they were asked for; an objection's entry of before there was one in it ends all. @param now a time, in SQL
 */
const ends = (now: string): string =>
  entriesWhere(`l.subject_type = 'client' and l.subject_id = c.user_id and l.at >= c.confirmed_at and l.at < ${now}::timestamptz + interval '1 hour' and l.action in ('object_address_change', 'change_address')
    and (l.action = 'object_address_change' and coalesce(l.details ->> 'change_id', '') collate "C" <= c.id::text
      or l.action = 'change_address' and (l.details ->> 'undoes') collate "C" <= c.id::text)`);
const IS_OPEN = (now: string): string => `c.object_until > ${now} and c.objected_at is null`;

const OBJECTABLE = statement<Ended>('address-change-objectable', `select ${COLUMNS}, ${ends('$2')} as ends from address_changes c where c.object_hash = $1 and ${IS_OPEN('$2')}`);
const LOCK_SINCE = statement<Marked>(
  'address-changes-lock-since',
  `select ${COLUMNS} from address_changes c where c.user_id = $1 and c.confirmed_at >= $2 and c.objected_at is null order by c.id for update`,
);
const LOCK_LEAVING = statement<Marked>('address-changes-lock-leaving', `select ${COLUMNS} from address_changes c where c.old_email = $1 and ${IS_OPEN('$2')} order by c.id for update`);
const AFTER = statement<Ended>(
  'address-changes-after',
  `select ${COLUMNS}, case when ${IS_OPEN('$3')} then ${ends('$3')} else '[]'::json end as ends from address_changes c where c.id > $1 order by c.id limit $2`,
);

const PER_PAGE = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class AddressChangeRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly keys: KeyRing,
    private readonly marks: EntryMarks,
  ) {}

  async insertChange(change: Pick<AddressChange, 'id' | 'user_id' | 'old_email' | 'new_email' | 'requested_at'>, tx: Queryable): Promise<void> {
    const row = { ...change, confirmed_at: null, object_hash: null, object_until: null, objected_at: null };
    await tx.manager.insert(AddressChange, { ...row, barred_at: null, mark: this.mark(row) });
  }

  /** The change that was asked for last, confirmed or not. */
  async findNewestChange(userId: string, tx: Queryable): Promise<AddressChangeRow | undefined> {
    return this.ours(await tx.manager.findOne(AddressChange, { where: { user_id: userId }, order: { requested_at: 'desc', id: 'desc' } }));
  }

  /** The newest change of an account, where it led to this address and can still be objected to. */
  async findOpenChangeTo(userId: string, email: string, now: Date, tx: Queryable): Promise<AddressChangeRow | undefined> {
    const where = { user_id: userId, object_until: MoreThan(now), objected_at: IsNull() };
    const newest = this.ours(await tx.manager.findOne(AddressChange, { where, order: { confirmed_at: 'desc', id: 'desc' } }));
    return newest?.new_email === email ? newest : undefined;
  }

  /**
   * Where a proof comes from while the address before can still object: whoever moved the account away proves nothing there. Of several changes the
   * address before the first one.
   * @param email the account's own, which is none
   */
  async findProofAddress(userId: string, email: string, now: Date, on: Queryable = this.database): Promise<ProofAddress | undefined> {
    const where = { user_id: userId, object_until: MoreThan(now), objected_at: IsNull() };
    const changes = await on.manager.find(AddressChange, { where, order: { confirmed_at: 'asc', id: 'asc' } });
    const first = changes.find((change) => this.ours(change));
    return first?.object_until && first.old_email !== email ? { email: first.old_email, until: first.object_until } : undefined;
  }

  /** The first change with which an account left an address, of those that can still be objected to. */
  async findOpenFrom(userId: string, email: string, now: Date, tx: Queryable): Promise<AddressChangeRow | undefined> {
    const rows = await tx.manager.find(AddressChange, { where: { user_id: userId, old_email: email, object_until: MoreThan(now), objected_at: IsNull() }, order: { id: 'asc' } });
    return rows.find((row) => this.ours(row));
  }

  /** Nobody can object to it. */
  async remove({ id }: AddressChangeRow, tx: Queryable): Promise<void> {
    await tx.manager.delete(AddressChange, { id });
  }

  /** @param token the secret of the link that objects */
  async confirmChange(change: AddressChangeRow, token: string, times: Pick<AddressChange, 'confirmed_at' | 'object_until'>, tx: Queryable): Promise<void> {
    const confirmed = { ...times, object_hash: this.hash(token) };
    const object_token = this.cipher.encrypt(token, place(change.id));
    await tx.manager.update(AddressChange, { id: change.id }, { ...confirmed, object_token, mark: this.mark({ ...change, ...confirmed }) });
  }

  /** A confirmed change that its old address may still object to, by the secret of the link. */
  async findObjectableChange(token: string, now: Date, tx: Queryable): Promise<AddressChangeRow | undefined> {
    const [row] = await tx.query(OBJECTABLE, [this.hash(token), now]);
    return row && this.ours(row) && !(await this.marks.someGenuine(row.ends, tx)) ? row : undefined;
  }

  /** A change, unless it was undone, and those of its account after it, in their order; nobody else undoes them until the transaction ends. */
  async lockSince(change: AddressChangeRow, tx: Queryable): Promise<AddressChangeRow[]> {
    return (await tx.query(LOCK_SINCE, [change.user_id, change.confirmed_at])).filter((row) => this.ours(row));
  }

  /** Changes, of whichever account, that left an address and can still be objected to; held as {@link lockSince} holds them. */
  async lockLeaving(email: string, now: Date, tx: Queryable): Promise<AddressChangeRow[]> {
    return (await tx.query(LOCK_LEAVING, [email, now])).filter((row) => this.ours(row));
  }

  /** Whether a change of the same account before this one can still be objected to. */
  async hasOpenBefore({ id, user_id }: AddressChangeRow, now: Date, tx: Queryable): Promise<boolean> {
    const rows = await tx.manager.findBy(AddressChange, { user_id, id: LessThan(id), object_until: MoreThan(now), objected_at: IsNull() });
    return rows.some((row) => this.ours(row));
  }

  /** Their links open nothing any more. */
  async undo(changes: readonly AddressChangeRow[], at: Date, tx: Queryable): Promise<void> {
    for (const change of changes) await tx.manager.update(AddressChange, { id: change.id }, { objected_at: at, object_token: null, mark: this.mark({ ...change, objected_at: at }) });
  }

  /** Its link does not give the old address back any more. */
  async bar({ id }: AddressChangeRow, at: Date, tx: Queryable): Promise<void> {
    await tx.manager.update(AddressChange, { id }, { barred_at: at });
  }

  /** @returns undefined when the notice went out before, or the change was undone */
  async findObjectionMail(id: string): Promise<ObjectionMail | undefined> {
    const row = this.ours(await this.database.manager.findOneBy(AddressChange, { id, objected_at: IsNull() }));
    return row?.object_token ? { id, old_email: row.old_email, token: this.cipher.decrypt(row.object_token, place(id)) } : undefined;
  }

  /** What only the mail needed is not kept once the mail is out. */
  async dropToken(id: string): Promise<void> {
    await this.database.manager.update(AddressChange, { id }, { object_token: null });
  }

  /** Changes that were never confirmed, and those that nobody can object to any more. @returns how many went */
  async deleteOldChanges(now: Date, requestedBefore: Date): Promise<number> {
    const old = [{ object_until: LessThan(now) }, { confirmed_at: IsNull(), requested_at: LessThan(requestedBefore) }];
    return (await this.database.manager.delete(AddressChange, old)).affected ?? 0;
  }

  /** Changes that somebody else than this product wrote, and those that can be undone once more although they were. */
  async listForeign(now: Date): Promise<string[]> {
    const foreign: string[] = [];
    let page: Ended[] = [];
    do {
      page = await this.database.query(AFTER, [page.at(-1)?.id ?? FIRST_ID, PER_PAGE, now]);
      for (const row of page) if (!this.ours(row) || (await this.marks.someGenuine(row.ends, this.database))) foreign.push(row.id);
    } while (page.length === PER_PAGE);
    return foreign;
  }

  private ours<Row extends Marked>(row: Row | null): Row | undefined {
    return row && equalInConstantTime(row.mark, this.mark(row)) ? row : undefined;
  }

  private mark({ id, user_id, old_email, new_email, requested_at, confirmed_at, object_hash, object_until, objected_at }: Unmarked): Buffer {
    return this.keys.mark('address_changes', [id, user_id, old_email, new_email, requested_at, confirmed_at, object_hash?.toString('hex') ?? null, object_until, objected_at]);
  }

  /** Keyed: whoever writes the table cannot add a link of their own. */
  private hash(token: string): Buffer {
    return this.keys.digest('address-objection', token);
  }
}

function place(rowId: string) {
  return { table: 'address_changes', column: 'object_token', rowId };
}
