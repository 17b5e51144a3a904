import { randomInt } from 'node:crypto';
import * as supertest from 'supertest';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { KeyRing } from '../../src/common/crypto/key-ring';
import type { MailSecret } from '../../src/modules/clients/sign-in/sign-in-code.repository';
import { csrfToken } from './signed-in';
import { TEST_ORIGIN, TestApp } from './test-app';

type Method = 'get' | 'head' | 'post' | 'put' | 'delete';

/** A connection of its own, in a network of its own. */
export function newAddress(): string {
  return `${randomInt(11, 100)}.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** A client's browser: keeps cookies and sends what a page of the product sends. */
export class ClientBrowser {
  private readonly cookies = new Map<string, string>();

  private constructor(
    private readonly test: TestApp,
    readonly csrf: string,
    public address: string,
    public userAgent: string,
  ) {
    this.cookies.set('XSRF-TOKEN', csrf);
  }

  static async open(test: TestApp, { address = newAddress(), userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' } = {}): Promise<ClientBrowser> {
    return new ClientBrowser(test, await csrfToken(test), address, userAgent);
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The value of one cookie. */
  has(name: string): string | undefined {
    return this.cookies.get(name);
  }

  plant(name: string, value: string): void {
    this.cookies.set(name, value);
  }

  drop(name: string): void {
    this.cookies.delete(name);
  }

  get(path: string): supertest.Test {
    return this.send('get', path);
  }

  head(path: string): supertest.Test {
    return this.send('head', path);
  }

  post(path: string, body?: object): supertest.Test {
    return this.send('post', path).send(body);
  }

  put(path: string, body?: object): supertest.Test {
    return this.send('put', path).send(body);
  }

  delete(path: string): supertest.Test {
    return this.send('delete', path);
  }

  register(email: string, fields: object = {}): supertest.Test {
    return this.post('/api/auth/client/register', { name: 'Kim Park', email, ...fields });
  }

  login(email: string): supertest.Test {
    return this.post('/api/auth/client/login').query({ email });
  }

  verify(body: object): supertest.Test {
    return this.post('/api/auth/client/verify', body);
  }

  private send(method: Method, path: string): supertest.Test {
    const request = supertest.default(this.test.app.getHttpServer())[method](path);
    const headers = { Cookie: this.cookie, Origin: TEST_ORIGIN, 'X-XSRF-TOKEN': this.csrf, 'X-Forwarded-For': this.address, 'User-Agent': this.userAgent };
    return request.set(headers).on('response', (answer: supertest.Response) => this.keep(answer));
  }

  private keep(answer: supertest.Response): void {
    for (const line of ([] as string[]).concat(answer.headers['set-cookie'] ?? [])) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0(;|$)/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** What the newest mail to an address would say, while it has not gone out; nothing when no mail goes out. */
export async function mailedSecret(test: TestApp, email: string): Promise<MailSecret | undefined> {
  const [row] = await test.database.query<{ id: string; mail_secret: Buffer | null; user_id: string | null }>(
    'select id, mail_secret, user_id from sign_in_codes where address_hash = $1 order by id desc limit 1',
    [test.app.get(KeyRing).digest('sign-in-address', email)],
  );
  if (!row?.mail_secret || !row.user_id) return undefined;
  const place = { table: 'sign_in_codes', column: 'mail_secret', rowId: row.id };
  return JSON.parse(test.app.get(ColumnCipher).decrypt(row.mail_secret, place)) as MailSecret;
}

/** @throws Error when no mail goes out */
export async function mailedCode(test: TestApp, email: string): Promise<string> {
  const secret = await mailedSecret(test, email);
  if (!secret?.code) throw new Error('no code goes out');
  return secret.code;
}

/** A code of six digits that is not this one. */
export function wrongCode(code: string, step = 1): string {
  return String((Number(code) + step) % 1_000_000).padStart(6, '0');
}
