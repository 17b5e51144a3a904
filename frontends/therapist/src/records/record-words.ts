import { formatDate, instantInZone, localZone } from '@attune/shared-ui/format';
import { ApiError } from '@attune/shared-ui/runtime';

/** '24 Nov 2026, 10:00' by the reader's clock. */
export function momentWords(instant: string): string {
  const { date, time } = instantInZone(instant, localZone());
  return `${formatDate(date, 'short')}, ${time}`;
}

/** 'Tue 24 Nov 2026' */
export function dayWords(date: string): string {
  return `${formatDate(date, 'weekday')} ${formatDate(date, 'short')}`;
}

export function isAbsent(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
