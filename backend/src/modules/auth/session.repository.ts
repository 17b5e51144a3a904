import { Injectable } from '@nestjs/common';
import { Role } from '../../common/access/actor';
import { Database, Queryable } from '../../common/database/database';

export interface SessionRow {
  id: string;
  user_id: string;
  user_type: Role;
  idle_expires_at: Date;
  absolute_expires_at: Date;
}

export interface NewSession {
  id: string;
  tokenHash: Buffer;
  kind: 'user' | 'admin';
  userId: string;
  userType: Role;
  createdAt: Date;
  idleExpiresAt: Date;
  absoluteExpiresAt: Date;
  addressHash: Buffer | null;
}

const FIND_LIVE = {
  name: 'session-find-live',
  text: `select s.id, s.user_id, s.user_type, s.idle_expires_at, s.absolute_expires_at
         from sessions s join users u on u.id = s.user_id and u.is_active
         where s.token_hash = $1 and s.kind = $2 and s.idle_expires_at > $3 and s.absolute_expires_at > $3`,
};

@Injectable()
export class SessionRepository {
  constructor(private readonly database: Database) {}

  async findLive(tokenHash: Buffer, kind: 'user' | 'admin', now: Date): Promise<SessionRow | undefined> {
    const [row] = await this.database.query<SessionRow>(FIND_LIVE, [tokenHash, kind, now]);
    return row;
  }

  async insert(session: NewSession, on: Queryable = this.database): Promise<void> {
    await on.query(
      `insert into sessions (id, token_hash, kind, user_id, user_type, created_at, last_seen_at, idle_expires_at, absolute_expires_at, address_hash)
       values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9)`,
      [
        session.id,
        session.tokenHash,
        session.kind,
        session.userId,
        session.userType,
        session.createdAt,
        session.idleExpiresAt,
        session.absoluteExpiresAt,
        session.addressHash,
      ],
    );
  }

  async extend(id: string, now: Date, idleExpiresAt: Date): Promise<void> {
    await this.database.query(
      { name: 'session-extend', text: 'update sessions set last_seen_at = $2, idle_expires_at = least($3, absolute_expires_at) where id = $1' },
      [id, now, idleExpiresAt],
    );
  }

  /** @returns the ended session, or undefined when there was none */
  async endByToken(tokenHash: Buffer, kind: 'user' | 'admin', on: Queryable): Promise<SessionRow | undefined> {
    const [row] = await on.query<SessionRow>('delete from sessions where token_hash = $1 and kind = $2 returning *', [tokenHash, kind]);
    return row;
  }

  async endAllOf(userId: string, on: Queryable): Promise<void> {
    await on.query('delete from sessions where user_id = $1', [userId]);
  }

  /** @returns how many went */
  async deleteExpired(now: Date): Promise<number> {
    return (await this.database.query('delete from sessions where idle_expires_at < $1 or absolute_expires_at < $1 returning 1', [now])).length;
  }
}
