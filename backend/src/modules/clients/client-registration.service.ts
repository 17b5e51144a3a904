import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { Database } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { ActivityLog } from '../activity-log/activity-log.service';
import { UserRepository, UserRow } from '../auth/user.repository';
import { assertBorn } from './birth-date';
import { Visit } from './browser-secrets';
import { ClientAccountRepository } from './client-account.repository';
import { RegisterClientDto } from './dto/client-sign-in.dto';
import * as messages from './messages';
import { SignInLimits } from './sign-in-limits.service';

/** Makes accounts. Registering proves nothing: until a proof, the account knows only what was typed here. */
@Injectable()
export class ClientRegistration {
  constructor(
    private readonly database: Database,
    private readonly limits: SignInLimits,
    private readonly accounts: ClientAccountRepository,
    private readonly users: UserRepository,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError invalid when the address has an account; too_many */
  async register(body: RegisterClientDto, { actor, browser }: Visit): Promise<UserRow> {
    const at = this.clock.now();
    assertBorn(body.date_of_birth, at);
    await this.limits.countRegistration(actor.address);
    return this.database.transaction(async (tx) => {
      const personId = await this.accounts.ensurePerson(body.email, tx);
      const user = await this.users.insertClient(personId, { email: body.email, name: body.name, at }, tx);
      if (!user) throw new DomainError('invalid', messages.alreadyRegistered);
      const typed = { phone: body.phone ?? null, dateOfBirth: body.date_of_birth ?? null };
      await this.accounts.insert(user.id, { ...typed, typedBy: browser.hash, registeredAt: at }, tx);
      await this.activity.record(tx, actor, { action: 'register', subjectType: 'client', subjectId: user.id, clientIds: [user.id] });
      return user;
    });
  }
}
