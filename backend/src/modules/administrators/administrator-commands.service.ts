import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../common/access/actor';
import { Database, Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { ActivityLog } from '../activity-log/activity-log.service';
import { SecondFactorService } from '../auth/second-factor.service';
import { SessionService } from '../auth/session.service';
import { AdministratorRepository, AdministratorRow, AdministratorSummary } from './administrator.repository';
import * as messages from './messages';
import { PasswordHasher } from './password-hasher';
import { checkNewPassword, checkUsername } from './password-rules';

/** What the operator does about administrators from the command line. Errors are DomainErrors in words for the operator. */
@Injectable()
export class AdministratorCommands {
  constructor(
    private readonly database: Database,
    private readonly repository: AdministratorRepository,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionService,
    private readonly secondFactors: SecondFactorService,
    private readonly activity: ActivityLog,
  ) {}

  list(): Promise<AdministratorSummary[]> {
    return this.repository.list();
  }

  /** @throws DomainError conflict when the name is taken, invalid or rule for the name and the password */
  async create(typed: string, password: string): Promise<void> {
    const username = checkUsername(typed);
    checkNewPassword(password);
    const passwordHash = await this.hasher.hash(password);
    await this.database.transaction(async (tx) => {
      const id = await this.repository.insert({ username, passwordHash, isDevelopment: false }, tx);
      if (!id) throw new DomainError('conflict', messages.usernameTaken(username));
      await this.record(tx, 'create_administrator', id);
    });
  }

  /** A new password; ends the administrator's sessions, and on request takes the second factor away. @throws DomainError not_found */
  async reset(typed: string, password: string, options: { secondFactor: boolean }): Promise<void> {
    checkNewPassword(password);
    const { id } = await this.find(typed);
    const passwordHash = await this.hasher.hash(password);
    await this.database.transaction(async (tx) => {
      if (options.secondFactor) await this.secondFactors.drop({ kind: 'admin', id }, SYSTEM_ACTOR, tx);
      await this.repository.setPassword(id, passwordHash, tx);
      await this.sessions.endAllOf(tx, id);
      await this.record(tx, 'reset_administrator', id);
    });
  }

  /** Closing an account ends its sessions. @throws DomainError not_found */
  async setActive(typed: string, active: boolean): Promise<void> {
    const { id } = await this.find(typed);
    await this.database.transaction(async (tx) => {
      await this.repository.setActive(id, active, tx);
      if (!active) await this.sessions.endAllOf(tx, id);
      await this.record(tx, active ? 'enable_administrator' : 'disable_administrator', id);
    });
  }

  private async find(typed: string): Promise<AdministratorRow> {
    const username = checkUsername(typed);
    const known = await this.repository.findByName(username);
    if (!known) throw new DomainError('not_found', messages.noSuchAdministrator(username));
    return known;
  }

  private record(tx: Queryable, action: string, id: string): Promise<void> {
    return this.activity.record(tx, SYSTEM_ACTOR, { action, subjectType: 'administrator', subjectId: id });
  }
}
