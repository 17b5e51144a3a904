import type { RequestTimes } from './request.repository';

/** How far a form is, as its therapist sees it. */
export const REQUEST_STATUSES = ['sent', 'opened', 'started', 'completed', 'expired', 'cancelled', 'withdrawn'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** `cancelled`: its appointment was. What was completed before that stays completed. */
export function statusOf(times: RequestTimes, now: Date): RequestStatus {
  if (times.completed_at) return 'completed';
  if (times.withdrawn_at) return 'withdrawn';
  if (times.booking_status === 'cancelled') return 'cancelled';
  if (times.expires_at <= now) return 'expired';
  if (times.started_at) return 'started';
  return times.opened_at ? 'opened' : 'sent';
}

/** Whether it can still be filled in. */
export function isWaiting(times: RequestTimes, now: Date): boolean {
  const status = statusOf(times, now);
  return status === 'sent' || status === 'opened' || status === 'started';
}
