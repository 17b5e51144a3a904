import { SILENT, type Problems, type Typed, useServerForm } from '@attune/shared-ui/forms';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { looksLikeEmail } from '../../email-rule';
import type { Registration } from '../../wire';
import { register } from './sign-in.api';
import { signInMessages as messages } from './messages';

export type RegistrationValues = Typed<Registration>;

export const REGISTRATION_IDS: Record<keyof RegistrationValues, string> = {
  name: 'register-name',
  email: 'register-email',
  phone: 'register-phone',
  date_of_birth: 'register-birth-date',
};

interface RegistrationOptions {
  /** An address that is known already. */
  email: string;
  onRegistered: () => void;
  /** A code is on its way; so many seconds until another can be asked for. */
  onCode: (wait: number) => void;
}

/** Makes an account out of what was typed, or says at each field what keeps it from being one. */
export function useRegistration({ email, onRegistered, onCode }: RegistrationOptions) {
  const [stored] = useState<RegistrationValues>({ name: '', email, phone: '', date_of_birth: '' });
  const [taken, setTaken] = useState(false);
  const form = useServerForm<RegistrationValues>({
    stored,
    keep: { form: 'registration', record: email },
    check: problemsOf,
    send: async (values) => {
      setTaken(false);
      const sent = await register(bodyOf(values));
      if (sent !== undefined) return onCode(sent.resend_after_seconds);
      toast.success(messages.registered);
      onRegistered();
    },
    onInvalid: ({ name, email: address }) => {
      setTaken(false);
      toast.error(name ?? address ?? messages.required);
    },
    onRefused: (problem, told) => {
      const sentence = refusedFor(problem, told.fields);
      toast.error(sentence);
      if (!(problem instanceof ApiError)) return SILENT;
      if (problem.status !== 400) return { fields: {}, lines: [problem.detail] };
      setTaken(sentence === messages.alreadyRegistered);
      return sentence === messages.alreadyRegistered ? { fields: { email: sentence }, lines: [] } : told;
    },
  });
  return { form, taken, forgetTaken: () => setTaken(false) };
}

/** The toast's sentence. A 400 that names no field can only be about the address. */
function refusedFor(problem: unknown, fields: Problems): string {
  if (!(problem instanceof ApiError) || problem.status !== 400) return messages.registerFailed;
  const another = problem.detail !== messages.alreadyRegistered && Object.keys(fields).length > 0;
  return another ? problem.detail : messages.alreadyRegistered;
}

/** What is missing or wrong: first what is required, then whether the address can be one. */
function problemsOf({ name, email }: RegistrationValues): Problems {
  const missing = {
    ...(name.trim() === '' && { name: messages.required }),
    ...(email.trim() === '' && { email: messages.required }),
  };
  if (Object.keys(missing).length > 0) return missing;
  return looksLikeEmail(email) ? {} : { email: messages.emailInvalid };
}

/** What is sent; an empty optional field is left out. */
function bodyOf({ name, email, phone, date_of_birth }: RegistrationValues): Registration {
  return {
    name: name.trim(),
    email: email.trim(),
    ...(phone.trim() !== '' && { phone: phone.trim() }),
    ...(date_of_birth !== '' && { date_of_birth }),
  };
}
