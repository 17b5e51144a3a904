import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call that a page made. */
export interface SeenCall {
  /** 'GET /api/therapist/bookings'; ids in the path are written `{id}`. */
  route: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  /** The JSON that was sent, or the fields of a form. */
  body: unknown;
}

export interface Answer {
  status?: number;
  json?: unknown;
  headers?: Record<string, string>;
}

/** Throws for a line that is down; may promise an answer that takes its time. */
export type Handler = (call: SeenCall) => Answer | Promise<Answer>;

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/**
 * Answers the page's calls in place of the network, by their routes. A call without a handler is a 404, as on the server.
 * Handlers can be exchanged while the page is open.
 */
export function fakeApi(handlers: Record<string, Handler>) {
  const calls: SeenCall[] = [];
  globalThis.fetch = async (input, init) => {
    const call = await seen(input instanceof Request ? input : new Request(input, init));
    calls.push(call);
    const { status = 200, json, headers } = (await handlers[call.route]?.(call)) ?? problem(404, 'Not found.');
    return new Response(JSON.stringify(json), { status, headers: { 'Content-Type': 'application/json', ...headers } });
  };
  globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest;
  return { calls, handlers, to: (route: string) => calls.filter((call) => call.route === route) };
}

/** An upload, answered as every other call; half of it has gone out before the answer comes. */
class FakeUpload {
  readonly upload: { onprogress?: (event: object) => void } = {};
  onload = (): void => undefined;
  onerror = (): void => undefined;
  onabort = (): void => undefined;
  onloadend = (): void => undefined;
  status = 0;
  response: Blob | null = null;
  private call = { method: '', url: '' };
  private readonly sent = new Headers();
  private answered = new Headers();

  open(method: string, url: string): void {
    this.call = { method, url };
  }

  setRequestHeader(name: string, value: string): void {
    this.sent.set(name, value);
  }

  getAllResponseHeaders(): string {
    return [...this.answered].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  }

  send(body: Blob): void {
    const { url, method } = this.call;
    this.upload.onprogress?.({ lengthComputable: true, loaded: body.size / 2, total: body.size });
    fetch(new Request(url, { method, headers: this.sent, body }))
      .then(async (answer) => {
        Object.assign(this, { status: answer.status, answered: answer.headers, response: await answer.blob() });
        this.onload();
      })
      .catch(() => this.onerror())
      .finally(() => this.onloadend());
  }

  abort(): void {
    this.onabort();
  }
}

async function seen(request: Request): Promise<SeenCall> {
  const { pathname: path, searchParams: query } = new URL(request.url);
  const { method, headers } = request;
  const words = headers.get('X-Search');
  const email = headers.get('X-Email');
  if (email !== null) query.set('email', decodeURIComponent(email));
  for (const [name, value] of new URLSearchParams(words ?? '')) query.set(name, value);
  return { route: `${method} ${path.replace(UUID, '{id}')}`, path, query, headers, body: await bodyOf(request) };
}

async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? '';
  if (type.includes('json')) return request.json();
  return type.startsWith('multipart/') ? Object.fromEntries(await request.formData()) : undefined;
}

/** An answer with the product's error body. */
export function problem(status: number, detail: string, errors?: { field: string; message: string }[], headers?: Record<string, string>): Answer {
  return { status, json: { detail, errors, request_id: 'test' }, headers };
}

/** The 401 of a session that is over. */
export const signedOut = () => problem(401, 'Please sign in first.');

/** A line that is down: nobody ever learns what became of the call. */
export const lost = (): never => {
  throw new TypeError('Failed to fetch');
};

/** An answer that comes when the test releases it. */
export function held() {
  let release: (answer: Answer) => void = () => undefined;
  const answer = new Promise<Answer>((resolve) => (release = resolve));
  return { answer, release: (given: Answer) => release(given) };
}

/** The same answer, after the moment that every real one needs. */
export function late(answer: Answer): Promise<Answer> {
  return new Promise((resolve) => setTimeout(() => resolve(answer), 50));
}

let made = 0;

/** A new id in the form of the product's ids. */
export function sampleId(): string {
  made += 1;
  return `00000000-0000-7000-8000-${String(made).padStart(12, '0')}`;
}

/** A request as the server saw it. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface TestServer {
  seen: SeenRequest[];
  close(): Promise<void>;
}

/** For tests of the calls themselves: a real HTTP server that the page's own calls reach, as if it were the page's origin. */
export async function startTestServer(answer: (request: SeenRequest, response: ServerResponse) => void): Promise<TestServer> {
  const requests: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (part: Buffer) => (body += part.toString()));
    incoming.on('end', () => {
      const request = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body };
      requests.push(request);
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const original = window.fetch;
  window.fetch = (input, init) => original(readdress(input, port), init);
  return {
    seen: requests,
    async close() {
      window.fetch = original;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function readdress(input: RequestInfo | URL, port: number): Request {
  const request = input instanceof Request ? input : new Request(input);
  const address = new URL(request.url);
  address.host = `127.0.0.1:${port}`;
  const options: RequestInit & { duplex: 'half' } = {
    method: request.method,
    headers: request.headers,
    body: request.body,
    signal: request.signal,
    duplex: 'half',
  };
  return new Request(address.href, options);
}

/** A test server's answer in JSON. */
export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
