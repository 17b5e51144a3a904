import { randomUUID } from 'node:crypto';
import * as supertest from 'supertest';
import { book, countRows, openPractice, Practice, sunday, workday } from '../harness/practice';
import { signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '10000' });
  practice = await openPractice(test);
});
afterAll(() => test.close());

const anonymous = (): supertest.Agent => supertest.default(test.app.getHttpServer()) as unknown as supertest.Agent;

async function freeTimes(date: string, from: Practice = practice): Promise<string[]> {
  const answer = await anonymous().get(`/api/public/therapist/${from.therapist.id}/availability`).query({ service_id: from.serviceId, from: date, to: date });
  expect(answer.status).toBe(200);
  return (answer.body.days as { times: string[] }[])[0]?.times ?? [];
}

describe('POST /api/bookings', () => {
  it('books a free time and tells both sides once', async () => {
    const before = await countRows(test, 'outbox');
    const date = workday(test, 2);
    const answer = await book(test, practice, { appointment_date: date, client_timezone: 'Europe/Paris', client_phone: '+1 (212) 555-0100', notes: 'Quiet room, please.' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(String),
      status: 'confirmed',
      service_name: 'Session',
      appointment_date: date,
      appointment_time: '10:00',
      timezone: 'America/New_York',
      starts_at: expect.stringMatching(/Z$/),
      duration_minutes: 60,
      therapist_name: 'Dr. Test',
      client_email: 'nadia@example.org',
      cancellation_notice_hours: 24,
      place_kind: 'video',
      place_detail: null,
      manage_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await countRows(test, 'outbox')).toBe(before + 2);
    expect(await freeTimes(date)).not.toContain('10:00');
    const [stored] = await test.database.query<{ dump: string }>('select b::text as dump from bookings b where id = $1', [answer.body.id]);
    expect(stored?.dump).not.toContain('Quiet room');
  });

  it('writes only ids into the jobs and nothing personal into the activity log', async () => {
    await book(test, practice, { appointment_date: workday(test, 3), client_name: 'Canary Person', client_email: 'canary@example.org', notes: 'Canary notes' }).expect(201);
    const [row] = await test.database.query<{ dump: string }>(
      `select (select string_agg(o::text, ' ') from outbox o) || (select string_agg(a::text, ' ') from activity_log a) as dump`,
    );
    expect(row?.dump).not.toMatch(/canary|nadia/i);
    expect(row?.dump).toContain('book_session');
  });

  it('keeps a person’s own name when the address books again, and a phone number with its booking alone', async () => {
    const email = 'same-person@example.org';
    await book(test, practice, { appointment_date: workday(test, 4), appointment_time: '09:00', client_email: email, client_name: 'First Name', client_phone: '111' }).expect(201);
    await book(test, practice, { appointment_date: workday(test, 4), appointment_time: '11:00', client_email: ` ${email.toUpperCase()} `, client_name: 'Second Name', client_phone: '222' }).expect(201);
    const people = await test.database.query('select name, phone from clients where email = $1', [email]);
    expect(people).toEqual([{ name: 'First Name', phone: null }]);
    const given = await test.database.query('select client_phone from bookings where client_email = $1 order by id', [email]);
    expect(given).toEqual([{ client_phone: '111' }, { client_phone: '222' }]);
  });

  it('gives a taken time to nobody else, not even partly, and frees it when it is cancelled', async () => {
    const date = workday(test, 5);
    const { body } = await book(test, practice, { appointment_date: date }).expect(201);
    for (const time of ['09:30', '10:00', '10:30']) {
      const refused = await book(test, practice, { appointment_date: date, appointment_time: time });
      expect(refused.status).toBe(409);
      expect(refused.body.detail).toBe('This time is no longer available. Please choose another.');
    }
    await practice.therapist.put(`/api/therapist/bookings/${body.id}/status`, { status: 'cancelled' }).expect(200);
    expect(await freeTimes(date)).toContain('10:00');
    await book(test, practice, { appointment_date: date }).expect(201);
  });

  const refusals: [string, () => object, number, string | RegExp][] = [
    ['an unknown service', () => ({ service_id: randomUUID() }), 404, 'This service is not offered any more.'],
    ['a service id that is no UUID', () => ({ service_id: 'x' }), 400, /service_id/],
    ['today', () => ({ appointment_date: test.clock.now().toLocaleDateString('en-CA', { timeZone: 'America/New_York' }) }), 422, /tomorrow/],
    ['the past', () => ({ appointment_date: '2020-01-06' }), 422, /past/],
    ['a closed Sunday', () => ({ appointment_date: sunday(test) }), 422, 'There are no appointments on that day.'],
    ['03:07', () => ({ appointment_time: '03:07' }), 422, /03:07/],
    ['a day beyond the horizon', () => ({ appointment_date: workday(test, 80) }), 422, /60 days/],
    ['30 February', () => ({ appointment_date: '2027-02-30' }), 400, /date/],
    ['a time without minutes', () => ({ appointment_time: '10' }), 400, /time/],
    ['a blank name', () => ({ client_name: '   ' }), 400, 'Please enter your name'],
    ['a name of 121 characters', () => ({ client_name: 'x'.repeat(121) }), 400, /120/],
    ['a bad address', () => ({ client_email: 'nobody' }), 400, 'Please enter a valid email address'],
    ['an address with a line break', () => ({ client_email: 'a@b.example\r\nBcc: c@d.example' }), 400, 'Please enter a valid email address'],
    ['an empty address', () => ({ client_email: ' ' }), 400, 'Please enter your email'],
    ['two addresses in one', () => ({ client_email: 'a,b@c.example' }), 400, 'Please enter a valid email address'],
    ['60,000 characters as address', () => ({ client_email: `a@${'.'.repeat(60_000)}@` }), 400, /254/],
    ['a line break in the phone', () => ({ client_phone: '1\n2' }), 400, /phone/],
    ['letters in the phone', () => ({ client_phone: 'call me' }), 400, /phone/],
    ['a NUL in the notes', () => ({ notes: 'a\u0000b' }), 400, /notes/],
    ['a lone surrogate in the name', () => ({ client_name: 'a\ud800' }), 400, /client_name/],
    ['an unknown field', () => ({ price: 0 }), 400, 'price is not a known field'],
    ['a number as a name', () => ({ client_name: 5 }), 400, /./],
    ['an object as a date', () => ({ appointment_date: { $gt: '' } }), 400, /./],
    ['the hidden field filled', () => ({ website: 'https://spam.example' }), 422, /./],
  ];
  it.each(refusals)('refuses %s and writes nothing', async (_, overrides, status, detail) => {
    const before = [await countRows(test, 'bookings'), await countRows(test, 'outbox'), await countRows(test, 'clients')];
    const answer = await book(test, practice, { client_email: 'refused@example.org', ...overrides() });
    expect({ status: answer.status, detail: answer.body.detail }).toEqual({ status, detail: typeof detail === 'string' ? detail : expect.stringMatching(detail) });
    expect(answer.body.request_id).toMatch(/^[\w-]{8,64}$/);
    expect([await countRows(test, 'bookings'), await countRows(test, 'outbox'), await countRows(test, 'clients')]).toEqual(before);
  });

  it('answers bad JSON, an empty body and an oversized one with a sentence', async () => {
    const post = (body: string) => anonymous().post('/api/bookings').set('Content-Type', 'application/json').send(body);
    expect((await post('{"service_id":')).status).toBe(400);
    expect((await post('"text"')).status).toBe(400);
    expect((await post('[]')).status).toBe(400);
    expect((await post('null')).status).toBe(400);
    expect((await post(`{"notes":"${'x'.repeat(1_100_000)}"}`)).status).toBe(413);
    expect((await post('{"__proto__":{"a":1}}')).body.detail).toMatch(/fields that no request has/);
    expect((await post('{"constructor":1}')).body.detail).toMatch(/fields that no request has/);
    expect((await post('{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000))).status).toBe(400);
  });

  it('takes an unknown browser zone as absent', async () => {
    await book(test, practice, { appointment_date: workday(test, 6), client_timezone: 'Mars/Olympus' }).expect(201);
  });
});

describe('Idempotency-Key', () => {
  it('answers a repeat with the first result and books once, also when both arrive together', async () => {
    const key = randomUUID();
    const request = () => book(test, practice, { appointment_date: workday(test, 7) }).set('Idempotency-Key', key);
    const before = await countRows(test, 'bookings');
    const [first, second, third] = await Promise.all([request(), request(), request()]);
    const late = await request();
    expect([first?.status, second?.status, third?.status, late.status]).toEqual([201, 201, 201, 201]);
    expect([second?.body, third?.body, late.body]).toEqual([first?.body, first?.body, first?.body]);
    expect(await countRows(test, 'bookings')).toBe(before + 1);
  });

  it('refuses the key with another body, and a malformed key', async () => {
    const key = randomUUID();
    await book(test, practice, { appointment_date: workday(test, 8) }).set('Idempotency-Key', key).expect(201);
    await book(test, practice, { appointment_date: workday(test, 8), appointment_time: '14:00' }).set('Idempotency-Key', key).expect(422);
    await book(test, practice, { appointment_date: workday(test, 8), appointment_time: '14:00' }).set('Idempotency-Key', 'short').expect(400);
  });

  it('forgets the key after 24 hours', async () => {
    const key = randomUUID();
    await book(test, practice, { appointment_date: workday(test, 12) }).set('Idempotency-Key', key).expect(201);
    test.clock.advance(25 * 3_600_000);
    await book(test, practice, { appointment_date: workday(test, 12), appointment_time: '15:00' }).set('Idempotency-Key', key).expect(201);
    test.clock.advance(-25 * 3_600_000);
  });
});

describe('free times', () => {
  const ask = (query: object, id = practice.therapist.id) => anonymous().get(`/api/public/therapist/${id}/availability`).query({ service_id: practice.serviceId, ...query });

  it('offers the 18 starts of a workday, none on a Sunday, and lists every day asked for', async () => {
    const fresh = await openPractice(test);
    expect(await freeTimes(workday(test, 3), fresh)).toHaveLength(18);
    expect(await freeTimes(sunday(test), fresh)).toEqual([]);
    const answer = await ask({ from: '2027-03-01', to: '2027-04-30' }).expect(200);
    expect(answer.body.days).toHaveLength(61);
    expect(answer.body.timezone).toBe('America/New_York');
  });

  it('refuses more than 62 days, a range backwards, missing and unknown parameters', async () => {
    await ask({ from: '2027-01-01', to: '2027-03-03' }).expect(200);
    await ask({ from: '2027-01-01', to: '2027-03-04' }).expect(400);
    await ask({ from: '2027-01-02', to: '2027-01-01' }).expect(400);
    await ask({ from: '2027-01-02' }).expect(400);
    await ask({ from: '2027-01-01', to: '2027-01-02', color: 'red' }).expect(400);
  });

  it('knows no service of another therapist and no unknown therapist', async () => {
    const other = await openPractice(test);
    await ask({ from: '2027-01-01', to: '2027-01-02' }, other.therapist.id).expect(404);
    await ask({ from: '2027-01-01', to: '2027-01-02' }, randomUUID()).expect(404);
    await ask({ from: '2027-01-01', to: '2027-01-02' }, 'nobody').expect(404);
  });

  it('keeps the buffers free on both sides', async () => {
    const fresh = await openPractice(test);
    const hours = (await fresh.therapist.get('/api/therapist/working-hours')).body as Record<string, unknown>;
    delete hours['timezone'];
    await fresh.therapist.put('/api/therapist/working-hours', { ...hours, buffer_after_minutes: 30 }).expect(200);
    const date = workday(test, 3);
    await book(test, fresh, { appointment_date: date, appointment_time: '11:00' }).expect(201);
    expect(await freeTimes(date, fresh)).toEqual(['09:00', '09:30', ...['12:30', '13:00', '13:30', '14:00', '14:30', '15:00', '15:30', '16:00', '16:30', '17:00', '17:30']]);
    await book(test, fresh, { appointment_date: date, appointment_time: '12:00' }).expect(409);
  });
});

describe('the therapist’s bookings', () => {
  it('are theirs alone', async () => {
    const mine = await openPractice(test);
    const { body } = await book(test, mine, { appointment_date: workday(test, 3) }).expect(201);
    const stranger = await signInTherapist(test);
    expect((await stranger.get('/api/therapist/bookings').expect(200)).body).toEqual([]);
    await stranger.put(`/api/therapist/bookings/${body.id}/status`, { status: 'cancelled' }).expect(404);
    await anonymous().get('/api/therapist/bookings').expect(401);
    await mine.therapist.put('/api/therapist/bookings/not-an-id/status', { status: 'cancelled' }).expect(404);
  });

  it('come newest appointment first, page by cursor, and can be searched and filtered', async () => {
    const mine = await openPractice(test);
    const names = ['Ana 100%', 'Bo_b', 'Cleo', 'Dan'];
    for (const [index, name] of names.entries()) {
      await book(test, mine, { appointment_date: workday(test, index + 2), client_name: name, client_email: `p${index}@example.org`, notes: 'Bring tea' }).expect(201);
    }
    const all = (await mine.therapist.get('/api/therapist/bookings').expect(200)).body as { client_name: string; notes: string }[];
    expect(all.map(({ client_name }) => client_name)).toEqual([...names].reverse());
    expect(all[0]?.notes).toBe('Bring tea');
    const first = await mine.therapist.get('/api/therapist/bookings?limit=3').expect(200);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    const second = await mine.therapist.get(next.replace(/^https?:\/\/[^/]+/, '')).expect(200);
    expect(second.body.map((row: { client_name: string }) => row.client_name)).toEqual(['Ana 100%']);
    expect(second.headers['link']).toBeUndefined();
    const found = async (query: string) => ((await mine.therapist.get(`/api/therapist/bookings?${query}`).expect(200)).body as { client_name: string }[]).map((row) => row.client_name);
    const soonest = await mine.therapist.get('/api/therapist/bookings?order=asc&limit=1').expect(200);
    const thereafter = /[?]([^>]+)>; rel="next"/.exec(soonest.headers['link'] ?? '')?.[1] ?? '';
    expect([soonest.body[0].client_name, ...(await found(thereafter.replace('limit=1', 'limit=2')))]).toEqual(names.slice(0, 3));
    expect(await found('q=100%25')).toEqual(['Ana 100%']);
    expect(await found('q=o_b')).toEqual(['Bo_b']);
    expect(await found('q=cleo')).toEqual(['Cleo']);
    expect(await found('status=cancelled')).toEqual([]);
    expect(await found(`from=${workday(test, 4)}`)).toEqual(['Dan', 'Cleo']);
    await mine.therapist.get('/api/therapist/bookings?limit=0').expect(400);
    await mine.therapist.get('/api/therapist/bookings?cursor=nonsense').expect(400);
    await mine.therapist.get('/api/therapist/bookings?sort=name').expect(400);
  });

  it('are found by names as anybody types them', async () => {
    const mine = await openPractice(test);
    const names = ['Deniz Öztürk', 'Jürgen Weiß', 'Paweł Kłos', 'Işıl Ayaz'];
    for (const [index, name] of names.entries()) {
      await book(test, mine, { appointment_date: workday(test, index + 2), client_name: name, client_email: `q${index}@example.org` }).expect(201);
    }
    const found = async (words: string) =>
      ((await mine.therapist.get(`/api/therapist/bookings?q=${encodeURIComponent(words)}`).expect(200)).body as { client_name: string }[]).map((row) => row.client_name);
    expect(await found('ozturk')).toEqual(['Deniz Öztürk']);
    expect(await found('ÖZTÜRK')).toEqual(['Deniz Öztürk']);
    expect(await found('weiss')).toEqual(['Jürgen Weiß']);
    expect(await found('klos pawel')).toEqual(['Paweł Kłos']);
    expect(await found('isil')).toEqual(['Işıl Ayaz']);
    expect(await found('q2@example')).toEqual(['Paweł Kłos']);
    expect(await found('nobody')).toEqual([]);
    const client = ((await mine.therapist.get('/api/therapist/care-plans/clients?q=ozturk').expect(200)).body as { name: string }[]).map(({ name }) => name);
    expect(client).toEqual(['Deniz Öztürk']);
  });

  it('are counted in the therapist’s zone', async () => {
    const mine = await openPractice(test);
    const { body } = await book(test, mine, { appointment_date: workday(test, 1) }).expect(201);
    await book(test, mine, { appointment_date: workday(test, 20), appointment_time: '09:00' }).expect(201);
    test.clock.set(body.starts_at as string);
    expect((await mine.therapist.get('/api/therapist/bookings/summary')).status).toBe(401);
    test.clock.set(new Date().toISOString());
    expect((await mine.therapist.get('/api/therapist/bookings/summary').expect(200)).body).toMatchObject({ total: 2, today: 0, confirmed: 2, completed: 0 });
  });

  it('follow the allowed changes of status only', async () => {
    const mine = await openPractice(test);
    const { body } = await book(test, mine, { appointment_date: workday(test, 3) }).expect(201);
    const set = (status: string) => mine.therapist.put(`/api/therapist/bookings/${body.id}/status`, { status });
    await set('confirmed').expect(409);
    expect((await set('completed').expect(200)).body).toMatchObject({ status: 'completed', completed_at: expect.any(String) });
    expect((await set('confirmed').expect(200)).body).toMatchObject({ status: 'confirmed', completed_at: null });
    await set('completed').expect(200);
    test.clock.advance(11 * 60_000);
    expect((await set('confirmed').expect(409)).body.detail).toMatch(/10 minutes/);
    await set('cancelled').expect(200);
    await set('completed').expect(409);
    await set('cancelled').expect(409);
    await set('deleted').expect(400);
    test.clock.set(new Date().toISOString());
  });
});

describe('limits', () => {
  let strict: TestApp;
  let own: Practice;
  beforeAll(async () => {
    strict = await startTestApp();
    own = await openPractice(strict);
  });
  afterAll(() => strict.close());

  const at = (index: number, connection: string, overrides: object = {}) =>
    book(strict, own, { appointment_date: workday(strict, index + 1), client_email: 'one@example.org', ...overrides }).set('X-Forwarded-For', connection);

  it('stop the sixth booking of one connection within an hour, whoever it is for', async () => {
    for (let index = 0; index < 5; index += 1) await at(index, '203.0.113.1', { client_email: `${index}@example.org` }).expect(201);
    const sixth = await at(5, '203.0.113.1').expect(429);
    expect(sixth.headers['retry-after']).toBe('3600');
    strict.clock.advance(61 * 60_000);
    await at(5, '203.0.113.1').expect(201);
  });

  it('say nothing about an address: what others booked for it changes no answer', async () => {
    for (let index = 10; index < 16; index += 1) await at(index, `203.0.113.${index}`).expect(201);
  });

  it('count ten refused bookings of a connection as one, and a repeat with its key as none', async () => {
    const connection = '198.51.100.20';
    for (let refused = 0; refused < 20; refused += 1) await at(20, connection, { appointment_date: '2020-01-06' }).expect(422);
    for (let index = 20; index < 23; index += 1) {
      const answer = await at(index, connection).set('Idempotency-Key', `repeated-${index}`).expect(201);
      const again = await at(index, connection).set('Idempotency-Key', `repeated-${index}`).expect(201);
      expect(again.body).toEqual(answer.body);
    }
    await at(23, connection).expect(429);
    await at(23, '198.51.100.21').expect(201);
  });
});
