import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { IdentifiedRequest } from '../http/request-id';

/** One line per finished request: method, route pattern, status, milliseconds. No address, query, id or body. */
export function accessLog(logger: Logger): (request: Request, response: Response, next: NextFunction) => void {
  return (request, response, next) => {
    const started = process.hrtime.bigint();
    response.once('finish', () => {
      const route = (request.route as { path?: unknown } | undefined)?.path;
      logger.info({
        request_id: (request as IdentifiedRequest).requestId,
        method: request.method,
        route: typeof route === 'string' ? route : 'none',
        status: response.statusCode,
        ms: Number(process.hrtime.bigint() - started) / 1e6,
      });
    });
    next();
  };
}
