/** A call that a page made. */
export interface Call {
  method: string;
  path: string;
  search: URLSearchParams;
  headers: Headers;
  body: unknown;
}

export interface AnswerOf {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** No answer at all. */
  lost?: boolean;
}

type Responder = (call: Call) => AnswerOf;

/** Answers the page's calls through the browser's own `fetch`, and keeps what was asked. */
export function answerCalls(respond: Responder): { calls: Call[]; restore: () => void } {
  const calls: Call[] = [];
  const { fetch: original } = globalThis;
  globalThis.fetch = async (input, init) => {
    const request = input instanceof Request ? input : new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    const call: Call = {
      method: request.method,
      path: pathname,
      search: searchParams,
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
    calls.push(call);
    const { status = 200, body, headers, lost = false } = respond(call);
    if (lost) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
  };
  return {
    calls,
    restore: () => {
      globalThis.fetch = original;
    },
  };
}
