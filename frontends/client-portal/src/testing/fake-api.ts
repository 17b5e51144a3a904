/** One call that a page made. */
export interface SeenCall {
  route: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

export interface Answer {
  status?: number;
  json?: unknown;
  headers?: Record<string, string>;
}

/** Throws for a line that is down. */
type Handler = (call: SeenCall) => Answer;

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** An API answer with the product's error body. */
export function problem(status: number, detail: string, errors?: { field: string; message: string }[], headers?: Record<string, string>): Answer {
  return { status, json: { detail, errors, request_id: 'test' }, headers };
}

/** Whoever does this has to prove first who they are. */
export const proofAsked = () => problem(403, 'Please confirm with a fresh code that it is you.', [{ field: 'proof', message: 'Please confirm.' }]);

export const codeSent = (): Answer => ({ status: 202, json: { status: 'code_sent', resend_after_seconds: 60, expires_in_seconds: 600 } });

/**
 * Answers the page's calls in place of the network. Routes read 'GET /api/client/dashboard'; ids in paths are written
 * `{id}`. A call without a handler is a 404, as on the server.
 */
export function fakeApi(handlers: Record<string, Handler>) {
  const calls: SeenCall[] = [];
  globalThis.fetch = async (input) => {
    const request = input instanceof Request ? input : new Request(input);
    const url = new URL(request.url, 'http://localhost');
    const text = await request.text();
    const call: SeenCall = {
      route: `${request.method} ${url.pathname.replace(UUID, '{id}')}`,
      query: url.searchParams,
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
    calls.push(call);
    const { status = 200, json, headers } = handlers[call.route]?.(call) ?? problem(404, 'Not found.');
    return new Response(JSON.stringify(json), { status, headers: { 'Content-Type': 'application/json', ...headers } });
  };
  return { calls, handlers, to: (route: string) => calls.filter((call) => call.route === route) };
}
