import { ApiProperty, OmitType } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsInt, Matches, Max, Min, Validate, ValidatorConstraint, ValidatorConstraintInterface } from 'class-validator';
import { BoundedList, NestedList } from '../../../common/http/fields';
import * as messages from '../messages';
import { parseDate } from '../rules/calendar';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

@ValidatorConstraint({ name: 'calendarDate' })
class CalendarDate implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && parseDate(value) !== undefined;
  }
}

/** Start times from `first_start`, then every so many minutes, up to `last_start`. */
export class WindowDto {
  @ApiProperty({ example: '09:00', pattern: TIME.source })
  @Matches(TIME, { message: messages.windowTimes })
  first_start: string;

  @ApiProperty({ example: '17:30', pattern: TIME.source })
  @Matches(TIME, { message: messages.windowTimes })
  last_start: string;

  @ApiProperty({ example: 30, minimum: 5, maximum: 240, type: 'integer' })
  @IsInt({ message: messages.windowStep })
  @Min(5, { message: messages.windowStep })
  @Max(240, { message: messages.windowStep })
  every_minutes: number;
}

class WindowsDto {
  @ApiProperty({ type: [WindowDto], maxItems: 6 })
  @IsArray()
  @ArrayMaxSize(6, { message: messages.tooManyWindows })
  @NestedList(() => WindowDto)
  windows: WindowDto[];
}

export class WeekdayHoursDto extends WindowsDto {
  @ApiProperty({ description: '0 is Sunday', minimum: 0, maximum: 6, type: 'integer' })
  @IsInt({ message: messages.sevenWeekdays })
  @Min(0, { message: messages.sevenWeekdays })
  @Max(6, { message: messages.sevenWeekdays })
  weekday: number;
}

export class DateHoursDto extends WindowsDto {
  @ApiProperty({ example: '2027-01-31', format: 'date' })
  @Validate(CalendarDate, { message: messages.overrideDate })
  date: string;
}

export class WorkingHoursDto {
  @ApiProperty({ description: 'From the profile; not accepted in PUT', example: 'America/New_York' })
  timezone: string;

  @ApiProperty({ type: [WeekdayHoursDto], minItems: 7, maxItems: 7 })
  @BoundedList(7)
  @IsArray()
  @ArrayMinSize(7, { message: messages.sevenWeekdays })
  @ArrayMaxSize(7, { message: messages.sevenWeekdays })
  @ArrayUnique((day: WeekdayHoursDto | undefined) => day?.weekday, { message: messages.sevenWeekdays })
  @NestedList(() => WeekdayHoursDto)
  weekly: WeekdayHoursDto[];

  @ApiProperty({ type: [DateHoursDto], maxItems: 366, description: 'Days with hours of their own; no windows: closed' })
  @BoundedList(366)
  @IsArray()
  @ArrayMaxSize(366, { message: messages.tooManyOverrides })
  @NestedList(() => DateHoursDto)
  overrides: DateHoursDto[];

  @ApiProperty({ minimum: 0, maximum: 240, type: 'integer' })
  @IsInt({ message: messages.bufferRange })
  @Min(0, { message: messages.bufferRange })
  @Max(240, { message: messages.bufferRange })
  buffer_before_minutes: number;

  @ApiProperty({ minimum: 0, maximum: 240, type: 'integer' })
  @IsInt({ message: messages.bufferRange })
  @Min(0, { message: messages.bufferRange })
  @Max(240, { message: messages.bufferRange })
  buffer_after_minutes: number;

  @ApiProperty({ minimum: 0, maximum: 720, type: 'integer' })
  @IsInt({ message: messages.minimumNoticeRange })
  @Min(0, { message: messages.minimumNoticeRange })
  @Max(720, { message: messages.minimumNoticeRange })
  minimum_notice_hours: number;

  @ApiProperty({ minimum: 1, maximum: 365, type: 'integer' })
  @IsInt({ message: messages.horizonRange })
  @Min(1, { message: messages.horizonRange })
  @Max(365, { message: messages.horizonRange })
  horizon_days: number;

  @ApiProperty({ minimum: 0, maximum: 720, type: 'integer' })
  @IsInt({ message: messages.cancellationNoticeRange })
  @Min(0, { message: messages.cancellationNoticeRange })
  @Max(720, { message: messages.cancellationNoticeRange })
  cancellation_notice_hours: number;
}

export class WorkingHoursInputDto extends OmitType(WorkingHoursDto, ['timezone']) {}
