import { CallHandler, createParamDecorator, ExecutionContext, Injectable, NestInterceptor, SetMetadata } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import multer from 'multer';
import { Observable } from 'rxjs';
import { DomainError } from '../errors/domain-error';
import { Beside } from '../process/beside';
import { checkShape, checkText, USUAL_VALUES } from './body-shape';
import { BUSY, outOfConnectionLine } from './changes-at-work';
import { ComingBodies } from './coming-bodies';
import { Gathered } from './gathered';
import { hangUp } from './hang-up';

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

/** What a route takes. */
export interface BodyLimit {
  bytes: number;
  /** Fields and list entries of all levels together. */
  values: number;
  /** The sentence of a refusal for its size. */
  tooLarge: string;
  /** The body is bytes (`application/octet-stream`), see {@link SentBytes}; how many of them an account sends is the route's own matter. */
  isBytes?: true;
  /** How many of its forms are taken in at a time is the route's own matter: they wait in a line, unread. */
  hasLine?: true;
}

/** What every route takes that declares nothing else, and the most that a route takes from somebody without a session. */
export const USUAL_BODY: Readonly<BodyLimit> = { bytes: 64 * 1024, values: USUAL_VALUES, tooLarge: 'That is too large.' };

export const BODY_LIMIT = 'attune:body-limit';

/** A route behind a session that takes more than {@link USUAL_BODY} says what it needs. */
export const AcceptsBody = (limit: Partial<BodyLimit>): MethodDecorator => SetMetadata(BODY_LIMIT, { ...USUAL_BODY, ...limit } satisfies BodyLimit);

const METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Whether there is a body that a route may want. */
export function carriesBody({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  const length = headers['content-length'];
  return METHODS.has(method ?? '') && (length === undefined ? headers['transfer-encoding'] !== undefined : length !== '0');
}

/**
 * Bodies are JSON in UTF-8 or, for files, multipart or bytes; what a plain HTML form of another site can send is refused.
 * @throws DomainError unsupported_type, invalid
 */
function checkKind(request: Request): void {
  const { 'content-length': length, 'content-encoding': encoding, 'content-type': type = '' } = request.headers;
  const isForm = isMultipart(request);
  if (!isForm && !isOctets(request) && !request.is('application/json')) throw asJson();
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(type)?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) throw new DomainError('unsupported_type', 'Send this as JSON in UTF-8.');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw new DomainError('unsupported_type', 'Send this without compression.');
  // A form's parser counts no bytes between its parts; with a length the connection itself ends the body there.
  if (isForm && length === undefined) throw new DomainError('invalid', 'Send this form with its length.');
}

/**
 * What mail programs send for a mail's `List-Unsubscribe` (RFC 8058): a form that says nothing which the address does not, so it is not read. It comes from
 * no browser, so with no cookie and no origin.
 */
function isOneClick(request: Request): boolean {
  const { cookie, origin, 'content-length': length } = request.headers;
  return ONE_CLICK_PATH.test(request.path) && !!request.is('application/x-www-form-urlencoded') && length !== undefined && declaredBytes(request) <= ONE_CLICK.length && cookie === undefined && origin === undefined;
}

const nothing = (): void => undefined;

const ONE_CLICK = 'List-Unsubscribe=One-Click';
/** The address that stands in those mails. */
const ONE_CLICK_PATH = /^\/api\/practice-mails\/[\w-]+$/;

const asJson = () => new DomainError('unsupported_type', 'Send this as JSON.');
const isOctets = (request: Request): boolean => !!request.is('application/octet-stream');
const isMultipart = (request: Request): boolean => !!request.is('multipart/form-data');
const declaredBytes = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

const readAhead = new Beside<Request, Buffer>();

/** A slow sender holds its connection no longer: what is sent by then is all there is. */
export const BODY_WITHIN_MS = 30_000;
const deadlines = new Beside<Request, NodeJS.Timeout>();

/** Ends the connection of a body that does not come in time. A route that takes large files calls it again, with more. */
export function bodyWithin(request: Request, ms: number): void {
  clearTimeout(deadlines.get(request));
  const deadline = setTimeout(() => request.destroy(), ms).unref();
  deadlines.set(request, deadline);
  for (const over of ['end', 'close'] as const) request.once(over, () => clearTimeout(deadline));
}

/** Looks again and again from now on whether too little of a body comes. @param least in bytes, within each `everyMs` @param tooSlow ends its connection, unless something else is said */
export function bodyAtPace(request: Request, least: number, everyMs: number, tooSlow = (): void => void request.destroy()): void {
  if (request.complete) return;
  let before = request.socket.bytesRead;
  const look = setInterval(() => {
    const now = request.socket.bytesRead;
    if (now - before < least) tooSlow();
    before = now;
  }, everyMs).unref();
  for (const over of ['end', 'close'] as const) request.once(over, () => clearInterval(look));
}

/**
 * Takes in a body of the usual size, so that a slow sender holds nothing that others need but a connection; a larger one waits for the route that declares it.
 * @param isCounted whether whoever asks from there is counted
 */
export function bodies(isCounted: (address: string) => boolean = () => true): RequestHandler {
  const coming = new ComingBodies();
  return (request, _response, next) => {
    if (!carriesBody(request)) return next();
    bodyWithin(request, BODY_WITHIN_MS);
    if (isOneClick(request)) {
      request.resume();
      // However long it waits for its turn: by then there is nothing to be read any more.
      readAhead.set(request, Buffer.alloc(0));
      return next();
    }
    try {
      checkKind(request);
    } catch (error) {
      return next(error);
    }
    if (declaredBytes(request) > USUAL_BODY.bytes) return next();
    const { ip = '' } = request;
    const leave = isCounted(ip) ? coming.enter(request, ip) : nothing;
    if (!leave) {
      throwAway(request);
      return next(new DomainError('too_many', BUSY, { retryAfterSeconds: 1 }));
    }
    bytesOf(request, USUAL_BODY).finally(leave).then((bytes) => {
      readAhead.set(request, bytes);
      next();
    }, next);
  };
}

/** What the length of a body tells, before anybody is asked who sends it. @throws DomainError too_large */
export function checkSize(request: Request, limit: BodyLimit): void {
  if (declaredBytes(request) > limit.bytes) throw new DomainError('too_large', limit.tooLarge);
}

/**
 * Reads and checks a JSON body, and takes in bytes where the route asks for them; a multipart one is left to the route.
 * @param noRoom ends the reading with its reason @returns how many fields and list entries there are, of all levels together
 * @throws DomainError too_large, invalid, unsupported_type
 */
export async function readBody(request: Request, response: Response, limit: BodyLimit, noRoom?: AbortSignal): Promise<number> {
  if (isOctets(request) !== (limit.isBytes === true)) throw limit.isBytes ? new DomainError('unsupported_type', 'Send this as bytes (application/octet-stream).') : asJson();
  if (isMultipart(request)) return 0;
  const bytes = readAhead.get(request) ?? (await outOfConnectionLine(response, () => bytesOf(request, limit, noRoom)));
  if (limit.isBytes) {
    request.body = bytes;
    return 0;
  }
  checkText(bytes, limit.values);
  const body = parse(bytes);
  const values = checkShape(body, limit.values);
  request.body = body;
  return values;
}

/** @returns 0 for one that needs not be bounded among others: of the usual size, which no body without a length exceeds, or a form whose route has a line */
export function largeBytes(request: Request, { hasLine }: BodyLimit): number {
  const bytes = declaredBytes(request);
  return bytes <= USUAL_BODY.bytes || (hasLine && isMultipart(request)) ? 0 : bytes;
}

/** For a refusal to arrive: what still comes is thrown away, and not waited for. */
const LINGER_MS = 5_000;

/** Takes no more of a body into memory, and ends its connection soon, unless it is over by then. */
export function throwAway(request: Request): void {
  request.unpipe().resume();
  bodyWithin(request, LINGER_MS);
}

/** A body in so many pieces of so few bytes is nothing that a browser sends, and each of them is work. */
const MANY_PIECES = 1_000;
const LEAST_BYTES_A_PIECE = 16;

/** Stops taking in as soon as there is too much. */
function bytesOf(request: Request, limit: BodyLimit, noRoom?: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const taken = new Gathered(limit.bytes);
    const take = (chunk: Buffer): void => {
      if (!taken.add(chunk)) stop(new DomainError('too_large', limit.tooLarge));
      else if (taken.pieces > MANY_PIECES && taken.size < taken.pieces * LEAST_BYTES_A_PIECE) stop(new DomainError('invalid', 'Send this in larger pieces.'));
    };
    const stop = (error?: DomainError): void => {
      request.off('data', take).off('end', end).off('error', broken).off('close', broken);
      if (error) reject(error);
      else resolve(taken.bytes);
    };
    const end = (): void => stop();
    const broken = (): void => stop(unreadable());
    noRoom?.addEventListener('abort', () => stop(noRoom.reason as DomainError), { once: true });
    // Who went away while a session was looked for sends no end any more.
    if (request.destroyed) reject(unreadable());
    else request.on('data', take).on('end', end).on('error', broken).on('close', broken);
  });
}

/** The body of a route that takes bytes; none where nothing was sent. */
export const SentBytes = createParamDecorator((_: unknown, context: ExecutionContext): Buffer => {
  const { body } = context.switchToHttp().getRequest<Request>();
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
});

/** An empty body counts as an object without fields. */
function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw unreadable();
  }
  if (typeof body !== 'object' || body === null) throw unreadable();
  return body;
}

const unreadable = () => new DomainError('invalid', 'The request could not be read.');

/** What is read off and thrown away after a refusal, so that a person with a picture too large gets the sentence and keeps the connection. */
const READ_OFF_BYTES = 32 * 1024 * 1024;

/** Whether an answer before the end of the body has to end the connection: the rest is huge, or of unknown length. */
export function endsConnection(request: IncomingMessage): boolean {
  return !request.complete && (request.headers['transfer-encoding'] !== undefined || declaredBytes(request) > READ_OFF_BYTES);
}

/** How a form's parser gets the body, whether it was taken in already or not; an option that multer's types do not know. */
export const FORM_SOURCE = {
  streamHandler(request: Request, parser: Writable): void {
    const bytes = readAhead.get(request);
    if (bytes) parser.end(bytes);
    else request.pipe(parser);
  },
};

const readFields = multer({ ...FORM_SOURCE, limits: { files: 0, fields: 10, fieldNameSize: 100, fieldSize: 10_000, headerPairs: 20 } }).none();

/** Reads the text fields of a multipart form into the body; a JSON body stays as it is. A form with a file is refused. */
@Injectable()
export class FormFields implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (isMultipart(request)) await read(request, http.getResponse<Response>());
    return next.handle();
  }
}

/**
 * Lets a form's reader work until it is done, or until the one who sends is gone: it hears of that only while it reads.
 * @param refusal for whatever goes wrong: it lies in what was sent, multer and its parser touch nothing else @throws DomainError
 */
export function readForm(reader: RequestHandler, request: Request, response: Response, refusal: (error: unknown) => DomainError): Promise<void> {
  const taken = (): Promise<void> => new Promise((resolve, reject) => {
    const gone = hangUp(response);
    const leave = (): void => reject(refusal(undefined));
    if (gone.aborted) return leave();
    gone.addEventListener('abort', leave, { once: true });
    void reader(request, response, (error?: unknown) => (error ? reject(refusal(error)) : resolve()));
  });
  // What was taken in already is waited for by nobody.
  return readAhead.get(request) ? taken() : outOfConnectionLine(response, taken);
}

async function read(request: Request, response: Response): Promise<void> {
  await readForm(readFields, request, response, () => new DomainError('invalid', 'This form could not be read.'));
  // The parser's object has no prototype, which the validation does not expect.
  request.body = { ...(request.body as object) };
  checkShape(request.body);
}
