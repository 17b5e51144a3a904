import { Injectable } from '@nestjs/common';
import { toString as qrCode } from 'qrcode';
import { Actor, SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { Database, Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Limit, Limits } from '../../../common/limits/limits';
import { AppConfig } from '../../../config/app-config';
import { Activity, ActivityLog } from '../../activity-log/activity-log.service';
import * as messages from '../messages';
import { LiveSession, SessionService } from '../sessions/session.service';
import { UserRepository } from '../sign-in/user.repository';
import { FactorAccount, RecoveryCodes, SecondFactorRepository } from './second-factor.repository';
import { newTotpSecret, otpauthUrl, stepOf } from './totp';

const WRONG_CODES: Limit = { scope: 'second-factor', max: 5, windowMs: 15 * 60_000 };

/** How an account appears in the activity log. */
export function subjectOf(account: FactorAccount): Pick<Activity, 'subjectType' | 'subjectId'> {
  return { subjectType: account.kind === 'admin' ? 'administrator' : 'user', subjectId: account.id };
}

/** A piece of work behind a code. A throw of any part undoes the whole, the use of the code included. */
export interface GuardedWork<T> {
  /** Looks at the code and uses it up. */
  isRight(tx: Queryable, now: Date): Promise<boolean>;
  /** What the code opens. */
  work(tx: Queryable): Promise<T>;
  /** How a wrong code is refused: `unauthenticated` while signing in, `rule` to somebody who is. */
  wrongIs: 'unauthenticated' | 'rule';
}

/** Lets work through that needs a right code, five wrong ones in 15 minutes for each account. */
@Injectable()
export class SecondFactorCheck {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly limits: Limits,
    private readonly activity: ActivityLog,
  ) {}

  /** One at a time for an account, until the transaction ends. */
  async lock(account: FactorAccount, tx: Queryable): Promise<void> {
    await this.limits.serialize(WRONG_CODES, keyOf(account), tx);
  }

  /** @throws DomainError with the field `code` for a wrong one, too_many after five of them */
  async guard<T>(account: FactorAccount, actor: Actor, { isRight, work, wrongIs }: GuardedWork<T>): Promise<T> {
    const outcome = await this.database.transaction(async (tx) => {
      await this.lock(account, tx);
      const wait = await this.limits.secondsUntilAllowed(WRONG_CODES, keyOf(account), tx);
      if (wait > 0) return { refusal: new DomainError('too_many', messages.tooManyCodes, { retryAfterSeconds: wait }) };
      if (await isRight(tx, this.clock.now())) return { result: await work(tx) };
      // The refusal is thrown after this transaction: what it counts stays.
      await this.limits.count(WRONG_CODES, keyOf(account), tx);
      await this.activity.record(tx, actor, { action: 'second_factor_failed', ...subjectOf(account) });
      return { refusal: new DomainError(wrongIs, messages.wrongCode, { errors: [{ field: 'code', message: messages.wrongCode }] }) };
    });
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.result;
  }
}

function keyOf(account: FactorAccount): string {
  return `${account.kind} ${account.id}`;
}

/** What a sign-in still owes after its first factor. */
export type SecondFactorDemand = 'second_factor_required' | 'second_factor_setup';

export interface SecondFactorStatus {
  enabled: boolean;
  /** The operator's decision; then it cannot be turned off. */
  required: boolean;
  recoveryCodesLeft: number;
}

/** The second factor of an account that has one: asked for, used, renewed and turned off. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly database: Database,
    private readonly config: AppConfig,
    private readonly factors: SecondFactorRepository,
    private readonly recovery: RecoveryCodes,
    private readonly check: SecondFactorCheck,
    private readonly activity: ActivityLog,
  ) {}

  async status(account: FactorAccount): Promise<SecondFactorStatus> {
    const enabled = await this.factors.isOn(account);
    return { enabled, required: this.isRequired(account), recoveryCodesLeft: enabled ? await this.recovery.left(account) : 0 };
  }

  /** Holds an account until the transaction ends: sign-ins, and what closes the account or changes its factor, go one after the other. */
  hold(account: FactorAccount, tx: Queryable): Promise<void> {
    return this.check.lock(account, tx);
  }

  /** What this sign-in owes, if anything. Holds the account. */
  async demand(account: FactorAccount, tx: Queryable): Promise<SecondFactorDemand | undefined> {
    await this.hold(account, tx);
    if (await this.factors.isOn(account, tx)) return 'second_factor_required';
    return this.isRequired(account) ? 'second_factor_setup' : undefined;
  }

  /**
   * @param code six digits, or a recovery code
   * @param then completes the sign-in in the same transaction
   * @throws DomainError unauthenticated for a wrong or used code, too_many after five in 15 minutes
   */
  verify<T>(account: FactorAccount, code: string, actor: Actor, then: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.withCode(account, code, actor, 'unauthenticated', then);
  }

  /** @throws DomainError forbidden when the operator requires it, conflict when it is off, rule for a wrong code, too_many */
  async disable(account: FactorAccount, code: string, actor: Actor): Promise<void> {
    if (this.isRequired(account)) throw new DomainError('forbidden', messages.required);
    await this.needsOn(account);
    await this.withCode(account, code, actor, 'rule', async (tx) => {
      await this.factors.remove(account, tx);
      await this.activity.record(tx, actor, { action: 'second_factor_disabled', ...subjectOf(account) });
    });
  }

  /** @returns ten new recovery codes; the old ones are worth nothing. @throws DomainError conflict, rule, too_many as {@link disable} */
  async renewRecoveryCodes(account: FactorAccount, code: string, actor: Actor): Promise<string[]> {
    await this.needsOn(account);
    return this.withCode(account, code, actor, 'rule', async (tx) => {
      await this.activity.record(tx, actor, { action: 'recovery_codes_renewed', ...subjectOf(account) });
      return this.recovery.issue(account, tx);
    });
  }

  /** The operator's way out for somebody who lost the authenticator and the codes. @returns false when there was none */
  async drop(account: FactorAccount, actor: Actor, tx: Queryable): Promise<boolean> {
    await this.hold(account, tx);
    if (!(await this.factors.remove(account, tx))) return false;
    await this.activity.record(tx, actor, { action: 'second_factor_disabled', ...subjectOf(account) });
    return true;
  }

  private withCode<T>(account: FactorAccount, code: string, actor: Actor, wrongIs: 'unauthenticated' | 'rule', work: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.check.guard(account, actor, { isRight: (tx, now) => this.accepts(account, code, actor, tx, now), work, wrongIs });
  }

  private async accepts(account: FactorAccount, code: string, actor: Actor, tx: Queryable, now: Date): Promise<boolean> {
    const factor = await this.factors.find(account, tx);
    if (!factor?.confirmed) return false;
    const step = stepOf(factor.secret, code.replace(/\s/g, ''), now, factor.lastStep);
    if (step !== undefined) return this.factors.takeStep(account, step, tx);
    if (!(await this.recovery.use(account, code, tx))) return false;
    await this.activity.record(tx, actor, { action: 'recovery_code_used', ...subjectOf(account) });
    return true;
  }

  private async needsOn(account: FactorAccount): Promise<void> {
    if (!(await this.factors.isOn(account))) throw new DomainError('conflict', messages.notOn);
  }

  private isRequired({ kind }: FactorAccount): boolean {
    const { administrators, therapists } = this.config.secondFactorRequired;
    return kind === 'admin' ? administrators : therapists;
  }
}

/** What an authenticator app needs, as text, as an address and as a picture. */
export interface SetupOffer {
  secret: string;
  otpauthUrl: string;
  qrSvg: string;
}

/** Turning the second factor on: a secret is shown, and counts once a code has shown that the app has it. */
@Injectable()
export class SecondFactorSetup {
  constructor(
    private readonly database: Database,
    private readonly factors: SecondFactorRepository,
    private readonly recovery: RecoveryCodes,
    private readonly check: SecondFactorCheck,
    private readonly sessions: SessionService,
    private readonly activity: ActivityLog,
  ) {}

  /** @param label what the app shows beside the code. @throws DomainError conflict when it is on already */
  async offer(account: FactorAccount, label: string): Promise<SetupOffer> {
    const secret = newTotpSecret();
    const kept = await this.database.transaction((tx) => this.factors.keepDraft(account, secret, tx));
    if (!kept) throw new DomainError('conflict', messages.alreadyOn);
    const url = otpauthUrl(secret, label);
    return { secret, otpauthUrl: url, qrSvg: await qrCode(url, { type: 'svg', margin: 2 }) };
  }

  /**
   * Turns it on and ends the account's other sessions.
   * @param enter begins this browser's session with a new token, in the same transaction
   * @throws DomainError rule for a wrong code, too_many after five, conflict when it is on already or nothing was offered
   */
  confirm<T extends { session: LiveSession }>(
    account: FactorAccount,
    code: string,
    actor: Actor,
    enter: (tx: Queryable) => Promise<T>,
  ): Promise<T & { recoveryCodes: string[] }> {
    const isRight = async (tx: Queryable, now: Date): Promise<boolean> => {
      const factor = await this.factors.find(account, tx);
      if (!factor) throw new DomainError('conflict', messages.setUpFirst);
      if (factor.confirmed) throw new DomainError('conflict', messages.alreadyOn);
      const step = stepOf(factor.secret, code.replace(/\s/g, ''), now, null);
      return step !== undefined && this.factors.confirm(account, step, tx);
    };
    const work = async (tx: Queryable): Promise<T & { recoveryCodes: string[] }> => {
      const recoveryCodes = await this.recovery.issue(account, tx);
      await this.activity.record(tx, actor, { action: 'second_factor_enabled', ...subjectOf(account) });
      const entered = await enter(tx);
      await this.sessions.endAllOf(tx, account.id, entered.session.sessionId);
      return { ...entered, recoveryCodes };
    };
    return this.check.guard(account, actor, { isRight, work, wrongIs: 'rule' });
  }
}

/** The operator's help for a therapist who lost the authenticator and the recovery codes. */
@Injectable()
export class LostSecondFactor {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly secondFactors: SecondFactorService,
    private readonly sessions: SessionService,
  ) {}

  /** Takes a therapist's second factor away and ends all of their sessions. @throws DomainError not_found, conflict when there was none */
  async drop(email: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const user = await this.users.findTherapistByEmail(email.trim().toLowerCase(), tx);
      if (!user) throw new DomainError('not_found', messages.noSuchTherapist);
      const account: FactorAccount = { kind: 'user', id: user.id };
      if (!(await this.secondFactors.drop(account, SYSTEM_ACTOR, tx))) throw new DomainError('conflict', messages.notOn);
      await this.sessions.endAllOf(tx, user.id);
    });
  }
}
