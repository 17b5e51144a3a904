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

/** Moves the focus to a field once it is drawn with its error. */
export function focusField(field: BookingField): void {
  focusById(FIELD_IDS[field]);
}

/** Moves the focus to an element and brings it into view, after the next drawing. */
export function focusById(id: string): void {
  requestAnimationFrame(() => {
    const target = document.getElementById(id);
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest' });
  });
}
