import { Injectable, OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { AppConfig } from '../../config/app-config';
import { QueueName } from '../../config/queue-names';
import { DecoratedMethod, decoratedMethods } from '../process/decorated-methods';
import { declaredJobs, HANDLES, Job } from './job';

export interface RegisteredHandler {
  job: Job<object>;
  run(payload: object): Promise<unknown>;
}

/** Knows who does which job. The boot stops here unless each declared job of an active queue has exactly one handler. */
@Injectable()
export class JobHandlers implements OnModuleInit {
  private readonly byName = new Map<string, RegisteredHandler>();
  private active: readonly QueueName[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly config: AppConfig,
  ) {}

  onModuleInit(): void {
    const picked = this.config.queue.active;
    const found = decoratedMethods<Job<object>>(this.discovery, HANDLES);
    const mine = declaredJobs().filter(({ queue }) => picked.includes(queue));
    const problems = mine.flatMap((job) => problemOf(job, found.filter(({ meaning }) => meaning === job)));
    if (problems.length > 0) throw new Error(`The worker cannot start:\n${problems.map((text) => `  - ${text}`).join('\n')}`);
    for (const { meaning: job, call } of found) this.byName.set(job.name, { job, run: call });
    this.active = picked.filter((queue) => mine.some((job) => job.queue === queue));
  }

  /** The queues this worker takes and for which there is something to do. */
  get queues(): readonly QueueName[] {
    return this.active;
  }

  /** The jobs that come by themselves. */
  get periodic(): { name: string; everyMs: number }[] {
    return [...this.byName.values()].flatMap(({ job: { name, everyMs } }) => (everyMs === undefined ? [] : [{ name, everyMs }]));
  }

  /** @returns undefined for a job that this version does not know */
  find(name: string): RegisteredHandler | undefined {
    return this.byName.get(name);
  }
}

function problemOf({ name }: Job<object>, handlers: DecoratedMethod<unknown>[]): string[] {
  if (handlers.length === 1) return [];
  if (handlers.length === 0) return [`the job ${name} has no handler`];
  return [`the job ${name} has ${handlers.length} handlers: ${handlers.map((handler) => handler.name).join(', ')}`];
}
