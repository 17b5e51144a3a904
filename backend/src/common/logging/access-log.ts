import pino from 'pino';
import type { NextFunction, Request, Response } from 'express';
import type { Server } from 'node:http';
import { IdentifiedRequest } from '../http/request-id';
import { createLogger } from './logger';

/** A write that a pipe takes in one piece, so that lines of other loggers never fall into it. */
const PIECE_BYTES = 4_096;
const NEARLY_FULL_BYTES = 3_600;
const WRITE_EVERY_MS = 250;
/** A reader that stands still must not take the process with it: lines beyond this are dropped. */
const UNREAD_BYTES = 16 * 1024 * 1024;

/**
 * One line per finished request: method, route pattern, status, milliseconds. No address, query, id or body.
 * Lines are collected for a moment, since a write for each one costs as much as the statement that the request runs;
 * the rest is written when the server closes.
 */
export function accessLog(level: string, server: Server): (request: Request, response: Response, next: NextFunction) => void {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: NEARLY_FULL_BYTES,
    maxWrite: PIECE_BYTES,
    maxLength: UNREAD_BYTES,
    periodicFlush: WRITE_EVERY_MS,
  });
  const logger = createLogger(level, 'api', output);
  server.once('close', () => output.flushSync());
  return (request, response, next) => {
    const started = performance.now();
    response.on('finish', () => {
      const route = (request.route as { path?: unknown } | undefined)?.path;
      logger.info({
        request_id: (request as IdentifiedRequest).requestId,
        method: request.method,
        route: typeof route === 'string' ? route : 'none',
        status: response.statusCode,
        ms: Math.round((performance.now() - started) * 1_000) / 1_000,
      });
    });
    next();
  };
}
