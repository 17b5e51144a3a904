import { ProfileDto } from './dto/profile.dto';
import { Profile } from './profile';

/** @param imageData data URL of the profile's image */
export function toProfileDto(profile: Profile, imageData: string | null): ProfileDto {
  return {
    id: profile.therapistId,
    display_name: profile.displayName,
    bio: profile.bio,
    credentials: profile.credentials,
    languages: profile.languages,
    timezone: profile.timezone,
    profile_image: imageData,
    custom_slug: profile.customSlug,
    created_at: profile.createdAt.toISOString(),
    updated_at: profile.updatedAt.toISOString(),
  };
}
