import { Injectable } from '@nestjs/common';
import { toString as qrCode } from 'qrcode';
import { Actor } from '../../common/access/actor';
import { Database, Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { ActivityLog } from '../activity-log/activity-log.service';
import * as messages from './messages';
import { RecoveryCodes } from './recovery-codes.service';
import { SecondFactorCheck, subjectOf } from './second-factor-check.service';
import { FactorAccount, SecondFactorRepository } from './second-factor.repository';
import { LiveSession, SessionService } from './session.service';
import { newTotpSecret, otpauthUrl, stepOf } from './totp';

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
