import ICAL from 'ical.js';
import * as supertest from 'supertest';
import { book, manageToken, openPractice, Practice, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

const FEED = '/api/therapist/calendar/feed';

describe('the private feed', () => {
  let test: TestApp;
  let practice: Practice;

  beforeAll(async () => {
    test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', BOOKING_WAVE_LIMIT: '1000', PUBLIC_UNKNOWN_LIMIT: '5000' });
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    practice = await openPractice(test, { name: 'Couples therapy', session_type: 'in-person' });
  });

  const make = async (): Promise<string> => {
    const { body } = await practice.therapist.post(FEED).expect(201);
    return pathOf(body.address as string);
  };
  const pathOf = (address: string): string => {
    expect(address).toMatch(/^http:\/\/localhost:3000\/api\/calendar-feeds\/[\w-]{43}\.ics$/);
    return new URL(address).pathname;
  };
  const read = (path: string): supertest.Test => supertest.default(test.app.getHttpServer()).get(path);
  const eventsOf = (text: string): ICAL.Event[] => new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));

  it('carries the times and initials of what stands, and nothing else', async () => {
    const path = await make();
    const { body: first } = await book(test, practice, { client_name: 'Ödön-Péter von Szabó', client_email: 'first@example.org', appointment_date: workday(test, 3), notes: 'A secret worry' }).expect(201);
    const { body: second } = await book(test, practice, { client_name: '🙂', client_email: 'second@example.org', appointment_date: workday(test, 4) }).expect(201);
    const { text, headers } = await read(path).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(eventsOf(text).map(({ summary, startDate, endDate }) => [summary, startDate.toJSDate().getUTCMinutes(), endDate.toUnixTime() - startDate.toUnixTime()])).toEqual([
      ['Appointment Ö. P. V.', 0, 3_600],
      ['Appointment', 0, 3_600],
    ]);
    for (const line of ['TRANSP:OPAQUE', 'REFRESH-INTERVAL;VALUE=DURATION:PT15M', 'X-PUBLISHED-TTL:PT15M']) expect(text.split('\r\n')).toContain(line);
    for (const secret of ['Couples', 'secret', 'example.org', 'Szab', '🙂', first.id, second.id, 'manage', 'http', practice.therapist.id]) expect(text).not.toContain(secret);

    // A move keeps the event and counts it up; a cancellation takes it out.
    const id = first.id as string;
    const uids = eventsOf(text).map(({ uid }) => uid);
    await supertest.default(test.app.getHttpServer()).post('/api/bookings/manage/move').send({ token: await manageToken(test, id), new_date: workday(test, 5), new_time: '11:00' }).expect(200);
    await supertest.default(test.app.getHttpServer()).post('/api/bookings/manage/cancel').send({ token: await manageToken(test, second.id as string) }).expect(200);
    const after = eventsOf((await read(path).expect(200)).text);
    expect(after.map(({ uid, sequence }) => [uid, sequence])).toEqual([[uids[0], 1]]);
  });

  it('says when it is the same as before, and answers HEAD', async () => {
    const path = await make();
    await book(test, practice).expect(201);
    const { headers } = await read(path).expect(200);
    const again = await read(path).set('If-None-Match', `"other", W/${headers.etag}`).expect(304);
    expect(again.text).toBe('');
    const head = await supertest.default(test.app.getHttpServer()).head(path).expect(200);
    expect(head.headers.etag).toBe(headers.etag);
    expect((await practice.therapist.get(FEED).expect(200)).body.last_read_at).not.toBeNull();
    await book(test, practice, { appointment_time: '15:00', client_email: 'b@example.org' }).expect(201);
    await read(path).set('If-None-Match', headers.etag as string).expect(200);
  });

  it('ends at once with a new address, when it is revoked and when the account is closed, and all of that looks the same', async () => {
    expect((await practice.therapist.get(FEED).expect(200)).body).toEqual({ address: null, created_at: null, last_read_at: null });
    const [first, second] = [await make(), await make()];
    expect((await practice.therapist.get(FEED).expect(200)).body).toMatchObject({ address: null, created_at: expect.any(String) });
    await read(second).expect(200);
    await test.database.query('update users set is_active = false where id = $1', [practice.therapist.id]);
    const closed = await read(second).expect(404);
    await test.database.query('update users set is_active = true where id = $1', [practice.therapist.id]);
    const replaced = await read(first).expect(404);
    const { body } = await practice.therapist.delete(FEED).expect(200);
    expect(body.address).toBeNull();
    const revoked = await read(second).expect(404);
    const unknown = await read(`/api/calendar-feeds/${'x'.repeat(43)}.ics`).expect(404);
    const malformed = await read('/api/calendar-feeds/x.ics').expect(404);
    const said = ({ body: { detail }, headers }: supertest.Response): unknown => [detail, headers['cache-control'], headers['referrer-policy'], headers['x-robots-tag']];
    expect(new Set([closed, replaced, revoked, unknown, malformed].map((answer) => JSON.stringify(said(answer)))).size).toBe(1);
    const deeds = await test.database.query<{ action: string }>(`select action from activity_log where actor_id = $1 and action like '%calendar_feed' order by seq`, [practice.therapist.id]);
    expect(deeds.map(({ action }) => action)).toEqual(['make_calendar_feed', 'make_calendar_feed', 'revoke_calendar_feed']);
  });

  it('is not opened by who can write the table, and its address is nowhere in plain text', async () => {
    const path = await make();
    const token = path.slice(path.lastIndexOf('/') + 1, -'.ics'.length);
    const other = await openPractice(test);
    await other.therapist.post(FEED).expect(201);
    await test.database.query('update calendar_feeds set token_digest = token_digest || $2 where therapist_id = $1', [practice.therapist.id, Buffer.from('x')]);
    const [row] = await test.database.query<{ token_digest: Buffer }>('select token_digest from calendar_feeds where therapist_id = $1', [practice.therapist.id]);
    await test.database.query('update calendar_feeds set token_digest = $2 where therapist_id = $1', [other.therapist.id, row?.token_digest.subarray(0, 32)]);
    await read(path).expect(404);
    const rows = await test.database.query<{ dump: string }>('select calendar_feeds::text as dump from calendar_feeds');
    for (const { dump } of rows) expect(Buffer.from(dump, 'latin1').includes(token) || dump.includes(Buffer.from(token).toString('hex'))).toBe(false);
  });

  it('is read only so often from one place, without asking the database', async () => {
    const asked = jest.spyOn(test.database, 'query');
    for (let n = 0; n < 1_300; n += 100) await Promise.all(Array.from({ length: 100 }, () => read('/api/calendar-feeds/x.ics')));
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
    const { body } = await read('/api/calendar-feeds/x.ics').expect(429);
    expect(body.detail).toBe('This was read too often. Please wait a little.');
  });
});
