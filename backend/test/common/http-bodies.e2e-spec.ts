import { Controller, Module, Post } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Agent } from 'node:http';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { ApiModule } from '../../src/api.module';
import { Public } from '../../src/common/access/access.decorators';
import { AccessBootCheck } from '../../src/common/access/access.guard';
import { SessionReader } from '../../src/common/access/actor';
import { AcceptsBody } from '../../src/common/http/bodies';
import { LargeBodies } from '../../src/common/http/large-bodies';
import { Limits } from '../../src/common/limits/limits';
import { AppConfig } from '../../src/config/app-config';
import { eventually } from '../harness/outbox-worker';
import { manyFields, RawAnswer, sendRaw } from '../harness/raw-request';
import { SignedInTherapist, signInTherapist } from '../harness/signed-in';
import { startTestApp, TEST_ORIGIN, TestApp } from '../harness/test-app';

const KILOBYTE = 1_024;
const JSON_TYPE = { 'content-type': 'application/json' };
const ABSENT = '0192d3a4-0000-7000-8000-000000000000';
const TOO_MANY = 'The request has more fields or list entries than any request needs.';
const STRANGE = 'The request is nested too deeply or has fields that no request has.';

let test: TestApp;
let server: Server;
let therapist: SignedInTherapist;

beforeAll(async () => {
  test = await startTestApp();
  server = test.app.getHttpServer() as Server;
  therapist = await signInTherapist(test);
});
afterAll(() => test.close());

const post = (body: string | Buffer | Iterable<Buffer>, headers: Record<string, string> = JSON_TYPE, path = '/api/bookings'): Promise<RawAnswer> =>
  sendRaw(server, { path, headers: { ...(typeof body === 'string' || Buffer.isBuffer(body) ? { 'content-length': String(Buffer.byteLength(body)) } : {}), ...headers }, body });
const signedIn = (): Record<string, string> => ({ ...JSON_TYPE, cookie: therapist.cookie, 'x-xsrf-token': therapist.csrf, origin: TEST_ORIGIN });
const detail = ({ text }: RawAnswer): string => (JSON.parse(text) as { detail: string }).detail;

describe('the size of a body', () => {
  it('is what its route declares, and a byte more is refused whoever asks, before anybody is looked for', async () => {
    const looking = jest.spyOn(test.app.get(SessionReader), 'read');
    const changing = test.app.get(AccessBootCheck).routes().filter(({ method }) => method !== 'GET');
    expect(changing.length).toBeGreaterThan(25);
    for (const { method, path, bodyBytes } of changing) {
      const body = Buffer.alloc(bodyBytes + 1, ' ');
      const answer = await sendRaw(server, { method, path: `/api${path.replace(/:\w+/g, ABSENT)}`, headers: { ...JSON_TYPE, 'content-length': String(body.length) }, body });
      expect({ path, status: answer.status }).toEqual({ path, status: 413 });
    }
    expect(looking).not.toHaveBeenCalled();
    looking.mockRestore();
  });

  it('is 64 kB everywhere but here', () => {
    const large = test.app.get(AccessBootCheck).routes().filter(({ bodyBytes }) => bodyBytes !== 64 * KILOBYTE);
    expect(large.map(({ method, path, bodyBytes }) => `${method} ${path} ${bodyBytes / KILOBYTE} kB`).sort()).toEqual([
      'POST /therapist/care-plans 512 kB',
      'POST /therapist/enhanced-session-notes 512 kB',
      'POST /therapist/intake-forms 1280 kB',
      'POST /therapist/profile 400 kB',
      'POST /therapist/session-notes/:id/amendments 128 kB',
      'POST /therapist/session-notes/:id/upload-file 20496 kB',
      'POST /therapist/upload-profile-image 5136 kB',
      'PUT /ai-meeting/session/:id/blocks/:block 1024 kB',
      'PUT /ai-meeting/session/:id/chunks/:part/:seq 430.6640625 kB',
      'PUT /therapist/care-plans/:id 512 kB',
      'PUT /therapist/enhanced-session-notes/:id 512 kB',
      'PUT /therapist/enhanced-session-notes/:id/draft 512 kB',
      'PUT /therapist/enhanced-session-notes/drafts/:id 512 kB',
      'PUT /therapist/intake-forms/:id 1280 kB',
      'PUT /therapist/profile 400 kB',
      'PUT /therapist/session-notes/:id/files/:fileId/pages/:page 512 kB',
      'PUT /therapist/working-hours 256 kB',
    ]);
  });

  it('is small on every public route, or the API does not start', async () => {
    @Controller('greedy')
    class GreedyController {
      @Post()
      @Public()
      @AcceptsBody({ bytes: 65 * KILOBYTE })
      take(): string {
        return 'all';
      }
    }
    @Module({ imports: [ApiModule], controllers: [GreedyController] })
    class CarelessModule {}
    const module = await Test.createTestingModule({ imports: [CarelessModule] }).overrideProvider(AppConfig).useValue(test.config).compile();
    const app = module.createNestApplication({ logger: false });
    await expect(app.init()).rejects.toThrow('Public routes that take more than 65536 bytes: GreedyController.take');
    await app.close();
  });

  it('counts as it comes where nobody said it before, and an endless one ends the connection', async () => {
    function* endless(): Iterable<Buffer> {
      for (;;) yield Buffer.alloc(8 * KILOBYTE, ' ');
    }
    const answer = await post(endless());
    expect(answer).toMatchObject({ status: 413, headers: { connection: 'close' } });
    expect(detail(answer)).toBe('That is too large.');
    expect((await post([Buffer.from('{"a":'), Buffer.from('1}')])).status).toBe(400);
  });

  it('lies in one piece however it comes, and thousands of pieces of a byte are refused', async () => {
    const long = await post([Buffer.from(`{"a":"${'x'.repeat(5_000)}`), Buffer.from('é'.repeat(9_000)), Buffer.from('","unknown":1}')]);
    expect([long.status, detail(long)]).not.toContain('Send this as JSON.');
    expect(long.text).toContain('unknown');
    const crumbs = await post(Array.from({ length: 3_000 }, () => Buffer.from(' ')));
    expect([crumbs.status, detail(crumbs)]).toEqual([400, 'Send this in larger pieces.']);
  });

  it('a refused one leaves the connection as it was: the next request is answered on it', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let connections = 0;
    const count = (): number => (connections += 1);
    server.on('connection', count);
    const refused = await sendRaw(server, { path: '/api/bookings', headers: { ...JSON_TYPE, 'content-length': '1000000' }, body: Buffer.alloc(1_000_000, ' '), agent });
    expect(refused.status).toBe(413);
    for (const body of [manyFields(101), '{', '{"a":1}']) {
      expect((await sendRaw(server, { path: '/api/bookings', headers: { ...JSON_TYPE, 'content-length': String(body.length) }, body, agent })).status).toBe(400);
    }
    expect((await sendRaw(server, { method: 'GET', path: '/api/health/live', agent })).status).toBe(200);
    expect(connections).toBe(1);
    server.off('connection', count);
    agent.destroy();
  });

  it.each([
    ['JSON', '/api/bookings', 'application/json', '{"a":'],
    ['a form', '/api/admin/login', 'multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="username"\r\n\r\na'],
  ])('a slow one holds none of the places that its connection has at work: %s', async (_, path, type, begin) => {
    const narrow = await startTestApp({ CHANGES_AT_WORK_PER_CONNECTION: '1' });
    const { port } = (narrow.app.getHttpServer() as Server).address() as AddressInfo;
    const slow = connect(port, '127.0.0.1');
    slow.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 200\r\n\r\n${begin}`);
    // What came first is at its place, wherever that is.
    await sendRaw(narrow.app.getHttpServer() as Server, { method: 'GET', path: '/api/health/live' });
    const answer = await sendRaw(narrow.app.getHttpServer() as Server, { path: '/api/bookings', headers: { ...JSON_TYPE, 'content-length': '2' }, body: '{}' });
    expect(answer.status).toBe(400);
    slow.destroy();
    await narrow.close();
  });

  it('a large one is not even read for somebody without a session', async () => {
    const broken = `{"bio": ${'x'.repeat(300_000)}`;
    expect((await post(broken, JSON_TYPE, '/api/therapist/profile')).status).toBe(401);
    expect((await post(broken, signedIn(), '/api/therapist/profile')).status).toBe(400);
  });
});

describe('large bodies on their way', () => {
  const path = `/api/ai-meeting/session/${ABSENT}/blocks/0`;
  const headersOf = ({ cookie, csrf }: SignedInTherapist, bytes: number): Record<string, string> => ({
    'content-type': 'application/octet-stream', cookie, 'x-xsrf-token': csrf, origin: TEST_ORIGIN, 'content-length': String(bytes),
  });
  /** Six that say how much they are, and send next to nothing. */
  const beginSix = (from: SignedInTherapist, port: number): Socket[] =>
    Array.from({ length: 6 }, () => {
      const socket = connect(port, '127.0.0.1');
      const headers = Object.entries(headersOf(from, KILOBYTE * KILOBYTE)).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`PUT ${path} HTTP/1.1\r\nHost: x\r\n${headers.join('')}\r\nsome of it`);
      return socket;
    });

  it('are six of an account: its others are refused unread until one is over, small ones and other accounts never', async () => {
    const [port, other] = [(server.address() as AddressInfo).port, await signInTherapist(test)];
    const begun = beginSix(therapist, port);
    const send = (from: SignedInTherapist, bytes: number): Promise<RawAnswer> => sendRaw(server, { method: 'PUT', path, headers: headersOf(from, bytes), body: Buffer.alloc(bytes) });
    const large = 65 * KILOBYTE;
    const { counts } = test.app.get(LargeBodies, { strict: false }) as unknown as { counts: Map<string, number> };
    await eventually(() => expect([...counts.values()]).toEqual([6]));
    const refused = await send(therapist, large);
    expect({ ...refused, text: detail(refused) }).toMatchObject({ status: 429, headers: { 'retry-after': '2' }, text: 'You are sending many large things at once. Please try again in a moment.' });
    expect((await send(therapist, KILOBYTE)).status).toBe(404);
    expect((await send(other, large)).status).toBe(404);
    begun[0]?.destroy();
    const freed = async (): Promise<number> => {
      const { status } = await send(therapist, large);
      return status === 429 ? freed() : status;
    };
    expect(await freed()).toBe(404);
    for (const socket of begun) socket.destroy();
  });

  it('of accounts that send next to nothing of them keep nobody else out', async () => {
    const narrow = await startTestApp({ LARGE_BODIES_MB: '32' });
    const to = narrow.app.getHttpServer() as Server;
    const { port } = to.address() as AddressInfo;
    const accounts = [await signInTherapist(narrow), await signInTherapist(narrow), await signInTherapist(narrow)];
    const begun = accounts.flatMap((account) => beginSix(account, port));
    const { counts } = narrow.app.get(LargeBodies, { strict: false }) as unknown as { counts: Map<string, number> };
    await eventually(() => expect([...counts.values()]).toEqual([6, 6, 6]));
    const body = Buffer.alloc(65 * KILOBYTE);
    expect((await sendRaw(to, { method: 'PUT', path, headers: headersOf(await signInTherapist(narrow), body.length), body })).status).toBe(404);
    for (const socket of begun) socket.destroy();
    await narrow.close();
  });
});

describe('the shape of a body', () => {
  const listOf = (count: number): string => `{"a":[${Array.from({ length: count }, () => '1').join(',')}]}`;

  it.each([
    ['101 fields', manyFields(101), TOO_MANY],
    ['101 fields further in', `{"notes":{"a":[${manyFields(101)}]}}`, TOO_MANY],
    ['a list of 500', listOf(500), TOO_MANY],
    ['many small objects', `{"a":{${Array.from({ length: 90 }, (_, n) => `"k${n}":${manyFields(6)}`).join(',')}}}`, TOO_MANY],
    ['21 levels', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`, STRANGE],
    ['21 lists in each other', `{"a":${'['.repeat(21)}${']'.repeat(21)}}`, STRANGE],
    ['a name of 101 characters', `{"${'k'.repeat(101)}":1}`, STRANGE],
    ['a prototype further in', '{"a":[{"__proto__":{"is_active":true}}]}', STRANGE],
  ])('%s are refused with a sentence', async (_, body, sentence) => {
    const answer = await post(body);
    expect({ status: answer.status, detail: detail(answer) }).toEqual({ status: 400, detail: sentence });
    expect(answer.bytes).toBeLessThan(200);
  });

  it('as many as 100 unknown fields are named, the first 20 of them', async () => {
    const answer = await post(manyFields(100));
    const { errors } = JSON.parse(answer.text) as { errors: { field: string; message: string }[] };
    expect(answer.status).toBe(400);
    expect(errors).toHaveLength(20);
    expect(errors[0]).toEqual({ field: 'x0', message: 'x0 is not a known field' });
  });

  it('a year of working hours with six windows a day is taken', async () => {
    await therapist.post('/api/therapist/profile', { display_name: 'A' }).expect(201);
    const hours = (await therapist.get('/api/therapist/working-hours').expect(200)).body as Record<string, unknown>;
    delete hours['timezone'];
    const windows = Array.from({ length: 6 }, (_window, n) => ({ first_start: `${10 + n * 2}:00`, last_start: `${10 + n * 2}:30`, every_minutes: 30 }));
    const overrides = Array.from({ length: 366 }, (_day, n) => ({ date: new Date(Date.UTC(2028, 0, 1 + n)).toISOString().slice(0, 10), windows }));
    await therapist.put('/api/therapist/working-hours', { ...hours, overrides }).expect(200);
  });

  it('one of many fields and list entries counts among the large ones of an account, however few its bytes', async () => {
    const sender = await signInTherapist(test);
    const limits = test.app.get(Limits, { strict: false });
    for (let n = 0; n < 300; n += 1) limits.takeHere({ scope: 'large-bodies', max: 300, windowMs: 3_600_000 }, sender.id);
    const form = (questions: number): object => ({ title: 'A', questions: Array.from({ length: questions }, () => ({})) });
    const refused = await sender.post('/api/therapist/intake-forms', form(2_000)).expect(429);
    expect(refused.body).toMatchObject({ detail: 'You have sent a great deal within the last hour. Please go on a little later.' });
    await sender.post('/api/therapist/intake-forms', form(100)).expect(400);
  });
});

describe('what else a request is made of', () => {
  it.each([
    ['gzip', { ...JSON_TYPE, 'content-encoding': 'gzip' }, '{}', 415],
    ['another alphabet', { 'content-type': 'application/json; charset=utf-16' }, '{}', 415],
    ['a web form', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=1', 415],
    ['bytes that are no UTF-8', JSON_TYPE, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 400],
    ['a number of 60,000 digits', JSON_TYPE, `{"service_id":${'9'.repeat(60_000)}}`, 400],
    ['the same field 8,000 times', JSON_TYPE, `{${Array.from({ length: 8_000 }, () => '"a":1').join(',')}}`, 400],
  ])('%s is refused', async (_, headers, body, status) => {
    const answer = await post(body, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(answer.bytes).toBeLessThan(600);
  });

  it('a multipart form says how long it is, and has no more to it than a JSON body', async () => {
    const form = (name: string): Buffer => Buffer.from(`--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n--x--\r\n`);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect(detail(await post([form('username')], headers, '/api/admin/login'))).toBe('Send this form with its length.');
    for (const name of ['__proto__', 'constructor', 'k'.repeat(101)]) {
      expect((await post(form(name), headers, '/api/admin/login')).status).toBe(400);
    }
  });

  it.each([
    ['101 parameters', Array.from({ length: 101 }, (_, n) => `a${n}=1`).join('&'), TOO_MANY],
    ['one 600 times', Array.from({ length: 600 }, () => 'email=a').join('&'), TOO_MANY],
    ['a prototype', '__proto__=1', STRANGE],
    ['brackets', 'email[a][b]=1', 'email[a][b] is not a known field'],
  ])('a query of %s is refused', async (_, query, sentence) => {
    const answer = await sendRaw(server, { path: `/api/auth/client/login?${query}` });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(sentence);
  });
});
