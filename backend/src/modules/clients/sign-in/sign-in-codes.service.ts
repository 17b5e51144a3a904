import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock/clock';
import { newMailToken, newOneTimeCode } from '../../../common/crypto/tokens';
import { newId } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Upkeep } from '../../../common/jobs/job';
import { Actor } from '../../../common/access/actor';
import { CodeLimits } from '../../../common/limits/code-limits';
import { connectionOf, Limit, LimitEntry, Limits, LimitShare, subnetOf } from '../../../common/limits/limits';
import { Work } from '../../../common/work/work';
import { AddressChangeRepository } from '../account/address-change.repository';
import type { CodePurpose } from '../client.entity';
import * as messages from '../messages';
import { aboutClient } from '../persons/persons.service';
import { CODE_LIFETIME_SECONDS, CodeKey, CodeRow, SignInCodeRepository, SIGNING_IN } from './sign-in-code.repository';
import { sendSignInCode } from './sign-in-mail';
import { TrustedBrowserRepository } from './trusted-browser.repository';
import { Visit } from '../../../common/access/visit';

export const RESEND_AFTER_SECONDS = 60;
const TRIES = 5;
const HOUR_MS = 3_600_000;
/** A code that is over is still told from one that never was. */
const KEPT_MS = 24 * HOUR_MS;
/** As long as a browser keeps its secret. */
const KNOWN_FOR_MS = 90 * KEPT_MS;

/**
 * However many browsers ask: with 5 tries for each of 30 codes an hour, guessing one of a million takes most of a year of a mail every two
 * minutes. A signed-in client's own codes are counted apart, so that a stranger who asks for codes cannot keep them out.
 */
const PER_ADDRESS: Limit = { scope: 'client-codes', max: 10, windowMs: HOUR_MS };
/** And no single connection uses up an address's codes, which would keep its owner out. */
const PER_ADDRESS_FROM_HERE: Limit = { scope: 'client-codes-connection', max: 5, windowMs: HOUR_MS };
/** When the address's codes are used up, each network still has a few: an owner with a new device is in another one than who used them up. */
const PER_ADDRESS_BEYOND: Limit = { scope: 'client-codes-beyond', max: 20, windowMs: HOUR_MS };
const PER_ADDRESS_FROM_NETWORK: Limit = { scope: 'client-codes-network', max: 2, windowMs: HOUR_MS };
/** And when these are used up, a link alone: nobody guesses it, so what bounds guessing need not bound it, only mails. */
const LINKS_PER_ADDRESS: Limit = { scope: 'client-links', max: 60, windowMs: HOUR_MS };
const LINKS_FROM_NETWORK: Limit = { scope: 'client-links-network', max: 1, windowMs: HOUR_MS };
/** A browser that registered or proved the account has codes of its own, which strangers cannot use up. */
const PER_OWN_BROWSER: Limit = { scope: 'client-codes-browser', max: 10, windowMs: HOUR_MS };
const PER_ACCOUNT: Limit = { scope: 'client-proof-codes', max: 10, windowMs: HOUR_MS };
const CHANGES_PER_ACCOUNT: Limit = { scope: 'client-address-changes', max: 5, windowMs: HOUR_MS };
const CHANGES_TO_ADDRESS: Limit = { scope: 'client-address-codes', max: 5, windowMs: HOUR_MS };
/** Who wants an address gets two codes there, whoever else wants it. */
const CHANGES_TO_ADDRESS_OF_ACCOUNT: Limit = { scope: 'client-address-codes-own', max: 2, windowMs: HOUR_MS };

/** Of a code, and of all codes of an address, whatever their rows say of tries: more than the limits above let anybody guess. */
const TRIES_OF_CODE: Limit = { scope: 'client-code-tries', max: TRIES, windowMs: CODE_LIFETIME_SECONDS * 1_000, inProcess: true };
const TRIES_OF_ADDRESS: Limit = { scope: 'client-address-tries', max: 500, windowMs: HOUR_MS, inProcess: true };

/** A code that is asked for. */
export interface CodeRequest {
  purpose: CodePurpose;
  /** Where it goes: the account's address, or the new one. */
  email: string;
  /** Null where the address has no account. */
  userId: string | null;
  /** Whether the person asking is signed in and has proved the address before. */
  proved?: boolean;
  /** Whether this browser registered the account or proved its address before. */
  ownBrowser?: boolean;
  /** False when the answer says that there is no account: then nothing waits for a code. */
  answered?: boolean;
}

/** What a request can count on. */
interface Share extends LimitShare {
  /** The mail has a link and no code. */
  linkOnly?: true;
}

/** The code is on its way, or the browser asked too soon. */
export type Asked = { codeId: string } | { waitSeconds: number };

export type Redeemed = { codeId: string } | RefusedCode;

/** Why a code was refused, in a sentence. `spent`: no further try can help, only another code. `first`: it is the code's first wrong try. */
export interface RefusedCode {
  refusal: string;
  spent: boolean;
  first?: boolean;
}

export function refusedLink(email: string | undefined): RefusedCode {
  return { refusal: email === undefined ? messages.linkOver : messages.linkNotOf, spent: true };
}

/** A page tells by the field whether to ask for the code again or to offer another one. */
export function refuseCode({ refusal, spent }: RefusedCode): never {
  throw new DomainError('unauthenticated', refusal, { errors: [{ field: spent ? 'code_spent' : 'code', message: refusal }] });
}

/** One-time codes: asked for by a browser, sent by mail, given back once. */
@Injectable()
export class SignInCodesService {
  constructor(
    private readonly clock: Clock,
    private readonly limits: Limits,
    private readonly codeLimits: CodeLimits,
    private readonly codes: SignInCodeRepository,
    private readonly trusted: TrustedBrowserRepository,
    private readonly addressChanges: AddressChangeRepository,
  ) {}

  /** What asks for a code waits for others from its network, and for the same address, before it begins its work. */
  inTurn<T>(actor: Actor, email: string, begin: () => Promise<T>): Promise<T> {
    return this.limits.inTurn([this.codeLimits.turnOf(actor), `codes ${email}`], begin);
  }

  /** Requests for one address queue up, so that waits and counts hold for parallel ones too. Taken before any row of the account. */
  async lock(work: Work, email: string): Promise<void> {
    await this.limits.serialize(PER_ADDRESS, email, work.tx);
  }

  /**
   * Writes a code and leaves its mail to the worker. For an address without an account, and past the address's limits, it does the same
   * work and writes a code that nobody can know: who asks cannot tell.
   * @throws DomainError too_many past the limits of the connection, which are the same for every address
   */
  async ask(work: Work, request: CodeRequest, { browser }: Visit): Promise<Asked> {
    const { purpose, email, userId } = request;
    const key = keyOf(purpose, email, browser.hash);
    const waitSeconds = await this.secondsToWait(work, key);
    if (waitSeconds > 0) return { waitSeconds };
    await this.codeLimits.countAsked(work.actor, work.tx);
    const id = newId();
    const now = work.now();
    const share = await this.limits.countOnFirst(sharesOf(request, browser.hash, work.actor), work.tx);
    await this.codes.voidOlderCodes(key, now, work.tx);
    await this.codes.insertCode(
      {
        id,
        purpose,
        user_id: share ? userId : null,
        email,
        browser_hash: browser.hash,
        secret: share && { code: share.linkOnly ? null : newOneTimeCode(), token: newMailToken() },
        tries_left: TRIES,
        created_at: now,
        expires_at: request.answered === false ? now : new Date(now.getTime() + CODE_LIFETIME_SECONDS * 1000),
      },
      work.tx,
    );
    await work.enqueue(sendSignInCode, { code_id: id });
    // What gives nobody a code is one of many: the log keeps how many.
    if (userId === null || !share) await work.tally('request_code');
    else await work.record({ action: 'request_code', details: { purpose }, ...aboutClient(userId) });
    return { codeId: id };
  }

  /** The newest code that a browser asked for with an address. */
  findForSignIn(work: Work, email: string, browserHash: Buffer): Promise<CodeRow | undefined> {
    return this.codes.findNewestCode(keyOf('sign_in', email, browserHash), work.tx);
  }

  /** A code by its id, if this browser asked for it. */
  findAskedBy(work: Work, id: string, browserHash: Buffer): Promise<CodeRow | undefined> {
    return this.codes.findCodeAskedBy(id, browserHash, work.tx);
  }

  /** The code whose link holds this secret. */
  findByLink(work: Work, token: string): Promise<CodeRow | undefined> {
    return this.codes.findCodeByLink(token, work.tx);
  }

  /**
   * Looks at what somebody gave for a proof; what is refused counts for the connection.
   * @throws DomainError too_many past its limits, whatever was given
   */
  tryProof<T extends object>(actor: Actor, look: () => Promise<T | RefusedCode>): Promise<T | RefusedCode> {
    return this.codeLimits.tryCode(actor, look, (outcome) => 'refusal' in outcome);
  }

  /**
   * Tries a code. A refusal has used up one of its tries, so the caller commits and only then refuses.
   * @param found what the browser asked for, as it was a moment ago
   */
  async redeem(work: Work, found: CodeRow | undefined, code: string): Promise<Redeemed> {
    if (!found) return { refusal: messages.noCode, spent: true };
    const address = found.address_hash.toString('hex');
    // What belongs to no account is no code: whoever fills rows with an address uses up nothing of its owner's.
    const isGuessable = this.limits.takeHere(TRIES_OF_CODE, found.id) && (found.user_id === null || this.limits.takeHere(TRIES_OF_ADDRESS, address));
    const tried = isGuessable ? await this.codes.tryCode(found, code, work.now(), work.tx) : undefined;
    if (!tried) return { refusal: whyOver(found, work.now()), spent: true };
    if (tried.isUsed) return { codeId: found.id };
    const spent = tried.tries_left === 0;
    const first = tried.tries_left === TRIES - 1;
    return { refusal: spent ? messages.triesUsedUp : messages.wrongCode(tried.tries_left), spent, first };
  }

  /**
   * Uses a link up. With an address every refusal says the same: an address that is not the link's costs a try, like a wrong code.
   * @param email whom it was mailed to, where that was asked
   */
  async redeemLink(work: Work, found: CodeRow | undefined, email: string | undefined): Promise<Redeemed> {
    const isTried = found && (email === undefined || this.limits.takeHere(TRIES_OF_CODE, found.id));
    const tried = isTried ? await this.codes.tryLink(found, email, work.now(), work.tx) : undefined;
    if (found && tried?.isUsed) return { codeId: found.id };
    return { ...refusedLink(email), first: tried?.tries_left === TRIES - 1 };
  }

  /** Where a fresh proof of an account comes from: its own address, or the one before while that may object. */
  async proofAddress({ id, email }: { id: string; email: string }, work?: Work): Promise<string> {
    return (await this.addressChanges.findProofAddress(id, email, this.clock.now(), work?.tx))?.email ?? email;
  }

  wentTo(code: CodeRow, email: string): boolean {
    return this.codes.wentTo(code, email);
  }

  /** Ends all codes and links of an account that are still open. */
  async endAllOf(work: Work, userId: string): Promise<void> {
    await this.codes.voidCodesOf(userId, work.now(), work.tx);
  }

  /** Codes, trusted and known browsers and changes of address that have run out. */
  @Upkeep('client sign-in')
  async deleteExpired(): Promise<number> {
    const now = this.clock.now();
    const dayAgo = new Date(now.getTime() - KEPT_MS);
    const codes = await this.codes.deleteExpiredCodes(dayAgo);
    const known = await this.trusted.forgetProofs(new Date(now.getTime() - KNOWN_FOR_MS));
    return codes + known + (await this.trusted.deleteExpiredTrust(now)) + (await this.addressChanges.deleteOldChanges(now, dayAgo));
  }

  private async secondsToWait(work: Work, key: CodeKey): Promise<number> {
    const now = work.now();
    const newest = await this.codes.findNewestCode(key, work.tx);
    if (!newest || newest.used_at || newest.expires_at <= now) return 0;
    return Math.max(0, Math.ceil(RESEND_AFTER_SECONDS - (now.getTime() - newest.created_at.getTime()) / 1000));
  }
}

function whyOver(code: CodeRow, now: Date): string {
  if (code.used_at) return messages.codeUsed;
  return code.expires_at <= now ? messages.codeExpired : messages.triesUsedUp;
}

function keyOf(purpose: CodePurpose, email: string, browserHash: Buffer): CodeKey {
  return { purposes: purpose === 'address_change' ? [purpose] : SIGNING_IN, browser_hash: browserHash, email };
}

/** @throws DomainError too_many */
export function askAgainIn(seconds: number): never {
  throw new DomainError('too_many', messages.resendWait(seconds), { retryAfterSeconds: seconds });
}

/**
 * What a request counts on: all of the first share that has something left. Asking for an address without an account must not use up the
 * codes of whoever registers it next.
 */
function sharesOf({ purpose, email, userId, proved, ownBrowser }: CodeRequest, browserHash: Buffer, { address }: Actor): Share[] {
  if (purpose === 'address_change') {
    const ofAccount: LimitEntry = [CHANGES_PER_ACCOUNT, userId ?? ''];
    return [{ entries: [ofAccount, [CHANGES_TO_ADDRESS_OF_ACCOUNT, `${userId} ${email}`]] }, { entries: [ofAccount, [CHANGES_TO_ADDRESS, email]] }];
  }
  if (proved) return [{ entries: [[PER_ACCOUNT, userId ?? '']] }];
  if (ownBrowser) return [{ entries: [[PER_OWN_BROWSER, `${userId} ${browserHash.toString('hex')}`]] }];
  const whose = userId === null ? `nobody ${email}` : email;
  return [
    { entries: [[PER_ADDRESS, whose], [PER_ADDRESS_FROM_HERE, `${whose} ${connectionOf(address)}`]] },
    { entries: [[PER_ADDRESS_BEYOND, whose], [PER_ADDRESS_FROM_NETWORK, `${whose} ${subnetOf(address)}`]] },
    { entries: [[LINKS_PER_ADDRESS, whose], [LINKS_FROM_NETWORK, `${whose} ${subnetOf(address)}`]], linkOnly: true },
  ];
}
