import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsOptional, IsString, MaxLength, MinLength, registerDecorator, ValidationOptions } from 'class-validator';

const trim = ({ value }: { value: unknown }): unknown => (typeof value === 'string' ? value.trim() : value);
const emptyIsAbsent = ({ value }: { value: unknown }): unknown => {
  const trimmed = trim({ value });
  return trimmed === '' || trimmed === null ? undefined : trimmed;
};

const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Refuses what Postgres cannot store or a screen cannot show: NUL and lone surrogates. */
export function CleanText(options?: ValidationOptions): PropertyDecorator {
  return (target, propertyKey) =>
    registerDecorator({
      name: 'cleanText',
      target: target.constructor,
      propertyName: String(propertyKey),
      options: { message: '$property holds characters that cannot be stored', ...options },
      validator: { validate: (value: unknown) => typeof value !== 'string' || !UNSTORABLE.test(value) },
    });
}

interface TextLimits {
  min?: number;
  max: number;
  message?: string;
}

/** A required text, trimmed, at least one character. */
export function TrimmedText({ min = 1, max, message }: TextLimits): PropertyDecorator {
  return applyDecorators(
    Transform(trim),
    IsString(message ? { message } : undefined),
    CleanText(),
    MinLength(min, message ? { message } : undefined),
    MaxLength(max),
  );
}

/** An optional text, trimmed; empty and null count as absent. */
export function OptionalText({ max }: TextLimits): PropertyDecorator {
  return applyDecorators(Transform(emptyIsAbsent), IsOptional(), IsString(), CleanText(), MaxLength(max));
}
