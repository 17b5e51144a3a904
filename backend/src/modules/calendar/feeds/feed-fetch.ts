import { IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest, RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { createGunzip } from 'node:zlib';
import { Gathered } from '../../../common/http/gathered';
import { publicLookup } from '../../../common/http/public-network';
import type { FeedTrouble } from './feeds.entity';
import * as messages from './messages';

/** A foreign calendar could not be read; nothing here tells its address. */
export class FeedFailure extends Error {
  constructor(
    readonly reason: FeedTrouble,
    /** What the server asked for. */
    readonly retryAfterMs?: number,
  ) {
    super(reason);
  }
}

/** What names a version of a calendar, as its server said. */
export interface Validators {
  etag?: string;
  lastModified?: string;
}

export interface FetchedFeed {
  content: Buffer;
  validators: Validators;
}

interface FetchOptions {
  validators: Validators;
  /** An origin of this machine that is read as if it were public; tests alone have one. */
  testOrigin: string | undefined;
  withinMs?: number;
}

const WITHIN_MS = 10_000;
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const MAX_VALIDATOR = 300;
const MAX_WAIT_MS = 4 * 3_600_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** What may be asked for: https by a name, without a port or a name and password in it. @returns why not, in a sentence */
export function addressProblem(url: URL, testOrigin: string | undefined): string | undefined {
  if (url.username !== '' || url.password !== '') return messages.addressWithName;
  if (url.origin === testOrigin) return undefined;
  if (url.protocol !== 'https:') return messages.addressForm;
  if (url.port !== '') return messages.addressPort;
  return isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 && url.hostname.includes('.') ? undefined : messages.addressNumeric;
}

/** As people paste it: webcal is https by another name. @returns undefined for no address */
export function parseAddress(text: string): URL | undefined {
  const address = text.replace(/^webcals?:\/\//i, 'https://');
  return URL.canParse(address) ? new URL(address) : undefined;
}

/**
 * Reads what is at an address of the internet.
 * @returns undefined when it is the version that the validators name
 * @throws FeedFailure
 */
export async function fetchFeed(address: string, { validators, testOrigin, withinMs = WITHIN_MS }: FetchOptions): Promise<FetchedFeed | undefined> {
  const late = AbortSignal.timeout(withinMs);
  try {
    let url = new URL(address);
    for (let redirects = 0; ; redirects += 1) {
      if (addressProblem(url, testOrigin) !== undefined) throw new FeedFailure(redirects === 0 ? 'unreachable' : 'redirects');
      const answer = await ask(url, redirects === 0 ? validators : {}, testOrigin, late);
      if (!REDIRECTS.has(answer.statusCode ?? 0)) return await take(answer, late);
      answer.destroy();
      const { location = '' } = answer.headers;
      if (redirects === MAX_REDIRECTS || !URL.canParse(location, url.href)) throw new FeedFailure('redirects');
      url = new URL(location, url.href);
    }
  } catch (error) {
    throw error instanceof FeedFailure ? error : new FeedFailure(late.aborted ? 'slow' : troubleOf(error));
  }
}

function ask(url: URL, { etag, lastModified }: Validators, testOrigin: string | undefined, signal: AbortSignal): Promise<IncomingMessage> {
  const isTest = url.origin === testOrigin;
  const options: RequestOptions = {
    // No connection of another request, which would be to an address that was looked up before.
    agent: false,
    signal,
    maxHeaderSize: 16_384,
    headers: {
      'User-Agent': 'Attune',
      Accept: 'text/calendar, */*;q=0.1',
      'Accept-Encoding': 'gzip, identity;q=0.5',
      ...(etag ? { 'If-None-Match': etag } : {}),
      ...(lastModified ? { 'If-Modified-Since': lastModified } : {}),
    },
    ...(isTest ? {} : { lookup: publicLookup() }),
  };
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'http:' ? plainRequest(url, options, resolve) : secureRequest(url, options, resolve);
    request.on('error', reject).end();
  });
}

async function take(answer: IncomingMessage, signal: AbortSignal): Promise<FetchedFeed | undefined> {
  try {
    const status = answer.statusCode ?? 0;
    if (status === 304) return undefined;
    if (status === 401 || status === 403) throw new FeedFailure('refused');
    if (status === 404 || status === 410) throw new FeedFailure('gone');
    if (status !== 200) throw new FeedFailure('answer', retryAfter(answer.headers['retry-after']));
    const { etag, 'last-modified': lastModified } = answer.headers;
    const validators = { ...(isShort(etag) ? { etag } : {}), ...(isShort(lastModified) ? { lastModified } : {}) };
    return { content: await contentOf(answer, signal), validators };
  } catch (error) {
    throw error instanceof FeedFailure ? error : new FeedFailure(signal.aborted ? 'slow' : 'answer');
  } finally {
    answer.destroy();
  }
}

/** Bounded on the line and after it was unpacked. */
async function contentOf(answer: IncomingMessage, signal: AbortSignal): Promise<Buffer> {
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip') throw new FeedFailure('answer');
  if (Number(answer.headers['content-length'] ?? 0) > MAX_BYTES) throw new FeedFailure('too_large');
  const unpacked = encoding === 'gzip' ? answer.pipe(createGunzip()) : answer;
  let onTheLine = 0;
  if (unpacked !== answer) {
    const fail = (error: Error): void => void unpacked.destroy(error);
    answer.once('error', fail).once('aborted', () => fail(new Error('aborted')));
    answer.on('data', (chunk: Buffer) => {
      onTheLine += chunk.length;
      if (onTheLine > MAX_BYTES) fail(new FeedFailure('too_large'));
    });
  }
  const content = new Gathered(MAX_BYTES);
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    if (signal.aborted) throw new FeedFailure('slow');
    if (!content.add(chunk)) throw new FeedFailure('too_large');
  }
  return content.bytes;
}

function isShort(value: string | undefined): value is string {
  return value !== undefined && value.length <= MAX_VALIDATOR;
}

function retryAfter(header: string | undefined): number | undefined {
  if (!header) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return ms > 0 ? Math.min(ms, MAX_WAIT_MS) : undefined;
}

/** Who is not there and who may not be asked look the same: nobody finds out here what a private network has. */
function troubleOf(error: unknown): FeedTrouble {
  const { code = '' } = (error ?? {}) as { code?: string };
  if (/^(ERR_TLS|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|ERR_SSL|EPROTO)/.test(code)) return 'certificate';
  if (/^(HPE_|Z_|ERR_STREAM|ECONNRESET)/.test(code)) return 'answer';
  return 'unreachable';
}
