import type { BookingField } from './booking-rules';

/** Ids of what takes the focus when something is missing there. */
export const FIELD_IDS: Record<BookingField, string> = {
  serviceId: 'booking-service',
  date: 'booking-date',
  time: 'booking-time',
  name: 'booking-name',
  email: 'booking-email',
  phone: 'booking-phone',
  notes: 'booking-notes',
};

/** Moves the focus to a field, once it is drawn with its error, and brings it into view. */
export function focusField(field: BookingField): void {
  requestAnimationFrame(() => {
    const target = document.getElementById(FIELD_IDS[field]);
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest' });
  });
}

/** Brings a field into view without taking the focus, so that no keyboard pops up. */
export function showField(field: BookingField): void {
  requestAnimationFrame(() => document.getElementById(FIELD_IDS[field])?.scrollIntoView({ block: 'center', behavior: 'smooth' }));
}
