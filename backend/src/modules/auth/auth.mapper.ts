import { SignedIn } from './account-access.service';
import { MeDto } from './dto/session.dto';

export function toMe({ user, session }: SignedIn): MeDto {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    picture: user.picture_hash && `/api/public/images/${user.picture_hash}.webp`,
    user_type: user.user_type,
    verified: session.verified,
    idle_expires_at: session.idleExpiresAt.toISOString(),
    absolute_expires_at: session.absoluteExpiresAt.toISOString(),
  };
}
