import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../api/schema';
import { ApiError } from './api-error';
import { noteAnswer } from './connection';
import { readCookie } from './cookies';
import { isPending } from './pending-logout';
import { WORDS } from './search-words';

const TIMEOUT_MS = 30_000;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Told when the server no longer knows the session that a call was made with. */
type UnauthenticatedListener = () => void;

let onUnauthenticated: () => UnauthenticatedListener = () => () => undefined;

/** What a call says of whose page it comes from. */
interface PageOwner {
  /** The account's id; undefined while the page shows nobody's. */
  account: () => string | undefined;
  /** The browser's session is another account's by now: nothing was read or done. */
  onAnother: () => void;
}

let owner: PageOwner = { account: () => undefined, onAnother: () => undefined };

/** The session store says, at the start of a call, what a 401 to that call would mean. */
export function watchUnauthenticated(listenerForCall: () => UnauthenticatedListener): void {
  onUnauthenticated = listenerForCall;
}

/** The session store says whose page this is: every call names the account, so that nothing is done in somebody else's name. */
export function nameAccount(pageOwner: PageOwner): void {
  owner = pageOwner;
}

/**
 * The typed client of the product's API. Paths are those of the contract (`/api/...`). A polling call adds
 * `headers: { 'X-Background': '1' }`, so that it does not count as the person being there.
 */
export const api: Client<paths> = createClient<paths>({
  baseUrl: '',
  credentials: 'same-origin',
  fetch: (request) => send(request, fetchAnswer),
});

/** Takes a request to the server; rejects when no answer came. */
export type Transport = (request: Request) => Promise<Response>;

/** The same call by another way than `fetch`, such as one that tells how far an upload is: the `fetch` option of one call. */
export function sendBy(transport: Transport): Transport {
  return (request) => send(request, transport);
}

async function send(given: Request, transport: Transport): Promise<Response> {
  const request = withoutWords(given);
  const unauthenticated = onUnauthenticated();
  const { pathname } = new URL(request.url);
  const safe = SAFE_METHODS.has(request.method);
  if (!safe && isLeft(pathname)) throw ApiError.unreachable();
  const token = safe ? undefined : readCookie('XSRF-TOKEN');
  if (token !== undefined) request.headers.set('X-XSRF-TOKEN', token);
  const account = pathname.startsWith('/api/admin/') ? undefined : owner.account();
  if (account !== undefined) request.headers.set('X-Account', account);
  const response = await answerTo(request, transport);
  noteAnswer(response.status);
  if (response.status === 409 && account !== undefined) void tellOfAnother(response.clone());
  if (response.status === 401 && endsWithItsSession(pathname)) unauthenticated();
  return response;
}

async function tellOfAnother(answer: Response): Promise<void> {
  const body = (await answer.json().catch(() => null)) as { errors?: { field?: unknown }[] } | null;
  if (Array.isArray(body?.errors) && body.errors.some(({ field }) => field === 'account')) owner.onAnother();
}

/** What is looked for goes in a header, and who signs in: an address stands in the logs of every server on the way, and these words are about people. */
function withoutWords(request: Request): Request {
  const url = new URL(request.url);
  const email = url.searchParams.get('email');
  if (request.method === 'POST' && email !== null) {
    url.searchParams.delete('email');
    return withHeader(new Request(url, request), 'X-Email', encodeURIComponent(email));
  }
  const words: string[] = [];
  for (const name of WORDS) {
    const value = url.searchParams.get(name);
    if (value !== null) words.push(`${name}=${encodeURIComponent(value)}`);
    url.searchParams.delete(name);
  }
  if (request.method !== 'GET' || words.length === 0) return request;
  return withHeader(new Request(url, request), 'X-Search', words.join('&'));
}

function withHeader(request: Request, name: string, value: string): Request {
  request.headers.set(name, value);
  return request;
}

/** Calls outside the sign-in whose 401 is about the code that was typed. */
const TAKING_A_CODE: readonly string[] = ['/api/client/account/email/confirm', '/api/bookings/verify'];

/** Sign-in calls answer 401 about what was typed, and an administrator's session is not the person's. */
function endsWithItsSession(path: string): boolean {
  return !path.startsWith('/api/auth/') && !path.startsWith('/api/admin/') && !TAKING_A_CODE.includes(path);
}

/** Nothing is done in the name of somebody who has logged out, and nobody signs in, while the server still knows the old session. */
function isLeft(path: string): boolean {
  return isPending(path.startsWith('/api/admin/') ? 'admin' : 'user') && !path.endsWith('/logout');
}

async function answerTo(request: Request, transport: Transport): Promise<Response> {
  try {
    return await transport(request);
  } catch (error) {
    // The caller's own abort is no failure of the line.
    if (request.signal.aborted) throw error;
    noteAnswer(0);
    throw ApiError.unreachable();
  }
}

function fetchAnswer(request: Request): Promise<Response> {
  // An upload takes as long as the person's line needs; everything else is given up after a while.
  const upload = request.headers.get('Content-Type')?.startsWith('multipart/') ?? false;
  const timeout = upload ? undefined : AbortSignal.timeout(TIMEOUT_MS);
  return fetch(request, timeout && { signal: eitherSignal(request.signal, timeout) });
}

function eitherSignal(first: AbortSignal, second: AbortSignal): AbortSignal {
  return 'any' in AbortSignal ? AbortSignal.any([first, second]) : first;
}

interface ApiResult {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** The body of a call that must succeed. Throws ApiError for every answer that is no success, and status 0 for none. */
export async function unwrap<Result extends ApiResult>(call: Promise<Result>): Promise<NonNullable<Result['data']>> {
  const { data, error, response } = await call;
  if (!response.ok) throw ApiError.fromAnswer(response, error);
  return data as NonNullable<Result['data']>;
}
