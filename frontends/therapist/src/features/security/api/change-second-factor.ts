import type { SecondFactorCalls } from '@attune/shared-ui/components/SecondFactorPanel';
import { api, unwrap } from '@attune/shared-ui/runtime';

/** Turning it on and off, and new recovery codes. A wrong code is 422, too many are 429, each with its sentence. */
export const changeSecondFactor: SecondFactorCalls = {
  setUp: async () => {
    const { secret, qr_svg: qrSvg } = await unwrap(api.POST('/api/auth/second-factor/setup'));
    return { secret, qrSvg };
  },
  confirm: async (code) => (await unwrap(api.POST('/api/auth/second-factor/confirm', { body: { code } }))).recovery_codes,
  disable: (code) => unwrap(api.POST('/api/auth/second-factor/disable', { body: { code } })),
  renewCodes: async (code) => (await unwrap(api.POST('/api/auth/second-factor/recovery-codes', { body: { code } }))).recovery_codes,
};
