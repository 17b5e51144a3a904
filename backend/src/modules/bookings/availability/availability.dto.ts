import { Injectable, PipeTransform } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { registerDecorator } from 'class-validator';
import { isId } from '../../../common/database/database';
import { validationPipe } from '../../../common/errors/validation';
import { Id } from '../../../common/http/fields';
import { parseDate, parseTime } from '../../scheduling/rules/calendar';

function check(name: string, message: string, validate: (value: unknown) => boolean): PropertyDecorator {
  return (target, propertyKey) =>
    registerDecorator({ name, target: target.constructor, propertyName: String(propertyKey), options: { message }, validator: { validate } });
}

/** A day of the calendar, 'yyyy-MM-dd'. */
export const LocalDate = () =>
  check('localDate', '$property must be a date such as 2027-03-14', (value) => typeof value === 'string' && parseDate(value) !== undefined);

/** Days of the calendar, none twice. */
export const LocalDates = () =>
  check('localDates', '$property must be dates such as 2027-03-14, each once', (value) => Array.isArray(value) && value.every(isDate) && new Set(value).size === value.length);

/** A time of day, 'HH:mm'. */
export const LocalTime = () =>
  check('localTime', '$property must be a time such as 09:30', (value) => typeof value === 'string' && parseTime(value) !== undefined);

export class AvailabilityQueryDto {
  @ApiProperty({ format: 'uuid' }) @Id() service_id: string;
  @ApiProperty({ format: 'date' }) @LocalDate() from: string;
  @ApiProperty({ format: 'date', description: 'Included; at most 62 days after the first.' }) @LocalDate() to: string;
}

export class FreeDayDto {
  @ApiProperty({ format: 'date' }) date: string;
  @ApiProperty({ type: [String], description: "Start times 'HH:mm' in the therapist's zone, ascending." }) times: string[];
}

export class AvailabilityDto {
  @ApiProperty({ description: 'IANA zone of the therapist.' }) timezone: string;
  @ApiProperty() cancellation_notice_hours: number;
  @ApiProperty({ type: [FreeDayDto] }) days: FreeDayDto[];
}

/** An interface, so that the global pipe leaves it to this one. */
export interface AvailabilityQuery {
  service_id: string;
  from: string;
  to: string;
}

/**
 * The most asked question of all. A good query is recognised by hand, for building and validating an object costs as much
 * as finding the free times; anything else goes through the usual validation, which words the refusal.
 */
@Injectable()
export class AvailabilityQueryPipe implements PipeTransform<Record<string, unknown>, Promise<AvailabilityQuery> | AvailabilityQuery> {
  private readonly validation = validationPipe();

  transform(query: Record<string, unknown>): Promise<AvailabilityQuery> | AvailabilityQuery {
    return goodQuery(query) ?? (this.validation.transform(query, { type: 'query', metatype: AvailabilityQueryDto }) as Promise<AvailabilityQuery>);
  }
}

/** @returns undefined for anything but these three, each once and well-formed */
export function goodQuery(query: Record<string, unknown>): AvailabilityQuery | undefined {
  const { service_id, from, to } = query;
  if (!isId(service_id) || !isDate(from) || !isDate(to) || Object.keys(query).length !== 3) return undefined;
  return { service_id: service_id.toLowerCase(), from, to };
}

function isDate(text: unknown): text is string {
  return typeof text === 'string' && parseDate(text) !== undefined;
}
