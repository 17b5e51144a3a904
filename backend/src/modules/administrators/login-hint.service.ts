import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/errors/domain-error';
import { AppConfig } from '../../config/app-config';
import { DEVELOPMENT_ADMIN } from '../../config/environment';
import { AdministratorRepository } from './administrator.repository';
import * as messages from './messages';
import { PasswordHasher } from './password-hasher';

/** What the sign-in page of a development machine shows. */
@Injectable()
export class LoginHint {
  /** The last hash that was looked at, so that opening the page costs no hashing. */
  private known: { hash: string; isDevelopment: boolean } | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly repository: AdministratorRepository,
    private readonly hasher: PasswordHasher,
  ) {}

  /** @throws DomainError not_found in production, and once the development administrator is closed or has another password */
  async show(): Promise<{ username: string; password: string }> {
    const administrator = this.config.production ? undefined : await this.repository.findDevelopment();
    if (!administrator || !(await this.hasKnownPassword(administrator.password_hash))) throw new DomainError('not_found', messages.noHint);
    return { username: administrator.username, password: DEVELOPMENT_ADMIN.password };
  }

  private async hasKnownPassword(hash: string): Promise<boolean> {
    if (this.known?.hash !== hash) this.known = { hash, isDevelopment: await this.hasher.verify(hash, DEVELOPMENT_ADMIN.password) };
    return this.known.isDevelopment;
  }
}
