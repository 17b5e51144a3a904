import { Injectable, OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { AppConfig } from '../../config/app-config';
import { Handles, JOB_HANDLER, JOB_QUEUES, JobHandlerMetadata, JobName, pickQueues, QueueName } from './job';

export interface RegisteredHandler {
  attempts: number;
  handler: Handles<JobName>;
}

/** Knows who does which job. The boot stops here unless each job of an active queue has exactly one handler. */
@Injectable()
export class JobHandlers implements OnModuleInit {
  private readonly byJob = new Map<JobName, RegisteredHandler>();
  private active: readonly QueueName[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly config: AppConfig,
  ) {}

  onModuleInit(): void {
    const picked = pickQueues(this.config.queue.active);
    const found = this.discover();
    const problems = (Object.keys(JOB_QUEUES) as JobName[])
      .filter((job) => picked.includes(JOB_QUEUES[job]))
      .flatMap((job) =>
        problemOf(
          job,
          found.filter(({ metadata }) => metadata.job === job),
        ),
      );
    if (problems.length > 0)
      throw new Error(`The worker cannot start:\n${problems.map((text) => `  - ${text}`).join('\n')}`);
    for (const { metadata, handler } of found) this.byJob.set(metadata.job, { attempts: metadata.attempts, handler });
    this.active = picked.filter((queue) => Object.values<QueueName>(JOB_QUEUES).includes(queue));
  }

  /** The queues this worker takes and for which there is something to do. */
  get queues(): readonly QueueName[] {
    return this.active;
  }

  /** @returns undefined for a job that this version does not know */
  find(job: string): RegisteredHandler | undefined {
    return this.byJob.get(job as JobName);
  }

  private discover(): { metadata: JobHandlerMetadata; handler: Handles<JobName>; name: string }[] {
    return this.discovery.getProviders().flatMap((wrapper) => {
      const type: unknown = wrapper.metatype;
      if (typeof type !== 'function') return [];
      const metadata = Reflect.getMetadata(JOB_HANDLER, type) as JobHandlerMetadata | undefined;
      return metadata ? [{ metadata, handler: wrapper.instance as Handles<JobName>, name: type.name }] : [];
    });
  }
}

function problemOf(job: JobName, handlers: { name: string }[]): string[] {
  if (handlers.length === 1) return [];
  if (handlers.length === 0) return [`the job ${job} has no handler`];
  return [`the job ${job} has ${handlers.length} handlers: ${handlers.map(({ name }) => name).join(', ')}`];
}
