import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { type Problems, useServerForm } from '@attune/shared-ui/forms';
import { ApiError, useQueryClient } from '@attune/shared-ui/runtime';
import { openingsKey } from '../../keys';
import type { Grant, OpenRecord } from '../../wire';
import { openAccess } from './emergency.api';
import { emergencyMessages as messages } from './messages';

const NOTHING_TYPED: OpenRecord = { client: '', reason: '', password: '', code: '' };

/** The request for one client's record. What is typed here is kept nowhere. */
export function useOpenForm(onOpened: (grant: Grant) => void) {
  const queryClient = useQueryClient();
  const form = useServerForm<OpenRecord>({
    stored: NOTHING_TYPED,
    check: problemsOf,
    send: async (typed) => {
      const grant = await openAccess(queryClient, typed);
      void queryClient.invalidateQueries({ queryKey: openingsKey });
      onOpened(grant);
      return NOTHING_TYPED;
    },
    onRefused: (error, told) => {
      // A code that was looked at is used up, unless it was the body or the password that was not right.
      if (error instanceof ApiError && error.status !== 400 && told.fields['password'] === undefined) form.set('code', '');
      return told.lines.length === 0 && Object.keys(told.fields).length === 0 ? { fields: {}, lines: [refusalText(error, messages.openFailed)] } : told;
    },
  });
  return form;
}

function problemsOf({ client, reason, password, code }: OpenRecord): Problems {
  return {
    ...(client.trim() === '' && { client: messages.clientMissing }),
    ...(reason.trim() === '' && { reason: messages.reasonMissing }),
    ...(password === '' && { password: messages.passwordMissing }),
    ...(code.trim() === '' && { code: messages.codeMissing }),
  };
}
