import { api, ApiError, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { secondFactorCalls } from '@attune/shared-ui/second-factor';

export interface Credentials {
  username: string;
  password: string;
}

/** Signs in, or resolves to the step that is still missing. 401 for wrong credentials, 429 after too many of them. */
export function signIn(credentials: Credentials) {
  const form = new FormData();
  form.append('username', credentials.username);
  form.append('password', credentials.password);
  return unwrap(api.POST('/api/admin/login', { body: credentials, bodySerializer: () => form }));
}

/** Finishes a sign-in with the app's code or a recovery code. 401 for a wrong one, 429 after too many of them. */
export function verifyCode(code: string) {
  return unwrap(api.POST('/api/admin/second-factor/verify', { body: { code } }));
}

/** For a sign-in that must set its second factor up first; the right code also finishes it. */
export const secondFactor = secondFactorCalls('/api/admin/second-factor');

/** Ends a sign-in that is not finished. A server that cannot be told lets it run out by itself. */
export async function giveUp(): Promise<void> {
  try {
    await unwrap(api.POST('/api/admin/logout'));
  } catch (error) {
    console.error('The server could not be told that the sign-in was given up', error);
  }
}

async function readHint(signal: AbortSignal): Promise<Credentials | null> {
  try {
    return await unwrap(api.GET('/api/admin/login-hint', { signal }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The development administrator's credentials; null where the server has none to show (its 404). */
export function loginHintQuery() {
  return queryOptions({
    queryKey: ['admin-login-hint'],
    queryFn: ({ signal }) => readHint(signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
