import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import { json, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import multer from 'multer';
import { Observable } from 'rxjs';
import { DomainError } from '../errors/domain-error';

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

const MAX_DEPTH = 20;
const PROTOTYPE_FIELDS = ['__proto__', 'constructor', 'prototype'];

/** Refuses JSON nested deeper than anything the product sends; recursive code behind would run out of stack. */
function jsonDepth(request: Request, _response: Response, next: NextFunction): void {
  next(isUnusable(request.body) ? new DomainError('invalid', 'The request is nested too deeply or has fields that no request has.') : undefined);
}

function isUnusable(body: unknown): boolean {
  let level: unknown[] = [body];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    if (level.some(hasPrototypeField)) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** Names that reach an object's prototype; transformers drop them before anybody could refuse them. */
function hasPrototypeField(value: unknown): boolean {
  return typeof value === 'object' && value !== null && PROTOTYPE_FIELDS.some((name) => Object.hasOwn(value, name));
}

const METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Bodies are JSON or, for files, multipart; what a plain HTML form of another site can send is refused. */
function jsonOnly(request: Request, _response: Response, next: NextFunction): void {
  const hasBody = request.headers['content-length'] !== undefined ? request.headers['content-length'] !== '0' : request.headers['transfer-encoding'] !== undefined;
  if (METHODS.has(request.method) && hasBody && !request.is(['application/json', 'multipart/form-data'])) {
    next(new DomainError('unsupported_type', 'Send this as JSON.'));
    return;
  }
  next();
}

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

const readFields = multer({ limits: { files: 0, fields: 10, fieldNameSize: 100, fieldSize: 10_000, headerPairs: 20 } }).none();

/** Reads the text fields of a multipart form into the body; a JSON body stays as it is. A form with a file is refused. */
@Injectable()
export class FormFields implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (request.is('multipart/form-data')) await read(request, http.getResponse<Response>());
    return next.handle();
  }
}

/** Everything that can go wrong while reading lies in what was sent: multer and its parser touch nothing else. */
async function read(request: Request, response: Response): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    readFields(request, response, (error?: unknown) => (error ? reject(new DomainError('invalid', 'This form could not be read.')) : resolve())),
  );
  // The parser's object has no prototype, which the validation does not expect.
  request.body = { ...(request.body as object) };
}
