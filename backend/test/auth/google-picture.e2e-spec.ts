import { randomBytes, randomUUID } from 'node:crypto';
import { ServerResponse } from 'node:http';
import sharp from 'sharp';
import { Agent, codeOf, exchange, openBrowser, signInWithGoogle, throughGoogle } from '../harness/browser';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { eventually, startTestWorker, TestWorker } from '../harness/outbox-worker';
import { startTestApp, TestApp } from '../harness/test-app';
import { DOMAINS } from '../../src/domains';

const KEYS = { ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}` };
const HASHED = /^\/api\/public\/images\/[0-9a-f]{64}\.webp$/;

let google: GoogleStandIn;
let test: TestApp;
let worker: TestWorker | undefined;
let asked: number;

beforeEach(async () => {
  google = await startGoogleStandIn();
  test = await startTestApp({ ...google.environment, ...KEYS });
  asked = 0;
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await test.close();
  await google.close();
});

const newEmail = (): string => `${randomUUID()}@example.org`;

function answerWith(answer: (response: ServerResponse) => void): void {
  google.answerPictures((response) => {
    asked += 1;
    answer(response);
  });
}

const status = (code: number) => (response: ServerResponse) => void response.writeHead(code).end();

async function startWorker(): Promise<void> {
  worker = await startTestWorker(test.testDatabase.url, { imports: [...DOMAINS] }, { ...google.environment, ...KEYS });
}

async function pictureOf(agent: Agent): Promise<unknown> {
  return ((await agent.get('/api/auth/me').expect(200)).body as { picture: unknown }).picture;
}

interface PictureJob {
  payload: object;
  state: string;
  attempts: number;
}
const pictureJobs = (): Promise<PictureJob[]> => test.database.query(`select payload, state, attempts from outbox where job = 'take-over-google-picture' order by created_at`);
const addresses = (): Promise<{ user_id: string; url: Buffer }[]> => test.database.query('select user_id, url from google_pictures');

/** The job came to an end that nobody is told about. */
async function nothingIsListed(state: string): Promise<void> {
  await eventually(async () => expect(await pictureJobs()).toMatchObject([{ state }]), 20_000);
  expect(await test.database.query(`select part from part_failures where part not in ('database', 'redis')`)).toEqual([]);
  expect(await test.database.query(`select id from outbox where state = 'failed'`)).toEqual([]);
}

it('a sign-in does not wait for a picture’s host that never answers: the API does not ask it', async () => {
  answerWith(() => undefined);
  const agent = openBrowser(test);
  const landing = await throughGoogle(google, agent, 'type', newEmail());
  expect((await exchange(agent, codeOf(landing))).status).toBe(200);
  expect(asked).toBe(0);
  expect(await pictureOf(agent)).toBeNull();
});

it('the worker fetches it afterwards; the job names the account alone, and the address is sealed until then', async () => {
  const agent = openBrowser(test);
  const { body } = await signInWithGoogle(google, agent, newEmail());
  expect(await pictureJobs()).toEqual([{ payload: { user_id: body.id }, state: 'pending', attempts: 0 }]);
  const [address] = await addresses();
  expect([address?.user_id, address?.url.includes('http')]).toEqual([body.id, false]);
  await startWorker();
  await eventually(async () => expect(await pictureOf(agent)).toMatch(HASHED), 20_000);
  await agent.get(String(await pictureOf(agent))).expect(200);
  expect(await addresses()).toEqual([]);
  await nothingIsListed('done');
});

it('of two sign-ins the newer one’s picture is taken over, once', async () => {
  const email = newEmail();
  const agents = [openBrowser(test), openBrowser(test)];
  for (const agent of agents) await signInWithGoogle(google, agent, email);
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } }).png().toBuffer();
  answerWith((response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(png));
  await startWorker();
  await eventually(async () => expect((await pictureJobs()).map(({ state }) => state)).toEqual(['done', 'done']), 20_000);
  expect(asked).toBe(1);
  for (const agent of agents) expect(await pictureOf(agent)).toMatch(HASHED);
});

it.each([
  ['is not there', status(404)],
  ['is no picture', (response: ServerResponse) => void response.writeHead(200).end('<svg/>')],
  ['is too large', (response: ServerResponse) => void response.writeHead(200).end(Buffer.alloc(2 * 1024 * 1024 + 1))],
])('one that %s is forgotten without a word, and the old one stays', async (_, answer) => {
  const agent = openBrowser(test);
  answerWith(answer);
  await signInWithGoogle(google, agent, newEmail());
  await startWorker();
  await nothingIsListed('done');
  expect([asked, await addresses(), await pictureOf(agent)]).toEqual([1, [], null]);
});

it('a host that fails is asked again, and in the end let alone: the administrator is not told, and the address goes', async () => {
  answerWith(status(503));
  await signInWithGoogle(google, openBrowser(test), newEmail());
  await startWorker();
  await nothingIsListed('discarded');
  expect(asked).toBe(5);
  await worker?.stop();
  await test.database.query(`update google_pictures set told_at = now() - interval '61 minutes'`);
  await test.database.query(`update outbox set created_at = now() - interval '2 hours' where job = 'run-maintenance'`);
  await startWorker();
  await eventually(async () => expect(await addresses()).toEqual([]), 20_000);
});
