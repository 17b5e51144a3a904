import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { leaveConnectionLine } from '../../../common/http/changes-at-work';
import { SessionLooks } from '../../../common/http/shared-work';
import type { SessionService } from './session.service';

/**
 * A sign-out that no page could tell the server comes with the next request, whatever that asks for: the session ends before it is answered.
 * @param changes lets changes into the line of their connection, which they leave again before their bodies are waited for
 */
export function leftSessions(sessions: SessionService, looks: SessionLooks, changes: RequestHandler): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (!sessions.isLeft(request)) return next();
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const end = (refusal?: unknown): void => {
      if (refusal !== undefined) return next(refusal);
      sessions.endLeft(request, (look) => looks.during(request, response, look)).then(
        (cookies) => {
          for (const cookie of cookies) response.append('Set-Cookie', cookie);
          if (!isRead) leaveConnectionLine(response);
          next();
        },
        // What only reads is answered as if nobody were signed in; a sign-in would be ended by the next request.
        (error: unknown) => next(isRead ? undefined : error),
      );
    };
    return void changes(request, response, end);
  };
}
