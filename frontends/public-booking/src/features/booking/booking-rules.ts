import type { FieldProblem } from '@attune/shared-ui/runtime';
import type { BookingDraft } from './booking-draft';
import { bookingMessages as messages } from './messages';

export type BookingField = Exclude<keyof BookingDraft, 'website'>;
export type BookingErrors = Partial<Record<BookingField, string>>;

export interface Problem {
  field: BookingField;
  message: string;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is missing or wrong, in the order in which people are told. */
export function problemsOf(draft: BookingDraft): Problem[] {
  const problems: Problem[] = [];
  const check = (holds: boolean, field: BookingField, message: string) => {
    if (!holds) problems.push({ field, message });
  };
  check(draft.serviceId !== null, 'serviceId', messages.chooseService);
  check(draft.date !== null, 'date', messages.chooseDate);
  check(draft.time !== null, 'time', messages.chooseTime);
  check(draft.name.trim() !== '', 'name', messages.enterName);
  const email = draft.email.trim();
  check(email !== '', 'email', messages.enterEmail);
  check(email === '' || EMAIL.test(email), 'email', messages.emailInvalid);
  return problems;
}

export function errorsOf(problems: readonly Problem[]): BookingErrors {
  return Object.fromEntries(problems.map(({ field, message }) => [field, message]));
}

const FIELDS_ON_THE_WIRE: Record<string, BookingField> = {
  service_id: 'serviceId',
  appointment_date: 'date',
  appointment_time: 'time',
  client_name: 'name',
  client_email: 'email',
  client_phone: 'phone',
  notes: 'notes',
};

/** What the server found wrong, by our fields. */
export function problemsFromServer(errors: readonly FieldProblem[] = []): Problem[] {
  return errors.flatMap(({ field, message }) => {
    const own = FIELDS_ON_THE_WIRE[field];
    return own === undefined ? [] : [{ field: own, message }];
  });
}
