import { api, unwrap } from '@attune/shared-ui/runtime';

/** Sends a picture to be checked and re-encoded; resolves to its data URL, which becomes part of the profile only when that is saved. */
export async function uploadProfileImage(file: File): Promise<string> {
  const form = new FormData();
  form.append('file', file);
  const answer = await unwrap(
    api.POST('/api/therapist/upload-profile-image', { body: { file: file.name }, bodySerializer: () => form }),
  );
  return answer.image_data;
}
