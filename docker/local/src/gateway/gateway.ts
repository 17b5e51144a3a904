import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sendText, type RequestHandler } from '../http/answers';
import { isLoopbackName } from '../http/loopback';
import { isInTurn } from '../http/pipelining';
import { LaunchError } from '../process/launch-error';
import type { PageReload } from './page-reload';
import { proxy, wasForwarded } from './proxy';
import { sendFile, taken } from './static-files';
import { sendApiAway, sendRemoteAway } from './trouble-pages';

export interface GatewayOptions {
  /** 0 picks a free port. */
  port: number;
  /** The folder that holds shell/ and the remotes, each with its dist/. */
  frontends: string;
  remotes: string[];
  /** Remotes that another server delivers, by dashed name. */
  remoteUrls: Record<string, URL>;
  /** Where the API listens, asked at each request; null while the product is not ready for anybody. */
  apiPort(): number | null;
  /** Development shows a password and signs anybody in: then this machine alone is answered, about everything. */
  isDevelopment: boolean;
  /** Stand-ins by the first path segment below /dev/. */
  standIns: Record<string, RequestHandler>;
  pageReload?: PageReload;
  /** How long a remote elsewhere may take; 10 s when not given. */
  remoteAnswersWithinMs?: number;
}

export interface Gateway {
  port: number;
  close(): Promise<void>;
}

/** Each of them is looked at; browsers send some twenty. */
const MOST_HEADER_LINES = 100;
const REMOTE_ANSWERS_WITHIN_MS = 10_000;
const API_ANSWERS_WITHIN_MS = 60_000;

/** The one origin: static frontends, proxied remotes, stand-ins, and the API for everything else. Loopback only. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    response.on('error', () => undefined);
    // Names and values.
    if (request.rawHeaders.length > 2 * MOST_HEADER_LINES) return sendText(response.setHeader('Connection', 'close'), 431, 'The request has too many header lines.');
    if (!isInTurn(request, response)) return;
    Promise.resolve(route(options, request, response)).catch(() => {
      if (!response.headersSent) sendText(response, 500, 'Something went wrong in the local gateway.');
      else response.destroy();
    });
  };
  const first = await listen(answer, options.port, '127.0.0.1');
  if (first === null) throw portTaken(options.port);
  const port = (first.address() as AddressInfo).port;
  const servers = [first];
  // Browsers may take "localhost" for ::1; where this machine has no IPv6 loopback, 127.0.0.1 is all there is.
  const second = await listen(answer, port, '::1').catch(() => undefined);
  if (second === null) {
    await closeServer(first);
    throw portTaken(port);
  }
  if (second !== undefined) servers.push(second);
  return {
    port,
    close: async () => {
      options.pageReload?.close();
      await Promise.all(servers.map(closeServer));
    },
  };
}

function portTaken(port: number): LaunchError {
  return new LaunchError(
    `Port ${port} is already in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
  );
}

/** Null when the port is taken; other failures reject. */
function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  port: number,
  host: string,
): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer({ headersTimeout: 15_000, requestTimeout: 120_000, keepAliveTimeout: 65_000 }, answer);
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else if (error.code === 'EACCES') reject(new LaunchError(`Port ${port} may not be used by this user. Choose one above 1024: PORT=3000 npm start`));
      else reject(error);
    });
    server.listen({ port, host, backlog: 1024 }, () => resolve(server));
  });
}

/** Lets requests under way finish for a moment, then cuts what is left. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), 3_000);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function route(options: GatewayOptions, request: IncomingMessage, response: ServerResponse): void | Promise<void> {
  const refusal = options.isDevelopment ? refusalOfOthers(request) : null;
  if (refusal !== null) return sendText(response, 403, refusal);
  const target = request.url ?? '/';
  const url = target.startsWith('/') && !target.startsWith('//') ? parse(target) : parse(`/${target.replace(/^\/+/, '')}`);
  if (url === null) return sendText(response, 400, 'This address is malformed.');
  const [, area = '', name = '', ...rest] = url.pathname.split('/');
  if (area === 'dev') return standIn(options, request, response, url, name);
  if (area === 'shell') return file(request, response, join(options.frontends, 'shell', 'dist'), [name, ...rest].join('/'));
  if (area === 'remotes') return remote(options, request, response, url, name, rest.join('/'));
  const isApiPath = area === 'api';
  const apiPort = options.apiPort();
  if (apiPort === null) return sendApiAway(request, response, isApiPath, 'unreachable');
  // A compressed page could not be added to; it is compressed afterwards.
  const accepted = taken(String(request.headers['accept-encoding'] ?? ''));
  if (options.pageReload !== undefined && !isApiPath) delete request.headers['accept-encoding'];
  proxy(request, response, {
    base: new URL(`http://127.0.0.1:${apiPort}`),
    // As it was understood here, so that both sides mean the same.
    path: url.pathname + url.search,
    answerWithinMs: API_ANSWERS_WITHIN_MS,
    onFailure: (failure) => sendApiAway(request, response, isApiPath, failure),
    takeOver: (reply) => options.pageReload?.inject(request, reply, response, accepted) ?? false,
  });
}

function parse(target: string): URL | null {
  try {
    return new URL(target, 'http://localhost');
  } catch {
    return null;
  }
}

function file(request: IncomingMessage, response: ServerResponse, folder: string, encodedName: string): void | Promise<void> {
  let name: string;
  try {
    name = decodeURIComponent(encodedName);
  } catch {
    return sendText(response, 400, 'This address is malformed.');
  }
  // A page is made by the page server; the bare template of a build is not one.
  if (name.endsWith('.html')) return sendText(response, 404, 'Not found');
  return sendFile(request, response, folder, name);
}

function remote(
  options: GatewayOptions,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  name: string,
  rest: string,
): void | Promise<void> {
  if (!options.remotes.includes(name)) return sendText(response, 404, 'Not found');
  const elsewhere = options.remoteUrls[name];
  if (elsewhere === undefined) return file(request, response, join(options.frontends, name, 'dist'), rest);
  if (request.method !== 'GET' && request.method !== 'HEAD') return sendText(response, 405, 'Method not allowed', { allow: 'GET, HEAD' });
  proxy(request, response, {
    base: elsewhere,
    isForeign: true,
    path: `/${rest}${url.search}`,
    answerWithinMs: options.remoteAnswersWithinMs ?? REMOTE_ANSWERS_WITHIN_MS,
    onFailure: (failure) => sendRemoteAway(response, name, failure),
  });
}

/** Why a request is not this machine's own: by its own names (no rebound DNS name) and itself (no tunnel). Null when it is. */
function refusalOfOthers(request: IncomingMessage): string | null {
  if (wasForwarded(request)) return 'This page is for this machine alone, and this request came through another server.';
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isLocal = address === '::1' || address.startsWith('127.');
  return isLocal && isLoopbackName((request.headers.host ?? '').replace(/:\d+$/, '')) ? null : 'Only this machine may open this page.';
}

/** Stand-ins show mails and sign anyone in, so only this machine may ask, in production too. */
function standIn(
  options: GatewayOptions,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  name: string,
): void | Promise<void> {
  const refusal = refusalOfOthers(request);
  if (refusal !== null) return sendText(response, 403, refusal);
  const handler = name === 'reload' || name === 'reload.js' ? options.pageReload?.handle : options.standIns[name];
  if (handler === undefined || !Object.hasOwn({ ...options.standIns, reload: 1, 'reload.js': 1 }, name)) {
    return sendText(response, 404, 'Not found');
  }
  return handler(request, response, url);
}
