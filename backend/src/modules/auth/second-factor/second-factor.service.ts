import { Injectable } from '@nestjs/common';
import { toString as qrCode } from 'qrcode';
import { Actor, CurrentUserData, SYSTEM_ACTOR } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { connectionOf, Limit, Limits } from '../../../common/limits/limits';
import { Work, Works } from '../../../common/work/work';
import { OnStart } from '../../../common/process/start-hooks';
import { AppConfig } from '../../../config/app-config';
import { Adoptions, AuditProblem, Audits } from '../../activity-log/chain/audit.service';
import { AdministratorRepository } from '../administrators/administrator.repository';
import * as messages from '../messages';
import { LiveSession, SessionService } from '../sessions/session.service';
import { FactorState, UserRepository } from '../sign-in/user.repository';
import { AccountLogRepository } from './account-log.repository';
import { FactorNotices } from './factor-notices.service';
import { FactorAccount, OpenedFactor, SecondFactorRepository } from './second-factor.repository';
import { newTotpSecret, otpauthUrl, stepOf } from './totp';

const WRONG_CODES: Limit = { scope: 'second-factor', max: 5, windowMs: 15 * 60_000, inProcess: true };
/** Each is told by a mail and stays in the log. */
const CHANGED: Limit = { scope: 'second-factor-changes', max: 10, windowMs: 3_600_000 };
/** Where a right code came from lately. This process alone knows it: a row of it would give guesses away. */
const RIGHT_FROM: Limit = { scope: 'second-factor-right', max: 1, windowMs: 7 * 24 * 3_600_000 };
/** A code of the app is taken once: for longer than it is right. */
const CODE_TAKEN: Limit = { scope: 'second-factor-taken', max: 1, windowMs: 5 * 60_000 };

/** Whoever finds a browser that was left open does not set up a factor of their own, and lock its owner out. */
const FRESH_MS = 10 * 60_000;

/** What a sign-in still owes after its first factor. */
export type SecondFactorDemand = 'second_factor_required' | 'second_factor_setup';

export interface SecondFactorStatus {
  enabled: boolean;
  /** The operator's decision; then it cannot be turned off. */
  required: boolean;
  recoveryCodesLeft: number;
}

/** What an authenticator app needs, as text, as an address and as a picture. */
export interface SetupOffer {
  secret: string;
  otpauthUrl: string;
  qrSvg: string;
}

/** A right code: of the app's time step, or a recovery code. */
interface Accepted {
  step?: number;
}

/** What a first code has shown. */
interface Confirmation extends Accepted {
  factor: OpenedFactor;
  step: number;
}

/** Something behind a code. A throw of any part undoes the whole, the use of the code included. */
interface Guarded<T, Right extends Accepted> {
  /** Looks at the code and uses it up. */
  isRight(work: Work): Promise<Right | undefined>;
  /** What the code opens. */
  then(work: Work, right: Right): Promise<T>;
  /** How a wrong code is refused: `unauthenticated` while signing in, `rule` to somebody who is. */
  wrongIs: 'unauthenticated' | 'rule';
}

/** The second factor of an account: turned on, asked for, used, renewed and turned off. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly repository: SecondFactorRepository,
    private readonly log: AccountLogRepository,
    private readonly sessions: SessionService,
    private readonly users: UserRepository,
    private readonly administrators: AdministratorRepository,
    private readonly adoptions: Adoptions,
    private readonly works: Works,
    private readonly limits: Limits,
    private readonly config: AppConfig,
    private readonly notices: FactorNotices,
  ) {}

  async status(account: FactorAccount): Promise<SecondFactorStatus> {
    const enabled = await this.repository.isFactorOn(account);
    return { enabled, required: this.isRequired(account), recoveryCodesLeft: enabled ? await this.repository.countRecoveryCodes(account) : 0 };
  }

  isOn(account: FactorAccount): Promise<boolean> {
    return this.repository.isFactorOn(account);
  }

  /** Holds an account until the work ends: sign-ins, and what closes the account or changes its factor, go one after the other. */
  hold(work: Work, account: FactorAccount): Promise<void> {
    return this.limits.serialize(WRONG_CODES, keyOf(account), work.tx);
  }

  /**
   * What this sign-in owes, if anything. Holds the account.
   * @throws DomainError forbidden when the account says otherwise than its second factor: somebody took that away, or changed the account
   */
  async demand(work: Work, account: FactorAccount): Promise<SecondFactorDemand | undefined> {
    await this.hold(work, account);
    if ((await this.standing(work, account))?.confirmed_at) return 'second_factor_required';
    return this.isRequired(account) ? 'second_factor_setup' : undefined;
  }

  /**
   * Begins turning it on: the secret counts once a code has shown that the app has it.
   * @param label what the app shows beside the code
   * @throws DomainError conflict when it is on already, forbidden as {@link demand} and in a session that waits for another one
   */
  async offer(current: CurrentUserData, account: FactorAccount, label: string): Promise<SetupOffer> {
    const secret = newTotpSecret();
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      await this.hold(work, account);
      await this.mayBeSetUp(work, current, account);
      await this.repository.keepDraft(account, secret, work.tx);
    });
    const url = otpauthUrl(secret, label);
    return { secret, otpauthUrl: url, qrSvg: await qrCode(url, { type: 'svg', margin: 2 }) };
  }

  /**
   * Turns it on and ends the account's other sessions.
   * @param enter begins this browser's session with a new token, in the same work
   * @throws DomainError rule for a wrong code, too_many after five and past ten changes in an hour, conflict when it is on already or nothing was offered, forbidden as {@link offer}
   */
  confirm<T extends { session: LiveSession }>(
    current: CurrentUserData,
    account: FactorAccount,
    code: string,
    actor: Actor,
    enter: (work: Work) => Promise<T>,
  ): Promise<T & { recoveryCodes: string[] }> {
    const isRight = async (work: Work): Promise<Confirmation | undefined> => {
      const factor = await this.mayBeSetUp(work, current, account);
      if (!factor) throw new DomainError('conflict', messages.setUpFirst);
      const step = stepOf(factor.secret, code.replace(/\s/g, ''), work.now(), null);
      return step === undefined ? undefined : { factor, step };
    };
    const then = async (work: Work, { factor, step }: Confirmation): Promise<T & { recoveryCodes: string[] }> => {
      await this.countChange(work, account);
      await this.record(work, account, 'second_factor_enabled');
      const recoveryCodes = await this.repository.confirmFactor(account, factor, step, work.tx);
      await this.setUp(work, account, true);
      const entered = await enter(work);
      await this.sessions.endAllOf(work, account.id, entered.session.sessionId);
      return { ...entered, recoveryCodes };
    };
    return this.guard(account, actor, { isRight, then, wrongIs: 'rule' });
  }

  /**
   * @param code six digits, or a recovery code
   * @param then completes the sign-in in the same work
   * @throws DomainError unauthenticated for a wrong or used code, too_many after five in 15 minutes
   */
  verify<T>(account: FactorAccount, code: string, actor: Actor, then: (work: Work) => Promise<T>): Promise<T> {
    return this.guard(account, actor, { isRight: (work) => this.accepts(work, account, code), then, wrongIs: 'unauthenticated' });
  }

  /**
   * {@link verify} for somebody who is signed in and shows anew who they are.
   * @throws DomainError rule for a wrong or used code, too_many after five in 15 minutes
   */
  prove<T>(account: FactorAccount, code: string, actor: Actor, then: (work: Work) => Promise<T>): Promise<T> {
    return this.guard(account, actor, { isRight: (work) => this.accepts(work, account, code), then, wrongIs: 'rule' });
  }

  /** @throws DomainError forbidden when the operator requires it, conflict when it is off, rule for a wrong code, too_many as {@link confirm} */
  async disable(account: FactorAccount, code: string, actor: Actor): Promise<void> {
    if (this.isRequired(account)) throw new DomainError('forbidden', messages.required);
    await this.needsOn(account);
    const then = async (work: Work): Promise<void> => {
      await this.countChange(work, account);
      await this.turnOff(work, account);
    };
    await this.guard(account, actor, { isRight: (work) => this.accepts(work, account, code), then, wrongIs: 'rule' });
  }

  /** @returns ten new recovery codes; the old ones are worth nothing. @throws DomainError conflict, rule, too_many as {@link disable} */
  async renewRecoveryCodes(account: FactorAccount, code: string, actor: Actor): Promise<string[]> {
    await this.needsOn(account);
    const then = async (work: Work): Promise<string[]> => {
      const factor = await this.standing(work, account);
      if (!factor) throw new DomainError('conflict', messages.notOn);
      await this.countChange(work, account);
      await this.record(work, account, 'recovery_codes_renewed');
      return this.repository.renewRecoveryCodes(account, factor, work.tx);
    };
    return this.guard(account, actor, { isRight: (work) => this.accepts(work, account, code), then, wrongIs: 'rule' });
  }

  /** The operator's way out for somebody who lost the authenticator and the codes. @returns false when there was none */
  async drop(work: Work, account: FactorAccount): Promise<boolean> {
    await this.hold(work, account);
    const state = await this.stateOf(work, account);
    const removed = await this.repository.removeFactor(account, work.tx);
    // Also of a row that was put back to before there was one.
    if (!removed && !state?.has_second_factor && !(await this.log.hasFactor(account.id, work.tx))) return false;
    await this.turnOff(work, account);
    return true;
  }

  /** {@link drop} for a therapist, whose sessions all end. @throws DomainError not_found, conflict when there was none */
  async dropOfTherapist(email: string): Promise<void> {
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      const user = await this.users.findTherapistByEmail(email.trim().toLowerCase(), work.tx);
      if (!user) throw new DomainError('not_found', messages.noSuchTherapist);
      if (!(await this.drop(work, { kind: 'user', id: user.id }))) throw new DomainError('conflict', messages.notOn);
      await this.sessions.endAllOf(work, user.id);
    });
  }

  /** Accounts of before their marks said whether they have a second factor, and from when. */
  @OnStart('api')
  async adoptEarlier(): Promise<void> {
    await this.adoptions.once('adopt_second_factors', async ({ tx }) => {
      const administrators = await this.administrators.adoptSecondFactors(new Set(await this.repository.listConfirmed('admin', tx)), tx);
      return administrators + (await this.users.adoptTherapists(new Set(await this.repository.listConfirmed('user', tx)), tx));
    });
    await this.adoptions.once('adopt_account_times', async ({ tx }) => {
      const accounts = (await this.administrators.adoptTimes(tx)) + (await this.users.adoptFactorTimes(tx));
      return accounts + (await this.repository.adoptFactors(tx));
    });
  }

  /** Therapists that this product did not make, accounts whose second factor was taken away or added, or that were closed or opened, by somebody else, and earlier rows that were put back. */
  @Audits()
  async auditAccounts(): Promise<AuditProblem[]> {
    const foreign = (await this.users.listForeign()).map(({ id }) => ({ id, message: messages.foreignTherapist(id) }));
    const changed = [...(await this.repository.listDisagreeing()), ...(await this.repository.listForeign())];
    const disagreeing = changed.map(({ id }) => ({ id, message: messages.foreignSecondFactor(id) }));
    // Those that are not as this product left them at all are named with the administrators.
    const elsewhere = new Set((await this.administrators.listForeign()).map(({ id }) => id));
    const back = (await this.log.listBack()).filter(({ id }) => !elsewhere.has(id)).map(({ id, kind }) => ({ id, message: messages.accountBack(id, kind) }));
    const closings = (await this.log.listNotAsClosed()).map((id) => ({ id, message: messages.notAsClosed(id) }));
    // An account is named once.
    const problems = new Map([...closings, ...back, ...disagreeing, ...foreign].map((problem) => [problem.id, problem]));
    return [...problems.values()].map((problem) => ({ kind: 'foreign_row', ...problem }));
  }

  /**
   * An account's second factor, or what of one is being set up, when everything is as this product left it.
   * @throws DomainError forbidden when the account, its second factor and the log disagree
   */
  private async standing(work: Work, account: FactorAccount): Promise<OpenedFactor | undefined> {
    const state = await this.stateOf(work, account);
    const factor = await this.repository.lockFactor(account, work.tx);
    if (!state || factor === 'foreign' || state.has_second_factor !== Boolean(factor?.confirmed_at)) return changedByOthers();
    const { confirmed_at: confirmed = null, codes_changed_at: codes = null } = factor ?? {};
    const times = { account: state.changed_at, factor: confirmed && codes && { confirmed, codes } };
    return (await this.log.isBack(account.id, times, work.tx)) ? changedByOthers() : factor;
  }

  /**
   * @returns what was begun of it
   * @throws DomainError forbidden, also in a session that began longer ago; conflict when it is on already
   */
  private async mayBeSetUp(work: Work, current: CurrentUserData, account: FactorAccount): Promise<OpenedFactor | undefined> {
    const factor = await this.standing(work, account);
    if (factor?.confirmed_at) throw new DomainError('conflict', messages.alreadyOn);
    if (!current.pendingSecondFactor && !(await this.sessions.beganWithin(work, current.sessionId, FRESH_MS))) throw new DomainError('forbidden', messages.signInAnew);
    // The sign-in asked for the one that was there.
    return current.pendingSecondFactor && !current.setsUpSecondFactor ? changedByOthers() : factor;
  }

  private async stateOf({ tx }: Work, { kind, id }: FactorAccount): Promise<FactorState | undefined> {
    return kind === 'admin' ? this.administrators.lockAdministrator(id, tx) : this.users.lockFactorState(id, tx);
  }

  private async turnOff(work: Work, account: FactorAccount): Promise<void> {
    await this.record(work, account, 'second_factor_disabled');
    await this.repository.removeFactor(account, work.tx);
    await this.setUp(work, account, false);
  }

  private async setUp({ tx }: Work, { kind, id }: FactorAccount, on: boolean): Promise<void> {
    await (kind === 'admin' ? this.administrators : this.users).setSecondFactor(id, on, tx);
  }

  /**
   * Lets through what needs a right code, five wrong ones in 15 minutes for each account; from where a right one came lately, five others: whoever
   * knows a password alone does not keep its owner out.
   */
  private async guard<T, Right extends Accepted>(account: FactorAccount, actor: Actor, { isRight, then, wrongIs }: Guarded<T, Right>): Promise<T> {
    const here = `${keyOf(account)} ${connectionOf(actor.address)}`;
    const share = this.limits.allowsHere(RIGHT_FROM, here) ? keyOf(account) : here;
    const outcome = await this.works.begin(actor, async (work) => {
      await this.hold(work, account);
      const wait = await this.limits.secondsUntilAllowed(WRONG_CODES, share, work.tx);
      if (wait > 0) return { refusal: new DomainError('too_many', messages.tooManyCodes, { retryAfterSeconds: wait }) };
      const right = await isRight(work);
      if (right) return { result: await then(work, right), step: right.step };
      // The refusal is thrown after this transaction: what it counts stays.
      await this.limits.count(WRONG_CODES, share, work.tx);
      await this.record(work, account, 'second_factor_failed');
      return { refusal: new DomainError(wrongIs, messages.wrongCode, { errors: [{ field: 'code', message: messages.wrongCode }] }) };
    });
    if ('refusal' in outcome) throw outcome.refusal;
    this.limits.takeHere(RIGHT_FROM, here);
    if (outcome.step !== undefined) this.limits.takeHere(CODE_TAKEN, stepKeyOf(account, outcome.step));
    return outcome.result;
  }

  private async accepts(work: Work, account: FactorAccount, code: string): Promise<Accepted | undefined> {
    const factor = await this.standing(work, account);
    if (!factor?.confirmed_at) return undefined;
    const lastStep = factor.last_step === null ? null : Number(factor.last_step);
    const step = stepOf(factor.secret, code.replace(/\s/g, ''), work.now(), lastStep);
    if (step !== undefined) {
      // The row could be as it was before this code was taken.
      if (!this.limits.allowsHere(CODE_TAKEN, stepKeyOf(account, step))) return undefined;
      await this.repository.takeStep(account, factor, step, work.tx);
      return { step };
    }
    const recoveryCode = this.repository.findRecoveryCode(account, factor, code);
    if (!recoveryCode) return undefined;
    await this.record(work, account, 'recovery_code_used');
    await this.repository.useRecoveryCode(account, factor, recoveryCode, work.tx);
    return {};
  }

  private async record(work: Work, account: FactorAccount, action: string): Promise<void> {
    await work.record({ action, subjectType: account.kind === 'admin' ? 'administrator' : 'user', subjectId: account.id });
    await this.notices.ask(work, account, action);
  }

  /** In the work of the change, so that what is refused uses up no code. @throws DomainError too_many */
  private async countChange(work: Work, account: FactorAccount): Promise<void> {
    const wait = await this.limits.reserveIn(work.tx, [[CHANGED, keyOf(account)]]);
    if (wait > 0) throw new DomainError('too_many', messages.changedTooOften, { retryAfterSeconds: wait });
  }

  private async needsOn(account: FactorAccount): Promise<void> {
    if (!(await this.isOn(account))) throw new DomainError('conflict', messages.notOn);
  }

  private isRequired({ kind }: FactorAccount): boolean {
    const { administrators, therapists } = this.config.secondFactorRequired;
    return kind === 'admin' ? administrators : therapists;
  }
}

function changedByOthers(): never {
  throw new DomainError('forbidden', messages.secondFactorChanged);
}

function keyOf(account: FactorAccount): string {
  return `${account.kind} ${account.id}`;
}

function stepKeyOf(account: FactorAccount, step: number): string {
  return `${keyOf(account)} ${step}`;
}
