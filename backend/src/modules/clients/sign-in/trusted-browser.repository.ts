import { Injectable } from '@nestjs/common';
import { Database, Queryable } from '../../../common/database/database';
import type { TrustedBrowser } from '../client.entity';

export type TrustedBrowserRow = Pick<TrustedBrowser, 'id' | 'label' | 'browser_hash' | 'created_at' | 'last_used_at' | 'expires_at'>;

@Injectable()
export class TrustedBrowserRepository {
  constructor(private readonly database: Database) {}

  /** Live ones, newest first. */
  async listTrusted(userId: string, now: Date): Promise<TrustedBrowserRow[]> {
    return this.database.query<TrustedBrowserRow>(
      `select id, label, browser_hash, created_at, last_used_at, expires_at from trusted_browsers
       where user_id = $1 and expires_at > $2 order by created_at desc, id desc limit 100`,
      [userId, now],
    );
  }

  async insertTrust(browser: { id: string; userId: string; hash: Buffer; label: string; now: Date; expiresAt: Date }, tx: Queryable): Promise<void> {
    await tx.query(
      `insert into trusted_browsers (id, user_id, browser_hash, label, created_at, last_used_at, expires_at) values ($1, $2, $3, $4, $5, $5, $6)
       on conflict (user_id, browser_hash) do update set
         label = excluded.label, created_at = excluded.created_at, last_used_at = excluded.last_used_at, expires_at = excluded.expires_at`,
      [browser.id, browser.userId, browser.hash, browser.label, browser.now, browser.expiresAt],
    );
  }

  /** The browser has a new secret: the accounts that trust it trust it by that one. */
  async rebindTrust(fromHash: Buffer, toHash: Buffer, tx: Queryable): Promise<void> {
    await tx.query('update trusted_browsers set browser_hash = $2 where browser_hash = $1', [fromHash, toHash]);
  }

  /** @param proofBefore how long ago the last sign-in that was a proof must lie. @returns whether this one is */
  async useTrust(id: string, now: Date, proofBefore: Date, tx: Queryable): Promise<boolean> {
    const [row] = await tx.query<{ proof: boolean }>(
      `update trusted_browsers set last_used_at = $2,
         last_proof_at = case when last_proof_at is null or last_proof_at <= $3 then $2 else last_proof_at end
       where id = $1 returning last_proof_at = $2 as proof`,
      [id, now, proofBefore],
    );
    return row?.proof ?? false;
  }

  /** @param exceptHash the browser that stays trusted, if one does. @returns how many ended */
  async endAllTrustOf(userId: string, tx: Queryable, exceptHash: Buffer | null = null): Promise<number> {
    const rows = await tx.query('delete from trusted_browsers where user_id = $1 and browser_hash is distinct from $2::bytea returning 1', [userId, exceptHash]);
    return rows.length;
  }

  /** @returns false when the account has no such trusted browser */
  async endOwnedTrust(userId: string, id: string, tx: Queryable): Promise<boolean> {
    return (await tx.query('delete from trusted_browsers where id = $1 and user_id = $2 returning id', [id, userId])).length === 1;
  }

  /** @returns how many went */
  async deleteExpiredTrust(now: Date): Promise<number> {
    return (await this.database.query('delete from trusted_browsers where expires_at <= $1 returning 1', [now])).length;
  }
}
