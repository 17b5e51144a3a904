import { Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../common/access/actor';
import { Database } from '../../common/database/database';
import { AppConfig } from '../../config/app-config';
import { DEVELOPMENT_ADMIN } from '../../config/environment';
import { ActivityLog } from '../activity-log/activity-log.service';
import { AdministratorRepository } from './administrator.repository';
import * as messages from './messages';
import { PasswordHasher } from './password-hasher';
import { checkUsername } from './password-rules';

/** What the API does about administrators when it starts. */
@Injectable()
export class FirstAdministrator implements OnApplicationBootstrap {
  constructor(
    private readonly config: AppConfig,
    private readonly database: Database,
    private readonly repository: AdministratorRepository,
    private readonly hasher: PasswordHasher,
    private readonly activity: ActivityLog,
  ) {}

  /** @throws Error in production, while somebody could sign in with the password of development machines */
  async onApplicationBootstrap(): Promise<void> {
    if (this.config.production) await this.refuseKnownPasswords();
    await this.ensureFirst();
  }

  private async refuseKnownPasswords(): Promise<void> {
    for (const administrator of await this.repository.findActive()) {
      const isKnown = administrator.is_development || (await this.hasher.verify(administrator.password_hash, DEVELOPMENT_ADMIN.password));
      if (isKnown) throw new Error(messages.developmentInProduction(administrator.username));
    }
  }

  /** The one that the environment names; who is there already stays as they are. */
  private async ensureFirst(): Promise<void> {
    const { first } = this.config.administration;
    if (!first) return;
    const username = checkUsername(first.username);
    if (await this.repository.findByName(username)) return;
    const passwordHash = await this.hasher.hash(first.password);
    const isDevelopment = first.password === DEVELOPMENT_ADMIN.password;
    await this.database.transaction(async (tx) => {
      const id = await this.repository.insert({ username, passwordHash, isDevelopment }, tx);
      if (id) await this.activity.record(tx, SYSTEM_ACTOR, { action: 'create_administrator', subjectType: 'administrator', subjectId: id });
    });
  }
}
