import { act } from '@testing-library/react';

/** One call that a screen made. */
export interface SeenCall {
  route: string;
  query: URLSearchParams;
  body: unknown;
}

interface Answer {
  status?: number;
  json: unknown;
  headers?: Record<string, string>;
}

/** Throws for a line that is down; may promise an answer that takes its time. */
type Handler = (call: SeenCall) => Answer | Promise<Answer>;

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** An API answer with the product's error body. */
export function problem(status: number, detail: string, errors?: { field: string; message: string }[]): Answer {
  return { status, json: { detail, errors, request_id: 'test' } };
}

/**
 * Answers the page's calls in place of the network. Routes read 'GET /api/therapist/bookings'; ids in paths are written
 * `{id}`. A call without a handler is a 404, as on the server.
 */
export function fakeApi(handlers: Record<string, Handler>) {
  const calls: SeenCall[] = [];
  globalThis.fetch = async (input) => {
    const request = input instanceof Request ? input : new Request(input);
    const url = new URL(request.url, 'http://localhost');
    // Only JSON is read: the simulated browser's files cannot be streamed.
    const sendsJson = request.headers.get('Content-Type')?.includes('json') ?? false;
    const call: SeenCall = {
      route: `${request.method} ${url.pathname.replace(UUID, '{id}')}`,
      query: url.searchParams,
      body: sendsJson ? await request.json() : undefined,
    };
    calls.push(call);
    const { status = 200, json, headers } = (await handlers[call.route]?.(call)) ?? problem(404, 'Not found.');
    return new Response(JSON.stringify(json), { status, headers: { 'Content-Type': 'application/json', ...headers } });
  };
  return { calls, to: (route: string) => calls.filter((call) => call.route === route) };
}

/** An answer that comes when the test releases it. */
export function held() {
  let release: (answer: Answer) => void = () => undefined;
  const answer = new Promise<Answer>((resolve) => (release = resolve));
  return { answer, release: (given: Answer) => release(given) };
}

/** Lets everything that is under way arrive on the screen. */
export function pause(): Promise<void> {
  return act(() => new Promise<void>((resolve) => setTimeout(resolve, 100)));
}

/** The same answer, after the moment that every real one needs. */
export function late(answer: Answer): Promise<Answer> {
  return new Promise((resolve) => setTimeout(() => resolve(answer), 50));
}
