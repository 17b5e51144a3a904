import type { BadgeTone } from '@attune/shared-ui/components/badge';
import { formatDate, instantInZone, localZone } from '@attune/shared-ui/format';
import { ApiError } from '@attune/shared-ui/runtime';
import type { PlanStatus } from './care-plans.api';
import { planMessages as messages } from './messages';

/** '24 Nov 2026, 10:00' by the reader's clock. */
export function momentWords(instant: string): string {
  const { date, time } = instantInZone(instant, localZone());
  return `${formatDate(date, 'short')}, ${time}`;
}

/** 'Tue 24 Nov 2026' */
export function dayWords(date: string): string {
  return `${formatDate(date, 'weekday')} ${formatDate(date, 'short')}`;
}

export function nameWords(name: string): string {
  return name === '' ? messages.unnamed : name;
}

export const STATUS_TONES: Record<PlanStatus, BadgeTone> = { draft: 'neutral', published: 'positive', withdrawn: 'attention' };

export function isAbsent(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
