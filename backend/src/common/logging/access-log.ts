import { randomUUID } from 'node:crypto';
import { fstatSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import pino, { Logger } from 'pino';
import type { Asked } from '../http/asked';
import type { Metrics } from '../metrics/metrics';
import { inSpan, Span, Tracing } from '../tracing/tracing';

const ACCEPTED = /^[\w-]{8,64}$/;

/** Names every request so that an error a person reports can be found in the logs; a proxy's own id is kept. @returns for the header `X-Request-Id` */
export function nameRequest(request: Asked): string {
  const given = request.headers['x-request-id'];
  return (request.requestId = typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID());
}

export function requestId(request: Asked, response: ServerResponse, next: () => void): void {
  response.setHeader('X-Request-Id', nameRequest(request));
  next();
}

const NAME = 'api';
/** In figures, of an answer that nobody waited for. */
const ABORTED = 499;
const STDOUT = 1;
const WRITE_EVERY_MS = 250;
/** What is taken in one piece, so that lines of other loggers never fall into it: by a pipe no more than this, by a file anything. */
const PIPE_PIECE_BYTES = 4_096;
const FILE_PIECE_BYTES = 65_536;
/** More than the longest line. */
const ROOM_FOR_A_LINE = 512;
/** A reader that stands still must not take the process with it: lines beyond this are dropped. */
const UNREAD_BYTES = 16 * 1024 * 1024;

/**
 * One line per request, its figure and its span, also of one whose client went away (`aborted`): method, route pattern, status, milliseconds. No address, query, id or body.
 * Lines are collected for a moment, since a write for each one costs as much as the statement that the request runs;
 * the rest is written when the server closes or the process ends.
 */
export function accessLog(logger: Logger, server: Server, metrics: Metrics, tracing: Tracing): (request: Asked, response: ServerResponse, next: () => void) => void {
  const isLogged = logger.isLevelEnabled('info');
  if (!isLogged && !metrics.isOn && !tracing.isOn) return (_request, _response, next) => next();
  const lines = new CollectedLines();
  const end = (): void => lines.end();
  process.once('exit', end);
  server.once('close', () => {
    process.off('exit', end);
    end();
  });
  return (request, response, next) => {
    const started = performance.now();
    if (tracing.isOn) request.span = tracing.begin('request', 'request');
    // After the answer, or instead of it.
    response.on('close', () => {
      const ms = performance.now() - started;
      if (isLogged) lines.add(lineOf(request, response, ms));
      if (metrics.isOn) metrics.countRequest(request.method ?? '', routeOf(request), response.writableFinished ? response.statusCode : ABORTED, ms / 1_000);
      if (request.span) endSpan(request.span, request, response);
    });
    next();
  };
}

type Step<R extends Asked, A> = (request: R, response: A, next: (error?: unknown) => void) => unknown;

/** A step behind which a request may go on in the turn of another one, as lines have it: what it does from there on is told of it, and not of that one. */
export function goingOnTraced<R extends Asked, A>(step: Step<R, A>): Step<R, A> {
  return (request, response, next) => step(request, response, (error) => inSpan(request.span, () => next(error)));
}

function endSpan(span: Span, request: Asked, response: ServerResponse): void {
  const [method, route] = [request.method ?? '', routeOf(request)];
  const status = response.writableFinished ? response.statusCode : ABORTED;
  const known = route === 'none' ? undefined : route;
  span.end(status >= 500, { method, route: known, status }, known === undefined ? method : `${method} ${known}`);
}

function routeOf(request: Asked): string {
  const path = (request.route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? path : 'none';
}

/** The line as the other loggers would write it. Every part but the route is of our own making or a token, so nothing else needs quoting. */
function lineOf(request: Asked, response: ServerResponse, milliseconds: number): string {
  const ms = Math.round(milliseconds * 1_000) / 1_000;
  return (
    `{"level":"info","time":"${isoNow()}","name":"${NAME}","request_id":"${request.requestId ?? ''}",${request.span ? `"trace_id":"${request.span.traceId}",` : ''}` +
    `"method":"${request.method}","route":${quoted(routeOf(request))},"status":${response.statusCode},${response.writableFinished ? '' : '"aborted":true,'}"ms":${ms}}\n`
  );
}

/** Routes are a few hundred, and known when the process starts. */
const quotes = new Map<string, string>();

function quoted(route: string): string {
  let text = quotes.get(route);
  if (text === undefined) quotes.set(route, (text = JSON.stringify(route)));
  return text;
}

let [second, secondText] = [0, ''];

/** As `toISOString` gives it, of which only the milliseconds change most of the time. */
function isoNow(): string {
  const now = Date.now();
  const milliseconds = now % 1_000;
  if (now - milliseconds !== second) [second, secondText] = [now - milliseconds, new Date(now).toISOString().slice(0, -4)];
  return `${secondText}${String(milliseconds).padStart(3, '0')}Z`;
}

class CollectedLines {
  private readonly pieceBytes = fstatSync(STDOUT).isFile() ? FILE_PIECE_BYTES : PIPE_PIECE_BYTES;
  private readonly output = pino.destination({ dest: STDOUT, sync: false, maxWrite: this.pieceBytes, maxLength: UNREAD_BYTES });
  private readonly timer = setInterval(() => this.write(), WRITE_EVERY_MS).unref();
  private lines = '';

  add(line: string): void {
    this.lines += line;
    if (this.lines.length > this.pieceBytes - ROOM_FOR_A_LINE) this.write();
  }

  end(): void {
    clearInterval(this.timer);
    this.write();
    this.output.flushSync();
  }

  private write(): void {
    if (this.lines === '') return;
    this.output.write(this.lines);
    this.lines = '';
  }
}
