import { AdministratorRow } from './administrator.repository';
import { SignedInAdministratorDto } from './dto/administrator.dto';

export function toSignedInAdministrator({ administrator }: { administrator: AdministratorRow }): SignedInAdministratorDto {
  return { admin: { username: administrator.username, role: administrator.role } };
}
