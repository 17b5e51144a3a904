import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, isId, Queryable, Statement, statement } from '../../../common/database/database';
import { Keyset, keysetMoment, keysetTime } from '../../../common/paging/paging';
import { entriesWhere, EntryMarks, MARKED_SELECT, MarkedEntry } from '../../activity-log/entry-marks.service';
import { BreakGlassGrant, BreakGlassTherapist } from '../admin.entity';

/** An administrator's access to a client's record, with why it was needed. */
export interface Grant extends Pick<BreakGlassGrant, 'id' | 'admin_id' | 'client_id' | 'session_id' | 'created_at' | 'expires_at' | 'ended_at'> {
  administrator: string;
  client_name: string | null;
  /** The client's id as the reader knows it. */
  shown_id: string | null;
  /** Whose records of the client it opens; for a therapist who asks, that one alone. */
  therapist_names: string[];
  /** Neither ended nor over, and nothing that it was opened with is gone. */
  open: boolean;
  keyset_at: string;
  reason: string;
}

export interface NewGrant extends Pick<BreakGlassGrant, 'id' | 'admin_id' | 'created_at' | 'expires_at'> {
  client_id: string;
  session_id: string;
  reason: string;
}

/** An access that may be used now. */
export interface OpenGrant {
  id: string;
  clientId: string;
  /** The client's ids: also of what practices keep of the address. */
  own: readonly string[];
}

/** What the mail to one therapist says. */
export interface GrantNotice extends Pick<BreakGlassGrant, 'id' | 'created_at' | 'expires_at'> {
  administrator: string;
  therapist_id: string;
  therapist_zone: string;
}

/** Who reads which accesses: an administrator all of them, a therapist those to own records, a client those to the own record. */
export type Reader = { kind: 'admin' } | { kind: 'therapist' | 'client'; id: string };

/** What a grant's mark vouches for; its reason opens only where it was written. */
interface Marked extends Pick<BreakGlassGrant, 'id' | 'admin_id' | 'client_id' | 'session_id' | 'created_at' | 'expires_at' | 'ended_at'> {
  /** In their order. */
  therapist_ids: string[];
}

/** What SQL gives back: the reason is encrypted. */
export type GrantRow = Omit<Grant, 'reason'> & Pick<Marked, 'therapist_ids'> & Pick<BreakGlassGrant, 'reason' | 'mark'>;

/** A grant as the audit sees it, and whether a notice of it is still to be sent. */
interface AuditedRow extends Marked, Pick<BreakGlassGrant, 'mark'> {
  /** Of the therapists, in the same order. */
  notice_marks: (Buffer | null)[];
  is_underway: boolean;
}

/** What is wrong with a grant. */
export interface AuditedGrant extends Pick<BreakGlassGrant, 'id' | 'created_at'> {
  is_foreign: boolean;
  is_untold: boolean;
}

/** An access goes with its session, with the account, and with the second factor that it was opened with. */
const isOpen = (now: string): string => `(g.ended_at is null and g.expires_at > ${now} and a.is_active
    and exists (select from sessions s where s.id = g.session_id and s.idle_expires_at > ${now} and s.absolute_expires_at > ${now})
    and exists (select from second_factors f where f.account_kind = 'admin' and f.account_id = g.admin_id and f.confirmed_at <= g.created_at))`;

const THERAPIST_IDS = `array(select m.therapist_id from break_glass_therapists m where m.grant_id = g.id order by 1) as therapist_ids`;

const select = (now: string, ofTherapist = '', clientName = 'c.name', shownId = 'g.client_id'): string => `select g.id, g.admin_id, a.username as administrator, g.client_id, ${clientName} as client_name, ${shownId} as shown_id, g.session_id,
    array(select coalesce(p.display_name, u.name) from break_glass_therapists t join users u on u.id = t.therapist_id
      left join therapist_profiles p on p.therapist_id = t.therapist_id where t.grant_id = g.id ${ofTherapist} order by 1) as therapist_names,
    g.reason, g.created_at, g.expires_at, g.ended_at, g.mark, ${THERAPIST_IDS}, ${isOpen(now)} as open, ${keysetTime('g.created_at')} as keyset_at
  from break_glass_grants g join administrators a on a.id = g.admin_id left join clients c on c.id = g.client_id`;

const OWNED = statement<GrantRow>('break-glass-owned', `${select('$3::timestamptz')} where g.id = $1 and g.admin_id = $2`);
const OPEN = statement<GrantRow>(
  'break-glass-open',
  `${select('$2::timestamptz')} where g.admin_id = $1 and ${isOpen('$2::timestamptz')} order by g.created_at desc, g.id desc`,
);

interface Pages {
  first: Statement<GrantRow>;
  next: Statement<GrantRow>;
}

/** Of the reader with the id `$2`, the newest first. */
function pages(where: string, ofTherapist?: string, clientName?: string, shownId?: string): { first: string; next: string } {
  const from = `${select('$1::timestamptz', ofTherapist, clientName, shownId)} where ${where}`;
  const order = 'order by g.created_at desc, g.id desc limit $3';
  return { first: `${from} ${order}`, next: `${from} and (g.created_at, g.id) < (${keysetMoment('$4')}, $5::uuid) ${order}` };
}

const all = pages('$2::uuid is null');
/** As the client is called there, and known: what they are called elsewhere, and that there is an elsewhere, is none of that practice's concern. */
const SAME_ADDRESS = '(select r.id from clients r where r.id = g.client_id or r.email = c.email and (r.left_by is null or r.left_by = g.client_id))';
const NAME_THERE = `(select k.name from client_names k where k.therapist_id = $2 and k.client_id in ${SAME_ADDRESS} limit 1)`;
const ID_THERE = `(select i.client_id from therapist_clients i where i.therapist_id = $2 and i.client_id in ${SAME_ADDRESS} order by i.client_id <> g.client_id, i.client_id limit 1)`;
const ofTherapist = pages('exists (select from break_glass_therapists o where o.grant_id = g.id and o.therapist_id = $2)', 'and t.therapist_id = $2', NAME_THERE, ID_THERE);
const ofClient = pages('g.client_id = any($2::uuid[])');
const LISTS: Record<Reader['kind'], Pages> = {
  admin: {
    first: statement<GrantRow>('break-glass-history', all.first),
    next: statement<GrantRow>('break-glass-history-next', all.next),
  },
  therapist: {
    first: statement<GrantRow>('break-glass-of-therapist', ofTherapist.first, { plan: 'generic' }),
    next: statement<GrantRow>('break-glass-of-therapist-next', ofTherapist.next),
  },
  client: {
    first: statement<GrantRow>('break-glass-of-client', ofClient.first),
    next: statement<GrantRow>('break-glass-of-client-next', ofClient.next),
  },
};

const BY_ADDRESS = statement<{ id: string }>(
  'break-glass-client-by-address',
  'select c.id from clients c where c.email = $1 and exists (select from clients r join therapist_clients t on t.client_id = r.id where r.email = c.email) order by c.by_address, c.created_at, c.id limit 1',
);
const BY_BOOKING = statement<{ id: string }>('break-glass-client-by-booking', 'select b.client_id as id from bookings b where b.id = $1');
/**
 * Those who really have the client: somebody with the address booked there, or somebody with their mail completed a form; and the one whose booking was named. Anybody can be a
 * therapist, book with themselves for a foreign address, and write notes and plans about it: what a therapist alone did makes nobody their client, and tells them nothing of the person.
 */
const THERAPISTS_OF_CLIENT = statement<Pick<BreakGlassTherapist, 'therapist_id'>>(
  'break-glass-therapists-of-client',
  `select distinct t.therapist_id from therapist_clients t where t.client_id = any($1::uuid[]) and (
     exists (select from bookings b where b.client_id = t.client_id and b.therapist_id = t.therapist_id and not b.by_stranger)
     or exists (select from bookings b where b.id = $2 and b.client_id = t.client_id and b.therapist_id = t.therapist_id)
     or exists (select from intake_requests q where q.client_id = t.client_id and q.therapist_id = t.therapist_id and q.completed_at is not null))
   order by 1`,
);
const NOTICE = statement<GrantNotice>(
  'break-glass-notice',
  `select g.id, a.username as administrator, g.created_at, g.expires_at, u.id as therapist_id, coalesce(p.timezone, 'UTC') as therapist_zone
   from break_glass_therapists t join break_glass_grants g on g.id = t.grant_id join administrators a on a.id = g.admin_id
     join users u on u.id = t.therapist_id left join therapist_profiles p on p.therapist_id = t.therapist_id
   where t.grant_id = $1 and t.therapist_id = $2`,
);

/** What the log has of an access. */
interface Told {
  entries: MarkedEntry[];
}
const MARKED = `g.id, g.admin_id, g.client_id, g.session_id, g.created_at, g.expires_at, g.ended_at, g.mark, ${THERAPIST_IDS}`;
const TO_END = statement<Marked & Pick<BreakGlassGrant, 'mark'>>('break-glass-to-end', `select ${MARKED} from break_glass_grants g
         where g.id = $1 and g.admin_id = $2 and g.ended_at is null and g.expires_at > $3 for update`);
const ENDED = statement<Marked & Pick<BreakGlassGrant, 'mark'>>('break-glass-ended', `select ${MARKED} from break_glass_grants g where g.ended_at is not null for update`);
/** Open, although the log says that they were ended. */
const BACK = statement<Pick<BreakGlassGrant, 'id' | 'created_at'> & Told>('break-glass-back', `select g.id, g.created_at,
           ${entriesWhere(`l.action = 'break_glass_end' and l.subject_id = g.id`)} as entries
         from break_glass_grants g where g.ended_at is null order by g.id`);
const AFTER = statement<AuditedRow>('break-glass-after', `select ${MARKED},
           array(select n.notice_mark from break_glass_therapists n where n.grant_id = g.id order by n.therapist_id) as notice_marks,
           exists (select from outbox o where o.job = $3 and o.payload ->> 'grant_id' = g.id::text and o.state in ('pending', 'queued', 'failed')) as is_underway
         from break_glass_grants g where g.id > $1 order by g.id limit $2`);
const UNMARKED = statement<Marked & Pick<BreakGlassGrant, 'mark'>>('break-glass-unmarked', `select ${MARKED} from break_glass_grants g where g.mark is null`);
/** $2: of one practice those accesses that opened its records and no others */
const OF_CLIENT = statement<Marked & Pick<BreakGlassGrant, 'mark'>>('break-glass-to-reassign', `select ${MARKED} from break_glass_grants g where g.client_id = $1
           and ($2::uuid is null or array(select o.therapist_id from break_glass_therapists o where o.grant_id = g.id) = array[$2::uuid]) for update`);
/** Not in the log, which goes back to before it. */
const LOGGED = statement<Marked & Pick<BreakGlassGrant, 'mark'> & Told>('break-glass-logged', `select ${MARKED},
           ${entriesWhere(`l.action = 'break_glass_open' and l.subject_id = g.id`)} as entries
         from break_glass_grants g where g.created_at > (select l.at from activity_log l order by l.seq limit 1)
         order by g.id`);
/** Of an access: that it was opened, or that a page of it was read since a moment. */
const TELLING = statement<MarkedEntry>('break-glass-telling', `select ${MARKED_SELECT} from activity_log
         where subject_type = 'break_glass' and subject_id = $1 and action = $2 and at >= $3 order by activity_log.seq limit 1000`);
const GONE = statement<MarkedEntry>('break-glass-gone', `select ${MARKED_SELECT} from activity_log
         where action = 'break_glass_open' and not exists (select from break_glass_grants g where g.id = activity_log.subject_id)
           and activity_log.seq > $1
         order by activity_log.seq limit $2`);

const GRANTS_PER_PAGE = 500;
const ENTRIES_PER_PAGE = 1_000;
const SMALLEST_NUMBER = String(-(2n ** 63n));
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class BreakGlassRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly keys: KeyRing,
    private readonly marks: EntryMarks,
  ) {}

  /**
   * The one client with exactly this address, or with this booking, of whom somebody keeps a record.
   * @param sought lower-case
   */
  async findClient(sought: string, tx: Queryable): Promise<string | undefined> {
    const [row] = await tx.query(isId(sought) ? BY_BOOKING : BY_ADDRESS, [sought]);
    return row?.id;
  }

  /**
   * @param own the client's ids
   * @param sought lower-case; what the client was found by
   * @returns the ids of the therapists who really have the client, whose records it opens and who are told
   */
  async insertGrant(access: NewGrant, own: readonly string[], sought: string, tx: Queryable): Promise<string[]> {
    const therapists = await tx.query(THERAPISTS_OF_CLIENT, [own, isId(sought) ? sought : null]);
    const therapist_ids = therapists.map(({ therapist_id }) => therapist_id);
    const reason = this.cipher.encrypt(access.reason, reasonPlace(access.id));
    await tx.manager.insert(BreakGlassGrant, { ...access, reason, mark: this.mark({ ...access, ended_at: null, therapist_ids }) });
    // Without rows TypeORM would insert one of defaults.
    if (therapists.length > 0) await tx.manager.insert(BreakGlassTherapist, therapists.map((therapist) => ({ ...therapist, grant_id: access.id })));
    return therapist_ids;
  }

  async findOwned(adminId: string, id: string, now: Date, on: Queryable = this.database): Promise<Grant | undefined> {
    const [row] = await on.query(OWNED, [id, adminId, now]);
    return row && this.isOurs(row) ? this.withReason(row) : undefined;
  }

  /** The accesses of an administrator that are open now, in whichever session, the newest first. */
  async listOpen(adminId: string, now: Date, on: Queryable = this.database): Promise<Grant[]> {
    return this.genuine(await on.query(OPEN, [adminId, now]));
  }

  /** Open ones and those that are over, the newest first. A page is counted with what others wrote there, so that it hides nothing behind it. @param own the ids of a client who reads */
  listGrants(reader: Reader, own: readonly string[], now: Date, limit: number, after: Keyset | undefined): Promise<GrantRow[]> {
    const { first, next } = LISTS[reader.kind];
    const whose = reader.kind === 'client' ? own : reader.kind === 'admin' ? null : reader.id;
    const given = [now, whose, limit];
    return after ? this.database.query(next, [...given, after.at, after.id]) : this.database.query(first, given);
  }

  /** Those which the product made, with their reasons. */
  genuine(rows: readonly GrantRow[]): Grant[] {
    return rows.filter((row) => this.isOurs(row)).map((row) => this.withReason(row));
  }

  /** @returns false when it had ended before */
  async endGrant(adminId: string, id: string, now: Date, tx: Queryable): Promise<boolean> {
    const [row] = await tx.query(TO_END, [id, adminId, now]);
    if (!row || !this.isOurs(row)) return false;
    await tx.manager.update(BreakGlassGrant, { id }, { ended_at: now, mark: this.mark({ ...row, ended_at: now }) });
    return true;
  }

  async findNotice(id: string, therapistId: string): Promise<GrantNotice | undefined> {
    const [row] = await this.database.query(NOTICE, [id, therapistId]);
    return row;
  }

  /** What the product did not make is not vouched for now either. @param therapistId the practice that gets a record of its own, or nobody */
  async reassign(fromId: string, intoId: string, therapistId: string | undefined, tx: Queryable): Promise<void> {
    for (const row of await tx.query(OF_CLIENT, [fromId, therapistId])) {
      const mark = this.isOurs(row) ? this.mark({ ...row, client_id: intoId }) : row.mark;
      await tx.manager.update(BreakGlassGrant, { id: row.id }, { client_id: intoId, mark });
    }
  }

  /** The therapist was told of it. */
  async markNotified(id: string, therapistId: string): Promise<void> {
    await this.database.manager.update(BreakGlassTherapist, { grant_id: id, therapist_id: therapistId }, { notice_mark: this.noticeMark(id, therapistId) });
  }

  /** Marks the accesses of before there were marks, as told of. @returns how many */
  async adoptGrants(tx: Queryable): Promise<number> {
    const unmarked = await tx.query(UNMARKED);
    for (const row of unmarked) {
      await tx.manager.update(BreakGlassGrant, { id: row.id }, { mark: this.mark(row) });
      for (const therapist_id of row.therapist_ids) {
        await tx.manager.update(BreakGlassTherapist, { grant_id: row.id, therapist_id }, { notice_mark: this.noticeMark(row.id, therapist_id) });
      }
    }
    return unmarked.length;
  }

  /** Marks the accesses that had ended before their marks said so. @returns how many */
  async adoptEnds(tx: Queryable): Promise<number> {
    const earlier = (await tx.query(ENDED)).filter((row) => row.mark !== null && equalInConstantTime(row.mark, this.mark({ ...row, ended_at: null })));
    for (const row of earlier) await tx.manager.update(BreakGlassGrant, { id: row.id }, { mark: this.mark(row) });
    return earlier.length;
  }

  /** Accesses that are open although the log says that they were ended: an earlier row was put back. */
  async listBack(): Promise<Pick<BreakGlassGrant, 'id' | 'created_at'>[]> {
    return this.keep(await this.database.query(BACK), (isTold) => isTold);
  }

  /**
   * Accesses that this product did not make, or of which a therapist was not told: neither by now, nor is the notice on its way.
   * @param toldBefore of those that were opened before then, the therapists must have been told
   * @param job the one that tells
   */
  async listSuspicious(toldBefore: Date, job: string): Promise<AuditedGrant[]> {
    const suspicious: AuditedGrant[] = [];
    let page: AuditedRow[] = [];
    do {
      page = await this.database.query(AFTER, [page.at(-1)?.id ?? FIRST_ID, GRANTS_PER_PAGE, job]);
      for (const row of page) {
        const isUntold = !this.areTold(row) && (!row.is_underway || row.created_at < toldBefore);
        const isForeign = !this.isOurs(row);
        if (isForeign || isUntold) suspicious.push({ id: row.id, created_at: row.created_at, is_foreign: isForeign, is_untold: isUntold });
      }
    } while (page.length === GRANTS_PER_PAGE);
    return suspicious;
  }

  /** Accesses that the product opened and the log does not tell of. */
  async listUnlogged(): Promise<Pick<BreakGlassGrant, 'id' | 'created_at'>[]> {
    const ours = (await this.database.query(LOGGED)).filter((row) => this.isOurs(row));
    return this.keep(ours, (isTold) => !isTold);
  }

  /** Whether the log, as it is committed, has what an access leaves there. @param since the latest of them is not earlier */
  async isTold(id: string, action: 'break_glass_open' | 'break_glass_read' | 'break_glass_end', since: Date): Promise<boolean> {
    return this.marks.someGenuine(await this.database.query(TELLING, [id, action, since]), this.database);
  }

  /** Accesses that the log tells of and that are not there any more. */
  async listGone(): Promise<{ id: string; at: Date }[]> {
    const gone: { id: string; at: Date }[] = [];
    let page: MarkedEntry[] = [];
    do {
      // What others wrote there hides nothing behind it.
      page = await this.database.query(GONE, [page.at(-1)?.seq ?? SMALLEST_NUMBER, ENTRIES_PER_PAGE]);
      for (const { subject_id, at } of await this.marks.genuine(page, this.database)) gone.push({ id: String(subject_id), at: new Date(Number(at) / 1_000) });
    } while (page.length === ENTRIES_PER_PAGE);
    return gone;
  }

  /** @param wanted by whether the log tells of them */
  private async keep<Row extends Told>(rows: readonly Row[], wanted: (isTold: boolean) => boolean): Promise<Row[]> {
    const kept: Row[] = [];
    for (const row of rows) if (wanted(await this.marks.someGenuine(row.entries, this.database))) kept.push(row);
    return kept;
  }

  private isOurs(row: Marked & Pick<BreakGlassGrant, 'mark'>): boolean {
    return row.mark !== null && equalInConstantTime(row.mark, this.mark(row));
  }

  private areTold({ id, therapist_ids, notice_marks }: AuditedRow): boolean {
    return therapist_ids.every((therapistId, index) => {
      const mark = notice_marks[index];
      return !!mark && equalInConstantTime(mark, this.noticeMark(id, therapistId));
    });
  }

  private mark({ id, admin_id, client_id, session_id, created_at, expires_at, ended_at, therapist_ids }: Marked): Buffer {
    // While it has not ended, as before the end was a part of it.
    return this.keys.mark('break_glass_grants', [id, admin_id, client_id, session_id, created_at, expires_at, ...therapist_ids, ...(ended_at ? [ended_at] : [])]);
  }

  private noticeMark(id: string, therapistId: string): Buffer {
    return this.keys.mark('break_glass_therapists', [id, therapistId, 'the therapist was told']);
  }

  private withReason({ mark: _, therapist_ids: __, ...row }: GrantRow): Grant {
    return { ...row, reason: this.cipher.decrypt(row.reason, reasonPlace(row.id)) };
  }
}

function reasonPlace(rowId: string): { table: string; column: string; rowId: string } {
  return { table: 'break_glass_grants', column: 'reason', rowId };
}
