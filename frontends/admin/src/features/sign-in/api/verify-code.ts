import { api, unwrap } from '@attune/shared-ui/runtime';

/** Finishes a sign-in with the app's code or a recovery code. 401 for a wrong one, 429 after too many of them. */
export function verifyCode(code: string) {
  return unwrap(api.POST('/api/admin/second-factor/verify', { body: { code } }));
}
