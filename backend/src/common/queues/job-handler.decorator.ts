import { applyDecorators, Injectable, SetMetadata } from '@nestjs/common';
import { Handles, JOB_QUEUES, JobName } from './job-catalogue';

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
