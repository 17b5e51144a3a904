import { QueueName } from './queue-names';

/** Every job and the queue it goes through. The worker does not start while one of them has no handler, or two. */
export const JOB_QUEUES = {
  'send-booking-mail': 'mail',
  'run-maintenance': 'maintenance',
} as const satisfies Record<string, QueueName>;

export type JobName = keyof typeof JOB_QUEUES;

/** What a job is told: ids and names of kinds, never content. */
export interface JobPayloads extends Record<JobName, object> {
  'send-booking-mail': { booking_event_id: string; recipient: 'client' | 'therapist' };
  'run-maintenance': Record<string, never>;
}

/** One job as the outbox takes it; queue and payload follow from the job's name. */
export type OutboxJob<J extends JobName = JobName> = J extends JobName
  ? { queue: (typeof JOB_QUEUES)[J]; job: J; payload: JobPayloads[J] }
  : never;

/** A class that does one job. It may run more than once for the same payload: effects outside carry a stable id. */
export interface Handles<J extends JobName> {
  handle(payload: JobPayloads[J]): Promise<void>;
}
