import { createReadStream, type Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream';
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
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
];
/** A name with a content hash never changes its content. */
const HASHED = /\.[0-9a-f]{8,}\./;

interface Found {
  path: string;
  stats: Stats;
  encoding: string | null;
}

/**
 * Answers with a file below `folder`, or 404; never with a page instead. Looked up anew at each request, so a rebuilt remote is
 * served without a restart, and precompressed neighbours (.br, .gz) are used where the browser takes them.
 */
export async function sendFile(request: IncomingMessage, response: ServerResponse, folder: string, name: string): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    sendText(response, 405, 'Method not allowed', { allow: 'GET, HEAD' });
    return;
  }
  const type = TYPES[extname(name).toLowerCase()];
  const found = type === undefined ? null : await find(folder, name, String(request.headers['accept-encoding'] ?? ''));
  if (found === null || type === undefined) {
    sendText(response, 404, 'Not found');
    return;
  }
  const tag = `"${found.stats.size.toString(36)}-${Math.trunc(found.stats.mtimeMs).toString(36)}-${found.encoding ?? 'plain'}"`;
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('cross-origin-resource-policy', 'same-origin');
  response.setHeader('vary', 'Accept-Encoding');
  response.setHeader('etag', tag);
  response.setHeader('cache-control', HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (matches(request.headers['if-none-match'], tag)) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader('content-type', type);
  response.setHeader('content-length', found.stats.size);
  if (found.encoding !== null) response.setHeader('content-encoding', found.encoding);
  if (request.method === 'HEAD') {
    response.writeHead(200).end();
    return;
  }
  // A file that vanishes while a build replaces it ends this answer only.
  pipeline(createReadStream(found.path), response, () => undefined);
}

function matches(header: string | undefined, tag: string): boolean {
  return header !== undefined && header.split(',').some((part) => part.trim().replace(/^W\//, '') === tag);
}

async function find(folder: string, name: string, accepted: string): Promise<Found | null> {
  const path = join(folder, name);
  if (name.includes('\0') || !path.startsWith(folder + sep)) return null;
  // A link inside the folder must not lead out of it.
  const [real, home] = await Promise.all([realpath(path).catch(() => null), realpath(folder).catch(() => null)]);
  if (real === null || home === null || !real.startsWith(home + sep)) return null;
  const plain = await stat(real).catch(() => null);
  if (plain === null || !plain.isFile()) return null;
  for (const encoding of ENCODINGS) {
    if (!accepts(accepted, encoding.name)) continue;
    const stats = await stat(real + encoding.suffix).catch(() => null);
    // An older neighbour belongs to an earlier build of a file without a hash in its name.
    if (stats?.isFile() === true && stats.mtimeMs >= plain.mtimeMs - 60_000) {
      return { path: real + encoding.suffix, stats, encoding: encoding.name };
    }
  }
  return { path: real, stats: plain, encoding: null };
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, weight] = part.trim().split(';');
    return name?.trim().toLowerCase() === encoding && !/^\s*q=0(\.0+)?\s*$/.test(weight ?? '');
  });
}
