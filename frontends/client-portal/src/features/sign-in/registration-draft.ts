import type { FieldProblem } from '@attune/shared-ui/runtime';
import { looksLikeEmail } from '../../email-rule';
import type { Registration } from '../../wire';
import { signInMessages as messages } from './messages';

export interface RegistrationDraft {
  name: string;
  email: string;
  phone: string;
  birthDate: string;
}

export type RegistrationField = keyof RegistrationDraft;
export type RegistrationErrors = Partial<Record<RegistrationField, string>>;

export const REGISTRATION_IDS: Record<RegistrationField, string> = {
  name: 'register-name',
  email: 'register-email',
  phone: 'register-phone',
  birthDate: 'register-birth-date',
};

/** What is missing or wrong, in reading order: first what is required, then whether the address can be one. */
export function problemsOf({ name, email }: RegistrationDraft): RegistrationErrors {
  const missing: RegistrationErrors = {};
  if (name.trim() === '') missing.name = messages.required;
  if (email.trim() === '') missing.email = messages.required;
  if (Object.keys(missing).length > 0) return missing;
  return looksLikeEmail(email) ? {} : { email: messages.emailInvalid };
}

/** What is sent; an empty optional field is left out. */
export function bodyOf({ name, email, phone, birthDate }: RegistrationDraft): Registration {
  return {
    name: name.trim(),
    email: email.trim(),
    ...(phone.trim() !== '' && { phone: phone.trim() }),
    ...(birthDate !== '' && { date_of_birth: birthDate }),
  };
}

const FIELDS_ON_THE_WIRE: Readonly<Record<string, RegistrationField>> = { name: 'name', email: 'email', phone: 'phone', date_of_birth: 'birthDate' };

/** What the server found wrong, by our fields. */
export function errorsFromServer(problems: readonly FieldProblem[] = []): RegistrationErrors {
  const errors: RegistrationErrors = {};
  for (const { field, message } of problems) {
    const own = FIELDS_ON_THE_WIRE[field];
    if (own !== undefined) errors[own] ??= message;
  }
  return errors;
}

/** The first field with an error, as the form shows them. */
export function firstOf(errors: RegistrationErrors): RegistrationField | undefined {
  return (['name', 'email', 'phone', 'birthDate'] as const).find((field) => errors[field] !== undefined);
}
