import { randomUUID } from 'node:crypto';
import * as supertest from 'supertest';
import { AdministratorService } from '../../src/modules/auth/administrators/administrator.service';
import { csrfToken, SignedInTherapist } from './signed-in';
import { TEST_ORIGIN, TestApp } from './test-app';

/** A browser with an administrator's live session. */
export interface SignedInAdmin extends Omit<SignedInTherapist, 'email'> {
  username: string;
  password: string;
}

/** Makes an administrator and signs them in as the sign-in page does. */
export async function signInAdmin(test: TestApp, username = `admin-${randomUUID().slice(0, 8)}`): Promise<SignedInAdmin> {
  const password = randomUUID();
  await test.app.get(AdministratorService).create(username, password);
  const [row] = await test.database.query<{ id: string }>('select id from administrators where username = $1', [username]);
  const answer = await supertest.default(test.app.getHttpServer()).post('/api/admin/login').field({ username, password }).expect(200);
  const session = ([] as string[]).concat(answer.headers['set-cookie'] ?? []).find((line) => line.startsWith('admin_session='));
  const csrf = await csrfToken(test);
  const cookie = `${session?.split(';')[0]}; XSRF-TOKEN=${csrf}`;
  const request = (method: 'get' | 'post' | 'put' | 'delete', path: string): supertest.Test =>
    supertest.default(test.app.getHttpServer())[method](path).set('Cookie', cookie).set('Origin', TEST_ORIGIN).set('X-XSRF-TOKEN', csrf);
  return {
    id: row?.id ?? '',
    username,
    password,
    cookie,
    csrf,
    get: (path) => request('get', path),
    post: (path, body) => request('post', path).send(body),
    put: (path, body) => request('put', path).send(body),
    delete: (path) => request('delete', path),
  };
}
