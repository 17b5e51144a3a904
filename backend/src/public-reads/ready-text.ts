import Negotiator from 'negotiator';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Answer } from './kept-answers';

export type Encoding = 'br' | 'gzip';

/** Compressed once, while somebody waits for it or for whoever asks next. */
const BROTLI_QUALITY = 5;
const COMPRESS: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body) => promisify(gzip)(body),
};
/** Longer texts go as bytes: Node copies what it sends in one piece with the head. */
const LONGEST_LETTERS = 16_000;
/** Below that nothing is won. */
const SMALLEST_COMPRESSED = 500;

/** A text that is ready to be sent, with its ETag and its compressed forms once they were asked for. */
export class ReadyText implements Answer {
  readonly body: Buffer;
  /** With the compressed forms, about. */
  readonly bytes: number;
  private tag: string | undefined;
  private readonly making: Partial<Record<Encoding, Promise<Buffer>>> = {};
  private readonly made: Partial<Record<Encoding, Buffer>> = {};
  private readonly letters: Partial<Record<Encoding | 'identity', Buffer | string>> = {};

  constructor(text: string) {
    this.body = Buffer.from(text);
    this.bytes = this.body.length * 3.2;
  }

  compressed(encoding: Encoding): Promise<Buffer> {
    return (this.making[encoding] ??= COMPRESS[encoding](this.body).then((form) => (this.made[encoding] = form)));
  }

  /** The bytes of a form, as letters (latin1) where it is short: with its head they are one write to the socket, which takes less than two. */
  sent(encoding: Encoding | undefined, form: Buffer): Buffer | string {
    return (this.letters[encoding ?? 'identity'] ??= form.length <= LONGEST_LETTERS ? form.toString('latin1') : form);
  }

  /** The compressed form if it is there; else it is made for whoever asks next. */
  compressedBefore(encoding: Encoding): Buffer | undefined {
    const form = this.made[encoding];
    if (!form && this.body.length >= SMALLEST_COMPRESSED) void this.compressed(encoding).catch(() => (this.making[encoding] = undefined));
    return form;
  }

  /** Each form has its own. */
  etag(encoding: Encoding | undefined): string {
    this.tag ??= etagOf(this.body);
    return encoding ? `${this.tag.slice(0, -1)}-${encoding}"` : this.tag;
  }
}

export function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** What browsers send is one of few texts. */
const chosen = new LRUCache<string, Encoding | 'identity'>({ max: 500 });
const LONGEST_HEADER = 200;

/** @returns undefined where the text is sent as it is */
export function encodingFor({ headers }: Pick<IncomingMessage, 'headers'>): Encoding | undefined {
  const header = String(headers['accept-encoding'] ?? '');
  if (header === '' || header.length > LONGEST_HEADER) return undefined;
  let encoding = chosen.get(header);
  if (encoding === undefined) {
    const taken = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(['br', 'gzip']);
    encoding = (['br', 'gzip'] as const).find((one) => taken.includes(one)) ?? 'identity';
    chosen.set(header, encoding);
  }
  return encoding === 'identity' ? undefined : encoding;
}
