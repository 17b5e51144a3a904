import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import type { SecondFactorCalls, SecondFactorStatus } from '../components/second-factor-panel';

/** Where the calls about one's own second factor lie; administrators sign in apart from everybody else. */
export type SecondFactorPlace = '/api/admin/second-factor' | '/api/auth/second-factor';

/**
 * Setting it up, turning it on and off, new recovery codes. Each rejects with an ApiError: a wrong code is 422 (401 while
 * signing in), too many are 429, each with its sentence.
 */
export function secondFactorCalls(place: SecondFactorPlace): SecondFactorCalls {
  return {
    setUp: async () => {
      const { secret, qr_svg: qrSvg } = await unwrap(api.POST(`${place}/setup`));
      return { secret, qrSvg };
    },
    confirm: async (code) => (await unwrap(api.POST(`${place}/confirm`, { body: { code } }))).recovery_codes,
    disable: (code) => unwrap(api.POST(`${place}/disable`, { body: { code } })),
    renewCodes: async (code) => (await unwrap(api.POST(`${place}/recovery-codes`, { body: { code } }))).recovery_codes,
  };
}

/** Whether one's own sign-in asks for a second factor; asked anew whenever it is shown. */
export function secondFactorStatus(place: SecondFactorPlace, queryKey: readonly string[]) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<SecondFactorStatus> => {
      const { enabled, required, recovery_codes_left: recoveryCodesLeft } = await unwrap(api.GET(place, { signal }));
      return { enabled, required, recoveryCodesLeft };
    },
    staleTime: 0,
  });
}
