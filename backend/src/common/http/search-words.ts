import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../errors/domain-error';

/** Values as `encodeURIComponent` writes them. */
const ENCODED = /^(?:q|tag|person)=(?:[\w.~!*'()-]|%[0-9A-Fa-f]{2}){1,2000}(?:&(?:q|tag|person)=(?:[\w.~!*'()-]|%[0-9A-Fa-f]{2}){1,2000}){0,2}$/;
const malformed = 'The words to look for are not readable.';

/**
 * What a therapist looks for in notes, and whom among clients, is health data: the product's pages send `q`, `tag` and `person` of a list in a header (`X-Search:
 * q=…&tag=…`), since addresses stand in the logs of every server on the way. Inside they are the same parameters.
 */
export function searchWords(request: Request, _response: Response, next: NextFunction): void {
  const words = request.headers['x-search'];
  if (request.method !== 'GET' || words === undefined) return next();
  if (typeof words !== 'string' || !ENCODED.test(words)) return next(new DomainError('invalid', malformed, { errors: [{ field: 'q', message: malformed }] }));
  request.url += `${request.url.includes('?') ? '&' : '?'}${words}`;
  next();
}
