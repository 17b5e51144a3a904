import { Injectable } from '@nestjs/common';
import { LessThan, LessThanOrEqual, Not } from 'typeorm';
import { Database, Queryable, statement } from '../../../common/database/database';
import { KnownBrowser, TrustedBrowser } from '../client.entity';

export type TrustedBrowserRow = Pick<TrustedBrowser, 'id' | 'label' | 'browser_hash' | 'created_at' | 'last_used_at' | 'expires_at'>;

const LIST = statement<TrustedBrowserRow>(
  'trusted-browser-list',
  `select id, label, browser_hash, created_at, last_used_at, expires_at from trusted_browsers
   where user_id = $1 and expires_at > $2 order by created_at desc, id desc limit 100`,
);

const USE = statement<{ proof: boolean }>(
  'trusted-browser-use',
  `update trusted_browsers set last_used_at = $2,
     last_proof_at = case when last_proof_at is null or last_proof_at <= $3 then $2 else last_proof_at end
   where id = $1 returning last_proof_at = $2 as proof`,
);

@Injectable()
export class TrustedBrowserRepository {
  constructor(private readonly database: Database) {}

  /** Live ones, newest first. */
  async listTrusted(userId: string, now: Date): Promise<TrustedBrowserRow[]> {
    return this.database.query(LIST, [userId, now]);
  }

  /** The account's trust in this browser begins, or begins anew. */
  async insertTrust(browser: Omit<TrustedBrowser, 'last_proof_at'>, tx: Queryable): Promise<void> {
    const renewed = ['label', 'created_at', 'last_used_at', 'expires_at'];
    await tx.manager.createQueryBuilder().insert().into(TrustedBrowser).values(browser).orUpdate(renewed, ['user_id', 'browser_hash']).execute();
  }

  /** The browser has a new secret: the accounts that trust or know it do so by that one. */
  async rebindBrowser(fromHash: Buffer, toHash: Buffer, tx: Queryable): Promise<void> {
    await tx.manager.update(TrustedBrowser, { browser_hash: fromHash }, { browser_hash: toHash });
    await tx.manager.update(KnownBrowser, { browser_hash: fromHash }, { browser_hash: toHash });
  }

  /** The browser has proved the account's address. */
  async rememberProof(browser: KnownBrowser, tx: Queryable): Promise<void> {
    await tx.manager.createQueryBuilder().insert().into(KnownBrowser).values(browser).orUpdate(['proved_at'], ['user_id', 'browser_hash']).execute();
  }

  /** @param proofBefore how long ago the last sign-in that was a proof must lie. @returns whether this one is */
  async useTrust(id: string, now: Date, proofBefore: Date, tx: Queryable): Promise<boolean> {
    const [row] = await tx.query(USE, [id, now, proofBefore]);
    return row?.proof ?? false;
  }

  /** @param exceptHash the browser that stays trusted, if one does */
  async endAllTrustOf(userId: string, tx: Queryable, exceptHash?: Buffer): Promise<void> {
    await tx.manager.delete(TrustedBrowser, { user_id: userId, ...(exceptHash && { browser_hash: Not(exceptHash) }) });
  }

  /** The sessions that stand on it end with it. @returns false when the account has no such trusted browser */
  async endOwnedTrust(userId: string, id: string, tx: Queryable): Promise<boolean> {
    return (await tx.manager.delete(TrustedBrowser, { id, user_id: userId })).affected === 1;
  }

  /** @returns how many went */
  async forgetProofs(provedBefore: Date): Promise<number> {
    return (await this.database.manager.delete(KnownBrowser, { proved_at: LessThan(provedBefore) })).affected ?? 0;
  }

  /** @returns how many went */
  async deleteExpiredTrust(now: Date): Promise<number> {
    return (await this.database.manager.delete(TrustedBrowser, { expires_at: LessThanOrEqual(now) })).affected ?? 0;
  }
}
