import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { SessionService } from './session.service';

/** A sign-out that no page could tell the server comes with the next request, whatever that asks for: the session ends before it is answered. */
export function leftSessions(sessions: SessionService): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (!sessions.isLeft(request)) return next();
    sessions.endLeft(request).then(
      (cookies) => {
        for (const cookie of cookies) response.append('Set-Cookie', cookie);
        next();
      },
      // What only reads is answered as if nobody were signed in; a sign-in would be ended by the next request.
      (error: unknown) => next(request.method === 'GET' || request.method === 'HEAD' ? undefined : error),
    );
  };
}
