import { ArgumentsHost, Catch, ExceptionFilter, HttpException } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { isDatabaseUnavailable, sqlState } from '../database/database';
import { endsConnection } from '../http/bodies';
import type { Asked } from '../http/asked';
import { DomainError, DomainErrorCode, FieldProblem } from './domain-error';

const STATUS: Record<DomainErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  rule: 422,
  too_many: 429,
  unavailable: 503,
  no_room: 507,
};

/** As Nest's own answers. */
export const JSON_TYPE = 'application/json; charset=utf-8';

const SENTENCES: Record<number, string> = {
  400: 'The request could not be read.',
  401: 'Please sign in first.',
  403: 'This is not open.',
  404: 'There is nothing here.',
  405: 'This cannot be done here.',
  413: 'That is too large.',
  415: 'This kind of content is not accepted.',
  429: 'That was too often. Please wait a moment.',
  503: 'A part of the service is down. Please try again in a moment.',
};

interface Refusal {
  status: number;
  detail: string;
  errors?: FieldProblem[] | undefined;
  retryAfterSeconds?: number | undefined;
}

/** The one place that turns an error into an answer: `{ detail, errors?, request_id }`. Nothing internal leaves. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<Asked>(), http.getResponse<ServerResponse>());
  }

  /** Also used where an error happens outside of Nest's routes (the page server, the lane). */
  answer(error: unknown, request: Asked, response: ServerResponse): void {
    const refusal = refusalOf(error);
    // That there is no room is no fault of ours, and comes with every piece that waits for some.
    if (refusal.status >= 500 && refusal.status !== STATUS.no_room) this.report(error, refusal.status, request);
    if (response.headersSent) {
      // Half an answer must not look like a whole one.
      response.destroy();
      return;
    }
    const retryAfter = refusal.retryAfterSeconds ?? (refusal.status === 503 ? 2 : undefined);
    if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
    if (endsConnection(request)) response.setHeader('Connection', 'close');
    response.setHeader('Cache-Control', 'no-store');
    const body = JSON.stringify({
      detail: refusal.detail,
      ...(refusal.errors && refusal.errors.length > 0 ? { errors: refusal.errors } : {}),
      request_id: request.requestId ?? '',
    });
    response.statusCode = refusal.status;
    response.setHeader('Content-Type', JSON_TYPE);
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  private report(error: unknown, status: number, request: Asked): void {
    const known = error instanceof Error ? error : new Error('something that is not an Error was thrown');
    // The message of a database error can quote values; its class, state and stack frames are enough to find it.
    const frames = known.stack?.split('\n').filter((line) => line.startsWith('    at ')).slice(0, 12);
    this.logger.error({ request_id: request.requestId, status, error: known.name, sql_state: sqlState(error), frames }, 'request failed');
  }
}

/** Waits for a lock, statements and transactions that took too long, deadlocks and serialization failures: they pass when tried again. */
const PASSING: ReadonlySet<string> = new Set(['55P03', '57014', '25P03', '25P04', '40P01', '40001']);

function refusalOf(error: unknown): Refusal {
  if (error instanceof DomainError) {
    return { status: STATUS[error.code], detail: error.detail, errors: error.errors, retryAfterSeconds: error.retryAfterSeconds };
  }
  if (isDatabaseUnavailable(error)) return { status: 503, detail: sentence(503), retryAfterSeconds: 2 };
  const state = sqlState(error);
  if (state !== undefined && PASSING.has(state)) {
    return { status: 503, detail: 'The service is very busy. Please try again in a moment.', retryAfterSeconds: 1 };
  }
  // Somebody else moved or removed it between the look and the write.
  if (state === '23503') return { status: 409, detail: 'What this belongs to has moved or gone a moment ago. Please load the page again.' };
  const status = httpStatus(error);
  return { status, detail: sentence(status) };
}

function httpStatus(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  // Express and multer carry a status of their own.
  const candidate = error as { status?: unknown; type?: unknown; code?: unknown; name?: unknown } | undefined;
  if (candidate?.name === 'MulterError') return candidate.code === 'LIMIT_FILE_SIZE' ? 413 : 400;
  if (typeof candidate?.status === 'number' && candidate.status >= 400 && candidate.status < 500) return candidate.status;
  if (error instanceof URIError) return 400;
  return 500;
}

function sentence(status: number): string {
  return SENTENCES[status] ?? (status >= 500 ? 'Something went wrong on our side. Nothing was changed.' : 'This could not be done.');
}
