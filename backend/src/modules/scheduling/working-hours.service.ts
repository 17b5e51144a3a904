import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { Database, Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { ActivityLog } from '../activity-log/activity-log.service';
import { WorkingHoursInputDto } from './dto/working-hours.dto';
import * as messages from './messages';
import { bookingRules } from './stored-hours';
import { WorkingHours } from './working-hours';
import { fromWorkingHoursInput } from './working-hours.mapper';
import { WorkingHoursRepository } from './working-hours.repository';
import { StartWindow } from './working-rules';

/** When a therapist can be booked. */
@Injectable()
export class WorkingHoursService {
  constructor(
    private readonly repository: WorkingHoursRepository,
    private readonly database: Database,
    private readonly activityLog: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /** The saved hours in the profile's zone; the defaults where nothing is saved. */
  async find(therapistId: string, on?: Queryable): Promise<WorkingHours> {
    const row = await this.repository.find(therapistId, on);
    return bookingRules(row?.timezone ?? null, row?.hours ?? null);
  }

  /** Replaces the hours. @throws DomainError rule when windows contradict each other. */
  async replace(therapistId: string, input: WorkingHoursInputDto, actor: Actor): Promise<WorkingHours> {
    refuseDuplicateDates(input);
    return this.database.transaction(async (tx) => {
      const before = await this.find(therapistId, tx);
      const hours = fromWorkingHoursInput(input, before.zone);
      hours.weekly.forEach((windows, weekday) => checkWindows(windows, messages.WEEKDAYS[weekday] ?? ''));
      Object.entries(hours.overrides).forEach(([date, windows]) => checkWindows(windows, date));
      await this.repository.save(therapistId, hours, this.clock.now(), tx);
      await this.activityLog.record(tx, actor, {
        action: 'update_working_hours',
        subjectType: 'working_hours',
        subjectId: therapistId,
        details: { fields: changedFields(before, hours) },
      });
      return hours;
    });
  }
}

function refuseDuplicateDates(input: WorkingHoursInputDto): void {
  const seen = new Set<string>();
  for (const { date } of input.overrides) {
    if (seen.has(date)) throw new DomainError('rule', messages.duplicateOverride(date));
    seen.add(date);
  }
}

/** Windows come sorted by their first start. */
function checkWindows(windows: readonly StartWindow[], day: string): void {
  let previousLast = -1;
  for (const { first, last } of windows) {
    if (last < first) throw new DomainError('rule', messages.lastBeforeFirst(day));
    if (first <= previousLast) throw new DomainError('rule', messages.windowsOverlap(day));
    previousLast = last;
  }
}

function changedFields(before: WorkingHours, after: WorkingHours): string[] {
  const fields = Object.keys(after) as (keyof WorkingHours)[];
  return fields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
}
