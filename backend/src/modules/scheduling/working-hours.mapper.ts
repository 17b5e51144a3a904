import { WindowDto, WorkingHoursDto, WorkingHoursInputDto } from './dto/working-hours.dto';
import { formatTime, parseTime } from './local-calendar';
import { WorkingHours } from './working-hours';
import { StartWindow } from './working-rules';

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

/** Weekdays in order and windows by their first start; nothing is checked here. */
export function fromWorkingHoursInput(input: WorkingHoursInputDto, zone: string): WorkingHours {
  const weekly = [...input.weekly].sort((a, b) => a.weekday - b.weekday).map(({ windows }) => fromWindowDtos(windows));
  return {
    zone,
    weekly,
    overrides: Object.fromEntries(input.overrides.map(({ date, windows }) => [date, fromWindowDtos(windows)])),
    bufferBeforeMinutes: input.buffer_before_minutes,
    bufferAfterMinutes: input.buffer_after_minutes,
    minimumNoticeHours: input.minimum_notice_hours,
    horizonDays: input.horizon_days,
    cancellationNoticeHours: input.cancellation_notice_hours,
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
