import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway } from '../../../docker/local/src/gateway/gateway';
import { sendText } from '../../../docker/local/src/http/answers';
import { print } from '../harness/before-and-now';
import { sendRaw } from '../harness/raw-request';
import { startTestApp, TestApp } from '../harness/test-app';
import { TEST_KEYS } from '../harness/test-database';
import { startProcess } from '../harness/worker-process';

/** A developer's machine that people can reach, and an operator who took shortcuts. */
const PASSED_ON = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'cf-ray', 'x-real-ip'];

let test: TestApp;
let folder: string;

beforeAll(async () => {
  test = await startTestApp();
  folder = mkdtempSync(join(tmpdir(), 'attune-frontends-'));
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Starts the API as an operator would. @returns the last line of what it says when it does not start; undefined when it does */
async function refusalOf(environment: Record<string, string>): Promise<string | undefined> {
  const api = startProcess('main.api', test, { PORT: '0', LOG_LEVEL: 'info', MIGRATION_DATABASE_URL: test.testDatabase.ownerUrl, ...environment });
  try {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (api.child.exitCode !== null) return api.logged().trim();
      if (/listening/.test(api.logged())) return undefined;
    }
  } finally {
    await api.stop();
  }
}

describe('the API does not start', () => {
  const ZERO = `zero:${Buffer.alloc(32).toString('base64')}`;
  const MADE = `made:${Buffer.from('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'hex').toString('base64')}`;
  const production = (): Record<string, string> => ({ NODE_ENV: 'production', PUBLIC_URL: 'https://attune.example', SMTP_URL: 'smtp://127.0.0.1:1', QUEUE_ENGINE: 'redis', REDIS_URL: 'redis://127.0.0.1:1', ENCRYPTION_KEYS: MADE });

  it.each([
    ['in development under a public address', () => ({ NODE_ENV: 'development', PUBLIC_URL: 'https://attune.example', ENCRYPTION_KEYS: TEST_KEYS }), /PUBLIC_URL is https:\/\/attune\.example, and NODE_ENV is development/],
    ['in production with one role for everything', () => ({ ...production(), MIGRATION_DATABASE_URL: test.testDatabase.url }), /MIGRATION_DATABASE_URL must name another role/],
    ['in production with a key of nothing but zeros', () => ({ ...production(), ENCRYPTION_KEYS: ZERO }), /ENCRYPTION_KEYS holds a key that anybody could guess: zero/],
  ])('%s', async (what, environment, sentence) => {
    const said = await refusalOf(environment());
    print(`a start ${what}`, 'started', said === undefined ? 'started' : `refused: ${sentence.exec(said)?.[0]}`);
    expect(said).toMatch(sentence);
  });
});

it('what stands in for mail and Google answers nobody who came through another server', async () => {
  const api = await listening(createServer((_, response) => response.end('page')));
  const inbox = (isDevelopment: boolean) => startGateway({ port: 0, frontends: folder, remotes: [], remoteUrls: {}, apiPort: () => portOf(api), isDevelopment, standIns: { mail: (_, response) => sendText(response, 200, 'every mail') } });
  const gateways = [await inbox(true), await inbox(false)];
  const statuses = new Set<number>();
  for (const { port } of gateways) {
    const at = { address: () => ({ port }) } as unknown as Parameters<typeof sendRaw>[0];
    expect((await sendRaw(at, { method: 'GET', path: '/dev/mail' })).text).toBe('every mail');
    for (const name of PASSED_ON) statuses.add((await sendRaw(at, { method: 'GET', path: '/dev/mail', headers: { [name]: '127.0.0.1' } })).status);
  }
  print(`/dev/mail, asked for through a tunnel (${PASSED_ON.join(', ')})`, '200', [...statuses].join(', '));
  await Promise.all(gateways.map((gateway) => gateway.close()));
  api.close();
  expect([...statuses]).toEqual([403]);
});

it('a remote’s own server learns no session and sets none', async () => {
  let told: IncomingHttpHeaders = {};
  const remote = await listening(createServer((request, response) => {
    told = request.headers;
    response.setHeader('set-cookie', 'session=planted; Path=/').end('export {}');
  }));
  const gateway = await startGateway({ port: 0, frontends: folder, remotes: ['therapist'], remoteUrls: { therapist: new URL(`http://127.0.0.1:${portOf(remote)}/`) }, apiPort: () => null, isDevelopment: true, standIns: {} });
  const at = { address: () => ({ port: gateway.port }) } as unknown as Parameters<typeof sendRaw>[0];
  const { status, headers } = await sendRaw(at, { method: 'GET', path: '/remotes/therapist/remoteEntry.js', headers: { cookie: 'session=s; admin_session=a; __Host-session=h', 'x-xsrf-token': 'x', authorization: 'Bearer b', referer: 'http://localhost/manage' } });
  const kept = ['cookie', 'x-xsrf-token', 'authorization', 'referer'].filter((name) => told[name] !== undefined);
  print('what the server of a remote is told of who asks, and the cookies it leaves', 'the session cookies; its own', `${kept.join(', ') || 'nothing'}; ${headers['set-cookie']?.join() ?? 'none'}`);
  await gateway.close();
  remote.closeAllConnections();
  remote.close();
  expect([status, kept, headers['set-cookie']]).toEqual([200, [], undefined]);
});
