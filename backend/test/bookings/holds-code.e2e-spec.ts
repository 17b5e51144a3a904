import { randomUUID } from 'node:crypto';
import { newId } from '../../src/common/database/database';
import { browserOf, codeOf, holdTime, makeWave, openAccount, postBooking, stranger, verifyHold, wrong } from '../harness/booking-holds';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

const LIMIT = 2;
const MINUTE = 60_000;

let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_WAVE_LIMIT: String(LIMIT), BOOKING_LIMIT_PER_IP: '5' });
});
beforeEach(async () => {
  practice = await openPractice(test);
  await makeWave(test, practice, LIMIT);
});
afterAll(() => test.close());
afterEach(() => test.clock.set(new Date().toISOString()));

const post = (path: string, body: object) => postBooking(test, path, body);
const verify = (hold_id: string, code: string) => verifyHold(test, hold_id, code);
const held = (day?: number, overrides?: object) => holdTime(test, practice, day, overrides);

describe('the code of a held time', () => {
  it('is refused when it is wrong, late or of another hold', async () => {
    const first = await held(2);
    const second = await held(3);
    const answer = await verify(first.id, wrong(first.code)).expect(401);
    expect(answer.body.detail).toBe('This code is not right. You have 4 tries left.');
    if (first.code !== second.code) await verify(first.id, second.code).expect(401);
    await verify(newId(), first.code).expect(404);
    await verify('nothing', first.code).expect(400);
    await verify(first.id, '').expect(400);
    test.clock.advance(10 * MINUTE + 1_000);
    expect((await verify(first.id, first.code).expect(401)).body.detail).toMatch(/expired/);
    expect(await test.database.query('select 1 from bookings where therapist_id = $1', [practice.therapist.id])).toHaveLength(LIMIT + 1);
  });

  it('can be tried five times, also when the tries arrive together', async () => {
    const { id, code } = await held();
    const guesses = Array.from({ length: 40 }, (_, index) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'));
    const answers = await Promise.all(guesses.map((guess) => verify(id, guess)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    const [row] = await test.database.query('select tries_left from booking_holds where id = $1', [id]);
    expect(row).toEqual({ tries_left: 0 });
    expect(answers.filter(({ body }) => /(try|tries) left/.test(body.detail as string))).toHaveLength(4);
    expect((await verify(id, code).expect(401)).body.detail).toMatch(/wrongly too often/);
  });

  it('is sent again after 60 seconds, and only the newest one counts', async () => {
    const { id, code } = await held();
    const early = await post('/hold/code', { hold_id: id }).expect(429);
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(50);
    for (let index = 0; index < 5; index += 1) await verify(id, wrong(code)).expect(401);
    test.clock.advance(61_000);
    const again = await post('/hold/code', { hold_id: id }).expect(202);
    expect(again.body).toEqual({ status: 'code_sent', hold_id: id, expires_in_seconds: expect.any(Number) });
    expect(again.body.expires_in_seconds).toBeLessThanOrEqual(539);
    const newest = await codeOf(test, id);
    if (newest !== code) await verify(id, code).expect(401);
    await verify(id, newest).expect(201);
    await post('/hold/code', { hold_id: id }).expect(409);
    await post('/hold/code', { hold_id: newId() }).expect(404);
  });

  it('belongs to its hold however the id is spelt', async () => {
    const { id } = await held();
    test.clock.advance(61_000);
    const again = await post('/hold/code', { hold_id: id.toUpperCase() }).expect(202);
    expect(again.body.hold_id).toBe(id);
    await verify(id.toUpperCase(), await codeOf(test, id)).expect(201);
  });

  it('mails not the whole world from one connection, also when times are let go of', async () => {
    const from = (day: number) => book(test, practice, { appointment_date: workday(test, day), client_email: `${randomUUID()}@example.org` }).set('X-Forwarded-For', '198.51.100.99');
    for (let turn = 0; turn < 30; turn += 1) {
      const { body } = await from(2).expect(202);
      await post('/hold/release', { hold_id: body.hold_id as string }).expect(200);
    }
    expect((await from(2).expect(429)).body.detail).toMatch(/from your connection/);
    await stranger(test, practice).expect(202);
  });

  it('is worth nothing once its time was let go of', async () => {
    const { id, code, date } = await held();
    expect((await post('/hold/release', { hold_id: id }).expect(200)).body).toEqual({ status: 'released' });
    await verify(id, code).expect(401);
    await post('/hold/code', { hold_id: id }).expect(404);
    const next = await stranger(test, practice, { appointment_date: date }).expect(202);
    const booked = await verify(next.body.hold_id as string, await codeOf(test, next.body.hold_id as string)).expect(201);
    await post('/hold/release', { hold_id: next.body.hold_id as string }).expect(404);
    await post('/hold/release', { hold_id: newId() }).expect(404);
    expect(await test.database.query('select status from bookings where id = $1', [booked.body.id])).toEqual([{ status: 'confirmed' }]);
  });

  it('books once: a repeat gets the first answer, and a wrong code is refused as before', async () => {
    const { id, code } = await held();
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(id, code)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(201));
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect((await verify(id, code).expect(201)).body).toEqual(answers[0]?.body);
    await verify(id, wrong(code)).expect(401);
    expect((await practice.therapist.get('/api/therapist/bookings').expect(200)).body).toHaveLength(LIMIT + 2);
  });

  it('counts against the limits of a booking', async () => {
    for (const day of [20, 21, 22, 24, 25]) {
      const { id, code } = await held(day);
      await verify(id, code).set('X-Forwarded-For', '192.0.2.50').expect(201);
    }
    const sixth = await held(26);
    await verify(sixth.id, sixth.code).set('X-Forwarded-For', '192.0.2.50').expect(429);
    await verify(sixth.id, sixth.code).set('X-Forwarded-For', '192.0.2.52').expect(201);
  });
});

describe('an Idempotency-Key in a wave', () => {
  it('gets the same hold while it lives, the booking once it is confirmed, and a new hold when it has run out', async () => {
    const key = randomUUID();
    const client_email = `${key}@example.org`;
    const request = () => stranger(test, practice, { client_email, appointment_date: workday(test, 2) }).set('Idempotency-Key', key);
    const [first, second] = await Promise.all([request(), request()]);
    expect([first.status, second.status, second.body]).toEqual([202, 202, first.body]);
    expect((await request().expect(202)).body).toEqual(first.body);
    await stranger(test, practice, { client_email, appointment_date: workday(test, 3) }).set('Idempotency-Key', key).expect(422);
    test.clock.advance(9 * MINUTE);
    await test.database.query('update bookings set created_at = $2 where therapist_id = $1', [practice.therapist.id, test.clock.now()]);
    test.clock.advance(2 * MINUTE);
    const later = await request().expect(202);
    expect(later.body.hold_id).not.toBe(first.body.hold_id);
    const booked = await verify(later.body.hold_id as string, await codeOf(test, later.body.hold_id as string)).expect(201);
    expect((await request().expect(201)).body).toEqual(booked.body);
  });
});

describe('rivals for one time', () => {
  async function assertNoOverlap(): Promise<void> {
    const pairs = await test.database.query(
      `select 1 from bookings a join bookings b on a.id < b.id and a.therapist_id = b.therapist_id
         and a.status <> 'cancelled' and b.status <> 'cancelled' and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`,
    );
    expect(pairs).toEqual([]);
  }

  it('get one hold between them', async () => {
    const date = workday(test, 2);
    const answers = await Promise.all(Array.from({ length: 20 }, () => stranger(test, practice, { appointment_date: date })));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  it('never both book it, even if two holds of it should be alive at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const first = await held(2 + round);
      await test.database.query(`update booking_holds set expires_at = now() - interval '1 second' where id = $1`, [first.id]);
      const second = await held(2 + round);
      await test.database.query(`update booking_holds set expires_at = now() + interval '5 minutes' where id = $1`, [first.id]);
      const statuses = await Promise.all([first, second].map(async ({ id, code }) => (await verify(id, code)).status));
      expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(1);
      expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    }
    await assertNoOverlap();
  });

  it('lose to a hold or win before it, never both', async () => {
    const email = `${randomUUID()}@example.org`;
    const client = await browserOf(test, { id: await openAccount(test, email), userType: 'client' });
    for (let round = 0; round < 3; round += 1) {
      const appointment_date = workday(test, 10 + round);
      const [booked, kept] = await Promise.all([
        client(stranger(test, practice, { client_email: email, appointment_date })),
        stranger(test, practice, { appointment_date }),
      ]);
      expect([booked?.status, kept?.status].sort()).toEqual(booked?.status === 201 ? [201, 409] : [202, 409]);
      if (kept?.status === 202) await verify(kept.body.hold_id as string, await codeOf(test, kept.body.hold_id as string)).expect(201);
    }
    await assertNoOverlap();
  });
});
