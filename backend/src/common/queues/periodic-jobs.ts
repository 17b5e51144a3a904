import { JOB_QUEUES, JobName } from './job-catalogue';

/** Jobs of the maintenance queue: they come by themselves, their payload is empty. */
export type MaintenanceJob = { [J in JobName]: (typeof JOB_QUEUES)[J] extends 'maintenance' ? J : never }[JobName];

/**
 * How long after one round the next is due, in milliseconds. A round is put in line once over all workers, and not while an earlier
 * one is still waiting or running.
 */
export const PERIODIC_JOBS = {
  'run-maintenance': 3_600_000,
  'refresh-totals': 30_000,
  'seal-activity': 60_000,
} as const satisfies Partial<Record<MaintenanceJob, number>>;
