import { Agent, request, type IncomingMessage } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
  body: Buffer;
  bytes: number;
}

export interface RawRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  /** Written piece by piece; an endless one goes on until the answer is there. */
  body?: string | Buffer | Iterable<Buffer>;
  agent?: Agent;
}

/** A request as it is written here: no client tidies it. */
export function sendRaw(server: Server, { method = 'POST', path, headers = {}, body, agent }: RawRequest): Promise<RawAnswer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    let answered = false;
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: agent ?? false }, (response) => {
      answered = true;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const all = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: all.toString(), body: all, bytes: all.length });
      });
    });
    // An answer may come, and the connection end, while the body is still being sent.
    sent.on('error', (error) => (answered ? undefined : reject(error)));
    if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) {
      sent.end(body);
      return;
    }
    const pieces = body[Symbol.iterator]();
    const more = (): void => {
      if (answered || sent.destroyed) return;
      const { value, done } = pieces.next();
      if (done) sent.end();
      else sent.write(value, () => setImmediate(more));
    };
    more();
  });
}

/** @param count fields that no request has, e.g. `{"x0":1,"x1":1}` */
export function manyFields(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"x${index}":1`).join(',')}}`;
}
