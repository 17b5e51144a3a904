import { Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Database } from '../database/database';
import { DecoratedMethod, decoratedMethods } from '../process/decorated-methods';
import { withinTime } from '../process/within-time';
import { Handles, job, UPKEEP } from './job';

/** One that takes long lets the others have their turn, within the time of the whole; it may go on meanwhile. */
const TASK_WITHIN_MS = 2 * 60_000;

/** Few tries: the next round comes within the hour. */
const runMaintenance = job<Record<string, never>>('maintenance', 'run-maintenance', { attempts: 3, everyMs: 3_600_000 });

/** Everything marked with @Upkeep, done one after the other. */
@Injectable()
export class Maintenance implements OnModuleInit {
  private readonly logger = new Logger('maintenance');
  private tasks: DecoratedMethod<string>[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.tasks = decoratedMethods<string>(this.discovery, UPKEEP);
    const names = this.tasks.map(({ meaning }) => meaning);
    const twice = names.find((name, index) => names.indexOf(name) < index);
    if (twice !== undefined) throw new Error(`The worker cannot start: two pieces of upkeep are called ${twice}.`);
  }

  /** One that fails does not keep the others from running, and one that an earlier round is still at has failed: it is never done beside itself. */
  @Handles(runMaintenance)
  async runAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const { meaning, call } of this.tasks) {
      try {
        const done = await withinTime(TASK_WITHIN_MS, this.database.alone(`upkeep: ${meaning}`, call));
        if (!done) throw new Error(`An earlier round is still at the upkeep of ${meaning}.`);
        this.logger.debug(`${meaning}: ${String(done.result)} rows removed`);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
