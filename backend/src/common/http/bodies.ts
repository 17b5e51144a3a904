import { json, type RequestHandler } from 'express';
import { inOrder } from './in-order';
import { jsonDepth } from './json-depth';
import { jsonOnly } from './json-only';

const JSON_LIMIT = '1mb';

/** Reads and checks a request's body; a request without one passes by. */
export function bodies(): RequestHandler {
  const read = inOrder(jsonOnly, json({ limit: JSON_LIMIT }), jsonDepth);
  return (request, response, next) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (length === undefined && encoding === undefined) next();
    else void read(request, response, next);
  };
}
