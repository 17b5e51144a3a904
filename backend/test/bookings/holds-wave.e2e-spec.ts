import { randomUUID } from 'node:crypto';
import * as supertest from 'supertest';
import { HoldService } from '../../src/modules/bookings/holds/hold.service';
import { browserOf, codeOf, holdTime, makeWave, openAccount, postBooking, stranger, verifyHold } from '../harness/booking-holds';
import { book, countRows, manageToken, openPractice, Practice, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

const LIMIT = 2;
const MINUTE = 60_000;

let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_WAVE_LIMIT: String(LIMIT), BOOKING_LIMIT_PER_IP: '5' });
});
afterAll(() => test.close());
afterEach(() => test.clock.set(new Date().toISOString()));

const post = (path: string, body: object) => postBooking(test, path, body);
const verify = (hold_id: string, code: string) => verifyHold(test, hold_id, code);
const held = (day?: number, overrides?: object) => holdTime(test, practice, day, overrides);

async function freeTimes(date: string): Promise<string[]> {
  const query = { service_id: practice.serviceId, from: date, to: date };
  const answer = await supertest.default(test.app.getHttpServer()).get(`/api/public/therapist/${practice.therapist.id}/availability`).query(query).expect(200);
  return (answer.body.days as { times: string[] }[])[0]?.times ?? [];
}

describe('a wave of strangers of one network', () => {
  let apart: TestApp;
  beforeAll(async () => {
    apart = await startTestApp({ BOOKING_LIMIT_PER_IP: '2' });
  });
  afterAll(() => apart.close());

  it('begins after ten bookings, from however many connections and with whomever, and leaves other networks alone', async () => {
    const practices = [await openPractice(apart), await openPractice(apart)];
    let index = 0;
    const from = (address: string): supertest.Test => {
      index += 1;
      return stranger(apart, practices[index % 2] as Practice, { appointment_date: workday(apart, 1 + index) }).set('X-Forwarded-For', address);
    };
    for (let line = 0; line < 10; line += 1) await from(`2001:db8:77:${line}::1`).expect(201);
    await from('2001:db8:77:99::1').expect(202);
    await from('2001:db8:78:1::1').expect(201);
    apart.clock.advance(61 * MINUTE);
    await from('2001:db8:77:99::1').expect(201);
  });
});

describe('a wave of strangers', () => {
  beforeEach(async () => {
    practice = await openPractice(test);
  });

  it('holds no more times than thirty for a network in ten minutes, from however many connections of it', async () => {
    await makeWave(test, practice, LIMIT);
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) {
      const wanted = { client_email: `line-${n}@example.org`, appointment_date: workday(test, 3 + Math.floor(n / 4)), appointment_time: `${12 + (n % 4)}:00` };
      statuses.push((await book(test, practice, wanted).set('X-Forwarded-For', `2001:db8:99:${(n + 1).toString(16)}::1`)).status);
    }
    expect(statuses).toEqual([...Array<number>(30).fill(202), 429]);
  });

  it('mails an address no more than twenty codes a day, and two for each network beyond: the times are held all the same, and its owner still gets one', async () => {
    await makeWave(test, practice, LIMIT);
    const codes = async (): Promise<number> => (await test.database.query(`select from outbox where job = 'send-hold-code'`)).length;
    let n = 0;
    const codesAsked = async (count: number, network: string): Promise<number> => {
      const before = await codes();
      for (let line = 1; line <= count; line += 1, n += 1) {
        const wanted = { client_email: 'Owner@example.org', appointment_date: workday(test, 3 + Math.floor(n / 4)), appointment_time: `${12 + (n % 4)}:00` };
        await book(test, practice, wanted).set('X-Forwarded-For', `${network}:${line.toString(16)}::1`).expect(202);
      }
      return (await codes()) - before;
    };
    expect([await codesAsked(11, '2001:db8:a1'), await codesAsked(11, '2001:db8:a2'), await codesAsked(11, '2001:db8:a3')]).toEqual([10, 10, 6]);
    expect(await codesAsked(3, '2001:db8:b0')).toBe(2);
  });

  it('leaves the code that was mailed last as good as it was, where no other is mailed any more', async () => {
    await makeWave(test, practice, LIMIT);
    const { id } = await held(2, { client_email: 'again-and-again@example.org' });
    const codes: string[] = [];
    for (let asked = 0; asked < 9; asked += 1) {
      test.clock.advance(61_000);
      await post('/hold/code', { hold_id: id }).expect(202);
      codes.push(await codeOf(test, id));
    }
    expect([codes[8] === codes[7], codes[7] === codes[6], codes[6] === codes[5]]).toEqual([true, true, false]);
    await verify(id, codes[8] ?? '').expect(201);
  });

  it('begins after as many bookings of strangers as the operator allows, for that therapist alone, and ends ten minutes later', async () => {
    await makeWave(test, practice, LIMIT);
    const answer = await stranger(test, practice).expect(202);
    expect(answer.body).toEqual({ status: 'code_sent', hold_id: expect.any(String), expires_in_seconds: 600 });
    const other = await openPractice(test);
    await stranger(test, other).expect(201);
    test.clock.advance(11 * MINUTE);
    await stranger(test, practice, { appointment_date: workday(test, 3) }).expect(201);
  });

  it('counts every booking of an address that its visitor has not proved, also of people who came before and of those with an account', async () => {
    await stranger(test, practice, { client_email: 'back@example.org', appointment_date: workday(test, 2) }).expect(201);
    test.clock.advance(11 * MINUTE);
    await openAccount(test, 'account@example.org');
    for (const [day, client_email] of [[3, 'back@example.org'], [4, 'account@example.org'], [5, 'account@example.org']] as const) {
      await stranger(test, practice, { client_email, appointment_date: workday(test, day) }).expect(201);
    }
    await stranger(test, practice, { appointment_date: workday(test, 6) }).expect(202);
  });

  it('does not count what a signed-in client books with the proved address, nor what a code has proved', async () => {
    const email = `${randomUUID()}@example.org`;
    const client = await browserOf(test, { id: await openAccount(test, email), userType: 'client' });
    for (const day of [2, 3, 4]) await client(stranger(test, practice, { client_email: email, appointment_date: workday(test, day) })).expect(201);
    await makeWave(test, practice, LIMIT, 10);
    test.clock.advance(9 * MINUTE);
    const { id, code } = await held(5);
    await verify(id, code).expect(201);
    test.clock.advance(2 * MINUTE);
    await makeWave(test, practice, LIMIT, 20);
  });

  it('counts somebody who registered an address and never proved it', async () => {
    for (let index = 0; index <= LIMIT; index += 1) {
      const email = `claimed-${index}@example.org`;
      const id = await openAccount(test, email);
      await test.database.query('update client_accounts set verified_at = null where client_id = $1', [id]);
      await stranger(test, practice, { client_email: email, appointment_date: workday(test, 2 + index) }).expect(201);
    }
    await stranger(test, practice, { appointment_date: workday(test, 8) }).expect(202);
  });

  it('answers known and unknown addresses alike, so that it tells nobody who is a client', async () => {
    const known = 'known@example.org';
    for (const day of [20, 21, 22]) await stranger(test, practice, { client_email: known, appointment_date: workday(test, day) }).expect(201);
    test.clock.advance(11 * MINUTE);
    await openAccount(test, 'member@example.org');
    await makeWave(test, practice, LIMIT);
    const emails = [known, 'member@example.org', 'nobody@example.org'];
    for (const [index, client_email] of emails.entries()) {
      const answer = await stranger(test, practice, { client_email, appointment_date: workday(test, 2 + index) });
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 202,
        body: { status: 'code_sent', hold_id: expect.any(String), expires_in_seconds: 600 },
      });
      expect(Object.keys(answer.headers)).not.toContain('retry-after');
    }
  });

  it('lets a signed-in client with a proved address book it at once, and nobody else', async () => {
    await makeWave(test, practice, LIMIT);
    const email = `${randomUUID()}@example.org`;
    const id = await openAccount(test, email);
    const proved = await browserOf(test, { id, userType: 'client' });
    const unproved = await browserOf(test, { id, userType: 'client', verified: false });
    const therapist = await browserOf(test, { id: practice.therapist.id, userType: 'therapist' });
    const booked = await proved(stranger(test, practice, { client_email: email, appointment_date: workday(test, 2) })).expect(201);
    const [row] = await test.database.query('select client_id from bookings where id = $1', [booked.body.id]);
    expect(row).toEqual({ client_id: id });
    const [entry] = await test.database.query(`select actor_type, actor_id, client_ids from activity_log where subject_id = $1`, [booked.body.id]);
    expect(entry).toEqual({ actor_type: 'client', actor_id: id, client_ids: [id] });
    await proved(stranger(test, practice, { appointment_date: workday(test, 3) })).expect(202);
    await unproved(stranger(test, practice, { client_email: email, appointment_date: workday(test, 4) })).expect(202);
    await therapist(stranger(test, practice, { appointment_date: workday(test, 5) })).expect(202);
  });

  it('still refuses what no booking may be', async () => {
    await makeWave(test, practice, LIMIT);
    await stranger(test, practice, { appointment_date: '2020-01-06' }).expect(422);
    await stranger(test, practice, { service_id: randomUUID() }).expect(404);
    await stranger(test, practice, { website: 'x' }).expect(422);
    await test.database.query('update users set is_active = false where id = $1', [practice.therapist.id]);
    await stranger(test, practice).expect(404);
  });
});

describe('a held time', () => {
  beforeEach(async () => {
    practice = await openPractice(test);
    await makeWave(test, practice, LIMIT);
  });

  it('is in no list and no count, is offered to nobody, and is free again after ten minutes', async () => {
    const before = [await countRows(test, 'bookings'), await countRows(test, 'clients'), await countRows(test, 'booking_events')];
    const summary = (await practice.therapist.get('/api/therapist/bookings/summary').expect(200)).body as object;
    const { date } = await held();
    expect([await countRows(test, 'bookings'), await countRows(test, 'clients'), await countRows(test, 'booking_events')]).toEqual(before);
    expect((await practice.therapist.get('/api/therapist/bookings/summary').expect(200)).body).toEqual(summary);
    expect((await practice.therapist.get('/api/therapist/bookings').expect(200)).body).toHaveLength(LIMIT + 1);
    expect(await freeTimes(date)).not.toContain('10:00');
    const refused = await stranger(test, practice, { appointment_date: date, appointment_time: '10:30' }).expect(409);
    expect(refused.body.detail).toBe('This time is no longer available. Please choose another.');
    test.clock.advance(10 * MINUTE + 1_000);
    expect(await freeTimes(date)).toContain('10:00');
    await stranger(test, practice, { appointment_date: date }).expect(201);
  });

  it('cannot be taken by moving another appointment onto it', async () => {
    const { body } = await practice.therapist.get('/api/therapist/bookings?limit=1').expect(200);
    const { date } = await held();
    const [moved] = body as { id: string }[];
    const token = await manageToken(test, moved?.id ?? '');
    await post('/manage/move', { token, new_date: date, new_time: '10:00' }).expect(409);
  });

  it('becomes a booking with everything that belongs to one', async () => {
    const jobs = await countRows(test, 'outbox');
    const { id, code, date } = await held(2, { notes: 'Quiet room, please.', client_phone: '+1 212 555 0100', client_name: 'Held Person' });
    expect(await countRows(test, 'outbox')).toBe(jobs + 1);
    const answer = await verify(id, code).expect(201);
    expect(answer.body).toMatchObject({ status: 'confirmed', service_name: 'Session', appointment_date: date, appointment_time: '10:00', therapist_name: 'Dr. Test' });
    expect(await countRows(test, 'outbox')).toBe(jobs + 3);
    const list = (await practice.therapist.get('/api/therapist/bookings').expect(200)).body as { id: string; client_name: string; notes: string; client_phone: string }[];
    expect(list.find((row) => row.id === answer.body.id)).toMatchObject({ client_name: 'Held Person', notes: 'Quiet room, please.', client_phone: '+1 212 555 0100' });
    const events = await test.database.query('select kind, actor from booking_events where booking_id = $1', [answer.body.id]);
    expect(events).toEqual([{ kind: 'booked', actor: 'client' }]);
    const [kept] = await test.database.query('select length(request) as request, mail_secret from booking_holds where id = $1', [id]);
    expect(kept).toEqual({ request: 0, mail_secret: null });
  });

  it('is encrypted as a whole, and its job carries an id only', async () => {
    const { id, code } = await held(2, { client_name: 'Canary Person', client_email: 'canary-hold@example.org', notes: 'Canary notes' });
    const [row] = await test.database.query<{ dump: string }>(
      `select (select h::text from booking_holds h where id = $1) || (select string_agg(o::text, ' ') from outbox o)
         || (select string_agg(a::text, ' ') from activity_log a) as dump`,
      [id],
    );
    const [bytes] = await test.database.query<{ request: Buffer; mail_secret: Buffer }>('select request, mail_secret from booking_holds where id = $1', [id]);
    expect(row?.dump).not.toMatch(/canary/i);
    expect(bytes?.request.toString('latin1')).not.toMatch(/canary/i);
    expect(bytes?.mail_secret.toString('latin1')).not.toMatch(new RegExp(`canary|${code}`, 'i'));
    const [job] = await test.database.query(`select payload from outbox where job = 'send-hold-code' and payload->>'hold_id' = $1`, [id]);
    expect(job).toEqual({ payload: { hold_id: id } });
  });

  it('is not lost because the notice runs out while the code is on its way', async () => {
    // Two minutes before midnight in New York; tomorrow is a workday.
    test.clock.set('2027-03-09T04:58:00Z');
    practice = await openPractice(test);
    await makeWave(test, practice, LIMIT, 10);
    const { id, code, date } = await held(1);
    expect(date).toBe('2027-03-09');
    test.clock.advance(4 * MINUTE);
    await verify(id, code).expect(201);
  });

  it('is refused when its therapist or its service is gone meanwhile, and when the therapist’s clock was changed', async () => {
    const [first, second, third] = [await held(2), await held(3), await held(4)];
    await practice.therapist.put('/api/therapist/profile', { display_name: 'Dr. Test', timezone: 'America/Chicago', custom_slug: practice.slug }).expect(200);
    await verify(first.id, first.code).expect(409);
    await practice.therapist.delete(`/api/therapist/services/${practice.serviceId}`).expect(200);
    await verify(second.id, second.code).expect(404);
    await test.database.query('update services set archived_at = null where id = $1', [practice.serviceId]);
    await test.database.query('update users set is_active = false where id = $1', [practice.therapist.id]);
    await verify(third.id, third.code).expect(404);
  });

  it('is limited to three for a connection, and not for an address that somebody typed', async () => {
    const from = (address: string, day: number, client_email: string) =>
      book(test, practice, { appointment_date: workday(test, day), client_email }).set('X-Forwarded-For', address);
    for (const day of [2, 3, 4]) await from('198.51.100.7', day, `one-${day}@example.org`).expect(202);
    expect((await from('198.51.100.7', 5, 'one-5@example.org').expect(429)).body.detail).toMatch(/your connection/);
    for (const day of [5, 6, 7, 8]) await from(`198.51.100.${day + 10}`, day, 'same@example.org').expect(202);
    test.clock.advance(9 * MINUTE);
    await from('198.51.100.7', 9, 'one-9@example.org').expect(429);
    // Strangers still arrive, or the wave would be over.
    await test.database.query('update bookings set created_at = $2 where therapist_id = $1', [practice.therapist.id, test.clock.now()]);
    test.clock.advance(2 * MINUTE);
    await from('198.51.100.7', 9, 'one-9@example.org').expect(202);
  });

  it('lets no parallel requests pass the limit of a connection together', async () => {
    const practices = [practice, await openPractice(test)];
    await makeWave(test, practices[1] as Practice, LIMIT);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => book(test, practices[index % 2] as Practice, { client_email: `${randomUUID()}@example.org`, appointment_date: workday(test, 2 + index) }).set('X-Forwarded-For', '198.51.100.99')),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
  });

  it('goes with what its visitor wrote once it has run out', async () => {
    const { id } = await held();
    const booked = await held(3);
    await verify(booked.id, booked.code).expect(201);
    const holds = test.app.get(HoldService, { strict: false });
    expect(await holds.deleteExpired()).toBe(0);
    test.clock.advance(11 * MINUTE);
    expect(await holds.deleteExpired()).toBeGreaterThanOrEqual(2);
    expect(await test.database.query('select 1 from booking_holds where id = $1', [id])).toEqual([]);
    await verify(id, '000000').expect(404);
    await post('/hold/code', { hold_id: id }).expect(404);
    expect((await practice.therapist.get('/api/therapist/bookings').expect(200)).body).toHaveLength(LIMIT + 2);
  });
});
