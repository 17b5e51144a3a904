import type { Problems } from '@attune/shared-ui/forms';
import { reminderMessages as messages } from './messages';
import type { ReminderBody, ReminderSettings } from './reminders.api';

type Hours = ReminderBody['hours_before'];

/** The settings while they are edited. */
export interface ReminderValues {
  hours_before: string;
  quiet_from: string;
  quiet_to: string;
  morning_digest: boolean;
  /** By the service's id; '' where it follows the others. */
  services: Record<string, string>;
}

export const HOURS_OPTIONS: readonly { value: string; label: string }[] = [
  { value: '0', label: 'No reminder' },
  { value: '2', label: '2 hours before' },
  { value: '4', label: '4 hours before' },
  { value: '12', label: '12 hours before' },
  { value: '24', label: '1 day before' },
  { value: '48', label: '2 days before' },
  { value: '72', label: '3 days before' },
];

export function valuesOf(settings: ReminderSettings): ReminderValues {
  return {
    hours_before: String(settings.hours_before),
    quiet_from: settings.quiet_from ?? '',
    quiet_to: settings.quiet_to ?? '',
    morning_digest: settings.morning_digest,
    services: Object.fromEntries(settings.services.map(({ service_id, hours_before }) => [service_id, hours_before === null ? '' : String(hours_before)])),
  };
}

/** @param known a draft may name a service that is removed by now */
export function bodyOf({ hours_before, quiet_from, quiet_to, morning_digest, services }: ReminderValues, known: ReminderSettings['services']): ReminderBody {
  const own = known.flatMap(({ service_id }) => (services[service_id] ? [{ service_id, hours_before: Number(services[service_id]) as Hours }] : []));
  return { hours_before: Number(hours_before) as Hours, quiet_from: quiet_from || null, quiet_to: quiet_to || null, morning_digest, services: own };
}

export function problemsOf({ quiet_from, quiet_to }: ReminderValues): Problems {
  if ((quiet_from === '') === (quiet_to === '')) return {};
  return quiet_from === '' ? { quiet_from: messages.bothTimes } : { quiet_to: messages.bothTimes };
}
