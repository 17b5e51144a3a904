import type { FieldProblem } from '@attune/shared-ui/runtime';
import type { PublicService } from '../../wire';
import { EMPTY_DRAFT, type BookingDraft } from './booking-draft';
import { bookingMessages as messages } from './messages';

export type BookingField = Exclude<keyof BookingDraft, 'website'>;
export type BookingErrors = Partial<Record<BookingField, string>>;

export interface Problem {
  field: BookingField;
  message: string;
}

/** In characters, as the server counts them. */
export const LONGEST_NOTES = 2_000;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Whether the therapist will call, by what is chosen so far. */
export function needsPhone(draft: BookingDraft, service: PublicService | null): boolean {
  return service?.online_place === 'therapist-calls' && (draft.session_place ?? service.session_type) === 'online';
}

/** What is missing or wrong, in the order in which people are told: that of the form. */
export function problemsOf(draft: BookingDraft, service: PublicService | null): Problem[] {
  const problems: Problem[] = [];
  const check = (holds: boolean, field: BookingField, message: string) => {
    if (!holds) problems.push({ field, message });
  };
  check(draft.service_id !== null, 'service_id', messages.chooseService);
  check(draft.appointment_date !== null, 'appointment_date', messages.chooseDate);
  check(draft.appointment_time !== null, 'appointment_time', messages.chooseTime);
  check(service?.session_type !== 'both' || !!draft.session_place, 'session_place', messages.choosePlace);
  check(draft.client_name.trim() !== '', 'client_name', messages.enterName);
  const email = draft.client_email.trim();
  check(email !== '', 'client_email', messages.enterEmail);
  check(email === '' || EMAIL.test(email), 'client_email', messages.emailInvalid);
  check(!needsPhone(draft, service) || draft.client_phone.trim() !== '', 'client_phone', messages.enterPhone);
  const { length } = draft.notes.trim();
  check(length <= LONGEST_NOTES, 'notes', messages.notesTooLong(length - LONGEST_NOTES));
  return problems;
}

export function errorsOf(problems: readonly Problem[]): BookingErrors {
  return Object.fromEntries(problems.map(({ field, message }) => [field, message]));
}

/** What the server found wrong with fields of the form. */
export function problemsFromServer(errors: readonly FieldProblem[] = []): Problem[] {
  return errors.filter((problem): problem is Problem => problem.field in EMPTY_DRAFT);
}
