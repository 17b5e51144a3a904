import { applyDecorators, Injectable, SetMetadata } from '@nestjs/common';

/** Every queue of the product. A queue is opened by a worker only when it has jobs to handle. */
export const QUEUE_NAMES = [
  'mail',
  'note-files',
  'note-analysis',
  'calendar-sync',
  'meeting-record',
  'meeting-transcribe',
  'meeting-analyse',
  'maintenance',
] as const;

export type QueueName = (typeof QUEUE_NAMES)[number];

function isQueueName(name: string): name is QueueName {
  return (QUEUE_NAMES as readonly string[]).includes(name);
}

/**
 * The queues that this worker takes (ACTIVE_QUEUES); all of them when nothing is picked.
 * @throws Error naming every unknown queue
 */
export function pickQueues(picked: readonly string[] | undefined): readonly QueueName[] {
  if (picked === undefined || picked.length === 0) return QUEUE_NAMES;
  const unknown = picked.filter((name) => !isQueueName(name));
  if (unknown.length > 0)
    throw new Error(`ACTIVE_QUEUES names unknown queues: ${unknown.join(', ')}. Known: ${QUEUE_NAMES.join(', ')}.`);
  return QUEUE_NAMES.filter((name) => picked.includes(name));
}

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

export const JOB_HANDLER = 'attune:job-handler';

export interface JobOptions {
  /** How often the job is tried before it is given up. */
  attempts: number;
}

export interface JobHandlerMetadata extends JobOptions {
  queue: string;
  job: JobName;
}

/** Marks the one class that does a job: `@JobHandler('mail', 'send-booking-mail', { attempts: 18 })`. */
export function JobHandler<J extends JobName>(queue: (typeof JOB_QUEUES)[J], job: J, options: JobOptions) {
  const metadata: JobHandlerMetadata = { queue, job, ...options };
  const decorate = applyDecorators(Injectable(), SetMetadata(JOB_HANDLER, metadata));
  return <T extends Handles<J>>(target: new (...dependencies: never[]) => T): void => {
    decorate(target);
  };
}

/** Thrown by a handler when trying again cannot help. The reason is shown to the people who run the installation. */
export class PermanentFailure extends Error {
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

const ADDRESS = /[^\s@<>()"',;:=]+@[^\s@<>()"',;:=]+/g;
const MAX_LENGTH = 300;

/** What is kept of a failure: one short line without mail addresses. */
export function failureReason(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  const line = text
    .replace(ADDRESS, '[address]')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line || 'Unknown error';
}
