import { zoneLabel } from '@attune/shared-ui/format';

export const DEFAULT_TIMEZONE = 'America/New_York';

const CHOICES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Toronto',
  'Europe/London',
  'Europe/Paris',
  'Asia/Tokyo',
  'Australia/Sydney',
];

/** The choices of the time zone select; a stored zone that isn't among them is kept as one more. */
export function timezoneOptions(stored: string): { value: string; label: string }[] {
  const zones = CHOICES.includes(stored) ? CHOICES : [...CHOICES, stored];
  return zones.map((zone) => ({ value: zone, label: zoneLabel(zone) }));
}
