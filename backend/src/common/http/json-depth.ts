import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../errors/domain-error';

const MAX_DEPTH = 20;
const PROTOTYPE_FIELDS = ['__proto__', 'constructor', 'prototype'];

/** Refuses JSON nested deeper than anything the product sends; recursive code behind would run out of stack. */
export function jsonDepth(request: Request, _response: Response, next: NextFunction): void {
  next(isUnusable(request.body) ? new DomainError('invalid', 'The request is nested too deeply or has fields that no request has.') : undefined);
}

function isUnusable(body: unknown): boolean {
  let level: unknown[] = [body];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    if (level.some(hasPrototypeField)) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** Names that reach an object's prototype; transformers drop them before anybody could refuse them. */
function hasPrototypeField(value: unknown): boolean {
  return typeof value === 'object' && value !== null && PROTOTYPE_FIELDS.some((name) => Object.hasOwn(value, name));
}
