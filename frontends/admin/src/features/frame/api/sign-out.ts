import { api, unwrap } from '@attune/shared-ui/runtime';

/** Ends the session on the server. The page is left even if the server could not be told. */
export async function signOut(): Promise<void> {
  try {
    await unwrap(api.POST('/api/admin/logout'));
  } catch (error) {
    console.error('The server could not be told about the sign-out', error);
  }
}
