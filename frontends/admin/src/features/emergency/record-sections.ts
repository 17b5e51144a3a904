import type { RecordSection } from '../../wire';

/** The parts of a record, by their names in the address (`?section=`). */
export const RECORD_SECTIONS: readonly { value: RecordSection; label: string; none: string }[] = [
  { value: 'profile', label: 'Client', none: 'Nothing is known of the client.' },
  { value: 'bookings', label: 'Bookings', none: 'There are no bookings.' },
  { value: 'intake_forms', label: 'Intake forms', none: 'No form was completed.' },
  { value: 'session_notes', label: 'Session notes', none: 'There are no session notes.' },
  { value: 'care_plans', label: 'Care plans', none: 'There are no care plans.' },
];

/** The section that an address names; the client's own when it names none. */
export function sectionFrom(params: URLSearchParams): RecordSection {
  const named = params.get('section');
  return RECORD_SECTIONS.find(({ value }) => value === named)?.value ?? 'profile';
}

/** The address of a section. */
export function withSection(params: URLSearchParams, section: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (section === 'profile') next.delete('section');
  else next.set('section', section);
  return next;
}
