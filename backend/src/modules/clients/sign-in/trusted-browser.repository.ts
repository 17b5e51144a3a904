import { Injectable } from '@nestjs/common';
import { LessThan, LessThanOrEqual, Not } from 'typeorm';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import { entriesWhere, EntryMarks, MarkedEntry } from '../../activity-log/entry-marks.service';
import { KnownBrowser, TrustedBrowser } from '../client.entity';

/** What a trusted browser's mark vouches for: that this account trusts this browser, from when and until when, and when that was a proof last. */
type Unmarked = Pick<TrustedBrowser, 'id' | 'user_id' | 'browser_hash' | 'created_at' | 'last_proof_at' | 'expires_at' | 'kept_at'>;
export type Trust = Unmarked & Pick<TrustedBrowser, 'mark'>;
/** Entries of the log that ended it. */
export interface Ended {
  ends: MarkedEntry[];
}

/**
 * What ended trust, whatever its row says: the log, which nobody takes entries out of, has it, or what ended all trust of its account. The
 * entry of that is written before the trust that stays is kept, so a copy of any row from before it has an earlier time.
 * @param trust where its row is @param now a time, in SQL
 */
export const endsOfTrust = (trust: string, now: string): string =>
  entriesWhere(`l.subject_type = 'client' and l.subject_id = ${trust}.user_id and l.at >= ${trust}.created_at and l.at < ${now} + interval '1 hour'
       and l.action in ('client_verify', 'change_address', 'object_address_change', 'close_account', 'revoke_trusted_browser')
       and (l.action = 'revoke_trusted_browser' and l.details ->> 'trust_id' = ${trust}.id::text
         or l.action <> 'revoke_trusted_browser' and l.at > ${trust}.kept_at)`);

export type TrustedBrowserRow = Pick<TrustedBrowser, 'id' | 'label' | 'browser_hash' | 'created_at' | 'last_used_at' | 'expires_at'>;

const LIST = statement<TrustedBrowserRow>(
  'trusted-browser-list',
  `select id, label, browser_hash, created_at, last_used_at, expires_at from trusted_browsers
   where user_id = $1 and expires_at > $2 order by created_at desc, id desc limit 100`,
);

const USE = statement<Pick<TrustedBrowser, 'id'>>(
  'trusted-browser-use',
  'update trusted_browsers set last_used_at = $3, last_proof_at = $4, mark = $5 where id = $1 and mark = $2 returning id',
);

const AFTER = statement<Trust & Ended>(
  'trusted-browsers-after',
  `select t.id, t.user_id, t.browser_hash, t.created_at, t.last_proof_at, t.expires_at, t.kept_at, t.mark, ${endsOfTrust('t', '$3::timestamptz')} as ends
   from trusted_browsers t where t.id > $1 and t.expires_at > $3 order by t.id limit $2`,
);

const PER_PAGE = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class TrustedBrowserRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
    private readonly marks: EntryMarks,
  ) {}

  /** Whether the product wrote that an account trusts a browser, and nobody gave the row to another account. */
  isGenuine(trust: Trust): boolean {
    return equalInConstantTime(trust.mark, this.mark(trust));
  }

  /**
   * Whether it is the product's, and not ended since.
   * @param of whose it was asked for; the database is not the only one to say so
   */
  async stands(trust: Trust & Ended, on: Queryable, of: Pick<Trust, 'user_id' | 'browser_hash'> = trust): Promise<boolean> {
    if (trust.user_id !== of.user_id || !equalInConstantTime(trust.browser_hash, of.browser_hash)) return false;
    return this.isGenuine(trust) && !(await this.marks.someGenuine(trust.ends, on));
  }

  /** Live ones, newest first. */
  async listTrusted(userId: string, now: Date): Promise<TrustedBrowserRow[]> {
    return this.database.query(LIST, [userId, now]);
  }

  async isTrusted(userId: string, browserHash: Buffer, tx: Queryable): Promise<boolean> {
    return (await tx.manager.findOneBy(TrustedBrowser, { user_id: userId, browser_hash: browserHash })) !== null;
  }

  /** The account's trust in this browser begins, or begins anew. */
  async insertTrust(browser: Omit<TrustedBrowser, 'last_proof_at' | 'kept_at' | 'mark'>, tx: Queryable): Promise<void> {
    const known = await tx.manager.findOneBy(TrustedBrowser, { user_id: browser.user_id, browser_hash: browser.browser_hash });
    const renewed = ['label', 'created_at', 'last_used_at', 'last_proof_at', 'expires_at', 'kept_at', 'mark'];
    const trust = { ...browser, id: known?.id ?? browser.id, last_proof_at: null, kept_at: browser.created_at };
    await tx.manager.createQueryBuilder().insert().into(TrustedBrowser).values({ ...trust, mark: this.mark(trust) }).orUpdate(renewed, ['user_id', 'browser_hash']).execute();
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
  async useTrust(trust: Trust, now: Date, proofBefore: Date, tx: Queryable): Promise<boolean | undefined> {
    const isProof = trust.last_proof_at === null || trust.last_proof_at <= proofBefore;
    const last_proof_at = isProof ? now : trust.last_proof_at;
    const used = await tx.query(USE, [trust.id, trust.mark, now, last_proof_at, this.mark({ ...trust, last_proof_at })]);
    return used.length === 1 ? isProof : undefined;
  }

  async endAllTrustOf(userId: string, tx: Queryable): Promise<void> {
    await tx.manager.delete(TrustedBrowser, { user_id: userId });
  }

  /** @param exceptHash the browser that stays trusted, if it is */
  async endOtherTrustOf(userId: string, exceptHash: Buffer, now: Date, tx: Queryable): Promise<void> {
    await tx.manager.delete(TrustedBrowser, { user_id: userId, browser_hash: Not(exceptHash) });
    const stays = await tx.manager.findOneBy(TrustedBrowser, { user_id: userId, browser_hash: exceptHash });
    if (stays && this.isGenuine(stays)) await tx.manager.update(TrustedBrowser, { id: stays.id }, { kept_at: now, mark: this.mark({ ...stays, kept_at: now }) });
  }

  /** Trust that somebody else than this product wrote, and trust that was ended and is there again. */
  async listForeign(now: Date): Promise<string[]> {
    const foreign: string[] = [];
    let page: (Trust & Ended)[] = [];
    do {
      page = await this.database.query(AFTER, [page.at(-1)?.id ?? FIRST_ID, PER_PAGE, now]);
      for (const trust of page) if (!(await this.stands(trust, this.database))) foreign.push(trust.id);
    } while (page.length === PER_PAGE);
    return foreign;
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

  private mark({ id, user_id, browser_hash, created_at, last_proof_at, expires_at, kept_at }: Unmarked): Buffer {
    return this.keys.mark('trusted_browsers', [id, user_id, browser_hash.toString('hex'), created_at, last_proof_at, expires_at, kept_at]);
  }
}
