import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

const ACCEPTED = /^[\w-]{8,64}$/;

export interface IdentifiedRequest extends Request {
  requestId?: string;
}

/** Names every request so that an error a person reports can be found in the logs; a proxy's own id is kept. */
export function requestId(request: IdentifiedRequest, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
  request.requestId = id;
  response.setHeader('X-Request-Id', id);
  next();
}
