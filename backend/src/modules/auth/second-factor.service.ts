import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { Database, Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { AppConfig } from '../../config/app-config';
import { ActivityLog } from '../activity-log/activity-log.service';
import * as messages from './messages';
import { RecoveryCodes } from './recovery-codes.service';
import { SecondFactorCheck, subjectOf } from './second-factor-check.service';
import { FactorAccount, SecondFactorRepository } from './second-factor.repository';
import { stepOf } from './totp';

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
