/** One call that a screen made. */
export interface SeenCall {
  route: string;
  query: URLSearchParams;
  headers: Headers;
  /** The JSON that was sent, or the fields of a form. */
  body: unknown;
}

export interface Answer {
  status?: number;
  json: unknown;
  headers?: Record<string, string>;
}

/** Throws for a line that is down; may promise an answer that takes its time. */
export type Handler = (call: SeenCall) => Answer | Promise<Answer>;

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** An API answer with the product's error body. */
export function problem(status: number, detail: string, errors?: { field: string; message: string }[]): Answer {
  return { status, json: { detail, errors, request_id: 'test' } };
}

/** The 401 of a session that is over. */
export const signedOut = () => problem(401, 'Please sign in first.');

/**
 * Answers the page's calls in place of the network. Routes read 'GET /api/admin/dashboard'; ids in paths are written
 * `{id}`. A call without a handler is a 404, as on the server.
 */
export function fakeApi(handlers: Record<string, Handler>) {
  const calls: SeenCall[] = [];
  globalThis.fetch = async (input) => {
    const request = input instanceof Request ? input : new Request(input);
    const url = new URL(request.url, 'http://localhost');
    const call: SeenCall = {
      route: `${request.method} ${url.pathname.replace(UUID, '{id}')}`,
      query: url.searchParams,
      headers: request.headers,
      body: await bodyOf(request),
    };
    calls.push(call);
    const { status = 200, json, headers } = (await handlers[call.route]?.(call)) ?? problem(404, 'Not found.');
    return new Response(JSON.stringify(json), { status, headers: { 'Content-Type': 'application/json', ...headers } });
  };
  return { calls, to: (route: string) => calls.filter((call) => call.route === route) };
}

async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? '';
  if (type.includes('json')) return request.json();
  return type.startsWith('multipart/') ? Object.fromEntries(await request.formData()) : undefined;
}

/** Node's fetch sends only Node's own forms; the simulated browser has others. */
beforeAll(async () => {
  const form = await new Response('', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }).formData();
  globalThis.FormData = form.constructor as typeof FormData;
});

/** An answer that comes when the test releases it. */
export function held() {
  let release: (answer: Answer) => void = () => undefined;
  const answer = new Promise<Answer>((resolve) => (release = resolve));
  return { answer, release: (given: Answer) => release(given) };
}
