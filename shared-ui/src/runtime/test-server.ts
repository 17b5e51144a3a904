import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server saw it. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = (request: SeenRequest, response: ServerResponse) => void;

export interface TestServer {
  seen: SeenRequest[];
  close(): Promise<void>;
}

/** For tests: a real HTTP server that the page's own calls reach, as if it were the page's origin. */
export async function startTestServer(answer: Answer): Promise<TestServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (part: Buffer) => (body += part.toString()));
    incoming.on('end', () => {
      const request = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body };
      seen.push(request);
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const original = window.fetch;
  window.fetch = (input, init) => original(readdress(input, port), init);
  return {
    seen,
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

/** Answers with JSON. */
export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
