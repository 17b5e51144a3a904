import type { ReadStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname, extname, join, sep } from 'node:path';
import sirv from 'sirv';
import { sendText } from '../http/answers';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};
/** A name with a content hash never changes its content. */
const HASHED = /\.[0-9a-f]{8,}\./;

/**
 * Answers with a file below `folder`, or 404; never with a page instead. Looked up anew at each request, so a rebuilt remote is
 * served without a restart. Precompressed neighbours (.br, .gz) only of hashed names: others may be left from an earlier build.
 */
export async function sendFile(request: IncomingMessage, response: ServerResponse, folder: string, name: string): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    sendText(response, 405, 'Method not allowed', { allow: 'GET, HEAD' });
    return;
  }
  const notFound = (): void => {
    response.getHeaderNames().forEach((header) => response.removeHeader(header));
    sendText(response, 404, 'Not found');
  };
  const type = TYPES[extname(name).toLowerCase()];
  const path = await within(folder, name);
  // Who asked has gone meanwhile: nothing would close what is opened now.
  if (response.destroyed) return;
  if (type === undefined || path === null) {
    notFound();
    return;
  }
  const isHashed = HASHED.test(name);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('cross-origin-resource-policy', 'same-origin');
  response.setHeader('vary', 'Accept-Encoding');
  response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  // A 304 names the tag that was asked about; the library leaves it out.
  response.setHeader('etag', request.headers['if-none-match'] ?? '');
  const setHeaders = (): void => {
    response.removeHeader('etag');
    response.setHeader('content-type', type);
  };
  endTogether(response);
  request.url = encodeURI(`/${basename(path)}`);
  // The library takes "br;q=0" for br, and "bytes=-5" for the first bytes: files are sent whole.
  request.headers['accept-encoding'] = taken(String(request.headers['accept-encoding'] ?? ''));
  delete request.headers.range;
  sirv(dirname(path), { dev: true, etag: true, extensions: [], brotli: isHashed, gzip: isHashed, setHeaders })(request, response, notFound);
}

/** The real path of a file; a link inside the folder must not lead out of it. */
async function within(folder: string, name: string): Promise<string | null> {
  const [path, home] = await Promise.all([realpath(join(folder, name)).catch(() => null), realpath(folder).catch(() => null)]);
  return path !== null && home !== null && path.startsWith(home + sep) ? path : null;
}

/** The forms that somebody takes: what they refuse is left out. */
export function taken(acceptEncoding: string): string {
  return acceptEncoding.toLowerCase().split(',').filter((part) => !/;\s*q=0(\.0+)?\s*$/.test(part)).join(',');
}

/** The library does not: a file that vanishes or shrinks ends this answer only, and one whose client has left is closed. */
function endTogether(response: ServerResponse): void {
  response.once('pipe', (file: ReadStream) => {
    file.once('error', () => response.destroy());
    file.once('end', () => {
      if (file.bytesRead < Number(response.getHeader('content-length'))) response.destroy();
    });
    response.once('close', () => file.destroy());
  });
}
