import type { OpenAI } from 'openai' with { 'resolution-mode': 'import' };
import { AsyncLocalStorage } from 'node:async_hooks';
import { AiFailureReason } from './ai-failure';

/** Tries after the first one, with growing waits or as long as the endpoint asks for. */
export const RETRIES = 2;
/** An endpoint that asks for more patience than this is not asked again. */
export const LONGEST_WAIT_MS = 5_000;
/** No answer that we ask for is longer; what streams on without end is cut off. */
const MOST_ANSWER_BYTES = 2 * 1024 * 1024;

/** The real client of an OpenAI-compatible endpoint; its package is loaded with the first one. */
export async function connectOpenAi({ apiKey, baseUrl, timeoutMs }: { apiKey: string; baseUrl: string; timeoutMs: number }): Promise<OpenAI> {
  const { default: Client } = await import('openai');
  // Everything is said here: what is left out, the package would look up in the environment.
  return new Client({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    timeout: timeoutMs,
    maxRetries: RETRIES,
    // An answer that sends what was asked on to somewhere else is none.
    fetchOptions: { redirect: 'error' },
    fetch: fetchBounded,
  });
}

/** Within this time all tries of a question come to an end. */
export function tryingWithin(timeoutMs: number): number {
  return (RETRIES + 1) * timeoutMs + RETRIES * LONGEST_WAIT_MS;
}

/** What kind of failure the client's was. */
export async function reasonOf(error: unknown): Promise<AiFailureReason> {
  const { APIConnectionError, APIConnectionTimeoutError, APIError } = await import('openai');
  if (error instanceof APIConnectionTimeoutError) return 'too_slow';
  if (error instanceof APIConnectionError) return 'unreachable';
  if (!(error instanceof APIError)) return 'bad_answer';
  const status = error.status as number | undefined;
  if (status === 401 || status === 403) return 'unauthorised';
  if (status === 429) return 'busy';
  if (status === 408 || status === 504) return 'too_slow';
  return status !== undefined && status >= 500 ? 'server_error' : 'refused_request';
}

/** What is asked before each try of the question that is under way; the package tries again by itself. */
export const lookBeforeSending = new AsyncLocalStorage<() => Promise<void>>();

/** The package's own fetch, with a look before it, and an end to what comes and to how long it waits for another try. */
const fetchBounded: typeof fetch = async (input, init) => {
  await lookBeforeSending.getStore()?.();
  init?.signal?.throwIfAborted();
  const response = await fetch(input, init).catch((error: unknown) => {
    throw init?.signal?.aborted ? Object.assign(new Error('The request was given up.', { cause: error }), { name: 'AbortError' }) : error;
  });
  const headers = new Headers(response.headers);
  if (waitAskedFor(headers) > LONGEST_WAIT_MS) headers.set('x-should-retry', 'false');
  return new Response(response.body?.pipeThrough(bounded(init?.signal ?? undefined)) ?? null, { status: response.status, statusText: response.statusText, headers });
};

function waitAskedFor(headers: Headers): number {
  const [milliseconds, seconds] = [headers.get('retry-after-ms'), headers.get('retry-after')];
  if (milliseconds !== null) return Number(milliseconds);
  if (seconds === null) return 0;
  return Number.isNaN(Number(seconds)) ? Date.parse(seconds) - Date.now() : Number(seconds) * 1_000;
}

function bounded(signal: AbortSignal | undefined): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    start(controller) {
      signal?.addEventListener('abort', () => controller.error(new Error('The answer took too long.')), { once: true });
    },
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > MOST_ANSWER_BYTES) controller.error(new Error('The answer is too long.'));
      else controller.enqueue(chunk);
    },
  });
}
