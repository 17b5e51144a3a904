import { randomUUID } from 'node:crypto';
import * as supertest from 'supertest';
import { ClientBrowser, mailedCode } from './client-browser';
import { TestApp } from './test-app';

/** A browser in which a client is signed in. */
export interface SignedInClient {
  id: string;
  email: string;
  name: string;
  browser: ClientBrowser;
  get(path: string): supertest.Test;
  post(path: string, body?: object): supertest.Test;
  put(path: string, body?: object): supertest.Test;
  delete(path: string): supertest.Test;
  /** The Cookie header, for requests that are built by hand. */
  readonly cookie: string;
  readonly csrf: string;
}

export interface ClientOptions {
  /** An address with bookings makes their person this client's own. */
  email?: string;
  name?: string;
  /** False: registered a moment ago, the address not proved. */
  verified?: boolean;
  /** The browser is trusted from the proof on. */
  trusted?: boolean;
}

/** Registers a client and signs them in as the pages do; the proof is fresh. */
export async function signInClient(test: TestApp, options: ClientOptions = {}): Promise<SignedInClient> {
  const { email = `${randomUUID()}@example.org`, name = 'Test Client', verified = true, trusted = false } = options;
  const browser = await ClientBrowser.open(test);
  const { body: registered } = await browser.register(email, { name }).expect(201);
  await browser.login(email).expect(200);
  const prove = async (): Promise<unknown> => {
    await browser.post('/api/auth/client/code').expect(202);
    return (await browser.verify({ email, code: await mailedCode(test, email), trust: trusted }).expect(200)).body;
  };
  // Until the proof the account has an id of its own.
  const { id } = (verified ? await prove() : registered) as { id: string };
  return {
    id,
    email,
    name,
    browser,
    get: (path) => browser.get(path),
    post: (path, sent) => browser.post(path, sent),
    put: (path, sent) => browser.put(path, sent),
    delete: (path) => browser.delete(path),
    get cookie() {
      return browser.cookie;
    },
    csrf: browser.csrf,
  };
}
