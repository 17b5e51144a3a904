import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import * as supertest from 'supertest';
import { eventually } from '../harness/outbox-worker';
import { addForm, question } from '../harness/intake-forms';
import { personOf } from '../harness/client-record';
import { book, openPractice, Practice, proveBookings, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

const READS = 12;

describe('what everybody without a session asks for', () => {
  let test: TestApp;
  let practice: Practice;
  let other: Client;
  const shell = mkdtempSync(join(tmpdir(), 'attune-shell-'));

  beforeAll(async () => {
    writeFileSync(join(shell, 'index.html'), '<html><head><!--attune:head--></head><body><!--attune:prerender--><!--attune:data--></body></html>');
    writeFileSync(join(shell, 'route-manifest.json'), JSON.stringify([{ path: '/t/:slug', remote: 'public_booking', page: 'therapist-by-slug' }]));
    test = await startTestApp({ DATABASE_POOL_SIZE: '5', PUBLIC_READS_AT_WORK: '3', PUBLIC_CHANGES_AT_WORK: '3', SIGNED_IN_READS_AT_WORK: '3', SIGNED_IN_CHANGES_AT_WORK: '3', SESSION_LOOKS_AT_WORK: '3', PUBLIC_UNKNOWN_LIMIT: '40', SHELL_ORIGIN: shell });
    practice = await openPractice(test);
    other = new Client({ connectionString: test.testDatabase.ownerUrl });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await test.close();
    rmSync(shell, { recursive: true });
  });

  const waiting = async (): Promise<number> => {
    const { rows } = await other.query<{ count: number }>('select count(*)::int as count from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())');
    return rows[0]?.count ?? 0;
  };

  const FROM = [
    ['one line of the internet, which has many connections,', (request: number) => `2001:db8:1:${request}::1`, 2],
    ['many networks', (request: number) => `198.51.${request}.1`, 3],
  ] as const;

  it('and that is not there, is looked for one by one where one connection or its network asked for much of it, which shuts nobody out', async () => {
    const ask = (n: number, from: string) => supertest.default(test.app.getHttpServer()).get(n % 2 ? `/t/nobody-${n}` : `/api/public/therapist/slug/nobody-${n}`).set('X-Forwarded-For', from).then(({ status }) => status);
    for (let n = 0; n < 40; n += 1) expect(await ask(n, '192.0.2.9')).toBe(404);
    // A line of IPv6 has 65,000 connections.
    for (let n = 0; n < 200; n += 1) expect(await ask(n, `2001:db8:9:${n.toString(16)}::1`)).toBe(404);
    await other.query('begin');
    await other.query('lock table therapist_profiles in access exclusive mode');
    // What is asked in one moment may share a connection of the database.
    const asked = [300, 301, 302].map((n) => ask(n, '192.0.2.9'));
    await eventually(async () => expect(await waiting()).toBe(1));
    asked.push(...[1, 2, 3].map((n) => ask(n, `2001:db8:9:f00${n}::1`)));
    await eventually(async () => expect(await waiting()).toBe(2));
    asked.push(ask(5, '198.51.100.9'));
    await eventually(async () => expect(await waiting()).toBe(3));
    await other.query('rollback');
    expect(await Promise.all(asked)).toEqual(asked.map(() => 404));
  });

  it.each(FROM)('to be read, from %s and the database holds up, leaves its other connections to people with a session, and is answered in the end', async (_, from, atWork) => {
    const date = workday(test, 3);
    // What is kept from before is not true any more.
    await test.database.transaction((tx) => tx.query('insert into public_changes (therapist_id) values ($1)', [practice.therapist.id]));
    // The same for two who ask is read once: each question is another one.
    const times = (read: number): string => `/api/public/therapist/${practice.therapist.id}/availability?service_id=${practice.serviceId}&from=${date}&to=${workday(test, 3 + read)}`;
    await other.query('begin');
    await other.query('lock table working_hours in access exclusive mode');
    const read = (number: number) => supertest.default(test.app.getHttpServer()).get(number === 0 ? `/t/${practice.slug}` : times(number)).set('X-Forwarded-For', from(number));
    const answers: Promise<number>[] = [];
    let most = 0;
    const see = async (): Promise<number> => (most = Math.max(most, await waiting()));
    try {
      for (let number = 0; number < READS; number += 1) {
        answers.push(read(number).then(({ status }) => status));
        // What is asked in one moment may share a connection of the database.
        if (number < atWork) await eventually(async () => expect(await see()).toBe(number + 1));
      }
      for (let look = 0; look < 20; look += 1) {
        await practice.therapist.get('/api/therapist/calendar/status').expect(200);
        await see();
      }
      // What watches the process waits for nobody.
      await supertest.default(test.app.getHttpServer()).get('/api/health/live').expect(200);
      expect(most).toBe(atWork);
    } finally {
      await other.query('rollback');
    }
    // What the database lets nobody wait for is told to come again.
    expect((await Promise.all(answers)).filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });

  it.each(FROM)('by people with a session, from %s leaves connections of the database to everybody else', async (_, from, atWork) => {
    await other.query('begin');
    await other.query('lock table services in access exclusive mode');
    const answers = Array.from({ length: READS }, (_each, number) => practice.therapist.get('/api/therapist/services').set('X-Forwarded-For', from(number)).then(({ status }) => status));
    let most = 0;
    const see = async (): Promise<number> => (most = Math.max(most, await waiting()));
    try {
      while ((await see()) < atWork) await new Promise((resolve) => setTimeout(resolve, 10));
      for (let look = 0; look < 20; look += 1) {
        await supertest.default(test.app.getHttpServer()).get('/api/health/ready');
        await see();
      }
      expect(most).toBe(atWork);
    } finally {
      await other.query('rollback');
    }
    expect((await Promise.all(answers)).filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });

  it('for a long answer, one at a time, keeps no place of what others ask for while it waits, or is made', async () => {
    const email = 'waits.apart@example.org';
    await book(test, practice, { client_email: email, appointment_date: workday(test, 9) }).expect(201);
    await proveBookings(test, email);
    const form = await addForm(test, practice.therapist.id, [question('a')]);
    const paths = [
      [`/api/therapist/clients/${await personOf(test, email)}/export`, 'care_plans'],
      [`/api/therapist/intake-forms/${form}/answers.csv`, 'intake_requests'],
    ] as const;
    for (const [path, table] of paths) {
      await other.query('begin');
      await other.query(`lock table ${table} in access exclusive mode`);
      const read = (to: string) => practice.therapist.get(to).set('X-Forwarded-For', '192.0.2.77').then(({ status }) => status);
      const answers = [read(path), read(path)];
      await eventually(async () => expect(await waiting()).toBe(1));
      expect(await read('/api/therapist/calendar/status')).toBe(200);
      await other.query('rollback');
      expect(await Promise.all(answers)).toEqual([200, 200]);
    }
  });

  it.each(FROM)('to be changed, from %s leaves them too', async (_, from, atWork) => {
    await test.database.query('delete from limit_hits');
    await other.query('begin');
    await other.query('lock table meeting_consents in access exclusive mode');
    const change = (number: number) => supertest.default(test.app.getHttpServer()).post('/api/meeting-consents/open').set('X-Forwarded-For', from(number)).send({ token: 'x'.repeat(43) });
    const answers = Array.from({ length: READS }, (_each, number) => change(number).then(({ status }) => status));
    let most = 0;
    const see = async (): Promise<number> => (most = Math.max(most, await waiting()));
    try {
      while ((await see()) < atWork) await new Promise((resolve) => setTimeout(resolve, 10));
      for (let read = 0; read < 20; read += 1) {
        await practice.therapist.get('/api/therapist/calendar/status').expect(200);
        await see();
      }
      expect(most).toBe(atWork);
    } finally {
      await other.query('rollback');
    }
    expect((await Promise.all(answers)).filter((status) => status !== 404 && status !== 503)).toEqual([]);
  });

  it.each(FROM)('to be changed by people with a session, from %s leaves them too', async (_, from, atWork) => {
    await other.query('begin');
    await other.query('lock table services in access exclusive mode');
    const service = { name: 'Session', duration_minutes: 60, price: 0, is_free: true, session_type: 'online' };
    const answers = Array.from({ length: READS }, (_each, number) => practice.therapist.post('/api/therapist/services', service).set('X-Forwarded-For', from(number)).then(({ status }) => status));
    let most = 0;
    const see = async (): Promise<number> => (most = Math.max(most, await waiting()));
    try {
      while ((await see()) < atWork) await new Promise((resolve) => setTimeout(resolve, 10));
      // As long as nobody is told to come again.
      for (const begun = Date.now(); Date.now() - begun < 300; ) await see();
      for (let look = 0; look < 20; look += 1) {
        await practice.therapist.get('/api/therapist/calendar/status').expect(200);
        await see();
      }
      expect(most).toBe(atWork);
    } finally {
      await other.query('rollback');
    }
    expect((await Promise.all(answers)).filter((status) => status !== 201 && status !== 503)).toEqual([]);
  });

  it.each([
    ['a route that asks for a session', 'get', '/api/therapist/services', 'session=', 401],
    ['a change that asks for a session', 'post', '/api/therapist/services', 'session=', 401],
    ['any page, with a session that is said to be left', 'get', '/nowhere', 'logout=1; session=', 404],
  ] as const)('with made-up sessions, of %s, leaves them too, and half of the places to other networks', async (_, method, path, cookie, status) => {
    await other.query('begin');
    await other.query('lock table sessions in access exclusive mode');
    const send = (from: string) => supertest.default(test.app.getHttpServer())[method](path).set('X-Forwarded-For', from).set('Cookie', cookie + from.replace(/\W/g, 'x').padEnd(43, 'x')).then((answer) => answer.status);
    const answers: Promise<number>[] = [];
    let most = 0;
    const see = async (): Promise<number> => (most = Math.max(most, await waiting()));
    try {
      for (const [, from, atWork] of FROM) {
        answers.push(...Array.from({ length: READS }, (_each, number) => send(from(number))));
        while ((await see()) < atWork) await new Promise((resolve) => setTimeout(resolve, 10));
        for (let look = 0; look < 20; look += 1) {
          await supertest.default(test.app.getHttpServer()).get(`/api/public/therapist/${practice.therapist.id}/services`).expect(200);
          await see();
        }
        expect(most).toBe(atWork);
      }
    } finally {
      await other.query('rollback');
    }
    expect((await Promise.all(answers)).filter((answer) => answer !== status && answer !== 503)).toEqual([]);
  });
});

it('whoever asks for more than a connection may within a second is told to wait, whatever it is, and nobody else', async () => {
  const test = await startTestApp({ REQUESTS_PER_SECOND_PER_CONNECTION: '1' });
  try {
    const paths = ['/api/nope', '/login', '/api/public/therapist/slug/nobody'];
    const ask = (path: string, from: string) => supertest.default(test.app.getHttpServer()).get(path).set('X-Forwarded-For', from);
    const crowd = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(paths[n % 3] ?? '', '2001:db8:5:5::1').then(({ status }) => status)));
    // Four seconds' worth at once.
    expect(crowd.filter((status) => status !== 429).length).toBeLessThan(20);
    const late = await supertest.default(test.app.getHttpServer()).post('/api/auth/client/verify').set('X-Forwarded-For', '2001:db8:5:5::2').send({ token: 'x' });
    expect([late.status, late.headers['retry-after'], late.headers['cache-control'], late.headers['connection']]).toEqual([429, '1', 'no-store', 'close']);
    expect((late.body as { detail: string }).detail).toMatch(/^Very many requests came from your connection/);
    expect((await ask('/api/nope', '192.0.2.1')).status).toBe(404);
  } finally {
    await test.close();
  }
});
