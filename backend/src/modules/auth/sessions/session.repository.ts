import { Injectable } from '@nestjs/common';
import { LessThan, Not } from 'typeorm';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import { entriesWhere, EntryMarks, MarkedEntry } from '../../activity-log/entry-marks.service';
import { Session, SessionKind } from '../account.entity';

export type SessionRow = Pick<Session, 'id' | 'user_id' | 'user_type' | 'verified' | 'proved_at' | 'idle_expires_at' | 'absolute_expires_at' | 'sets_up_second_factor'>;

/** A session in the list its owner sees. */
export type ListedSession = Pick<Session, 'id' | 'browser' | 'created_at' | 'last_seen_at'>;

export interface NewSession extends Omit<Session, 'token_hash' | 'address_hash' | 'last_seen_at' | 'mark' | 'idle_mark'> {
  /** What its cookie holds; only a keyed digest is kept. */
  token: string;
  /** Kept as a keyed digest. */
  address: string | null;
}

/** What a session's mark vouches for: everything but how it is listed, and until when nobody has to use it, which has a mark of its own. */
type Marked = Pick<Session, 'id' | 'token_hash' | 'kind' | 'user_id' | 'user_type' | 'created_at' | 'absolute_expires_at' | 'verified' | 'proved_at' | 'pending_second_factor' | 'sets_up_second_factor' | 'trust_id'>;
/** Entries of the log that ended it. */
interface Ended {
  ends: MarkedEntry[];
}
type StoredSession = Marked & Pick<Session, 'idle_expires_at' | 'mark' | 'idle_mark'>;

/** The index on the log is of these. */
const SESSION_ENDING = `'logout', 'end_session', 'reset_administrator', 'disable_administrator', 'deactivate_therapist', 'second_factor_enabled', 'second_factor_disabled',
  'object_address_change', 'close_account', 'change_password', 'client_verify', 'change_address', 'revoke_trusted_browser'`;

const COLUMNS = `s.id, s.token_hash, s.kind, s.user_id, s.user_type, s.created_at, s.absolute_expires_at, s.verified, s.proved_at, s.pending_second_factor, s.sets_up_second_factor, s.trust_id,
         s.idle_expires_at, s.mark, s.idle_mark`;

/**
 * What ended a session, whatever its row says: the log, which nobody takes entries out of, has its own end, or a deed that ended all of its
 * account's, or all but the one of that deed. The session that a deed begins is later than its entry.
 */
const ENDS = entriesWhere(`l.subject_id in (s.id, s.user_id) and l.at > s.created_at and l.action in (${SESSION_ENDING}) and (
           l.action = 'logout' and l.session_id = s.id
           or l.action in ('logout', 'end_session') and l.subject_type = 'session' and l.subject_id = s.id
           or l.subject_id = s.user_id and (
             l.action in ('reset_administrator', 'disable_administrator', 'deactivate_therapist', 'second_factor_enabled', 'object_address_change', 'close_account')
             or l.action = 'second_factor_disabled' and l.actor_type = 'system'
             or l.action in ('change_password', 'client_verify', 'change_address') and l.session_id is distinct from s.id
             or l.action = 'revoke_trusted_browser' and l.details ->> 'trust_id' = s.trust_id::text))`);

const FIND = `select ${COLUMNS}, ${ENDS} as ends from sessions s left join users u on u.id = s.user_id`;
const FIND_LIVE = statement<StoredSession & Ended>('session-find-live', `${FIND}
         where s.token_hash = $1 and s.kind = $2 and s.idle_expires_at > $3 and s.absolute_expires_at > $3
           and s.pending_second_factor = $4 and (s.kind = 'admin' or u.is_active)`, { plan: 'generic', connection: 'shared' });
const FIND_STANDING = statement<StoredSession & Ended>('session-find-standing', `${FIND}
         where s.id = $1 and s.idle_expires_at > $2 and s.absolute_expires_at > $2 and not s.pending_second_factor and (s.kind = 'admin' or u.is_active)`);
const EXTEND = statement('session-extend', 'update sessions set last_seen_at = $2, idle_expires_at = $3, idle_mark = $4 where id = $1');
const END = statement<StoredSession>('session-end', `delete from sessions s where s.token_hash = $1 and s.kind = $2 returning ${COLUMNS}`);
const BEGAN = statement<Pick<Session, 'created_at'>>('session-began', 'select created_at from sessions where id = $1');
const LIST = statement<ListedSession>('sessions-of-account', `select id, browser, created_at, last_seen_at from sessions
         where user_id = $1 and idle_expires_at > $2 and absolute_expires_at > $2 and not pending_second_factor
         order by last_seen_at desc, id desc limit 100`);

const AFTER = statement<StoredSession>('sessions-after', `select ${COLUMNS} from sessions s where s.id > $1 order by s.id limit $2`);

const BACK = statement<Pick<Session, 'id' | 'kind'> & Ended>('sessions-back', `select * from (
         select s.id, s.kind, ${ENDS} as ends from sessions s where s.idle_expires_at > $1 and s.absolute_expires_at > $1) b
         where json_array_length(ends) > 0 order by id`);

const SESSIONS_PER_PAGE = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class SessionRepository {
  /** Of this turn, by what they look for. */
  private readonly looks = new Map<string, Promise<SessionRow | undefined>>();

  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
    private readonly marks: EntryMarks,
  ) {}

  /**
   * The requests of one page come together: those of one turn of the process ask once. The statement leaves with the others of the turn, after all of these have come, so that none
   * is told what was true before it.
   * @param pending asks for a session that still waits for its second factor; such a one is never found otherwise
   */
  findLiveSession(token: string, kind: SessionKind, now: Date, pending = false): Promise<SessionRow | undefined> {
    const key = `${kind} ${pending} ${token}`;
    const asked = this.looks.get(key);
    if (asked) return asked;
    const look = this.lookForLive(token, kind, now, pending);
    this.looks.set(key, look);
    setImmediate(() => this.looks.delete(key));
    return look;
  }

  private async lookForLive(token: string, kind: SessionKind, now: Date, pending: boolean): Promise<SessionRow | undefined> {
    const hash = this.hash(token);
    const [row] = await this.database.query(FIND_LIVE, [hash, kind, now, pending]);
    if (!row || (await this.marks.someGenuine(row.ends, this.database))) return undefined;
    return this.found(row, hash);
  }

  async isStanding(id: string, now: Date): Promise<boolean> {
    const [row] = await this.database.query(FIND_STANDING, [id, now]);
    return row !== undefined && this.ours(row) !== undefined && !(await this.marks.someGenuine(row.ends, this.database));
  }

  /** When somebody signed in, undefined when the session is gone. */
  async findBeginning(id: string, tx: Queryable): Promise<Date | undefined> {
    const [row] = await tx.query(BEGAN, [id]);
    return row?.created_at;
  }

  async insertSession({ token, address, ...session }: NewSession, tx: Queryable): Promise<void> {
    const addressHash = address === null ? null : this.keys.digest('session-address', address);
    const token_hash = this.hash(token);
    const mark = this.mark({ ...session, token_hash });
    await tx.manager.insert(Session, { ...session, token_hash, address_hash: addressHash, last_seen_at: session.created_at, mark, idle_mark: this.idleMark(session) });
  }

  /** @param idleExpiresAt not after the session's absolute end */
  async extendSession(id: string, now: Date, idleExpiresAt: Date): Promise<void> {
    await this.database.query(EXTEND, [id, now, idleExpiresAt, this.idleMark({ id, idle_expires_at: idleExpiresAt })]);
  }

  /** @returns the ended session, or undefined when there was none */
  async endSessionOfToken(token: string, kind: SessionKind, tx: Queryable): Promise<SessionRow | undefined> {
    const hash = this.hash(token);
    const [row] = await tx.query(END, [hash, kind]);
    return row && this.found(row, hash);
  }

  /** Live sessions of one account, newest first. */
  listSessions(userId: string, now: Date): Promise<ListedSession[]> {
    return this.database.query(LIST, [userId, now]);
  }

  /** @returns false when the account has no such session */
  async endOwnedSession(userId: string, id: string, tx: Queryable): Promise<boolean> {
    return (await tx.manager.delete(Session, { id, user_id: userId })).affected === 1;
  }

  /** @param exceptId the session that stays, if one does. @returns how many ended */
  async endSessions(userId: string, tx: Queryable, exceptId: string | null = null): Promise<number> {
    const others = exceptId === null ? {} : { id: Not(exceptId) };
    return (await tx.manager.delete(Session, { user_id: userId, ...others })).affected ?? 0;
  }

  async endSessionsOfTrust(trustId: string, tx: Queryable): Promise<void> {
    await tx.manager.delete(Session, { trust_id: trustId });
  }

  /** Sessions that were put into the table, or changed there, by somebody else than this product. */
  async listForeign(): Promise<Pick<Session, 'id' | 'kind'>[]> {
    const foreign: StoredSession[] = [];
    let page: StoredSession[] = [];
    do {
      page = await this.database.query(AFTER, [page.at(-1)?.id ?? FIRST_ID, SESSIONS_PER_PAGE]);
      foreign.push(...page.filter((row) => !this.ours(row)));
    } while (page.length === SESSIONS_PER_PAGE);
    return foreign;
  }

  /** There, although the log says that they ended. */
  async listBack(now: Date): Promise<Pick<Session, 'id' | 'kind'>[]> {
    const back: Pick<Session, 'id' | 'kind'>[] = [];
    for (const { id, kind, ends } of await this.database.query(BACK, [now])) {
      if (await this.marks.someGenuine(ends, this.database)) back.push({ id, kind });
    }
    return back;
  }

  /** @returns how many went */
  async deleteExpiredSessions(now: Date): Promise<number> {
    const expired = LessThan(now);
    return (await this.database.manager.delete(Session, [{ idle_expires_at: expired }, { absolute_expires_at: expired }])).affected ?? 0;
  }

  /** The database is not the only one to say whose token it is. */
  private found(row: StoredSession, hash: Buffer): StoredSession | undefined {
    return equalInConstantTime(row.token_hash, hash) ? this.ours(row) : undefined;
  }

  private ours(row: StoredSession): StoredSession | undefined {
    return equalInConstantTime(row.mark, this.mark(row)) && equalInConstantTime(row.idle_mark, this.idleMark(row)) ? row : undefined;
  }

  private mark(session: Marked): Buffer {
    const { id, token_hash, kind, user_id, user_type, created_at, absolute_expires_at, verified, proved_at, pending_second_factor } = session;
    const values = [id, token_hash.toString('hex'), kind, user_id, user_type, created_at, absolute_expires_at, verified, proved_at, pending_second_factor];
    // As before there were such sessions: the others stay as they are.
    if (session.sets_up_second_factor) values.push(true);
    if (session.trust_id) values.push(session.trust_id);
    return this.keys.mark('sessions', values);
  }

  private idleMark({ id, idle_expires_at }: Pick<Session, 'id' | 'idle_expires_at'>): Buffer {
    return this.keys.mark('sessions_idle', [id, idle_expires_at]);
  }

  /** Keyed: whoever writes the table cannot add a token of their own. */
  private hash(token: string): Buffer {
    return this.keys.digest('session-token', token);
  }
}
