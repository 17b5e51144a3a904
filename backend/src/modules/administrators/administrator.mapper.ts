import { CurrentAdministrator } from './administrator-session.service';
import { AdministratorRow } from './administrator.repository';
import { CurrentAdministratorDto, SignedInAdministratorDto } from './dto/administrator.dto';

export function toSignedInAdministrator({ administrator }: { administrator: AdministratorRow }): SignedInAdministratorDto {
  return { admin: { username: administrator.username, role: administrator.role } };
}

export function toCurrentAdministrator({ administrator, session }: CurrentAdministrator): CurrentAdministratorDto {
  return {
    ...toSignedInAdministrator({ administrator }),
    idle_expires_at: session.idleExpiresAt.toISOString(),
    absolute_expires_at: session.absoluteExpiresAt.toISOString(),
  };
}
