import type { components } from '@attune/shared-ui/api/schema';
import type { SecondFactorCalls } from '@attune/shared-ui/components/second-factor-panel';
import type { Typed } from '@attune/shared-ui/forms';
import { api, queryOptions, toast, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { adminKey } from '../../keys';
import { refusalText } from '../../refusal';
import { accountMessages } from './messages';

export type PasswordChange = Typed<components['schemas']['ChangePasswordDto']>;

/** Changes the own password; the other sessions end. 403 for a wrong current one, 422 for a new one that is no good. */
export function changePassword(body: PasswordChange): Promise<unknown> {
  return unwrap(api.POST('/api/admin/password', { body }));
}

export const sessionsKey = [...adminKey, 'sessions'] as const;

/** Where this administrator is signed in. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/sessions', { signal })),
    staleTime: 0,
  });
}

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

/** Signs this administrator out somewhere else. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/admin/sessions/{id}', { params: { path: { id } } })),
    onSuccess: () => toast.success(accountMessages.ended),
    onError: (error) => toast.error(refusalText(error, accountMessages.endFailed)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}
