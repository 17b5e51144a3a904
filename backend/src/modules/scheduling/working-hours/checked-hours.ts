import { Injectable, PipeTransform } from '@nestjs/common';
import { DomainError, FieldProblem } from '../../../common/errors/domain-error';
import { MOST_PROBLEMS } from '../../../common/errors/validation';
import * as messages from '../messages';
import { parseDate, parseTime } from '../rules/calendar';
import type { WorkingHoursInputDto } from './working-hours.dto';

type Check = (value: unknown, field: string) => void;
type Fields = Record<string, Check>;

const WEEKDAYS = 7;
const MOST_DATES = 366;
const MOST_WINDOWS = 6;

/**
 * Checks the body of new hours by hand: a year of days with six windows each are 2,200 small objects, which class-transformer and class-validator
 * would hold the process with for 400 ms. It has the answers that they give elsewhere.
 */
@Injectable()
export class CheckedHours implements PipeTransform<unknown, WorkingHoursInputDto> {
  /** @throws DomainError invalid, with the first problems */
  transform(sent: unknown): WorkingHoursInputDto {
    const problems = new HoursProblems().of(sent);
    if (problems.length > 0) throw new DomainError('invalid', problems[0]?.message ?? '', { errors: problems });
    return sent as WorkingHoursInputDto;
  }
}

/** Looks no further once there are as many problems as are told. */
class HoursProblems {
  private readonly found: FieldProblem[] = [];

  private readonly hours: Fields = {
    weekly: (value, field) => this.week(value, field),
    overrides: (value, field) => this.list(value, field, MOST_DATES, messages.tooManyOverrides, this.date),
    buffer_before_minutes: this.number(0, 240, messages.bufferRange),
    buffer_after_minutes: this.number(0, 240, messages.bufferRange),
    minimum_notice_hours: this.number(0, 720, messages.minimumNoticeRange),
    horizon_days: this.number(1, 365, messages.horizonRange),
    cancellation_notice_hours: this.number(0, 720, messages.cancellationNoticeRange),
  };
  private readonly window: Fields = {
    first_start: this.text(parseTime, messages.windowTimes),
    last_start: this.text(parseTime, messages.windowTimes),
    every_minutes: this.number(5, 240, messages.windowStep),
  };
  private readonly windows: Check = (value, field) => this.list(value, field, MOST_WINDOWS, messages.tooManyWindows, this.window);
  private readonly weekday: Fields = { weekday: this.number(0, WEEKDAYS - 1, messages.sevenWeekdays), windows: this.windows };
  private readonly date: Fields = { date: this.text(parseDate, messages.overrideDate), windows: this.windows };

  of(sent: unknown): FieldProblem[] {
    this.object(sent, '', this.hours);
    return this.found;
  }

  private get isOver(): boolean {
    return this.found.length >= MOST_PROBLEMS;
  }

  private add(field: string, message: string): void {
    if (!this.isOver) this.found.push({ field, message });
  }

  private object(value: unknown, place: string, fields: Fields): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return this.add(place || 'body', messages.hoursPart);
    const at = place && `${place}.`;
    for (const name in value) {
      if (this.isOver) return;
      if (!Object.hasOwn(fields, name)) this.add(`${at}${name}`, `${name} is not a known field`);
    }
    for (const name in fields) {
      if (this.isOver) return;
      fields[name]?.((value as Record<string, unknown>)[name], `${at}${name}`);
    }
  }

  private list(value: unknown, field: string, most: number, tooMany: string, fields: Fields): void {
    if (!Array.isArray(value)) return this.add(field, messages.hoursList);
    if (value.length > most) return this.add(field, tooMany);
    for (let place = 0; place < value.length && !this.isOver; place += 1) this.object(value[place], `${field}.${place}`, fields);
  }

  private week(value: unknown, field: string): void {
    if (!Array.isArray(value) || value.length !== WEEKDAYS || new Set(value.map((day: { weekday?: unknown } | null) => day?.weekday)).size < WEEKDAYS) {
      return this.add(field, messages.sevenWeekdays);
    }
    this.list(value, field, WEEKDAYS, messages.sevenWeekdays, this.weekday);
  }

  private number(least: number, most: number, message: string): Check {
    return (value, field) => {
      if (!Number.isInteger(value) || (value as number) < least || (value as number) > most) this.add(field, message);
    };
  }

  private text(parse: (text: string) => number | undefined, message: string): Check {
    return (value, field) => {
      if (typeof value !== 'string' || parse(value) === undefined) this.add(field, message);
    };
  }
}
