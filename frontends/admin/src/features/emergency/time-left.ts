import { formatElapsed } from '@attune/shared-ui/format';
import type { Grant } from '../../wire';

/** Milliseconds until an access ends by itself; 0 once it is over. */
export function msLeft(grant: Pick<Grant, 'expires_at' | 'ended_at'>, now: number): number {
  return grant.ended_at === null ? Math.max(0, Date.parse(grant.expires_at) - now) : 0;
}

/** '42 minutes left', 'less than a minute left' */
export function minutesLeftLabel(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes === 0) return 'less than a minute left';
  return minutes === 1 ? '1 minute left' : `${minutes} minutes left`;
}

/** '41:07' */
export function clockLabel(ms: number): string {
  return formatElapsed(Math.ceil(ms / 1000));
}
