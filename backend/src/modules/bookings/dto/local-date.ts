import { registerDecorator } from 'class-validator';
import { parseDate, parseTime } from '../../scheduling/local-calendar';

function check(name: string, message: string, validate: (value: unknown) => boolean): PropertyDecorator {
  return (target, propertyKey) =>
    registerDecorator({ name, target: target.constructor, propertyName: String(propertyKey), options: { message }, validator: { validate } });
}

/** A day of the calendar, 'yyyy-MM-dd'. */
export const LocalDate = () =>
  check('localDate', '$property must be a date such as 2027-03-14', (value) => typeof value === 'string' && parseDate(value) !== undefined);

/** A time of day, 'HH:mm'. */
export const LocalTime = () =>
  check('localTime', '$property must be a time such as 09:30', (value) => typeof value === 'string' && parseTime(value) !== undefined);
