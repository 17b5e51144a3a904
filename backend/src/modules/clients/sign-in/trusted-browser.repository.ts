import { Injectable } from '@nestjs/common';
import { LessThan, LessThanOrEqual, Not } from 'typeorm';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import { KnownBrowser, TrustedBrowser } from '../client.entity';

/** What a trusted browser's mark vouches for: that this account trusts this browser, and until when. */
export type Trust = Pick<TrustedBrowser, 'user_id' | 'browser_hash' | 'expires_at' | 'mark'>;

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
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
  ) {}

  /** Whether the product wrote that an account trusts a browser, and nobody gave the row to another account. */
  isGenuine(trust: Trust): boolean {
    return equalInConstantTime(trust.mark, this.mark(trust));
  }

  /** Live ones, newest first. */
  async listTrusted(userId: string, now: Date): Promise<TrustedBrowserRow[]> {
    return this.database.query(LIST, [userId, now]);
  }

  async isTrusted(userId: string, browserHash: Buffer, tx: Queryable): Promise<boolean> {
    return (await tx.manager.findOneBy(TrustedBrowser, { user_id: userId, browser_hash: browserHash })) !== null;
  }

  /** The account's trust in this browser begins, or begins anew. */
  async insertTrust(browser: Omit<TrustedBrowser, 'last_proof_at' | 'mark'>, tx: Queryable): Promise<void> {
    const renewed = ['label', 'created_at', 'last_used_at', 'expires_at', 'mark'];
    await tx.manager.createQueryBuilder().insert().into(TrustedBrowser).values({ ...browser, mark: this.mark(browser) }).orUpdate(renewed, ['user_id', 'browser_hash']).execute();
  }

  /** The browser has a new secret: the accounts that trust or know it do so by that one. */
  async rebindBrowser(fromHash: Buffer, toHash: Buffer, tx: Queryable): Promise<void> {
    for (const trust of await tx.manager.findBy(TrustedBrowser, { browser_hash: fromHash })) {
      const { id, mark } = trust;
      await tx.manager.update(TrustedBrowser, { id }, { browser_hash: toHash, mark: this.isGenuine(trust) ? this.mark({ ...trust, browser_hash: toHash }) : mark });
    }
    await tx.manager.update(KnownBrowser, { browser_hash: fromHash }, { browser_hash: toHash });
  }

  /** The browser has proved the account's address. */
  async rememberProof(browser: KnownBrowser, tx: Queryable): Promise<void> {
    await tx.manager.createQueryBuilder().insert().into(KnownBrowser).values(browser).orUpdate(['proved_at'], ['user_id', 'browser_hash']).execute();
  }

  /**
   * Nobody takes the trust away until the transaction ends.
   * @param proofBefore how long ago the last sign-in that was a proof must lie
   * @returns whether this one is, or undefined when the trust was taken away a moment ago
   */
  async useTrust(id: string, now: Date, proofBefore: Date, tx: Queryable): Promise<boolean | undefined> {
    const [row] = await tx.query(USE, [id, now, proofBefore]);
    return row?.proof;
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

  private mark({ user_id, browser_hash, expires_at }: Omit<Trust, 'mark'>): Buffer {
    return this.keys.mark('trusted_browsers', [user_id, browser_hash.toString('hex'), expires_at]);
  }
}
