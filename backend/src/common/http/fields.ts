import { applyDecorators, Injectable, PipeTransform } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow, ArrayMaxSize, IsInt, IsISO8601, IsOptional, IsString, IsUUID, Matches, MaxLength, Min, MinLength, registerDecorator, ValidationOptions } from 'class-validator';
import { domainToASCII } from 'node:url';
import type { Request } from 'express';
import { isId } from '../database/database';
import { DomainError } from '../errors/domain-error';
import { declareLongest, declarePart, isPart, PartType } from './body-parts';

/** One plain mailbox: no lists, no comments, no quoted parts, so that no parser can read two addresses into it. */
export const MAILBOX = /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+$/u;

/**
 * A mailbox with a dot in its domain, which is in its ASCII form; nothing in it is invisible, turns the direction, or would be read as more than
 * an address behind `mailto:`. Linear: no two parts can match the same characters.
 */
const EMAIL_ADDRESS = /^[^\s@<>()[\],;:"\\?\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]+@[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+$/u;

const LONGEST_ADDRESS = 254;
/** What a domain in another alphabet is written with; the marks among these that nobody sees are none of it. */
const FOREIGN_DOMAIN = /^(?!.*\p{Default_Ignorable_Code_Point})(?=.*[^ -~])[\p{L}\p{M}\p{N}.。．｡-]+$/u;

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

const PHONE = Matches(/^[\d +().\-/]+$/, { message: 'A phone number has digits, spaces and + ( ) - . / only' });

/** An optional phone number as people write it; no numbering plan is checked. */
export function OptionalPhone(): PropertyDecorator {
  return applyDecorators(OptionalText({ max: 40 }), PHONE);
}

const emptyToNull = ({ value }: { value: unknown }): unknown => {
  const trimmed = trim({ value });
  return trimmed === '' ? null : trimmed;
};

/** A text that null or an empty text clears, and whose absence leaves as it is. */
export function ClearableText(max: number, message: string): PropertyDecorator {
  return applyDecorators(Transform(emptyToNull), IsOptional(), IsString(), CleanText(), MaxLength(max, { message }));
}

/** A phone number that null or an empty text clears, and whose absence leaves as it is. */
export function ClearablePhone(message: string): PropertyDecorator {
  return applyDecorators(ClearableText(40, message), PHONE);
}

const lowerTrim = ({ value }: { value: unknown }): unknown => (typeof value === 'string' ? value.trim().toLowerCase() : value);

/** One spelling for one mailbox: the domain as servers know it, so that a lookalike in another alphabet shows. */
function asAddress({ value }: { value: unknown }): unknown {
  const typed = lowerTrim({ value });
  if (typeof typed !== 'string' || typed.length > LONGEST_ADDRESS) return typed;
  const at = typed.lastIndexOf('@');
  const domain = typed.slice(at + 1);
  return FOREIGN_DOMAIN.test(domain) ? `${typed.slice(0, at + 1)}${domainToASCII(domain)}` : typed;
}

/** A required address, trimmed and lower-cased, its domain in ASCII. Its length is checked before its form. */
export function EmailAddress(): PropertyDecorator {
  return applyDecorators(
    Transform(asAddress),
    IsString({ message: 'Please enter your email' }),
    MinLength(1, { message: 'Please enter your email' }),
    MaxLength(LONGEST_ADDRESS),
    Matches(EMAIL_ADDRESS, { message: 'Please enter a valid email address' }),
  );
}

const lowerCase = ({ value }: { value: unknown }): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

/** An instant with its zone: `2026-11-22T00:00:00Z`. A year has four digits, which every database knows. */
export function Instant(): PropertyDecorator {
  return (target, key) => {
    Matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/, { message: `${String(key)} is an instant such as 2026-11-22T00:00:00Z` })(target, key as string);
    IsISO8601({ strict: true })(target, key as string);
  };
}

/** An id in a body or a query, in the one spelling that ids are compared, logged and encrypted under. */
export function Id(message?: string): PropertyDecorator {
  return applyDecorators(Transform(lowerCase), IsUUID(undefined, message ? { message } : undefined));
}

/** One id of a query or several, each in that spelling. */
export function QueryIds(max: number): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value : [value]).slice(0, max + 1).map((one) => lowerCase({ value: one }))),
    ArrayMaxSize(max),
    IsUUID(undefined, { each: true }),
  );
}

/** A list of ids, each in that one spelling. */
export function Ids(message: string): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map((item: unknown) => lowerCase({ value: item })) : value)),
    IsUUID(undefined, { each: true, message }),
  );
}

/** Cuts a list off right after the most that is allowed, before it is checked. Where a body has parts of its own, nothing is made of what lies behind; elsewhere the body's own bounds (`AcceptsBody`) hold what that costs. */
export function BoundedList(max: number): PropertyDecorator {
  const cut = Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.slice(0, max + 1) : value));
  return applyDecorators(cut, (target: object, key?: string | symbol) => declareLongest(target, String(key), max));
}

/** An object with rules of its own. */
export function NestedPart(type: () => PartType): PropertyDecorator {
  return (target, propertyKey) => {
    declarePart(target, { key: String(propertyKey), type, isList: false });
    registerDecorator({
      name: 'part',
      target: target.constructor,
      propertyName: String(propertyKey),
      options: { message: '$property must be an object' },
      validator: { validate: isPart },
    });
  };
}

/** A list of {@link NestedPart}s; what else holds for the list is said beside it, `IsArray` first of all. */
export function NestedList(type: () => PartType): PropertyDecorator {
  return applyDecorators(Allow(), (target: object, key?: string | symbol) => declarePart(target, { key: String(key), type, isList: true }));
}

/** An id in a path: what is not a UUID names nothing, so it is 404. */
@Injectable()
export class UuidParam implements PipeTransform<string, string> {
  transform(value: string): string {
    return uuidOf(value);
  }
}

/**
 * The `id` of a request's path, for the two routes that are asked most: a parameter passes one awaited pipe after the other, which
 * costs them three per cent. Everywhere else {@link UuidParam} does it.
 */
export function pathId({ params }: Request): string {
  return uuidOf(params['id']);
}

function uuidOf(value: unknown): string {
  if (!isId(value)) throw new DomainError('not_found', 'There is nothing here.');
  return value.toLowerCase();
}

/** The version of a record that a change began with. */
export function BaseVersion(description: string, message: string): PropertyDecorator {
  return applyDecorators(ApiPropertyOptional({ type: 'integer', minimum: 1, description }), IsOptional(), IsInt({ message }), Min(1, { message }));
}
