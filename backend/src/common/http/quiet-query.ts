import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../errors/domain-error';

/** A value as `encodeURIComponent` writes it. */
const VALUE = "(?:[\\w.~!*'()-]|%[0-9A-Fa-f]{2}){1,2000}";
const WORD = `(?:q|tag|person)=${VALUE}`;
const SEARCH = new RegExp(`^${WORD}(?:&${WORD}){0,2}$`);
const EMAIL = new RegExp(`^${VALUE}$`);
const malformed = 'The words to look for are not readable.';
const malformedAddress = 'The email address is not readable.';

/**
 * What a therapist looks for in notes, and whom among clients, is health data, and so is who signs in as a client: the product's pages send `q`, `tag` and `person`
 * of a list in a header (`X-Search: q=…&tag=…`), and the address of a sign-in (`X-Email`), since addresses of pages and calls stand in the logs of every server on the
 * way. Inside they are the same parameters.
 */
export function quietQuery(request: Request, _response: Response, next: NextFunction): void {
  const { 'x-search': words, 'x-email': email } = request.headers;
  if (request.method === 'GET' && words !== undefined) {
    if (typeof words !== 'string' || !SEARCH.test(words)) return next(new DomainError('invalid', malformed, { errors: [{ field: 'q', message: malformed }] }));
    ask(request, words);
  }
  if (request.method === 'POST' && email !== undefined) {
    if (typeof email !== 'string' || !EMAIL.test(email)) return next(new DomainError('invalid', malformedAddress, { errors: [{ field: 'email', message: malformedAddress }] }));
    ask(request, `email=${email}`);
  }
  next();
}

function ask(request: Request, parameters: string): void {
  request.url += `${request.url.includes('?') ? '&' : '?'}${parameters}`;
}
