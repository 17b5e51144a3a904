import { createProxyServer } from 'http-proxy-3';
import { Agent as HttpAgent, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { pipeline, Readable } from 'node:stream';
import { lineOf, smallBody, UpstreamLines } from './upstream-lines';

export type ProxyFailure = 'unreachable' | 'too-slow';

export interface ProxyTarget {
  /** Origin and path prefix; the request's path is appended. */
  base: URL;
  path: string;
  /** How long the other side may take until its answer begins. */
  answerWithinMs: number;
  /** Somebody else's server: it is asked for a file, learns nothing of who asks and leaves nothing in the browser. */
  isForeign?: boolean;
  onFailure(failure: ProxyFailure): void;
  /** Sees the answer before it is passed on; true when it has taken over sending it. */
  takeOver?(answer: IncomingMessage): boolean;
}

const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'];
/** All that another party's server is told. */
const FILE_QUESTION = ['accept', 'accept-encoding', 'if-none-match', 'if-modified-since'];
/** All that its answer may bring: nothing that speaks for this origin, such as a cookie or leave for a service worker. */
const FILE_ANSWER = ['content-type', 'content-length', 'content-encoding', 'etag', 'last-modified', 'cache-control', 'vary', 'date', 'retry-after'];
/** What servers on the way add: this is the outermost one, so nothing of it is believed. */
const FORWARDING = /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-.+|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.+|cdn-loop|fastly-.+|fly-.+|x-(?:amzn?|azure|arr|appengine|envoy|vercel)-.+)$/;
/** Each line has its own part of the connections: one that holds all of its own keeps nobody else waiting. */
const httpAgent = new HttpAgent({ keepAlive: true, maxFreeSockets: 1024 });
const lines = new UpstreamLines(128);
const httpsAgent = new HttpsAgent({ keepAlive: true, maxSockets: 64 });

/** Whether a request came through another server on its way here, by the headers that such servers add. */
export function wasForwarded(request: IncomingMessage): boolean {
  return Object.keys(request.headers).some((name) => FORWARDING.test(name));
}

/** Passes the request on and streams the answer back. A failure before the answer begins is told; after it the connection is cut. */
export function proxy(request: IncomingMessage, response: ServerResponse, target: ProxyTarget): void {
  if (target.isForeign) return pass(request, response, target, fileQuestion(request, target.base), Readable.from([]));
  const headers = ownHeaders(request);
  smallBody(request)
    .then((body) => lines.enter(lineOf(clientAddress(request)), response, () => pass(request, response, target, headers, body && Readable.from([body]))))
    .catch(() => response.destroy());
}

function pass(request: IncomingMessage, response: ServerResponse, target: ProxyTarget, headers: IncomingHttpHeaders, body?: Readable, isRetry = false): void {
  let upstream: ClientRequest | undefined;
  let isOver = false;
  const fail = (failure: ProxyFailure): void => {
    isOver = true;
    upstream?.destroy();
    target.onFailure(failure);
  };
  const patience = setTimeout(() => fail('too-slow'), target.answerWithinMs);
  response.once('close', () => clearTimeout(patience));

  const relay = createProxyServer({
    // Put together as text: a path that begins with two slashes is no host.
    target: new URL(target.base.origin + target.base.pathname.replace(/\/$/, '') + target.path),
    ignorePath: true,
    agent: target.base.protocol === 'https:' ? httpsAgent : httpAgent,
    selfHandleResponse: true,
    ...(body ? { buffer: body } : {}),
  });
  // After its own changes: with them the body of a DELETE would go out unframed and be taken for a request of its own, claims and all.
  relay.before('web', 'stream', () => {
    request.headers = headers;
  });
  relay.on('proxyReq', (started) => {
    upstream = started;
    if (isOver) started.destroy();
  });
  relay.on('proxyRes', (answer) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(patience);
    if (upstream) readOffAfter(answer, request, upstream);
    if (target.takeOver?.(answer) === true) return;
    // Refused before its end, and the other side reads no further: here the connection ends as well.
    if (!request.complete && answer.headers.connection === 'close') response.shouldKeepAlive = false;
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, target.isForeign ? ofAFile(answer.rawHeaders) : passedOn(answer.rawHeaders));
    pipeline(answer, response, () => undefined);
  });
  relay.on('error', () => {
    clearTimeout(patience);
    if (isOver || response.destroyed) return;
    // A kept connection that the other side closed at this very moment: ask again on a new one, where repeating is harmless.
    if (upstream?.reusedSocket && !isRetry && isRepeatable(request)) pass(request, response, target, headers, body, true);
    else fail('unreachable');
  });
  relay.web(request, response);
}

/** Once an answer has ended, Node tells no more when there is room for the rest of a body: it is read off here, so that the connection goes on. */
function readOffAfter(answer: IncomingMessage, request: IncomingMessage, upstream: ClientRequest): void {
  const readOff = (): void => {
    request.unpipe(upstream);
    request.resume();
    if (!upstream.writableFinished) upstream.destroy();
  };
  answer.once('end', readOff);
  upstream.once('close', readOff);
}

function isRepeatable(request: IncomingMessage): boolean {
  const hasBody = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined;
  return (request.method === 'GET' || request.method === 'HEAD') && !hasBody;
}

function fileQuestion({ headers }: IncomingMessage, base: URL): IncomingHttpHeaders {
  const asked = FILE_QUESTION.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  // Another party's server knows itself by its own name.
  return { ...Object.fromEntries(asked), host: base.host };
}

function ownHeaders(request: IncomingMessage): IncomingHttpHeaders {
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.includes(name) && !FORWARDING.test(name)));
  // It belongs to the connection, but says how the body is framed.
  const encoding = request.headers['transfer-encoding'];
  return {
    ...headers,
    ...(encoding === undefined ? {} : { 'transfer-encoding': encoding }),
    'x-forwarded-for': clientAddress(request),
    'x-forwarded-host': request.headers.host ?? '',
    'x-forwarded-proto': 'http',
  };
}

function clientAddress(request: IncomingMessage): string {
  return (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
}

function ofAFile(rawHeaders: string[]): string[] {
  const others = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()).filter((name) => !FILE_ANSWER.includes(name));
  return [...passedOn(rawHeaders, others), 'x-content-type-options', 'nosniff'];
}

/** The answer's headers without those that belong to one connection; repeated ones (Set-Cookie) stay repeated. */
export function passedOn(rawHeaders: string[], alsoWithout: string[] = []): string[] {
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    const value = rawHeaders[index + 1];
    if (name === undefined || value === undefined) continue;
    const lower = name.toLowerCase();
    if (!HOP_BY_HOP.includes(lower) && !alsoWithout.includes(lower)) kept.push(name, value);
  }
  return kept;
}
