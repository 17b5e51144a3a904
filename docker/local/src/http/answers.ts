import type { IncomingMessage, ServerResponse } from 'node:http';

/** A part of the one origin: answers a request whose path it owns. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse, url: URL) => void | Promise<void>;

/** Headers of every answer that is not proxied. */
const ALWAYS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' };

export function sendText(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...ALWAYS, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers });
  response.end(text);
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...ALWAYS, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers });
  response.end(JSON.stringify(body));
}

/** A page with a Content-Security-Policy of its own. */
export function sendPage(response: ServerResponse, status: number, html: string, policy: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, {
    ...ALWAYS,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy,
    ...headers,
  });
  response.end(html);
}

export function redirect(response: ServerResponse, location: string, status = 302): void {
  response.writeHead(status, { ...ALWAYS, location, 'cache-control': 'no-store' });
  response.end();
}

/** Text made safe for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The body of a form post, or null when it is longer than the limit. */
export async function readForm(request: IncomingMessage, limitBytes = 64_000): Promise<URLSearchParams | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > limitBytes) return null;
    chunks.push(bytes);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

/** True for a form or script of this origin: browsers name another site's in Origin. */
export function isSameOrigin(request: IncomingMessage): boolean {
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  try {
    return new URL(origin).host === request.headers.host;
  } catch {
    return false;
  }
}
