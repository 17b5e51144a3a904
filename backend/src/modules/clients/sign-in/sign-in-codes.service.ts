import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock/clock';
import { hashToken } from '../../../common/crypto/tokens';
import { newId, Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Outbox } from '../../../common/jobs/outbox.service';
import { connectionOf, Limit, LimitEntry, Limits } from '../../../common/limits/limits';
import { Activity, ActivityLog } from '../../activity-log/activity-log.service';
import * as messages from '../messages';
import { Visit } from './client-sessions.service';
import { CodeKey, CodePurpose, CodeRow, CodeSecrets, SignInCodeRepository, SIGNING_IN } from './sign-in-code.repository';

export const CODE_LIFETIME_SECONDS = 600;
export const RESEND_AFTER_SECONDS = 60;
const TRIES = 5;
const HOUR_MS = 3_600_000;

/**
 * However many browsers ask: with 5 tries for each of 10 codes an hour, guessing one of a million takes years. A signed-in client's own
 * codes are counted apart, so that a stranger who asks for codes cannot keep them out.
 */
const PER_ADDRESS: Limit = { scope: 'client-codes', max: 10, windowMs: HOUR_MS };
/** And no single connection uses up an address's codes, which would keep its owner out. */
const PER_ADDRESS_FROM_HERE: Limit = { scope: 'client-codes-connection', max: 5, windowMs: HOUR_MS };
const PER_ACCOUNT: Limit = { scope: 'client-proof-codes', max: 10, windowMs: HOUR_MS };
const CHANGES_PER_ACCOUNT: Limit = { scope: 'client-address-changes', max: 5, windowMs: HOUR_MS };
const CHANGES_TO_ADDRESS: Limit = { scope: 'client-address-codes', max: 5, windowMs: HOUR_MS };

/** A code that is asked for. */
export interface CodeRequest {
  purpose: CodePurpose;
  /** Where it goes: the account's address, or the new one. */
  email: string;
  /** Null where the address has no account. */
  userId: string | null;
  /** Whether the person asking is signed in and has proved the address before. */
  proved?: boolean;
  /** False when the answer says that there is no account: then nothing waits for a code. */
  answered?: boolean;
}

/** The code is on its way, or the browser asked too soon. */
export type Asked = { codeId: string } | { waitSeconds: number };

export type Redeemed = { codeId: string; userId: string } | (RefusedCode & { userId: string | null });

/** Why a code was refused, in a sentence. `spent`: no further try can help, only another code. */
export interface RefusedCode {
  refusal: string;
  spent: boolean;
}

/** A page tells by the field whether to ask for the code again or to offer another one. */
export function refuseCode({ refusal, spent }: RefusedCode): never {
  throw new DomainError('unauthenticated', refusal, { errors: [{ field: spent ? 'code_spent' : 'code', message: refusal }] });
}

/** One-time codes: asked for by a browser, sent by mail, given back once. */
@Injectable()
export class SignInCodes {
  constructor(
    private readonly repository: SignInCodeRepository,
    private readonly secrets: CodeSecrets,
    private readonly limits: Limits,
    private readonly outbox: Outbox,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /** Requests for one address queue up, so that waits and counts hold for parallel ones too. Taken before any row of the account. */
  async lock(tx: Queryable, email: string): Promise<void> {
    await this.limits.serialize(PER_ADDRESS, email, tx);
  }

  /**
   * Writes a code and leaves its mail to the worker. For an address without an account, and past the limits, it does the same work and
   * writes a code that nobody can know: who asks cannot tell.
   */
  async ask(tx: Queryable, request: CodeRequest, { actor, browser }: Visit): Promise<Asked> {
    const key = this.keyOf(request.purpose, request.email, browser.hash);
    const waitSeconds = await this.secondsToWait(tx, key);
    if (waitSeconds > 0) return { waitSeconds };
    const id = newId();
    const now = this.clock.now();
    const within = await this.countWithinLimits(tx, limitsOf(request, connectionOf(actor.address)));
    await this.repository.voidOlder(key, now, tx);
    await this.repository.insert(
      {
        id,
        purpose: request.purpose,
        userId: request.userId,
        addressHash: key.addressHash,
        browserHash: key.browserHash,
        ...(within ? this.secrets.make(id) : this.secrets.makeUnmatchable()),
        triesLeft: TRIES,
        createdAt: now,
        expiresAt: request.answered === false ? now : new Date(now.getTime() + CODE_LIFETIME_SECONDS * 1000),
      },
      tx,
    );
    await this.outbox.add(tx, { queue: 'mail', job: 'send-sign-in-code', payload: { code_id: id } });
    await this.activity.record(tx, actor, { action: 'request_code', details: { purpose: request.purpose }, ...subjectOf(request.userId) });
    return { codeId: id };
  }

  /** The newest code that a browser asked for with an address. */
  findForSignIn(tx: Queryable, email: string, browserHash: Buffer): Promise<CodeRow | undefined> {
    return this.repository.findNewest(this.keyOf('sign_in', email, browserHash), tx);
  }

  /** A code by its id, if this browser asked for it. */
  findAskedBy(tx: Queryable, id: string, browserHash: Buffer): Promise<CodeRow | undefined> {
    return this.repository.findAskedBy(id, browserHash, tx);
  }

  /** The code whose link holds this secret. */
  findByLink(tx: Queryable, token: string): Promise<{ id: string; user_id: string | null } | undefined> {
    return this.repository.findByLink(hashToken(token), tx);
  }

  /**
   * Tries a code. A refusal has used up one of its tries, so the caller commits and only then refuses.
   * @param found what the browser asked for, as it was a moment ago
   */
  async redeem(tx: Queryable, found: CodeRow | undefined, code: string): Promise<Redeemed> {
    if (!found) return { refusal: messages.noCode, spent: true, userId: null };
    const now = this.clock.now();
    const tried = await this.repository.takeTry(found.id, now, tx);
    if (!tried) return { refusal: this.whyOver(found), spent: true, userId: found.user_id };
    const right = this.secrets.matches(tried.id, code, tried.code_hash) && tried.user_id !== null;
    const userId = right ? await this.repository.use(tried.id, now, tx) : undefined;
    if (userId) return { codeId: tried.id, userId };
    const spent = tried.tries_left === 0;
    return { refusal: spent ? messages.triesUsedUp : messages.wrongCode(tried.tries_left), spent, userId: tried.user_id };
  }

  /** Uses a link up; it needs no browser, for its secret cannot be guessed. */
  async redeemLink(tx: Queryable, found: { id: string; user_id: string | null } | undefined): Promise<Redeemed> {
    const userId = found && (await this.repository.use(found.id, this.clock.now(), tx));
    return found && userId ? { codeId: found.id, userId } : { refusal: messages.linkOver, spent: true, userId: found?.user_id ?? null };
  }

  /** Ends all codes and links of an account that are still open. */
  async endAllOf(tx: Queryable, userId: string): Promise<void> {
    await this.repository.voidAllOf(userId, this.clock.now(), tx);
  }

  private whyOver(code: CodeRow): string {
    if (code.used_at) return messages.codeUsed;
    return code.expires_at <= this.clock.now() ? messages.codeExpired : messages.triesUsedUp;
  }

  private keyOf(purpose: CodePurpose, email: string, browserHash: Buffer): CodeKey {
    return { purposes: purpose === 'address_change' ? [purpose] : SIGNING_IN, browserHash, addressHash: this.secrets.addressHash(email) };
  }

  private async secondsToWait(tx: Queryable, key: CodeKey): Promise<number> {
    const now = this.clock.now();
    const newest = await this.repository.findNewest(key, tx);
    if (!newest || newest.used_at || newest.expires_at <= now) return 0;
    return Math.max(0, Math.ceil(RESEND_AFTER_SECONDS - (now.getTime() - newest.created_at.getTime()) / 1000));
  }

  private async countWithinLimits(tx: Queryable, entries: readonly LimitEntry[]): Promise<boolean> {
    for (const [limit, key] of entries) if (!(await this.limits.allows(limit, key, tx))) return false;
    for (const [limit, key] of entries) await this.limits.count(limit, key, tx);
    return true;
  }
}

/** @throws DomainError too_many */
export function askAgainIn(seconds: number): never {
  throw new DomainError('too_many', messages.resendWait(seconds), { retryAfterSeconds: seconds });
}

function subjectOf(userId: string | null): Pick<Activity, 'subjectType' | 'subjectId' | 'clientIds'> {
  return userId === null ? {} : { subjectType: 'client', subjectId: userId, clientIds: [userId] };
}

/** What a request counts on. Asking for an address without an account must not use up the codes of whoever registers it next. */
function limitsOf({ purpose, email, userId, proved }: CodeRequest, connection: string): LimitEntry[] {
  if (purpose === 'address_change') return [[CHANGES_PER_ACCOUNT, userId ?? ''], [CHANGES_TO_ADDRESS, email]];
  if (proved) return [[PER_ACCOUNT, userId ?? '']];
  const whose = userId === null ? `nobody ${email}` : email;
  return [[PER_ADDRESS, whose], [PER_ADDRESS_FROM_HERE, `${whose} ${connection}`]];
}
