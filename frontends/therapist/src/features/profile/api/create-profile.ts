import { api, unwrap } from '@attune/shared-ui/runtime';
import type { Profile, ProfileBody } from './profile';

/** Makes the therapist's profile; 409 when one exists already. */
export function createProfile(body: ProfileBody): Promise<Profile> {
  return unwrap(api.POST('/api/therapist/profile', { body }));
}
