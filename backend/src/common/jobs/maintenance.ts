import { applyDecorators, Injectable, Logger, OnModuleInit, SetMetadata } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Handles, JOB_QUEUES, JobHandler, JobName } from './job';

export const MAINTENANCE_TASK = 'attune:maintenance-task';

/** Something that is tidied up now and then by the domain that owns it. */
export interface TidiesUp {
  /**
   * Removes what has expired. It is called about once an hour, by one worker or another, and may be cut short.
   * @returns how many rows went
   */
  tidyUp(): Promise<number>;
}

/** Marks a class as a maintenance task: `@MaintenanceTask('sessions')`. It runs in any worker whose modules provide it. */
export function MaintenanceTask(name: string) {
  const decorate = applyDecorators(Injectable(), SetMetadata(MAINTENANCE_TASK, name));
  return <T extends TidiesUp>(target: new (...dependencies: never[]) => T): void => {
    decorate(target);
  };
}

/** All maintenance tasks that the worker's modules brought. */
@Injectable()
export class MaintenanceTasks implements OnModuleInit {
  private readonly logger = new Logger('maintenance');
  private readonly tasks = new Map<string, TidiesUp>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const wrapper of this.discovery.getProviders()) {
      const type: unknown = wrapper.metatype;
      if (typeof type !== 'function') continue;
      const name = Reflect.getMetadata(MAINTENANCE_TASK, type) as string | undefined;
      if (name === undefined) continue;
      if (this.tasks.has(name)) throw new Error(`The worker cannot start: two maintenance tasks are called ${name}.`);
      this.tasks.set(name, wrapper.instance as TidiesUp);
    }
  }

  /** Runs every task; one that fails does not keep the others from running. */
  async runAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const [name, task] of this.tasks) {
      try {
        this.logger.debug(`${name}: ${await task.tidyUp()} rows removed`);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** Few tries: the next round comes within the hour. */
@JobHandler('maintenance', 'run-maintenance', { attempts: 3 })
export class RunMaintenanceJob implements Handles<'run-maintenance'> {
  constructor(private readonly tasks: MaintenanceTasks) {}

  async handle(): Promise<void> {
    await this.tasks.runAll();
  }
}

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
