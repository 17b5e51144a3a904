import { Injectable } from '@nestjs/common';
import { Actor, CurrentUserData, SYSTEM_ACTOR } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { Limit, LimitEntry, Limits } from '../../../common/limits/limits';
import { OnStart } from '../../../common/process/start-hooks';
import { Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { DEVELOPMENT_ADMIN } from '../../../config/production';
import { Adoptions, AuditProblem, Audits } from '../../activity-log/chain/audit.service';
import * as messages from '../messages';
import { SecondFactorService } from '../second-factor/second-factor.service';
import { SessionService } from '../sessions/session.service';
import { AdministratorRepository, AdministratorSummary } from './administrator.repository';
import { checkNewPassword, checkUsername, PasswordHasher } from './password';

/** A session that somebody else sits at must not be good for guessing. */
const WRONG_CURRENT: Limit = { scope: 'admin-password', max: 5, windowMs: 15 * 60_000, inProcess: true };

/**
 * Who administrates this installation: accounts made, listed, given another password, closed and opened. The operator does it from the
 * command line, where errors are DomainErrors in words for the operator; an administrator changes the own password.
 */
@Injectable()
export class AdministratorService {
  constructor(
    private readonly repository: AdministratorRepository,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionService,
    private readonly secondFactors: SecondFactorService,
    private readonly adoptions: Adoptions,
    private readonly works: Works,
    private readonly limits: Limits,
    private readonly config: AppConfig,
  ) {}

  list(): Promise<AdministratorSummary[]> {
    return this.repository.listAdministrators();
  }

  /** @throws DomainError conflict when the name is taken, invalid or rule for the name and the password */
  async create(typed: string, password: string): Promise<void> {
    const username = checkUsername(typed);
    checkNewPassword(password);
    const passwordHash = await this.hasher.hash(password);
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      const id = await this.repository.insertAdministrator({ username, password_hash: passwordHash, is_development: false }, work.tx);
      if (!id) throw new DomainError('conflict', messages.usernameTaken(username));
      await this.record(work, 'create_administrator', id);
    });
  }

  /** A new password; ends the administrator's sessions, and on request takes the second factor away. @throws DomainError not_found */
  async reset(typed: string, password: string, options: { secondFactor: boolean }): Promise<void> {
    checkNewPassword(password);
    const { id } = await this.find(typed);
    const passwordHash = await this.hasher.hash(password);
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      if (options.secondFactor) await this.secondFactors.drop(work, { kind: 'admin', id });
      await this.record(work, 'reset_administrator', id);
      await this.repository.setPassword(id, passwordHash, work.tx);
      await this.sessions.endAllOf(work, id);
    });
  }

  /**
   * Closing an account ends its sessions.
   * @throws DomainError not_found; conflict for opening one that somebody else than this product made or changed
   */
  async setActive(typed: string, active: boolean): Promise<void> {
    const { id } = await this.find(typed);
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      const current = await this.repository.lockCurrent(id, work.tx);
      if (active && !current) throw new DomainError('conflict', messages.notOpened(typed));
      await this.record(work, active ? 'enable_administrator' : 'disable_administrator', id);
      if (current) await this.repository.setAdministratorActive(current, active, work.tx);
      else await this.repository.closeForeign(id, work.tx);
      if (!active) await this.sessions.endAllOf(work, id);
    });
  }

  /**
   * An administrator's change of the own password; their other sessions end.
   * @throws DomainError forbidden for a wrong current password, too_many after five, rule for one that everybody knows
   */
  async changePassword(current: CurrentUserData, typed: { currentPassword: string; newPassword: string }, actor: Actor): Promise<void> {
    checkNewPassword(typed.newPassword);
    const knownHash = await this.verifyCurrent(current.id, typed.currentPassword);
    if (typed.newPassword === typed.currentPassword) throw refusal('rule', 'new_password', messages.passwordSame);
    const passwordHash = await this.hasher.hash(typed.newPassword);
    await this.works.begin(actor, async (work) => {
      await this.record(work, 'change_password', current.id);
      if (!(await this.repository.setPassword(current.id, passwordHash, work.tx, knownHash))) throw new DomainError('conflict', messages.changedMeanwhile);
      await this.sessions.endAllOf(work, current.id, current.sessionId);
    });
  }

  /**
   * Makes the administrator that the environment names; who is there already stays as they are.
   * @throws Error in production, while somebody could sign in with the password of development machines
   */
  @OnStart('api')
  async ensureFirst(): Promise<void> {
    if (this.config.production) await this.refuseKnownPasswords();
    await this.adoptions.once('adopt_administrators', ({ tx }) => this.repository.adoptAdministrators(tx));
    const { first } = this.config.administration;
    if (!first) return;
    const username = checkUsername(first.username);
    if (await this.repository.findAnyByName(username)) return;
    const passwordHash = await this.hasher.hash(first.password);
    const isDevelopment = first.password === DEVELOPMENT_ADMIN.password;
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      const id = await this.repository.insertAdministrator({ username, password_hash: passwordHash, is_development: isDevelopment }, work.tx);
      if (id) await this.record(work, 'create_administrator', id);
    });
  }

  @Audits()
  async auditAdministrators(): Promise<AuditProblem[]> {
    const foreign = await this.repository.listForeign();
    return foreign.map(({ id }) => ({ kind: 'foreign_row', id, message: messages.foreignAdministrator(id) }));
  }

  private async refuseKnownPasswords(): Promise<void> {
    for (const administrator of await this.repository.listActiveAdministrators()) {
      const isKnown = administrator.is_development || (await this.hasher.verify(administrator.password_hash, DEVELOPMENT_ADMIN.password));
      if (isKnown) throw new Error(messages.developmentInProduction(administrator.username));
    }
  }

  /** @returns the hash that the password was checked against */
  private async verifyCurrent(id: string, password: string): Promise<string> {
    const counted: LimitEntry = [WRONG_CURRENT, id];
    const wait = await this.limits.reserve(counted);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyFailures, { retryAfterSeconds: wait });
    const administrator = await this.repository.findAdministrator(id);
    if (!(await this.hasher.verify(administrator?.password_hash, password)) || !administrator) {
      throw refusal('forbidden', 'current_password', messages.wrongCurrentPassword);
    }
    await this.limits.release(counted);
    return administrator.password_hash;
  }

  private async find(typed: string): Promise<{ id: string }> {
    const username = checkUsername(typed);
    const known = await this.repository.findAnyByName(username);
    if (!known) throw new DomainError('not_found', messages.noSuchAdministrator(username));
    return known;
  }

  private record(work: Work, action: string, id: string): Promise<void> {
    return work.record({ action, subjectType: 'administrator', subjectId: id });
  }
}

function refusal(code: 'forbidden' | 'rule', field: string, message: string): DomainError {
  return new DomainError(code, message, { errors: [{ field, message }] });
}
