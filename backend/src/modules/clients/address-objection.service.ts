import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { Database } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { ActivityLog } from '../activity-log/activity-log.service';
import { UserRepository } from '../auth/user.repository';
import { AddressHandover } from './address-handover.service';
import { ClientSessions } from './client-session.service';
import * as messages from './messages';
import { ObjectionRights } from './objection-rights.service';

/** The old address did not want to be left: it is put back, and everybody is signed out. */
@Injectable()
export class AddressObjection {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly objections: ObjectionRights,
    private readonly handover: AddressHandover,
    private readonly sessions: ClientSessions,
    private readonly activity: ActivityLog,
  ) {}

  /**
   * @param token of the link in the notice to the old address
   * @returns the address that was put back
   * @throws DomainError not_found for an unknown, used or late link; conflict when the old address has an account of its own by now
   */
  async object(token: string, actor: Actor): Promise<string> {
    return this.database.transaction(async (tx) => {
      const change = await this.objections.find(tx, token);
      const client = change && (await this.users.lock(change.user_id, tx));
      if (!client || !(await this.objections.use(tx, change))) throw new DomainError('not_found', messages.objectionOver);
      if (!(await this.handover.move(tx, client, change.old_email))) throw new DomainError('conflict', messages.objectionBlocked);
      await this.sessions.endAccess(tx, client.id);
      await this.activity.record(tx, actor, { action: 'object_address_change', subjectType: 'client', subjectId: client.id, clientIds: [client.id] });
      return change.old_email;
    });
  }
}
