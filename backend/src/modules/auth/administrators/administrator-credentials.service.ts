import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { Database } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { connectionOf, Limit, LimitEntry, Limits } from '../../../common/limits/limits';
import { AppConfig } from '../../../config/app-config';
import { ActivityLog } from '../../activity-log/activity-log.service';
import * as messages from '../messages';
import { AdministratorRepository, AdministratorRow } from './administrator.repository';
import { PasswordHasher } from './password';

const WINDOW_MS = 15 * 60_000;
/** A connection may fail this many times as often as one name from it: guessing names is guessing too. */
const NAMES_PER_CONNECTION = 10;

/** Username and password, with the lock after too many failures. An unknown name is answered like a known one, in words and in time. */
@Injectable()
export class AdministratorCredentials {
  private readonly perName: Limit;
  private readonly perConnection: Limit;

  constructor(
    private readonly database: Database,
    private readonly repository: AdministratorRepository,
    private readonly hasher: PasswordHasher,
    private readonly limits: Limits,
    private readonly activity: ActivityLog,
    config: AppConfig,
  ) {
    const max = config.administration.failureLimit;
    this.perName = { scope: 'admin-login', max, windowMs: WINDOW_MS };
    this.perConnection = { scope: 'admin-login-connection', max: NAMES_PER_CONNECTION * max, windowMs: WINDOW_MS };
  }

  /** @throws DomainError unauthenticated for anything that is not right, too_many past the limit, unavailable in a crowd */
  async check(username: string, password: string, actor: Actor): Promise<AdministratorRow> {
    const name = username.toLowerCase();
    const connection = connectionOf(actor.address);
    // Counted before the password is looked at, so that guesses at the same moment count as well; what was right is taken back.
    const counted: LimitEntry[] = [
      [this.perConnection, connection],
      [this.perName, `${name} ${connection}`],
    ];
    const wait = await this.limits.reserve(...counted);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyFailures, { retryAfterSeconds: wait });
    const known = await this.repository.findByName(name);
    const right = await this.verified(known, password, counted);
    if (known?.is_active && right) {
      await this.limits.release(...counted);
      return known;
    }
    // What a stranger typed is not kept; only whom it was aimed at, where there is somebody.
    await this.activity.record(this.database, actor, {
      action: 'admin_login_failed',
      subjectType: 'administrator',
      ...(known ? { subjectId: known.id } : {}),
    });
    throw new DomainError('unauthenticated', messages.wrongCredentials);
  }

  private async verified(known: AdministratorRow | undefined, password: string, counted: LimitEntry[]): Promise<boolean> {
    try {
      return await this.hasher.verify(known?.password_hash, password);
    } catch (error) {
      // Nothing was guessed.
      await this.limits.release(...counted);
      throw error;
    }
  }
}
