import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import * as supertest from 'supertest';
import { Limits } from '../../src/common/limits/limits';
import { addNote, addPlan, personOf } from '../harness/client-record';
import { book, openPractice, Practice } from '../harness/practice';
import { signInAdmin } from '../harness/signed-in-admin';
import { signInAnew } from '../harness/signed-in';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** A client's own record on the first page and as a copy, and what it takes of the product meanwhile. */
let test: TestApp;
let practice: Practice;
let owner: Client;

beforeAll(async () => {
  test = await startTestApp();
  practice = await openPractice(test);
  owner = new Client({ connectionString: test.testDatabase.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

/** The pool's connections that are about something, and which of them wait for a lock. */
const busy = async (): Promise<{ waiting: number; active: number } | undefined> =>
  (await test.database.query<{ waiting: number; active: number }>(`select count(*) filter (where wait_event_type = 'Lock')::int as waiting, count(*)::int as active
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = 'active'`))[0];

it('as a copy is on its way before it was read whole, and holds one connection of the database', async () => {
  const client = await signInClient(test);
  const of = { therapistId: practice.therapist.id, clientId: client.id };
  for (let nth = 0; nth < 30; nth += 1) await addNote(test, { ...of, title: `Note ${nth}`, content: 'x'.repeat(20_000) });
  await addPlan(test, { ...of, title: 'Evenings' });
  await owner.query('begin');
  await owner.query('lock table care_plans in access exclusive mode');
  let begun: () => void;
  const underway = new Promise<void>((resolve) => (begun = resolve));
  const copy = client
    .get('/api/client/export')
    .buffer(true)
    .parse((answer, done) => {
      let text = '';
      answer.on('data', (part: Buffer) => {
        begun();
        text += part.toString();
      });
      answer.on('end', () => done(null, JSON.parse(text)));
    })
    .expect(200)
    .then(({ body }) => body as object);
  await underway;
  let now = await busy();
  while (now?.waiting === 0) now = await busy();
  await owner.query('commit');
  expect(await copy).toMatchObject({ account: { email: client.email }, appointments: [], forms: [], session_notes: { length: 30 }, care_plans: [{ title: 'Evenings' }], activity_note: null });
  expect(now).toEqual({ waiting: 1, active: 1 });
});

it('ends with the session that asked for it', async () => {
  const client = await signInClient(test);
  const ofOwn = { therapistId: practice.therapist.id, clientId: client.id };
  await book(test, practice, { client_email: 'kim@example.org' }).expect(201);
  const ofPractice = { therapistId: practice.therapist.id, clientId: await personOf(test, 'kim@example.org') };
  for (let nth = 0; nth < 10; nth += 1) for (const record of [ofOwn, ofPractice]) await addNote(test, { ...record, content: 'x'.repeat(20_000) });
  /** What is read of a copy whose notes are not read before that deed. */
  const read = async (copy: supertest.Test, deed: () => PromiseLike<unknown>): Promise<string> => {
    await owner.query('begin');
    await owner.query('lock table session_notes in access exclusive mode');
    let text = '';
    const ended = copy
      .buffer(true)
      .parse((answer, done) => {
        answer.on('data', (part: Buffer) => (text += part.toString())).on('end', () => done(null, 'whole'));
      })
      .then(({ body }) => body as string, () => 'cut');
    while ((await busy())?.waiting === 0);
    await deed();
    await owner.query('commit');
    expect(text.length).toBeLessThan(100_000);
    return ended;
  };
  const admin = await signInAdmin(test);
  expect(await read(client.get('/api/client/export'), () => client.post('/api/auth/logout').expect(200))).toBe('cut');
  const path = `/api/therapist/clients/${ofPractice.clientId}/export`;
  const other = await signInAnew(test, practice.therapist);
  expect(await read(practice.therapist.get(path), () => other.post('/api/auth/logout').expect(200))).toBe('whole');
  expect(await read(practice.therapist.get(path), () => admin.put(`/api/admin/therapist/${practice.therapist.id}/status`, { is_active: false }).expect(200))).toBe('cut');
});

it('on the first pages of one connection is read by one statement at a time, and so often in an hour', async () => {
  const clients = [await signInClient(test), await signInClient(test)] as const;
  clients[1].browser.address = clients[0].browser.address;
  await owner.query('begin');
  await owner.query('lock table care_plans in access exclusive mode');
  const pages = clients.map((client) => client.get('/api/client/dashboard').expect(200).then(({ body }) => (body as { client: { email: string } }).client.email));
  let now = await busy();
  while (now?.waiting === 0) now = await busy();
  await pause(300);
  now = await busy();
  await owner.query('commit');
  expect([now, await Promise.all(pages)]).toEqual([{ waiting: 1, active: 1 }, clients.map(({ email }) => email)]);

  for (let nth = 1; nth < 600; nth += 1) test.app.get(Limits).takeHere({ scope: 'client-dashboards', max: 600, windowMs: 3_600_000 }, clients[0].id);
  const { body } = await clients[0].get('/api/client/dashboard').expect(429);
  expect((body as { detail: string }).detail).toBe('This page was opened very often within the hour. Please try again later.');
  await clients[0].get('/api/client/activity').expect(429);
  await clients[1].get('/api/client/dashboard').expect(200);
});
