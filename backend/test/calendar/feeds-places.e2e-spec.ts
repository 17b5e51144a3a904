import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import * as supertest from 'supertest';
import { openPractice, Practice } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** Reads that take long hold no place that others read in. */
let test: TestApp;
let locker: Client;

beforeAll(async () => {
  test = await startTestApp({ PUBLIC_READS_AT_WORK: '1' });
  locker = new Client({ connectionString: test.testDatabase.ownerUrl });
  await locker.connect();
});
afterAll(async () => {
  await locker.end();
  await test.close();
});

/** Whatever asks for a table waits meanwhile. */
async function whileLocked(table: string, run: () => Promise<void>): Promise<void> {
  await locker.query('begin');
  await locker.query(`lock table ${table} in access exclusive mode`);
  await run().finally(() => locker.query('rollback'));
}

const WAITING = `select count(*)::int as waiting from pg_locks l join pg_class c on c.oid = l.relation where not l.granted and c.relname = 'bookings'`;
async function waiting(): Promise<number> {
  return (await test.database.query<{ waiting: number }>(WAITING))[0]?.waiting ?? 0;
}

it('feeds that are being made: one at a time of a connection, and whoever looks at a page does not wait for them', async () => {
  const feeds: string[] = [];
  let practice: Practice | undefined;
  for (let count = 0; count < 3; count += 1) {
    practice = await openPractice(test);
    const { body } = await practice.therapist.post('/api/therapist/calendar/feed').expect(201);
    feeds.push(new URL((body as { address: string }).address).pathname);
  }
  const get = (path: string): Promise<supertest.Response> => Promise.resolve(supertest.default(test.app.getHttpServer()).get(path));
  let done = 0;
  let answers: Promise<supertest.Response[]> | undefined;
  await whileLocked('bookings', async () => {
    answers = Promise.all(feeds.map((path) => get(path).finally(() => (done += 1))));
    while ((await waiting()) === 0) await pause(10);
    expect((await get(`/api/public/therapist/slug/${practice?.slug}`)).status).toBe(200);
    expect([done, await waiting()]).toEqual([0, 1]);
  });
  expect((await answers)?.map(({ status }) => status)).toEqual([200, 200, 200]);
});

it('what closing an account would take is counted, and no list is read for it', async () => {
  const client = await signInClient(test);
  await whileLocked('therapist_profiles', async () => {
    const { body } = await client.get('/api/client/account/closing').expect(200);
    expect(body).toMatchObject({ upcoming: 0 });
  });
});
