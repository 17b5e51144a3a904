export interface Bounds {
  /** For the whole answer, its last byte included. */
  withinMs: number;
  /** Of the body as it is read, unpacked. */
  mostBytes: number;
}

/** What Google's client library passes beside what `fetch` knows. */
type Init = RequestInit & { timeout?: number };

/** Statuses that have no body, not even an empty one. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * A `fetch` whose answer has come as a whole, or not at all. The platform's own ends in time while it waits for the headers alone, and takes a body of any
 * size, however slowly it comes. A request's own `timeout` goes before `withinMs`.
 * @throws Error past the bounds, and what `fetch` throws
 */
export function boundedFetch({ withinMs, mostBytes }: Bounds): (input: string | URL | Request, init?: Init) => Promise<Response> {
  return async (input, init = {}) => {
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(new Error('The answer did not come in time.')), init.timeout ?? withinMs);
    const over = new Promise<never>((_, reject) => {
      const end = ({ reason }: AbortSignal): void => reject(reason instanceof Error ? reason : new Error('The request was cancelled.'));
      ending.signal.addEventListener('abort', () => end(ending.signal));
      init.signal?.addEventListener('abort', () => ending.abort(init.signal?.reason));
    });
    try {
      return await Promise.race([wholeAnswer(input, { ...init, signal: ending.signal }, mostBytes), over]);
    } finally {
      clearTimeout(timer);
      // Whatever of it is still on its way.
      ending.abort();
    }
  };
}

async function wholeAnswer(input: string | URL | Request, init: RequestInit, mostBytes: number): Promise<Response> {
  const { body, status, statusText, headers, url } = await fetch(input, init);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += (part as Uint8Array).length;
    if (bytes > mostBytes) throw new Error('The answer is too long.');
    parts.push(part as Uint8Array);
  }
  // It is unpacked by now.
  const plain = new Headers(headers);
  for (const name of ['content-encoding', 'content-length']) plain.delete(name);
  const whole = new Response(WITHOUT_BODY.has(status) ? null : Buffer.concat(parts), { status, statusText, headers: plain });
  return Object.defineProperty(whole, 'url', { value: url });
}
