import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { AdminIdentityDto } from './dto/dashboard.dto';
import * as messages from './messages';

const FIND = { name: 'administrator-identity', text: 'select username, role from administrators where id = $1 and is_active' };

/** Who an administrator's session belongs to, as the header of the area shows it. */
@Injectable()
export class AdministratorIdentity {
  constructor(private readonly database: Database) {}

  /** @throws DomainError unauthenticated when the administrator is gone or disabled */
  async find(adminId: string): Promise<AdminIdentityDto> {
    const [administrator] = await this.database.query<AdminIdentityDto>(FIND, [adminId]);
    if (!administrator) throw new DomainError('unauthenticated', messages.signInFirst);
    return administrator;
  }
}
