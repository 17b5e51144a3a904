import { ApiProperty, OmitType } from '@nestjs/swagger';

/** Start times from `first_start`, then every so many minutes, up to `last_start`. */
export class WindowDto {
  @ApiProperty({ example: '09:00', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }) first_start: string;
  @ApiProperty({ example: '17:30', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }) last_start: string;
  @ApiProperty({ example: 30, minimum: 5, maximum: 240, type: 'integer' }) every_minutes: number;
}

class WindowsDto {
  @ApiProperty({ type: [WindowDto], maxItems: 6 }) windows: WindowDto[];
}

export class WeekdayHoursDto extends WindowsDto {
  @ApiProperty({ description: '0 is Sunday', minimum: 0, maximum: 6, type: 'integer' }) weekday: number;
}

export class DateHoursDto extends WindowsDto {
  @ApiProperty({ example: '2027-01-31', format: 'date' }) date: string;
}

export class WorkingHoursDto {
  @ApiProperty({ description: 'From the profile; not accepted in PUT', example: 'America/New_York' }) timezone: string;
  @ApiProperty({ type: [WeekdayHoursDto], minItems: 7, maxItems: 7 }) weekly: WeekdayHoursDto[];
  @ApiProperty({ type: [DateHoursDto], maxItems: 366, description: 'Days with hours of their own; no windows: closed' }) overrides: DateHoursDto[];
  @ApiProperty({ minimum: 0, maximum: 240, type: 'integer' }) buffer_before_minutes: number;
  @ApiProperty({ minimum: 0, maximum: 240, type: 'integer' }) buffer_after_minutes: number;
  @ApiProperty({ minimum: 0, maximum: 720, type: 'integer' }) minimum_notice_hours: number;
  @ApiProperty({ minimum: 1, maximum: 365, type: 'integer' }) horizon_days: number;
  @ApiProperty({ minimum: 0, maximum: 720, type: 'integer' }) cancellation_notice_hours: number;
}

/** Checked by `CheckedHours`. */
export class WorkingHoursInputDto extends OmitType(WorkingHoursDto, ['timezone']) {}
