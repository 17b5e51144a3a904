import { formatInstant, localZone, zoneCity } from '@attune/shared-ui/format';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';

const MINUTE_MS = 60_000;
const STEPS = [
  { unit: 'day', ms: 24 * 60 * MINUTE_MS },
  { unit: 'hour', ms: 60 * MINUTE_MS },
  { unit: 'minute', ms: MINUTE_MS },
] as const;

/** '8 minutes ago', 'yesterday', 'just now' */
export function agoWords(iso: string, now: number): string {
  const passed = now - Date.parse(iso);
  const step = STEPS.find(({ ms }) => passed >= ms);
  if (step === undefined) return 'just now';
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.floor(passed / step.ms), step.unit);
}

/** 'Tue 24 Nov, 10:00 (8 minutes ago)' */
export function whenWords(iso: string, now: number): string {
  return `${formatInstant(iso)} (${agoWords(iso, now)})`;
}

/** 'Tue 3 Mar, 10:00', with the zone where it is not the reader's. */
export function momentOf(instant: string, timezone: string): string {
  return `${formatInstant(instant, timezone)}${timezone === localZone() ? '' : ` (${zoneCity(timezone)} time)`}`;
}

/** The server's own reason where it gave one, in the sentence that is made for it. */
export function failureWords(error: unknown, plain: string, because: (why: string) => string): string {
  const why = refusalText(error, '');
  return why === '' ? plain : because(why);
}
