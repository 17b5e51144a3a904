import type { components } from '@attune/shared-ui/api/schema';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import type { Typed } from '@attune/shared-ui/forms';
import { api, queryOptions, toast, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { secondFactorCalls, secondFactorStatus } from '@attune/shared-ui/second-factor';
import { adminKey, secondFactorKey } from '../../keys';
import { accountMessages } from './messages';

const SECOND_FACTOR = '/api/admin/second-factor';

export const sessionsKey = [...adminKey, 'sessions'] as const;

export type PasswordChange = Typed<components['schemas']['ChangePasswordDto']>;

/** Changes the own password; the other sessions end. 403 for a wrong current one, 422 for a new one that is no good. */
export function changePassword(body: PasswordChange): Promise<unknown> {
  return unwrap(api.POST('/api/admin/password', { body }));
}

/** Turning it on and off, and new recovery codes. */
export const secondFactor = secondFactorCalls(SECOND_FACTOR);

/** Whether this administrator's sign-in asks for a second factor. */
export function secondFactorQuery() {
  return secondFactorStatus(SECOND_FACTOR, secondFactorKey);
}

/** Where this administrator is signed in. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/sessions', { signal })),
    staleTime: 0,
  });
}

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
