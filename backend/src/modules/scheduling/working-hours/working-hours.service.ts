import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { changedFields } from '../../../common/work/changed-fields';
import { Works } from '../../../common/work/work';
import * as messages from '../messages';
import { formatTime, parseTime } from '../rules/calendar';
import { DEFAULT_TIMEZONE } from '../../therapists/profile/profile.dto';
import { bookingRules, StartWindow, StoredHours, WorkingHours } from '../rules/working-rules';
import { WindowDto, WorkingHoursDto, WorkingHoursInputDto } from './working-hours.dto';
import { WorkingHoursRepository } from './working-hours.repository';

export function toWorkingHoursDto(hours: WorkingHours): WorkingHoursDto {
  return {
    timezone: hours.zone,
    weekly: hours.weekly.map((windows, weekday) => ({ weekday, windows: windows.map(toWindowDto) })),
    overrides: Object.entries(hours.overrides)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, windows]) => ({ date, windows: windows.map(toWindowDto) })),
    buffer_before_minutes: hours.bufferBeforeMinutes,
    buffer_after_minutes: hours.bufferAfterMinutes,
    minimum_notice_hours: hours.minimumNoticeHours,
    horizon_days: hours.horizonDays,
    cancellation_notice_hours: hours.cancellationNoticeHours,
  };
}

/** As they are stored: weekdays in order and windows by their first start. Nothing is checked here. */
function toStored(input: WorkingHoursInputDto): StoredHours {
  return {
    ...input,
    weekly: [...input.weekly].sort((a, b) => a.weekday - b.weekday).map(({ windows }) => fromWindowDtos(windows)),
    overrides: Object.fromEntries(input.overrides.map(({ date, windows }) => [date, fromWindowDtos(windows)])),
  };
}

function toWindowDto({ first, last, every }: StartWindow): WindowDto {
  return { first_start: formatTime(first), last_start: formatTime(last), every_minutes: every };
}

function fromWindowDtos(windows: WindowDto[]): StartWindow[] {
  return windows
    .map(({ first_start, last_start, every_minutes }) => ({
      first: parseTime(first_start) ?? 0,
      last: parseTime(last_start) ?? 0,
      every: every_minutes,
    }))
    .sort((a, b) => a.first - b.first);
}

/** When a therapist can be booked. */
@Injectable()
export class WorkingHoursService {
  constructor(
    private readonly works: Works,
    private readonly repository: WorkingHoursRepository,
  ) {}

  /** The saved hours in the profile's zone; the defaults where nothing is saved. */
  async find(therapistId: string, on?: Queryable): Promise<WorkingHours> {
    const row = await this.repository.findHours(therapistId, on);
    return bookingRules(row?.timezone ?? DEFAULT_TIMEZONE, row?.hours ?? null);
  }

  /** Replaces the hours. @throws DomainError rule when windows contradict each other. */
  async replace(therapistId: string, input: WorkingHoursInputDto, actor: Actor): Promise<WorkingHours> {
    refuseDuplicateDates(input);
    return this.works.begin(actor, async (work) => {
      const before = await this.find(therapistId, work.tx);
      const stored = toStored(input);
      const hours = bookingRules(before.zone, stored);
      hours.weekly.forEach((windows, weekday) => checkWindows(windows, messages.WEEKDAYS[weekday] ?? ''));
      Object.entries(hours.overrides).forEach(([date, windows]) => checkWindows(windows, date));
      await this.repository.saveHours({ therapist_id: therapistId, ...stored, updated_at: work.now() }, work.tx);
      await work.record({
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
