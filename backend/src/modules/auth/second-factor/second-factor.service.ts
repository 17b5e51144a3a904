import { Injectable } from '@nestjs/common';
import { toString as qrCode } from 'qrcode';
import { Actor, SYSTEM_ACTOR } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { Limit, Limits } from '../../../common/limits/limits';
import { Work, Works } from '../../../common/work/work';
import { OnStart } from '../../../common/process/start-hooks';
import { AppConfig } from '../../../config/app-config';
import { Adoptions, AuditProblem, Audits } from '../../activity-log/chain/audit.service';
import { AdministratorRepository } from '../administrators/administrator.repository';
import * as messages from '../messages';
import { LiveSession, SessionService } from '../sessions/session.service';
import { UserRepository } from '../sign-in/user.repository';
import { FactorAccount, SecondFactorRepository } from './second-factor.repository';
import { newTotpSecret, otpauthUrl, stepOf } from './totp';

const WRONG_CODES: Limit = { scope: 'second-factor', max: 5, windowMs: 15 * 60_000 };

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

/** Something behind a code. A throw of any part undoes the whole, the use of the code included. */
interface Guarded<T> {
  /** Looks at the code and uses it up. */
  isRight(work: Work): Promise<boolean>;
  /** What the code opens. */
  then(work: Work): Promise<T>;
  /** How a wrong code is refused: `unauthenticated` while signing in, `rule` to somebody who is. */
  wrongIs: 'unauthenticated' | 'rule';
}

/** The second factor of an account: turned on, asked for, used, renewed and turned off. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly repository: SecondFactorRepository,
    private readonly sessions: SessionService,
    private readonly users: UserRepository,
    private readonly administrators: AdministratorRepository,
    private readonly adoptions: Adoptions,
    private readonly works: Works,
    private readonly limits: Limits,
    private readonly config: AppConfig,
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
    const isOn = await this.repository.isFactorOn(account, work.tx);
    if ((await this.isSetUp(work, account)) !== isOn) throw new DomainError('forbidden', messages.secondFactorChanged);
    if (isOn) return 'second_factor_required';
    return this.isRequired(account) ? 'second_factor_setup' : undefined;
  }

  /**
   * Begins turning it on: the secret counts once a code has shown that the app has it.
   * @param label what the app shows beside the code
   * @throws DomainError conflict when it is on already
   */
  async offer(account: FactorAccount, label: string): Promise<SetupOffer> {
    const secret = newTotpSecret();
    if (!(await this.repository.keepDraft(account, secret))) throw new DomainError('conflict', messages.alreadyOn);
    const url = otpauthUrl(secret, label);
    return { secret, otpauthUrl: url, qrSvg: await qrCode(url, { type: 'svg', margin: 2 }) };
  }

  /**
   * Turns it on and ends the account's other sessions.
   * @param enter begins this browser's session with a new token, in the same work
   * @throws DomainError rule for a wrong code, too_many after five, conflict when it is on already or nothing was offered
   */
  confirm<T extends { session: LiveSession }>(
    account: FactorAccount,
    code: string,
    actor: Actor,
    enter: (work: Work) => Promise<T>,
  ): Promise<T & { recoveryCodes: string[] }> {
    const then = async (work: Work): Promise<T & { recoveryCodes: string[] }> => {
      const recoveryCodes = await this.repository.issueRecoveryCodes(account, work.tx);
      await this.setUp(work, account, true);
      await this.record(work, account, 'second_factor_enabled');
      const entered = await enter(work);
      await this.sessions.endAllOf(work, account.id, entered.session.sessionId);
      return { ...entered, recoveryCodes };
    };
    return this.guard(account, actor, { isRight: (work) => this.confirms(work, account, code), then, wrongIs: 'rule' });
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

  /** @throws DomainError forbidden when the operator requires it, conflict when it is off, rule for a wrong code, too_many */
  async disable(account: FactorAccount, code: string, actor: Actor): Promise<void> {
    if (this.isRequired(account)) throw new DomainError('forbidden', messages.required);
    await this.needsOn(account);
    const then = async (work: Work): Promise<void> => {
      await this.repository.removeFactor(account, work.tx);
      await this.setUp(work, account, false);
      await this.record(work, account, 'second_factor_disabled');
    };
    await this.guard(account, actor, { isRight: (work) => this.accepts(work, account, code), then, wrongIs: 'rule' });
  }

  /** @returns ten new recovery codes; the old ones are worth nothing. @throws DomainError conflict, rule, too_many as {@link disable} */
  async renewRecoveryCodes(account: FactorAccount, code: string, actor: Actor): Promise<string[]> {
    await this.needsOn(account);
    const then = async (work: Work): Promise<string[]> => {
      await this.record(work, account, 'recovery_codes_renewed');
      return this.repository.issueRecoveryCodes(account, work.tx);
    };
    return this.guard(account, actor, { isRight: (work) => this.accepts(work, account, code), then, wrongIs: 'rule' });
  }

  /** The operator's way out for somebody who lost the authenticator and the codes. @returns false when there was none */
  async drop(work: Work, account: FactorAccount): Promise<boolean> {
    await this.hold(work, account);
    const wasSetUp = await this.isSetUp(work, account);
    await this.setUp(work, account, false);
    if (!(await this.repository.removeFactor(account, work.tx)) && !wasSetUp) return false;
    await this.record(work, account, 'second_factor_disabled');
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

  /** Accounts of before their marks said whether they have a second factor. */
  @OnStart('api')
  async adoptEarlier(): Promise<void> {
    await this.adoptions.once('adopt_second_factors', async ({ tx }) => {
      const administrators = await this.administrators.adoptSecondFactors(new Set(await this.repository.listConfirmed('admin', tx)), tx);
      return administrators + (await this.users.adoptTherapists(new Set(await this.repository.listConfirmed('user', tx)), tx));
    });
  }

  /** Therapists that this product did not make, and accounts whose second factor was taken away or added by somebody else. */
  @Audits()
  async auditAccounts(): Promise<AuditProblem[]> {
    const foreign = (await this.users.listForeign()).map(({ id }) => ({ id, message: messages.foreignTherapist(id) }));
    const disagreeing = (await this.repository.listDisagreeing()).map(({ id }) => ({ id, message: messages.foreignSecondFactor(id) }));
    return [...foreign, ...disagreeing].map((problem) => ({ kind: 'foreign_row', ...problem }));
  }

  private isSetUp({ tx }: Work, { kind, id }: FactorAccount): Promise<boolean | undefined> {
    return kind === 'admin' ? this.administrators.lockAdministrator(id, tx).then((row) => row?.has_second_factor) : this.users.hasSecondFactor(id, tx);
  }

  private async setUp({ tx }: Work, { kind, id }: FactorAccount, on: boolean): Promise<void> {
    await (kind === 'admin' ? this.administrators : this.users).setSecondFactor(id, on, tx);
  }

  /** Lets through what needs a right code, five wrong ones in 15 minutes for each account. */
  private async guard<T>(account: FactorAccount, actor: Actor, { isRight, then, wrongIs }: Guarded<T>): Promise<T> {
    const outcome = await this.works.begin(actor, async (work) => {
      await this.hold(work, account);
      const wait = await this.limits.secondsUntilAllowed(WRONG_CODES, keyOf(account), work.tx);
      if (wait > 0) return { refusal: new DomainError('too_many', messages.tooManyCodes, { retryAfterSeconds: wait }) };
      if (await isRight(work)) return { result: await then(work) };
      // The refusal is thrown after this transaction: what it counts stays.
      await this.limits.count(WRONG_CODES, keyOf(account), work.tx);
      await this.record(work, account, 'second_factor_failed');
      return { refusal: new DomainError(wrongIs, messages.wrongCode, { errors: [{ field: 'code', message: messages.wrongCode }] }) };
    });
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.result;
  }

  private async confirms(work: Work, account: FactorAccount, code: string): Promise<boolean> {
    const factor = await this.repository.lockFactor(account, work.tx);
    if (!factor) throw new DomainError('conflict', messages.setUpFirst);
    if (factor.confirmed_at) throw new DomainError('conflict', messages.alreadyOn);
    const step = stepOf(factor.secret, code.replace(/\s/g, ''), work.now(), null);
    return step !== undefined && this.repository.confirmFactor(account, step, work.tx);
  }

  private async accepts(work: Work, account: FactorAccount, code: string): Promise<boolean> {
    const factor = await this.repository.lockFactor(account, work.tx);
    if (!factor?.confirmed_at) return false;
    const lastStep = factor.last_step === null ? null : Number(factor.last_step);
    const step = stepOf(factor.secret, code.replace(/\s/g, ''), work.now(), lastStep);
    if (step !== undefined) return this.repository.takeStep(account, step, work.tx);
    if (!(await this.repository.useRecoveryCode(account, code, work.tx))) return false;
    await this.record(work, account, 'recovery_code_used');
    return true;
  }

  private record(work: Work, { kind, id }: FactorAccount, action: string): Promise<void> {
    return work.record({ action, subjectType: kind === 'admin' ? 'administrator' : 'user', subjectId: id });
  }

  private async needsOn(account: FactorAccount): Promise<void> {
    if (!(await this.isOn(account))) throw new DomainError('conflict', messages.notOn);
  }

  private isRequired({ kind }: FactorAccount): boolean {
    const { administrators, therapists } = this.config.secondFactorRequired;
    return kind === 'admin' ? administrators : therapists;
  }
}

function keyOf(account: FactorAccount): string {
  return `${account.kind} ${account.id}`;
}
