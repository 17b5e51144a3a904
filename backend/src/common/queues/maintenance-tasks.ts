import { Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { MAINTENANCE_TASK, TidiesUp } from './maintenance-task.decorator';

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
