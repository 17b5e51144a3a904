import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream';

export type ProxyFailure = 'unreachable' | 'too-slow';

export interface ProxyTarget {
  /** Origin and path prefix; the request's path is appended. */
  base: URL;
  path: string;
  /** How long the other side may take until its answer begins. */
  answerWithinMs: number;
  onFailure(failure: ProxyFailure): void;
  /** Sees the answer before it is passed on; true when it has taken over sending it. */
  takeOver?(answer: IncomingMessage): boolean;
}

const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'];
/** This is the outermost server: what a browser says about forwarding is not believed. */
const CLAIMS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-real-ip'];
const httpAgent = new HttpAgent({ keepAlive: true, maxSockets: 1024 });
const httpsAgent = new HttpsAgent({ keepAlive: true, maxSockets: 64 });

/** Passes the request on and streams the answer back. A failure before the answer begins is told; after it the connection is cut. */
export function proxy(request: IncomingMessage, response: ServerResponse, target: ProxyTarget, isRetry = false): void {
  const upstream = open(request, target);
  let answered = false;
  let failure: ProxyFailure = 'unreachable';
  const patience = setTimeout(() => {
    failure = 'too-slow';
    upstream.destroy(new Error('No answer in time'));
  }, target.answerWithinMs);
  response.once('close', () => {
    clearTimeout(patience);
    if (!response.writableFinished) upstream.destroy();
  });
  upstream.once('response', (answer) => {
    answered = true;
    clearTimeout(patience);
    if (target.takeOver?.(answer) === true) return;
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, passedOn(answer.rawHeaders));
    pipeline(answer, response, () => undefined);
  });
  upstream.on('error', () => {
    clearTimeout(patience);
    if (answered || response.destroyed) return;
    // A kept connection that the other side closed at this very moment: ask again on a new one, where repeating is harmless.
    if (upstream.reusedSocket && failure === 'unreachable' && !isRetry && isRepeatable(request)) {
      proxy(request, response, target, true);
      return;
    }
    target.onFailure(failure);
  });
  if (isRepeatable(request)) upstream.end();
  else pipeline(request, upstream, () => undefined);
}

function isRepeatable(request: IncomingMessage): boolean {
  const hasBody = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined;
  return (request.method === 'GET' || request.method === 'HEAD') && !hasBody;
}

function open(request: IncomingMessage, target: ProxyTarget): ClientRequest {
  const headers = { ...request.headers };
  for (const name of [...HOP_BY_HOP, ...CLAIMS]) delete headers[name];
  // Without it the body of a DELETE would go out unframed and be taken for a request of its own, claims and all.
  const encoding = request.headers['transfer-encoding'];
  if (encoding !== undefined) headers['transfer-encoding'] = encoding;
  headers['x-forwarded-for'] = clientAddress(request);
  headers['x-forwarded-host'] = request.headers.host ?? '';
  headers['x-forwarded-proto'] = 'http';
  const isTls = target.base.protocol === 'https:';
  // Another site's server (a remote deployed elsewhere) knows itself by its own name.
  if (isTls) headers.host = target.base.host;
  return (isTls ? httpsRequest : httpRequest)({
    protocol: target.base.protocol,
    hostname: target.base.hostname.replace(/^\[|\]$/g, ''),
    port: target.base.port === '' ? undefined : target.base.port,
    method: request.method,
    path: target.base.pathname.replace(/\/$/, '') + target.path,
    headers,
    agent: isTls ? httpsAgent : httpAgent,
  });
}

function clientAddress(request: IncomingMessage): string {
  return (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
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
