import type { SessionType } from '../../session-type';
import type { Service, ServiceBody } from './services.api';
import { serviceMessages } from './messages';

export const DURATION_MIN = 15;
export const DURATION_MAX = 240;
export const DURATION_DEFAULT = 60;

/** The service form's content while it is edited; numbers are kept as typed. */
export interface ServiceDraft {
  name: string;
  description: string;
  duration: string;
  price: string;
  is_free: boolean;
  session_type: SessionType;
}

export type ServiceErrors = Partial<Record<keyof ServiceDraft, string>>;

/** Screen order: the first error of it takes the focus. */
export const FIELD_ORDER: readonly (keyof ServiceDraft)[] = [
  'name',
  'description',
  'duration',
  'session_type',
  'is_free',
  'price',
];

export const NEW_SERVICE: ServiceDraft = {
  name: '',
  description: '',
  duration: String(DURATION_DEFAULT),
  price: '0',
  is_free: true,
  session_type: 'online',
};

export function draftOf(service: Service): ServiceDraft {
  return {
    name: service.name,
    description: service.description,
    duration: String(service.duration_minutes),
    price: String(service.price),
    is_free: service.is_free,
    session_type: service.session_type,
  };
}

/** Minutes from what was typed; 60 when it isn't a number. */
export function durationFrom(typed: string): number {
  const minutes = Number.parseFloat(typed);
  return Number.isNaN(minutes) ? DURATION_DEFAULT : minutes;
}

/** Dollars, to the cent, from what was typed; 0 when it isn't a number. */
export function priceFrom(typed: string): number {
  const price = Number.parseFloat(typed);
  return Number.isNaN(price) ? 0 : Math.round(price * 100) / 100;
}

/** What is sent: a free service always costs 0. */
export function bodyOf(draft: ServiceDraft): ServiceBody {
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    duration_minutes: durationFrom(draft.duration),
    price: draft.is_free ? 0 : priceFrom(draft.price),
    is_free: draft.is_free,
    session_type: draft.session_type,
  };
}

export function serviceErrors(draft: ServiceDraft): ServiceErrors {
  const errors: ServiceErrors = {};
  const minutes = durationFrom(draft.duration);
  if (draft.name.trim() === '') errors.name = serviceMessages.nameRequired;
  if (!Number.isInteger(minutes) || minutes < DURATION_MIN || minutes > DURATION_MAX) {
    errors.duration = `Enter whole minutes from ${DURATION_MIN} to ${DURATION_MAX}.`;
  }
  if (!draft.is_free && priceFrom(draft.price) < 0) errors.price = 'The price cannot be below 0.';
  return errors;
}

const WIRE_FIELDS: Readonly<Record<string, keyof ServiceDraft>> = {
  name: 'name',
  description: 'description',
  duration_minutes: 'duration',
  price: 'price',
  is_free: 'is_free',
  session_type: 'session_type',
};

/** The server's errors at the fields of this form. */
export function serverErrors(errors: readonly { field: string; message: string }[] = []): ServiceErrors {
  const found: ServiceErrors = {};
  for (const { field, message } of errors) {
    const known = WIRE_FIELDS[field];
    if (known !== undefined) found[known] ??= message;
  }
  return found;
}
