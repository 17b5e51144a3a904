import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { sendText } from '../http/answers';
import { passedOn } from './proxy';

/** Reloads open pages after a rebuild (`npm run dev` only). */
export interface PageReload {
  handle(request: IncomingMessage, response: ServerResponse, url: URL): void;
  /** Takes over an HTML answer and adds the script to it. @param accepted the forms that the browser takes: the answer came as text, to be added to */
  inject(request: IncomingMessage, answer: IncomingMessage, response: ServerResponse, accepted: string): boolean;
  /** Tells every open page to load again. */
  announce(): void;
  close(): void;
}

const SCRIPT = `(() => {
  let lost = false;
  const source = new EventSource('/dev/reload');
  source.addEventListener('reload', () => location.reload());
  source.addEventListener('error', () => { lost = true; });
  source.addEventListener('open', () => { if (lost) location.reload(); });
})();
`;
const TAG = '<script src="/dev/reload.js" defer></script>';

export function createPageReload(): PageReload {
  const pages = new Set<ServerResponse>();
  const heartbeat = setInterval(() => pages.forEach((page) => page.write(':\n\n')), 20_000);
  heartbeat.unref();
  return {
    handle: (_request, response, url) => {
      if (url.pathname === '/dev/reload.js') {
        sendText(response, 200, SCRIPT, { 'content-type': 'text/javascript; charset=utf-8' });
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write('retry: 1000\n\n');
      pages.add(response);
      response.once('close', () => pages.delete(response));
    },
    inject,
    announce: () => pages.forEach((page) => page.write('event: reload\ndata: now\n\n')),
    close: () => {
      clearInterval(heartbeat);
      pages.forEach((page) => page.end());
    },
  };
}

const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const FORMS = { br: (page: Buffer) => promisify(brotliCompress)(page, QUICKLY), gzip: promisify(gzip) } as const;

function inject(request: IncomingMessage, answer: IncomingMessage, response: ServerResponse, accepted: string): boolean {
  const isPage = String(answer.headers['content-type'] ?? '').startsWith('text/html');
  if (!isPage || answer.headers['content-encoding'] !== undefined || request.method === 'HEAD') return false;
  const form = (['br', 'gzip'] as const).find((one) => new RegExp(`(?:^|[\\s,])${one}(?:[\\s,]|$)`, 'i').test(accepted));
  const send = async (): Promise<void> => {
    const page = Buffer.from((await text(answer)).replace('</head>', `${TAG}</head>`));
    const body = form ? await FORMS[form](page) : page;
    response.writeHead(answer.statusCode ?? 200, [...passedOn(answer.rawHeaders, ['content-length']), ...(form ? ['Content-Encoding', form] : []), 'Content-Length', String(body.length)]);
    response.end(body);
  };
  send().catch(() => response.destroy());
  return true;
}
