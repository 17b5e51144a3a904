import type { BookingField } from './booking-rules';

/** The id of what takes the focus when something is missing there. */
export const fieldId = (field: BookingField) => `booking-${field}`;

/** Moves the focus to a field, once it is drawn with its error, and brings it into view. */
export function focusField(field: BookingField): void {
  requestAnimationFrame(() => {
    const target = document.getElementById(fieldId(field));
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest' });
  });
}

/** Brings a field into view without taking the focus, so that no keyboard pops up. */
export function showField(field: BookingField): void {
  requestAnimationFrame(() => document.getElementById(fieldId(field))?.scrollIntoView({ block: 'center', behavior: 'smooth' }));
}
