import { randomInt } from 'node:crypto';
import * as supertest from 'supertest';
import { GoogleStandIn } from './google-stand-in';
import { TEST_ORIGIN, TestApp } from './test-app';

export type Agent = ReturnType<typeof supertest.agent>;

interface CookieJar {
  jar: { getCookies(access: object): { toValueString(): string } };
}

/** A browser that keeps its cookies, behind an address of its own so that limits per connection are not shared. */
export function openBrowser(test: TestApp, address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`): Agent {
  return supertest.agent(test.app.getHttpServer()).set('X-Forwarded-For', address);
}

/** The Cookie header that this browser would send. */
export function cookiesOf(agent: Agent): string {
  return (agent as unknown as CookieJar).jar.getCookies({ domain: '127.0.0.1', path: '/', secure: false, script: false }).toValueString();
}

const tokens = new WeakMap<Agent, string>();

/** What a page of the product sends along with a change. */
export async function pageHeaders(agent: Agent): Promise<Record<string, string>> {
  const answer = await agent.get('/api/auth/me');
  const cookies = ([] as string[]).concat(answer.headers['set-cookie'] ?? []);
  const token = cookies.map((line) => /^XSRF-TOKEN=([^;]+)/.exec(line)?.[1]).find(Boolean);
  if (token) tokens.set(agent, decodeURIComponent(token));
  return { Origin: TEST_ORIGIN, 'X-XSRF-TOKEN': tokens.get(agent) ?? '' };
}

/** The agent attaches its cookies when the request is made, so the token comes first. */
export async function send(agent: Agent, method: 'post' | 'put' | 'delete', path: string, body?: object): Promise<supertest.Response> {
  const headers = await pageHeaders(agent);
  return agent[method](path).set(headers).send(body);
}

export function post(agent: Agent, path: string, body?: object): Promise<supertest.Response> {
  return send(agent, 'post', path, body);
}

/** Goes to Google and back. @returns where the browser lands */
export async function throughGoogle(google: GoogleStandIn, agent: Agent, choice = 'demo', email?: string, redirect = '/dashboard'): Promise<string> {
  const start = await agent.get('/api/auth/google').query({ redirect }).expect(302);
  const back = await google.decide(start.headers['location'] ?? '', choice, email);
  const callback = await agent.get(back.replace(TEST_ORIGIN, '')).expect(302);
  return callback.headers['location'] ?? '';
}

/** The one-time code of the address a browser landed on. */
export const codeOf = (location: string): string => location.split('#session_id=')[1] ?? '';

export function exchange(agent: Agent, code: string): Promise<supertest.Response> {
  return post(agent, '/api/auth/session', { session_id: code });
}

/** The whole sign-in with Google. @returns the answer of the exchange */
export async function signInWithGoogle(google: GoogleStandIn, agent: Agent, email: string): Promise<supertest.Response> {
  return exchange(agent, codeOf(await throughGoogle(google, agent, 'type', email)));
}
