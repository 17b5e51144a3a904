import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { focusField } from '../../focus-field';
import { waitOf } from '../../proof/proof.api';
import { logIn } from './sign-in.api';
import { signInMessages as messages } from './messages';
import { useEntering } from './use-entering';

export const LOGIN_EMAIL_ID = 'login-email';
export const NEW_CODE_ID = 'new-code';

interface LoginOptions {
  email: string;
  /** A code is on its way; so many seconds until another can be asked for. */
  onCode: (wait: number) => void;
  /** What has the focus again after a refusal. */
  fieldId?: string;
}

/** Asks to be let in with an address alone. */
export function useLogin({ email, onCode, fieldId = LOGIN_EMAIL_ID }: LoginOptions) {
  const { welcome } = useEntering();
  const [error, setError] = useState<string | undefined>();
  const [unknown, setUnknown] = useState(false);
  const [sending, setSending] = useState(false);

  const refuse = (said: string, shown = said) => {
    toast.error(said);
    setError(shown);
    focusField(fieldId);
  };

  const fail = (problem: unknown) => {
    const wait = waitOf(problem);
    if (wait !== undefined) return onCode(wait);
    if (!(problem instanceof ApiError)) return refuse(messages.loginFailed);
    setUnknown(problem.status === 404);
    return problem.status === 404 ? refuse(messages.notFound) : refuse(messages.loginFailed, problem.detail);
  };

  const submit = async () => {
    if (sending) return;
    setUnknown(false);
    if (email.trim() === '') return refuse(messages.emailMissing);
    setError(undefined);
    setSending(true);
    try {
      const sent = await logIn(email.trim());
      if (sent === undefined) await welcome();
      else onCode(sent.resend_after_seconds);
    } catch (problem) {
      fail(problem);
    } finally {
      setSending(false);
    }
  };

  return { error, unknown, sending, submit, forgetError: () => setError(undefined) };
}
