import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AdministratorService } from '../../src/modules/auth/administrators/administrator.service';
import { startTestApp, TestApp } from '../harness/test-app';

const FULL = process.env['PROOF'] === 'full';
/** Attempts of each kind, one after the other: a hash takes some 20 ms. */
const ATTEMPTS = FULL ? 2_000 : 40;
const WARM_UP = 10;
const LARGEST_GAP_MS = 5;

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ ADMIN_FAILURE_LIMIT: '1000000' });
  await test.app.get(AdministratorService).create('known', 'a password of an administrator');
});
afterAll(() => test.close());

interface Answer {
  status: number;
  detail: string;
  milliseconds: number;
}

function attempt(username: string): Promise<Answer> {
  const { port } = test.app.getHttpServer().address() as AddressInfo;
  const body = JSON.stringify({ username, password: 'not the password' });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const call = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/admin/login', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => {
        const { detail } = JSON.parse(text) as { detail: string };
        resolve({ status: response.statusCode ?? 0, detail, milliseconds: performance.now() - begun });
      });
    });
    call.once('error', reject);
    call.end(body);
  });
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

it('threat 18: an unknown administrator’s name is answered like a known one, in words and in time', async () => {
  const times = { known: [] as number[], unknown: [] as number[] };
  const answers = new Set<string>();
  for (let round = -WARM_UP; round < ATTEMPTS; round += 1) {
    // Side by side and in turns, so that what else the machine does falls on both.
    for (const kind of round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const { status, detail, milliseconds } = await attempt(kind);
      answers.add(`${status} ${detail}`);
      if (round >= 0) times[kind].push(milliseconds);
    }
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  process.stdout.write(`administrator sign-in, ${ATTEMPTS} each: known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, gap ${Math.abs(known - unknown).toFixed(2)} ms\n`);
  expect([...answers]).toEqual(['401 Invalid username or password.']);
  // Both compare one argon2id hash of the same cost; a busy machine says nothing about the rest.
  if (FULL) expect(Math.abs(known - unknown)).toBeLessThan(LARGEST_GAP_MS);
});
