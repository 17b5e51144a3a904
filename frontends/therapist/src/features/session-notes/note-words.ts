import { ApiError } from '@attune/shared-ui/runtime';
import { instantInZone, localZone, zoneCity } from '@attune/shared-ui/format';
import { dayWords } from '../../records/record-words';

/** '10:00' by the reader's clock. */
export function timeWords(instant: string): string {
  return instantInZone(instant, localZone()).time;
}

/** 'Tue 24 Nov 2026, 10:00', with the city where the appointment's zone is not the reader's own. */
export function appointmentWords({ starts_at, timezone }: { starts_at: string; timezone: string }): string {
  const { date, time } = instantInZone(starts_at, timezone);
  const when = `${dayWords(date)}, ${time}`;
  return timezone === localZone() ? when : `${when} (${zoneCity(timezone)})`;
}

/** The sentence about a call that did not succeed: the server's own reason where it gave one. */
export function failureWords(error: unknown, plain: string, because: (why: string) => string): string {
  return error instanceof ApiError && error.explained && error.status < 500 ? because(error.detail) : plain;
}

/** Somebody else was quicker. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}
