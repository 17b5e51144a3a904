import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../errors/domain-error';

const MAX_DEPTH = 20;

/** Refuses JSON nested deeper than anything the product sends; recursive code behind would run out of stack. */
export function jsonDepth(request: Request, _response: Response, next: NextFunction): void {
  next(isTooDeep(request.body) ? new DomainError('invalid', 'The request is nested too deeply.') : undefined);
}

function isTooDeep(body: unknown): boolean {
  let level: unknown[] = [body];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
    if (level.length === 0) return false;
  }
  return true;
}
