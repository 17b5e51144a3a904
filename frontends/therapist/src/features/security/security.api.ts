import type { SecondFactorCalls } from '@attune/shared-ui/components/second-factor-panel';
import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer } from '../../wire';

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

export const secondFactorKey = ['therapist', 'second-factor'] as const;

/** Whether this therapist's sign-in asks for a second factor. */
export function secondFactorQuery() {
  return queryOptions({
    queryKey: secondFactorKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/auth/second-factor', { signal })),
    staleTime: 0,
  });
}

export type Session = Answer<'/api/auth/sessions', 'get'>[number];

export const sessionsKey = ['therapist', 'sessions'] as const;

/** Where this therapist is signed in, the place used last first. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/auth/sessions', { signal })),
    staleTime: 0,
  });
}

/** Signs this therapist out somewhere else; the list is read anew either way. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/auth/sessions/{id}', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}
