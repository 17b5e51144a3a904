import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer, Body } from '../../wire';

export type ReminderSettings = Answer<'/api/therapist/reminders', 'get'>;
export type ReminderBody = Body<'/api/therapist/reminders', 'put'>;

export const remindersKey = ['therapist', 'reminders'] as const;

/** When the therapist's clients are reminded; the defaults until something was saved. */
export function remindersQuery() {
  return queryOptions({ queryKey: remindersKey, queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/reminders', { signal })) });
}

/** Replaces the settings as a whole. */
export function useSaveReminders() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ReminderBody) => unwrap(api.PUT('/api/therapist/reminders', { body })),
    onSuccess: (saved) => queryClient.setQueryData(remindersKey, saved),
  });
}
