import * as supertest from 'supertest';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '10000' });
});
afterAll(() => test.close());
beforeEach(async () => {
  practice = await openPractice(test);
});

const visitor = (): supertest.Agent => supertest.default(test.app.getHttpServer()) as unknown as supertest.Agent;
const pause = (bookings_paused: boolean, more: object = {}): supertest.Test => practice.therapist.put('/api/therapist/profile/bookings-pause', { bookings_paused, ...more });

describe('bookings that are paused', () => {
  it('are paused and opened sixty times an hour: each time makes anew what visitors are told', async () => {
    const other = await openPractice(test);
    const toggle = (bookings_paused: boolean): supertest.Test => other.therapist.put('/api/therapist/profile/bookings-pause', { bookings_paused });
    for (let nth = 0; nth < 60; nth += 1) await toggle(nth % 2 === 0).expect(200);
    await toggle(false).expect(200);
    await toggle(true).expect(429);
  });

  const WORDS = 'I am on leave until May. Please write to me in urgent cases.';
  const times = async (query: string, ask = visitor()): Promise<string[][]> =>
    ((await ask.get(query).expect(200)).body.days as { times: string[] }[]).map(({ times: free }) => free);

  it('say so to visitors, offer no times and refuse in the therapist’s words', async () => {
    const day = workday(test, 2);
    const query = `/api/public/therapist/${practice.therapist.id}/availability?service_id=${practice.serviceId}&from=${day}&to=${day}`;
    const open = (await visitor().get(`/api/public/therapist/slug/${practice.slug}`).expect(200)).body;
    expect(open).toMatchObject({ bookings_paused: false, bookings_paused_message: null });
    await pause(true, { bookings_paused_message: ` ${WORDS} ` }).expect(200);
    expect((await visitor().get(`/api/public/therapist/${practice.therapist.id}`).expect(200)).body).toMatchObject({ bookings_paused: true, bookings_paused_message: WORDS });
    expect(await times(query)).toEqual([[]]);
    expect((await book(test, practice, { appointment_date: day }).expect(422)).body.detail).toBe(WORDS);
    // The sentence stays for the next time, but nobody reads it meanwhile.
    const reopened = await pause(false).expect(200);
    expect(reopened.body).toMatchObject({ bookings_paused: false, bookings_paused_message: WORDS });
    expect((await visitor().get(`/api/public/therapist/${practice.therapist.id}`).expect(200)).body).toMatchObject({ bookings_paused: false, bookings_paused_message: null });
    await book(test, practice, { appointment_date: day }).expect(201);
  });

  it('hold for clients too, who can still move what they have', async () => {
    const email = `paused-${practice.slug}@example.org`;
    const { body: done } = await book(test, practice, { client_email: email, appointment_date: workday(test, 2) }).expect(201);
    const { body: coming } = await book(test, practice, { client_email: email, appointment_date: workday(test, 4) }).expect(201);
    await practice.therapist.put(`/api/therapist/bookings/${done.id}/status`, { status: 'completed' }).expect(200);
    const client = await signInClient(test, { email });
    await client.post(`/api/client/practices/${practice.therapist.id}/confirm`, {}).expect(200);
    await pause(true).expect(200);
    const refusals = [
      await client.post('/api/client/rebook', { booking_id: done.id, new_date: workday(test, 6), new_time: '10:00' }),
      await client.post('/api/client/bookings', { service_id: practice.serviceId, new_date: workday(test, 6), new_time: '10:00' }),
      await client.get(`/api/client/bookings/${done.id}/availability?from=${workday(test, 6)}&to=${workday(test, 6)}`),
    ];
    for (const { status, body } of refusals) expect([status, body.detail]).toEqual([422, 'This therapist takes no new appointments here at the moment.']);
    expect((await client.get('/api/client/services').expect(200)).body).toMatchObject([{ bookings_paused: true, bookings_paused_message: null }]);
    const free = await client.get(`/api/client/bookings/${coming.id}/availability?from=${workday(test, 6)}&to=${workday(test, 6)}`).expect(200);
    expect(free.body.days[0].times).toContain('10:00');
    await client.post(`/api/client/bookings/${coming.id}/move`, { new_date: workday(test, 6), new_time: '10:00' }).expect(200);
  });

  it('need a yes or no, and a sentence that fits', async () => {
    await practice.therapist.put('/api/therapist/profile/bookings-pause', {}).expect(400);
    const claimed = await pause(true, { bookings_paused_message: 'Attune: your portal is locked.' }).expect(400);
    expect((claimed.body as { errors: { field: string }[] }).errors).toMatchObject([{ field: 'bookings_paused_message' }]);
    await pause(false, { bookings_paused_message: 'I attune to the sea until May.' }).expect(200);
    const { body } = await pause(true, { bookings_paused_message: 'x'.repeat(301) }).expect(400);
    expect(body.errors).toEqual([{ field: 'bookings_paused_message', message: 'The sentence for visitors can have at most 300 characters.' }]);
    expect((await practice.therapist.get('/api/therapist/profile').expect(200)).body).toMatchObject({ bookings_paused: false });
    const actions = await test.database.query<{ action: string }>(`select action from activity_log where subject_id = $1 order by id`, [practice.therapist.id]);
    expect(actions.map(({ action }) => action)).not.toContain('pause_bookings');
  });

  it('are in the activity log', async () => {
    for (let n = 0; n < 10; n += 1) await pause(true).expect(200);
    for (let n = 0; n < 10; n += 1) await pause(false).expect(200);
    const actions = await test.database.query<{ action: string }>(`select action from activity_log where subject_id = $1 and action like '%bookings' order by id`, [practice.therapist.id]);
    expect(actions.map(({ action }) => action)).toEqual(['pause_bookings', 'reopen_bookings']);
  });
});

describe('a profile that is saved again and again', () => {
  it('is an entry where something changed, 60 times an hour', async () => {
    const save = (bio: string): supertest.Test => practice.therapist.put('/api/therapist/profile', { display_name: 'Dr. Test', bio });
    const entries = async (): Promise<number> => {
      const [row] = await test.database.query<{ n: number }>(`select count(*)::int as n from activity_log where action = 'update_profile' and subject_id = $1`, [practice.therapist.id]);
      return row?.n ?? 0;
    };
    const before = await entries();
    for (let n = 0; n < 10; n += 1) await save('The same').expect(200);
    expect(await entries()).toBe(before + 1);
    for (let n = 1; n < 60; n += 1) await save(`Another ${n}`).expect(200);
    const { body } = await save('One more').expect(429);
    expect(body.detail).toBe('Your profile was changed very often within an hour. Please try again later.');
    await save('Another 59').expect(200);
  });
});

describe('phone and address of a practice', () => {
  it.each([
    ['phone', 'call me', 'A phone number has digits, spaces and + ( ) - . / only'],
    ['phone', '1'.repeat(41), 'A phone number can have at most 40 characters.'],
    ['address', 'x'.repeat(301), 'The address can have at most 300 characters.'],
  ])('are refused where they cannot be: %s', async (field, value, message) => {
    const { body } = await practice.therapist.put('/api/therapist/profile', { display_name: 'Dr. Test', [field]: value }).expect(400);
    expect(body.errors).toContainEqual({ field, message });
  });

  it('are kept when they are left out, cleared when they are empty, and shown nowhere by themselves', async () => {
    const save = async (more: object): Promise<object> => (await practice.therapist.put('/api/therapist/profile', { display_name: 'Dr. Test', ...more }).expect(200)).body as object;
    expect(await save({ phone: ' +1 212 555 0100 ', address: 'One\nTwo' })).toMatchObject({ phone: '+1 212 555 0100', address: 'One\nTwo', phone_shown: false, address_shown: false });
    expect(await save({ bio: 'Any' })).toMatchObject({ phone: '+1 212 555 0100', address: 'One\nTwo' });
    expect(await save({ phone: '', address: null, phone_shown: true })).toMatchObject({ phone: null, address: null, phone_shown: true });
    expect((await visitor().get(`/api/public/therapist/${practice.therapist.id}`).expect(200)).body).toMatchObject({ phone: null, address: null });
  });
});

describe('asking whether a link is free', () => {
  const ask = (slug: string): supertest.Test => practice.therapist.get('/api/therapist/slug-check').query({ slug });

  it('tells free, taken and not allowed, the own and the own earlier one being free', async () => {
    const other = await openPractice(test);
    const answers = await Promise.all(['brand-new', practice.slug.toUpperCase(), other.slug, 'admin', 'ab', 'a b/c'].map((slug) => ask(slug).expect(200)));
    expect(answers.map(({ body }) => body.status as string)).toEqual(['free', 'free', 'taken', 'not_allowed', 'not_allowed', 'not_allowed']);
    expect(answers.map(({ body }) => body.detail as string)[3]).toBe('This link is reserved. Please choose another.');
    const earlier = practice.slug;
    await practice.therapist.put('/api/therapist/profile', { display_name: 'Dr. Test', custom_slug: `${earlier}-new` }).expect(200);
    expect((await ask(earlier).expect(200)).body.status).toBe('free');
    expect((await other.therapist.get('/api/therapist/slug-check').query({ slug: earlier }).expect(200)).body.status).toBe('taken');
    await practice.therapist.put('/api/therapist/profile', { display_name: 'Dr. Test', custom_slug: earlier }).expect(200);
  });

  it('answers 60 questions in a minute', async () => {
    for (let asked = 0; asked < 60; asked += 1) await ask(`link-${asked}`).expect(200);
    const refused = await ask('one-more').expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});
