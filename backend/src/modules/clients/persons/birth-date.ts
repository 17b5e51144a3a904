import { registerDecorator } from 'class-validator';
import { DateTime } from 'luxon';
import { DomainError } from '../../../common/errors/domain-error';
import * as messages from '../messages';

const FORM = /^(?:19|20)\d{2}-\d{2}-\d{2}$/;

/** A day of the calendar from 1900 on, 'yyyy-MM-dd'. */
export function BirthDate(): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value === 'string' && FORM.test(value) && DateTime.fromISO(value, { zone: 'utc' }).isValid;
  return (target, propertyKey) =>
    registerDecorator({
      name: 'birthDate',
      target: target.constructor,
      propertyName: String(propertyKey),
      options: { message: messages.birthDateForm },
      validator: { validate },
    });
}

/** @throws DomainError invalid for a day that has not begun anywhere on earth */
export function assertBorn(dateOfBirth: string | undefined, now: Date): void {
  const latest = DateTime.fromJSDate(now, { zone: 'UTC+14' }).toISODate() ?? '';
  if (dateOfBirth === undefined || dateOfBirth <= latest) return;
  throw new DomainError('invalid', messages.bornInTheFuture, { errors: [{ field: 'date_of_birth', message: messages.bornInTheFuture }] });
}
