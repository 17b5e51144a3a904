import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { focusField } from '../../focus-field';
import { register } from './sign-in.api';
import { signInMessages as messages } from './messages';
import { bodyOf, errorsFromServer, firstOf, problemsOf, REGISTRATION_IDS, type RegistrationDraft, type RegistrationErrors } from './registration-draft';

/** Makes an account out of what was typed, or says at each field what keeps it from being one. */
export function useRegistration(draft: RegistrationDraft, onRegistered: () => void) {
  const [errors, setErrors] = useState<RegistrationErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [taken, setTaken] = useState(false);
  const [sending, setSending] = useState(false);

  const show = (found: RegistrationErrors, said: string) => {
    setErrors(found);
    toast.error(said);
    const first = firstOf(found);
    if (first !== undefined) focusField(REGISTRATION_IDS[first]);
  };

  const fail = (problem: unknown) => {
    if (!(problem instanceof ApiError)) return show({}, messages.registerFailed);
    if (problem.status !== 400) {
      setFailure(problem.detail);
      return show({}, messages.registerFailed);
    }
    const found = errorsFromServer(problem.errors);
    const another = problem.detail !== messages.alreadyRegistered && firstOf(found) !== undefined;
    if (another) return show(found, problem.detail);
    setTaken(true);
    return show({ email: messages.alreadyRegistered }, messages.alreadyRegistered);
  };

  const submit = async () => {
    if (sending) return;
    setFailure(null);
    setTaken(false);
    const found = problemsOf(draft);
    const first = firstOf(found);
    if (first !== undefined) return show(found, found[first] ?? messages.required);
    setErrors({});
    setSending(true);
    try {
      await register(bodyOf(draft));
      toast.success(messages.registered);
      onRegistered();
    } catch (problem) {
      fail(problem);
    } finally {
      setSending(false);
    }
  };

  const forget = (field: keyof RegistrationDraft) => {
    setErrors((current) => ({ ...current, [field]: undefined }));
    if (field === 'email') setTaken(false);
  };

  return { errors, failure, taken, sending, submit, forget };
}
