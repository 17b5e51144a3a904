import { api, unwrap } from '@attune/shared-ui/runtime';

/** Turns the second factor on and finishes the sign-in; resolves to the recovery codes. 401 for a wrong code. */
export async function confirmSecondFactor(code: string): Promise<string[]> {
  const answer = await unwrap(
    api.POST('/api/admin/second-factor/confirm', { body: { code } }),
  );
  return answer.recovery_codes;
}
