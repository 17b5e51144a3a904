import { api, ApiError, queryOptions, sendBy, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { withProgress } from '@attune/shared-ui/upload';
import type { Answer, Body } from '../../wire';

export type Profile = Answer<'/api/therapist/profile', 'get'>;
export type NewProfileBody = Body<'/api/therapist/profile', 'post'>;
export type ProfileBody = Body<'/api/therapist/profile', 'put'>;

export const profileKey = ['therapist', 'profile'] as const;

async function readProfile(signal: AbortSignal): Promise<Profile | null> {
  try {
    return await unwrap(api.GET('/api/therapist/profile', { signal }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Makes the therapist's profile; 409 when one exists already. */
function createProfile(body: NewProfileBody): Promise<Profile> {
  return unwrap(api.POST('/api/therapist/profile', { body }));
}

/** Replaces the fields of the therapist's profile; 409 when it was saved since the version that the changes began with. */
function updateProfile(body: ProfileBody): Promise<Profile> {
  return unwrap(api.PUT('/api/therapist/profile', { body }));
}

/**
 * Sends a picture to be checked and re-encoded; resolves to its data URL, which becomes part of the profile only when that is saved.
 * @param onProgress told in per cent how much has gone out
 */
export async function uploadProfileImage(file: File, onProgress: (percent: number) => void): Promise<string> {
  const form = new FormData();
  form.append('file', file);
  const answer = await unwrap(
    api.POST('/api/therapist/upload-profile-image', { body: { file: file.name }, bodySerializer: () => form, fetch: sendBy(withProgress(onProgress)) }),
  );
  return answer.image_data;
}

/** Whether a public link could be had; nothing is reserved by asking. */
export function slugQuery(slug: string) {
  return queryOptions({
    queryKey: ['therapist', 'slug-check', slug],
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/slug-check', { params: { query: { slug } }, signal })),
    staleTime: 30_000,
    retry: false,
  });
}

/** Pauses new bookings, with a sentence for visitors, or opens them again. What is booked stays. */
export function usePauseBookings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<'/api/therapist/profile/bookings-pause', 'put'>) => unwrap(api.PUT('/api/therapist/profile/bookings-pause', { body })),
    onSuccess: (profile) => queryClient.setQueryData(profileKey, profile),
  });
}

/** The therapist's own profile; null while none exists (the server's 404). */
export function profileQuery() {
  return queryOptions({ queryKey: profileKey, queryFn: ({ signal }) => readProfile(signal) });
}

/** Creates the profile while there is none, else updates it; everything that depends on it (zone, name) is read anew. */
export function useSaveProfile(exists: boolean) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ version, ...body }: ProfileBody) => (exists ? updateProfile({ ...body, version }) : createProfile(body)),
    onSuccess: async (profile) => {
      queryClient.setQueryData(profileKey, profile);
      await queryClient.invalidateQueries({ queryKey: ['therapist'] });
    },
  });
}
