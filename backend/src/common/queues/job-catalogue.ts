import { QueueName } from './queue-names';

/** Every job and the queue it goes through. The worker does not start while one of them has no handler, or two. */
export const JOB_QUEUES = {
  'send-booking-mail': 'mail',
  'send-hold-code': 'mail',
  'send-sign-in-code': 'mail',
  'send-address-objection': 'mail',
  'send-break-glass-notice': 'mail',
  'run-maintenance': 'maintenance',
  'refresh-totals': 'maintenance',
  'seal-activity': 'maintenance',
} as const satisfies Record<string, QueueName>;

export type JobName = keyof typeof JOB_QUEUES;

/** What a job is told: ids and names of kinds, never content. */
export interface JobPayloads extends Record<JobName, object> {
  'send-booking-mail': { booking_event_id: string; recipient: 'client' | 'therapist' };
  'send-hold-code': { hold_id: string };
  'send-sign-in-code': { code_id: string };
  'send-address-objection': { address_change_id: string };
  'send-break-glass-notice': { grant_id: string };
  'run-maintenance': Record<string, never>;
  'refresh-totals': Record<string, never>;
  'seal-activity': Record<string, never>;
}

/** One job as the outbox takes it; queue and payload follow from the job's name. */
export type OutboxJob<J extends JobName = JobName> = J extends JobName
  ? { queue: (typeof JOB_QUEUES)[J]; job: J; payload: JobPayloads[J] }
  : never;

/** A class that does one job. It may run more than once for the same payload: effects outside carry a stable id. */
export interface Handles<J extends JobName> {
  handle(payload: JobPayloads[J]): Promise<void>;
}
