import { randomUUID } from 'node:crypto';
import * as supertest from 'supertest';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { newId } from '../../src/common/database/database';
import { Works } from '../../src/common/work/work';
import { UserRepository } from '../../src/modules/auth/sign-in/user.repository';
import { SessionService } from '../../src/modules/auth/sessions/session.service';
import { TEST_ORIGIN, TestApp } from './test-app';

/** A browser with a live session: sends cookies, the CSRF header and the page's Origin. */
export interface SignedInTherapist {
  id: string;
  email: string;
  get(path: string): supertest.Test;
  post(path: string, body?: object): supertest.Test;
  put(path: string, body?: object): supertest.Test;
  delete(path: string): supertest.Test;
  /** The Cookie header, for requests that are built by hand. */
  cookie: string;
  csrf: string;
}

/** Makes a therapist and signs them in, through the same session service the product uses. */
export async function signInTherapist(test: TestApp, name = 'Test Therapist'): Promise<SignedInTherapist> {
  const id = newId();
  const email = `${randomUUID()}@example.org`;
  await test.app.get(Works).begin(SYSTEM_ACTOR, ({ tx, now }) => test.app.get(UserRepository).insertUser({ id, user_type: 'therapist', email, name, google_sub: email }, now(), tx));
  return signInAnew(test, { id, email });
}

/** Another session of a therapist, which begins now. */
export async function signInAnew(test: TestApp, { id, email }: Pick<SignedInTherapist, 'id' | 'email'>): Promise<SignedInTherapist> {
  const { cookie: sessionCookie } = await test.app.get(Works).begin(SYSTEM_ACTOR, (work) =>
    test.app.get(SessionService).begin(work, { id, userType: 'therapist' }, { address: '127.0.0.1', browser: 'Test browser', provedAt: work.now() }),
  );
  const csrf = await csrfToken(test);
  const cookie = `${sessionCookie.split(';')[0]}; XSRF-TOKEN=${csrf}`;
  const send = (method: 'get' | 'post' | 'put' | 'delete', path: string): supertest.Test =>
    supertest.default(test.app.getHttpServer())[method](path).set('Cookie', cookie).set('Origin', TEST_ORIGIN).set('X-XSRF-TOKEN', csrf);
  return {
    id,
    email,
    cookie,
    csrf,
    get: (path) => send('get', path),
    post: (path, body) => send('post', path).send(body),
    put: (path, body) => send('put', path).send(body),
    delete: (path) => send('delete', path),
  };
}

/** A token as the browser gets it from `/api/auth/me`. */
export async function csrfToken(test: TestApp): Promise<string> {
  const answer = await supertest.default(test.app.getHttpServer()).get('/api/auth/me');
  const cookies = answer.headers['set-cookie'] as unknown as string[];
  const token = cookies.find((line) => line.startsWith('XSRF-TOKEN='));
  if (!token) throw new Error('no CSRF token was given');
  return decodeURIComponent(token.slice('XSRF-TOKEN='.length).split(';')[0] ?? '');
}
