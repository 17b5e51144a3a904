import { api, unwrap } from '@attune/shared-ui/runtime';
import type { Profile, ProfileBody } from './profile';

/** Replaces the fields of the therapist's profile. */
export function updateProfile(body: ProfileBody): Promise<Profile> {
  return unwrap(api.PUT('/api/therapist/profile', { body }));
}
