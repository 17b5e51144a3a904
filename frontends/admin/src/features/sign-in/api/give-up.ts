import { api, unwrap } from '@attune/shared-ui/runtime';

/** Ends a sign-in that is not finished. A server that cannot be told lets it run out by itself. */
export async function giveUp(): Promise<void> {
  try {
    await unwrap(api.POST('/api/admin/logout'));
  } catch (error) {
    console.error('The server could not be told that the sign-in was given up', error);
  }
}
