import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { newId } from '../../src/common/database/database';
import { eventually } from '../harness/outbox-worker';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { RawAnswer, sendRaw } from '../harness/raw-request';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
/** Another process over the same database. */
let other: TestApp;
let practice: Practice;
let shell: string;

beforeAll(async () => {
  shell = mkdtempSync(join(tmpdir(), 'attune-shell-'));
  writeFileSync(join(shell, 'index.html'), '<html><head><!--attune:head--></head><body><!--attune:prerender--><!--attune:data--></body></html>');
  writeFileSync(join(shell, 'route-manifest.json'), JSON.stringify([{ path: '/pricing' }, { path: '/t/:slug', remote: 'public_booking', page: 'therapist-by-slug' }]));
  const environment = { SHELL_ORIGIN: shell, BOOKING_LIMIT_PER_IP: '10000' };
  test = await startTestApp(environment);
  other = await startTestApp(environment, undefined, test.testDatabase);
});
afterAll(async () => {
  await other.close();
  await test.close();
  rmSync(shell, { recursive: true });
});
beforeEach(async () => {
  practice = await openPractice(test);
});

const server = ({ app }: TestApp): Server => app.getHttpServer() as Server;
const ask = (path: string, headers: Record<string, string> = {}, app = test): Promise<RawAnswer> => sendRaw(server(app), { method: 'GET', path, headers });
/** With a length a question goes the usual way, past the lane. */
const askUsually = (path: string, headers: Record<string, string> = {}, app = test): Promise<RawAnswer> => ask(path, { ...headers, 'Content-Length': '0' }, app);

const OPEN: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };
const textOf = ({ headers, body }: RawAnswer): string => (OPEN[headers['content-encoding'] ?? '']?.(body) ?? body).toString();

/** What two answers to the same question have in common; only what is kept may be kept by browsers. */
function common(answer: RawAnswer): object {
  const { 'set-cookie': cookies, ...headers } = answer.headers;
  delete headers['date'];
  if (headers['cache-control'] === 'private, no-cache' && headers['content-type']?.startsWith('application/json')) {
    for (const name of ['cache-control', 'vary', 'etag', 'content-encoding', 'content-length']) delete headers[name];
    Object.assign(headers, { 'cache-control': 'no-store', 'content-length': String(Buffer.byteLength(textOf(answer))) });
  }
  return { status: answer.status, headers, cookies: cookies?.map((cookie) => cookie.replace(/=[^;]*/, '')), text: textOf(answer) };
}

const therapistPath = (): string => `/api/public/therapist/${practice.therapist.id}`;
const timesPath = (from = workday(test), to = workday(test, 5)): string => `${therapistPath()}/availability?service_id=${practice.serviceId}&from=${from}&to=${to}`;
const readPaths = (): string[] => [therapistPath(), `${therapistPath()}/services`, `/api/public/therapist/slug/${practice.slug}`, `/api/public/therapist/slug/${practice.slug}/services`, timesPath(), `/t/${practice.slug}`];

describe('what visitors read', () => {
  it('is the same on both ways, to the byte and the header, read for the first time and kept', async () => {
    const { id } = practice.therapist;
    const nobody = newId();
    const paths = [
      ...readPaths(),
      therapistPath().toUpperCase().replace('/API/PUBLIC/THERAPIST', '/api/public/therapist'),
      `/t/${practice.slug.toUpperCase()}`,
      `/t/nobody-here`,
      '/pricing?utm_source=letter',
      '/no/such/page',
      '/api/public/therapist/slug/nobody-here',
      '/api/public/therapist/slug/nobody-here/services',
      '/api/public/therapist/nonsense/services',
      `/api/public/therapist/${nobody}`,
      `/api/public/therapist/${nobody}/services`,
      timesPath().replace(id, nobody),
      timesPath().replace(practice.serviceId, nobody),
      timesPath('2027-02-30'),
      timesPath('2027-02-10', '2027-02-09'),
      `${timesPath()}&more=1`,
      `${timesPath()}&from=${workday(test)}`,
      `${timesPath()}${`&from=${workday(test)}`.repeat(40)}`,
      `${therapistPath()}/availability`,
      `${therapistPath()}?more=1`,
      `${therapistPath()}/`,
    ];
    const headers = { 'X-Request-Id': 'the-same-for-both', 'Accept-Encoding': 'br' };
    for (const path of paths) {
      const usual = common(await askUsually(path, headers));
      expect([path, common(await ask(path, headers)), common(await ask(path, headers))]).toEqual([path, usual, usual]);
    }
  });

  /** Something that visitors are told of, each in a place of its own. */
  const CHANGES: [string, () => Promise<unknown>][] = [
    ['the profile', () => practice.therapist.put('/api/therapist/profile', { display_name: 'Dr. Other', timezone: 'Europe/Paris', custom_slug: practice.slug }).expect(200)],
    ['another link', () => practice.therapist.put('/api/therapist/profile', { display_name: 'Dr. Test', timezone: 'America/New_York', custom_slug: `${practice.slug}-new` }).expect(200)],
    ['a pause of bookings', () => practice.therapist.put('/api/therapist/profile/bookings-pause', { bookings_paused: true, bookings_paused_message: 'Back in May.' }).expect(200)],
    ['a new service', () => practice.therapist.post('/api/therapist/services', { name: 'Another', duration_minutes: 30 }).expect(201)],
    ['a longer service', () => practice.therapist.put(`/api/therapist/services/${practice.serviceId}`, { name: 'Session', duration_minutes: 120 }).expect(200)],
    ['the end of a service', () => practice.therapist.delete(`/api/therapist/services/${practice.serviceId}`).expect(200)],
    ['working hours', async () => {
      const { body } = await practice.therapist.get('/api/therapist/working-hours').expect(200);
      await practice.therapist.put('/api/therapist/working-hours', { ...(body as object), timezone: undefined, buffer_after_minutes: 45, minimum_notice_hours: 48 }).expect(200);
    }],
    ['time off', () => practice.therapist.post('/api/therapist/time-off', { kind: 'block', first_date: workday(test, 2), start_time: '12:00', end_time: '13:30' }).expect(201)],
    ['a booking', () => book(test, practice).expect(201)],
    ['a booking that ends', () => change(`update bookings set status = 'cancelled' where therapist_id = $1`)],
    ['a time that is held', () => change(`insert into booking_holds (id, therapist_id, service_id, starts_at, ends_at, request, code_hash, tries_left, connection_hash, created_at, code_sent_at, expires_at)
       select gen_random_uuid(), therapist_id, service_id, starts_at + interval '4 hours', ends_at + interval '4 hours', 'x', 'x', 1, 'x', now(), now(), now() + interval '1 hour' from bookings where therapist_id = $1`)],
    ['a calendar', () => change(`insert into busy_blocks (id, therapist_id, source, origin_id, event_key, starts_at, ends_at) values (gen_random_uuid(), $1, 'google', gen_random_uuid(), 'x', now(), now() + interval '3 days')`)],
    ['an account that is closed to visitors', () => change('update users set is_active = false where id = $1')],
  ];
  const change = (text: string): Promise<unknown> => test.database.transaction((tx) => tx.query(text, [practice.therapist.id]));

  it.each(CHANGES)('is true at once where %s was changed, and within a second in every other process', async (_what, make) => {
    await book(test, practice, { appointment_date: workday(test, 2), appointment_time: '09:00' }).expect(201);
    const before: string[] = [];
    for (const path of readPaths()) {
      before.push((await ask(path)).text);
      await ask(path, {}, other);
    }
    await make();
    const after: string[] = [];
    for (const path of readPaths()) {
      const { status, text } = await ask(path);
      const usual = await askUsually(path);
      const told = path.startsWith('/t/') ? text : withoutRequest(text);
      expect([path, status, told]).toEqual([path, usual.status, path.startsWith('/t/') ? usual.text : withoutRequest(usual.text)]);
      after.push(text);
    }
    expect(after).not.toEqual(before);
    await pause(1_000);
    for (const [index, path] of readPaths().entries()) expect(withoutRequest((await ask(path, {}, other)).text)).toBe(withoutRequest(after[index] ?? ''));
  });
  const withoutRequest = (text: string): string => text.replace(/"request_id":"[^"]*"/, '');

  it('of another process is true within a second, though nothing tells of it', async () => {
    const path = therapistPath();
    await ask(path);
    await test.database.query(`update therapist_profiles set display_name = 'Dr. Silent' where therapist_id = $1`, [practice.therapist.id]);
    await pause(1_000);
    expect(JSON.parse((await ask(path)).text)).toMatchObject({ display_name: 'Dr. Silent' });
  });

  it('is not kept longer than the moment allows: a day that begins, a clock that is put back, a notice that runs out, a hold that ends', async () => {
    await practice.therapist.put('/api/therapist/profile', { display_name: 'Dr. Test', timezone: 'Asia/Kathmandu', custom_slug: practice.slug }).expect(200);
    const { body } = await practice.therapist.get('/api/therapist/working-hours').expect(200);
    await practice.therapist.put('/api/therapist/working-hours', { ...(body as object), timezone: undefined, minimum_notice_hours: 48 }).expect(200);
    const times = async (): Promise<string> => {
      const { text } = await ask(timesPath('2027-03-04', '2027-05-03'));
      expect(text).toBe((await askUsually(timesPath('2027-03-04', '2027-05-03'))).text);
      return text;
    };
    /** A minute before a moment, and at it. */
    const around = async (moment: string): Promise<[string, string]> => {
      test.clock.set(moment);
      test.clock.advance(-60_000);
      const before = await times();
      test.clock.advance(60_000);
      return [before, await times()];
    };
    try {
      const [evening, night] = await around('2027-03-03T18:15:00.000Z');
      expect(night).not.toBe(evening);
      test.clock.advance(-3_600_000);
      expect(await times()).toBe(evening);
      // Monday, 9:00 there, comes nearer than two days.
      const [far, near] = await around('2027-03-06T03:15:00.001Z');
      expect(far.length).toBeGreaterThan(near.length);
      await change(`insert into booking_holds (id, therapist_id, service_id, starts_at, ends_at, request, code_hash, tries_left, connection_hash, created_at, code_sent_at, expires_at)
        select gen_random_uuid(), $1, id, '2027-03-10T04:15Z', '2027-03-10T05:15Z', 'x', 'x', 1, 'x', now(), now(), '2027-03-06T20:00Z' from services where therapist_id = $1`);
      const [held, free] = await around('2027-03-06T20:00:00.000Z');
      expect(free.length).toBeGreaterThan(held.length);
    } finally {
      test.clock.set(new Date().toISOString());
    }
  });

  it('comes in the form that a browser takes, each with a tag of its own', async () => {
    const path = `/t/${practice.slug}`;
    const plain = await ask(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const [encoding, open] of [['br', brotliDecompressSync], ['gzip', gunzipSync]] as const) {
      const { body, headers } = await ask(path, { 'Accept-Encoding': encoding });
      expect(headers['content-encoding']).toBe(encoding);
      expect(open(body).toString()).toBe(plain.text);
      expect(headers['etag']).not.toBe(plain.headers['etag']);
      const again = await ask(path, { 'Accept-Encoding': encoding, 'If-None-Match': headers['etag'] ?? '' });
      expect([again.status, again.bytes]).toEqual([304, 0]);
    }
    expect((await ask(path, { 'Accept-Encoding': 'br;q=0, gzip;q=0' })).text).toBe(plain.text);
  });

  it('is compressed, and not sent to whoever has it, once it is kept; a change is told all the same', async () => {
    const [path, headers] = [timesPath(), { 'Accept-Encoding': 'gzip, deflate, br, zstd' }];
    const made = await ask(path, headers);
    expect([made.headers['cache-control'], made.headers['etag'], made.headers['content-encoding']]).toEqual(['no-store', undefined, undefined]);
    await ask(path, headers);
    let kept = made;
    await eventually(async () => {
      kept = await ask(path, headers);
      expect(kept.headers['content-encoding']).toBe('br');
    });
    expect([textOf(kept), kept.headers['cache-control'], kept.headers['vary']]).toEqual([made.text, 'private, no-cache', 'Accept-Encoding']);
    const tag = { 'If-None-Match': kept.headers['etag'] ?? '' };
    const again = await ask(path, { ...headers, ...tag });
    expect([again.status, again.bytes, again.headers['content-type'], again.headers['etag']]).toEqual([304, 0, undefined, kept.headers['etag']]);
    // Whoever takes it as it is has another text.
    expect([(await ask(path, tag)).status, (await ask(path)).text]).toEqual([200, made.text]);
    await book(test, practice).expect(201);
    const changed = await ask(path, { ...headers, ...tag });
    expect([changed.status, changed.text === made.text]).toEqual([200, false]);
  });
});
