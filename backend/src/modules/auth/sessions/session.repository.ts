import { Injectable } from '@nestjs/common';
import { Role } from '../../../common/access/actor';
import { KeyRing } from '../../../common/crypto/key-ring';
import { hashToken } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { Session, SessionKind } from '../account.entity';

export type SessionRow = Pick<Session, 'id' | 'user_id' | 'user_type' | 'verified' | 'proved_at' | 'idle_expires_at' | 'absolute_expires_at'>;

/** A session in the list its owner sees. */
export type ListedSession = Pick<Session, 'id' | 'browser' | 'created_at' | 'last_seen_at'>;

export interface NewSession {
  id: string;
  /** What its cookie holds; only the hash is kept. */
  token: string;
  kind: SessionKind;
  userId: string;
  userType: Role;
  createdAt: Date;
  idleExpiresAt: Date;
  absoluteExpiresAt: Date;
  /** Kept as a keyed digest. */
  address: string | null;
  verified: boolean;
  provedAt: Date | null;
  /** Signed in by the first factor; nothing is open until the second one is given. */
  pendingSecondFactor: boolean;
  /** The browser in words, for the list of sessions. */
  browser: string;
}

const FIND_LIVE = statement('session-find-live', `select s.id, s.user_id, s.user_type, s.verified, s.proved_at, s.idle_expires_at, s.absolute_expires_at
         from sessions s left join users u on u.id = s.user_id
         where s.token_hash = $1 and s.kind = $2 and s.idle_expires_at > $3 and s.absolute_expires_at > $3
           and s.pending_second_factor = $4 and (s.kind = 'admin' or u.is_active)`);

const SESSION_EXTEND = statement('session-extend', 'update sessions set last_seen_at = $2, idle_expires_at = least($3, absolute_expires_at) where id = $1');

@Injectable()
export class SessionRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
  ) {}

  /** @param pending asks for a session that still waits for its second factor; such a one is never found otherwise */
  async findLiveSession(token: string, kind: SessionKind, now: Date, pending = false): Promise<SessionRow | undefined> {
    const [row] = await this.database.query<SessionRow>(FIND_LIVE, [hashToken(token), kind, now, pending]);
    return row;
  }

  async insertSession(session: NewSession, tx: Queryable): Promise<void> {
    await tx.query(
      `insert into sessions (id, token_hash, kind, user_id, user_type, created_at, last_seen_at, idle_expires_at, absolute_expires_at, address_hash,
         verified, proved_at, pending_second_factor, browser)
       values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        session.id,
        hashToken(session.token),
        session.kind,
        session.userId,
        session.userType,
        session.createdAt,
        session.idleExpiresAt,
        session.absoluteExpiresAt,
        session.address === null ? null : this.keys.digest('session-address', session.address),
        session.verified,
        session.provedAt,
        session.pendingSecondFactor,
        session.browser,
      ],
    );
  }

  async extendSession(id: string, now: Date, idleExpiresAt: Date): Promise<void> {
    await this.database.query(
      SESSION_EXTEND,
      [id, now, idleExpiresAt],
    );
  }

  /** @returns the ended session, or undefined when there was none */
  async endSessionOfToken(token: string, kind: SessionKind, tx: Queryable): Promise<SessionRow | undefined> {
    const [row] = await tx.query<SessionRow>('delete from sessions where token_hash = $1 and kind = $2 returning *', [hashToken(token), kind]);
    return row;
  }

  /** Live sessions of one account, newest first. */
  async listSessions(userId: string, now: Date): Promise<ListedSession[]> {
    return this.database.query<ListedSession>(
      `select id, browser, created_at, last_seen_at from sessions
       where user_id = $1 and idle_expires_at > $2 and absolute_expires_at > $2 and not pending_second_factor
       order by last_seen_at desc, id desc limit 100`,
      [userId, now],
    );
  }

  /** @returns false when the account has no such session */
  async endOwnedSession(userId: string, id: string, tx: Queryable): Promise<boolean> {
    return (await tx.query('delete from sessions where id = $1 and user_id = $2 returning id', [id, userId])).length === 1;
  }

  /** @param exceptId the session that stays, if one does. @returns how many ended */
  async endSessions(userId: string, tx: Queryable, exceptId: string | null = null): Promise<number> {
    return (await tx.query('delete from sessions where user_id = $1 and id is distinct from $2::uuid returning id', [userId, exceptId])).length;
  }

  /** @returns how many went */
  async deleteExpiredSessions(now: Date): Promise<number> {
    return (await this.database.query('delete from sessions where idle_expires_at < $1 or absolute_expires_at < $1 returning 1', [now])).length;
  }
}
