import type { SecondFactorCalls } from '@attune/shared-ui/components/SecondFactorPanel';
import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { adminKey } from '../../../keys';

export const secondFactorKey = [...adminKey, 'second-factor'] as const;

/** Whether this administrator's sign-in asks for a second factor. */
export function secondFactorQuery() {
  return queryOptions({
    queryKey: secondFactorKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/second-factor', { signal })),
    staleTime: 0,
  });
}

/** Turning it on and off, and new recovery codes. A wrong code is 422, too many are 429, each with its sentence. */
export const secondFactorCalls: SecondFactorCalls = {
  setUp: async () => {
    const offer = await unwrap(api.POST('/api/admin/second-factor/setup'));
    return { secret: offer.secret, qrSvg: offer.qr_svg };
  },
  confirm: async (code) =>
    (await unwrap(api.POST('/api/admin/second-factor/confirm', { body: { code } }))).recovery_codes,
  disable: (code) => unwrap(api.POST('/api/admin/second-factor/disable', { body: { code } })),
  renewCodes: async (code) =>
    (await unwrap(api.POST('/api/admin/second-factor/recovery-codes', { body: { code } }))).recovery_codes,
};
