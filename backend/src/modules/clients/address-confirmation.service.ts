import { Injectable } from '@nestjs/common';
import { CurrentUserData } from '../../common/access/actor';
import { Database, Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { ActivityLog } from '../activity-log/activity-log.service';
import { UserRepository } from '../auth/user.repository';
import { AddressHandover } from './address-handover.service';
import { Visit } from './browser-secrets';
import * as messages from './messages';
import { ObjectionRights } from './objection-rights.service';
import { RefusedCode, refuseCode, SignInCodes } from './sign-in-codes.service';

/** The new address is proved: the account moves there, and the old address is told. */
@Injectable()
export class AddressConfirmation {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly codes: SignInCodes,
    private readonly handover: AddressHandover,
    private readonly objections: ObjectionRights,
    private readonly activity: ActivityLog,
  ) {}

  /** @throws DomainError unauthenticated for a code that is wrong, late or another browser's; conflict when the address was taken meanwhile */
  async confirm(user: CurrentUserData, code: string, visit: Visit): Promise<void> {
    const refusal = await this.database.transaction((tx) => this.attempt(tx, user.id, code, visit));
    if (refusal) refuseCode(refusal);
  }

  /** @returns why the code was refused, if it was; the try it took is kept */
  private async attempt(tx: Queryable, userId: string, code: string, { actor, browser }: Visit): Promise<RefusedCode | undefined> {
    const client = await this.users.lock(userId, tx);
    const change = await this.objections.findNewest(tx, userId);
    if (!client || !change || change.confirmed_at) return { refusal: messages.noCode, spent: true };
    const redeemed = await this.codes.redeem(tx, await this.codes.findAskedBy(tx, change.id, browser.hash), code);
    if ('refusal' in redeemed) return redeemed;
    if (!(await this.handover.move(tx, client, change.new_email))) throw new DomainError('conflict', messages.addressTaken);
    await this.objections.grant(tx, change);
    await this.activity.record(tx, actor, { action: 'change_address', subjectType: 'client', subjectId: userId, clientIds: [userId] });
    return undefined;
  }
}
