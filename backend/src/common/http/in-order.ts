import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Several small handlers as one layer: Express's own bookkeeping for a layer costs more than each of these does. */
export function inOrder(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    let position = 0;
    const step = (error?: unknown): void => {
      const handler = error === undefined ? handlers[position] : undefined;
      position += 1;
      if (handler) void handler(request, response, step);
      else next(error);
    };
    step();
  };
}
