import type { SessionType } from '../../session-type';

/** The choices of the service form. */
export const SESSION_TYPE_OPTIONS: { value: SessionType; label: string }[] = [
  { value: 'online', label: 'Online' },
  { value: 'in-person', label: 'In person' },
  { value: 'both', label: 'Online or in person' },
];
