import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { type Problems, useServerForm } from '@attune/shared-ui/forms';
import { toast, useQueryClient } from '@attune/shared-ui/runtime';
import { changePassword, type PasswordChange, sessionsKey } from './account.api';
import { accountMessages as messages } from './messages';

const NOTHING_TYPED: PasswordChange = { current_password: '', new_password: '' };
const SHORTEST = 12;
const LONGEST = 200;

/** The change of the own password. What is typed here is kept nowhere. */
export function usePasswordForm() {
  const queryClient = useQueryClient();
  return useServerForm<PasswordChange>({
    stored: NOTHING_TYPED,
    check: problemsOf,
    send: async (typed) => {
      await changePassword(typed);
      toast.success(messages.changed);
      void queryClient.invalidateQueries({ queryKey: sessionsKey });
      return NOTHING_TYPED;
    },
    onRefused: (error, told) => (Object.keys(told.fields).length > 0 ? told : { fields: {}, lines: [refusalText(error, messages.changeFailed)] }),
  });
}

function problemsOf({ current_password: current, new_password: next }: PasswordChange): Problems {
  return {
    ...(current.trim() === '' && { current_password: messages.currentMissing }),
    ...((next.length < SHORTEST || next.length > LONGEST) && { new_password: messages.nextShort }),
  };
}
