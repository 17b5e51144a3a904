import { Injectable } from '@nestjs/common';
import { Actor, CurrentUserData } from '../../common/access/actor';
import { Database } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { Limit, LimitEntry, Limits } from '../../common/limits/limits';
import { ActivityLog } from '../activity-log/activity-log.service';
import { SessionService } from '../auth/session.service';
import { AdministratorRepository } from './administrator.repository';
import * as messages from './messages';
import { PasswordHasher } from './password-hasher';
import { checkNewPassword } from './password-rules';

/** A session that somebody else sits at must not be good for guessing. */
const WRONG_CURRENT: Limit = { scope: 'admin-password', max: 5, windowMs: 15 * 60_000 };

/** An administrator's change of the own password. */
@Injectable()
export class AdministratorPassword {
  constructor(
    private readonly database: Database,
    private readonly repository: AdministratorRepository,
    private readonly hasher: PasswordHasher,
    private readonly limits: Limits,
    private readonly sessions: SessionService,
    private readonly activity: ActivityLog,
  ) {}

  /**
   * The administrator's other sessions end.
   * @throws DomainError forbidden for a wrong current password, too_many after five, rule for one that everybody knows
   */
  async change(current: CurrentUserData, typed: { currentPassword: string; newPassword: string }, actor: Actor): Promise<void> {
    checkNewPassword(typed.newPassword);
    const knownHash = await this.verifyCurrent(current.id, typed.currentPassword);
    if (typed.newPassword === typed.currentPassword) throw refusal('rule', 'new_password', messages.passwordSame);
    const passwordHash = await this.hasher.hash(typed.newPassword);
    await this.database.transaction(async (tx) => {
      if (!(await this.repository.setPassword(current.id, passwordHash, tx, knownHash))) throw new DomainError('conflict', messages.changedMeanwhile);
      await this.sessions.endAllOf(tx, current.id, current.sessionId);
      await this.activity.record(tx, actor, { action: 'change_password', subjectType: 'administrator', subjectId: current.id });
    });
  }

  /** @returns the hash that the password was checked against */
  private async verifyCurrent(id: string, password: string): Promise<string> {
    const counted: LimitEntry = [WRONG_CURRENT, id];
    const wait = await this.limits.reserve(counted);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyFailures, { retryAfterSeconds: wait });
    const administrator = await this.repository.findById(id);
    if (!(await this.hasher.verify(administrator?.password_hash, password)) || !administrator) {
      throw refusal('forbidden', 'current_password', messages.wrongCurrentPassword);
    }
    await this.limits.release(counted);
    return administrator.password_hash;
  }
}

function refusal(code: 'forbidden' | 'rule', field: string, message: string): DomainError {
  return new DomainError(code, message, { errors: [{ field, message }] });
}
