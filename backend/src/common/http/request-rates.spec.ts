import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { atAnyRate, RequestRates } from './request-rates';

let server: Server;
let answered = 0;

beforeAll((done) => {
  const rates = new RequestRates(25, () => true);
  const usual = (_: IncomingMessage, response: import('node:http').ServerResponse): void => {
    answered += 1;
    response.end('ok');
  };
  server = createServer(atAnyRate(rates, [['X-Content-Type-Options', 'nosniff']], usual)).listen(0, '127.0.0.1', done);
});
afterAll((done) => void server.close(done));
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'queueMicrotask', 'performance'], now: Date.now() });
});
afterEach(() => jest.useRealTimers());

function ask(from?: string, more: Record<string, string> = {}): Promise<{ status: number; headers: IncomingMessage['headers']; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { ...(from && { 'X-Forwarded-For': from }), ...more };
    const asked = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part: string) => (body += part));
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
    });
    asked.once('error', reject).end();
  });
}
async function admitted(from: string | undefined, count: number): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, () => ask(from)));
  return answers.filter(({ status }) => status === 200).length;
}

it('answers so many requests of one connection, however many addresses it has, and goes on with time', async () => {
  expect(await admitted('2001:db8:1:1::1', 60)).toBe(60);
  expect(await admitted('2001:db8:1:1:9::2', 60)).toBe(40);
  const before = answered;
  const { status, headers, body } = await ask('2001:db8:1:1::3', { 'Content-Length': '0' });
  expect([status, headers['retry-after'], headers['x-content-type-options'], answered]).toEqual([429, '1', 'nosniff', before]);
  expect(JSON.parse(body)).toEqual({ detail: expect.stringMatching(/try again in a moment/) as string, request_id: headers['x-request-id'] });
  // Its network has as much again, for all other connections of it together; beside that each of them has a little of its own.
  expect(await admitted('2001:db8:1:2::1', 90)).toBe(90);
  expect(await admitted('2001:db8:1:3::1', 20)).toBe(6 + 4);
  expect(await admitted('192.0.2.1', 100)).toBe(100);
  jest.setSystemTime(Date.now() + 1_000);
  expect(await admitted('2001:db8:1:1::1', 60)).toBe(25);
});

it('answers somebody who asks for little, however much two others of their network ask for all the time', async () => {
  const [one, other, neighbour] = ['198.51.100.1', '198.51.100.2', '198.51.100.3'];
  for (let second = 0; second < 5; second += 1) {
    for (const from of [one, other]) await admitted(from, second === 0 ? 120 : 40);
    expect(await admitted(neighbour, 1)).toBe(1);
    for (const from of [one, other]) await admitted(from, 40);
    jest.setSystemTime(Date.now() + 1_000);
  }
});

it('never counts whoever asks from this machine', async () => {
  expect(await admitted(undefined, 150)).toBe(150);
});

it('refuses a request with hundreds of header lines', async () => {
  const lines = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, '1']));
  expect((await ask('192.0.2.9', lines(60))).status).toBe(200);
  expect(await ask('192.0.2.9', lines(300))).toMatchObject({ status: 431, headers: { connection: 'close' } });
});

it('throws nothing where a connection is reset before it is accepted: its request tells no address', async () => {
  const thrown: unknown[] = [];
  const answer = atAnyRate(new RequestRates(1_000, () => true), [], (_, response) => response.end('ok'));
  const own = createServer((asked, response) => {
    try {
      answer(asked, response);
    } catch (error) {
      thrown.push(error);
    }
  }).listen(0, '127.0.0.1');
  await once(own, 'listening');
  const reset = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect((own.address() as AddressInfo).port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n', () => socket.resetAndDestroy()));
      socket.on('error', () => undefined).once('close', () => resolve());
    });
  for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 50 }, reset));
  own.close();
  expect(thrown).toEqual([]);
});
