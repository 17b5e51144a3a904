import { useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { createProfile } from './create-profile';
import { profileKey } from './get-profile';
import type { ProfileBody } from './profile';
import { updateProfile } from './update-profile';

/** Creates the profile while there is none, else updates it; everything that depends on it (zone, name) is read anew. */
export function useSaveProfile(exists: boolean) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ProfileBody) => (exists ? updateProfile(body) : createProfile(body)),
    onSuccess: async (profile) => {
      queryClient.setQueryData(profileKey, profile);
      await queryClient.invalidateQueries({ queryKey: ['therapist'] });
    },
  });
}
