import { DateTime } from 'luxon';
import * as supertest from 'supertest';
import { WaitingOffersService } from '../../src/modules/bookings/waiting-list/waiting-offers.service';
import { MailCatcher } from '../harness/mail-catcher';
import { book, openPractice, Practice, workday, ZONE } from '../harness/practice';
import { signInAnew } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

/** Somebody finds no time, waits, and is offered what becomes free. */
interface Shown {
  state: string;
  offer: { id: string; starts_at: string; appointment_date: string; appointment_time: string } | null;
}

const HOUR = 3_600_000;
const ANY_TIME = [{ weekday: null, from: '00:00', until: '23:59' }];

let test: TestApp;
let catcher: MailCatcher;
let practice: Practice;
let day: string;
let token: string;

beforeAll(async () => {
  catcher = await MailCatcher.start();
});
afterAll(() => catcher.close());
beforeEach(async () => {
  test = await startTestApp({ SMTP_URL: catcher.url, BOOKING_LIMIT_PER_IP: '10' });
  practice = await openPractice(test);
  day = workday(test, 1);
  // One start a day, one day ahead: all of it is booked.
  await openUntil('10:00');
  day = DateTime.fromJSDate(test.clock.now(), { zone: ZONE }).plus({ days: 1 }).toISODate() as string;
  const { body } = await book(test, practice, { client_email: 'has@example.org', appointment_date: day, appointment_time: '10:00' }).expect(201);
  token = (body as { manage_token: string }).manage_token;
  test.clock.set(DateTime.fromJSDate(test.clock.now(), { zone: ZONE }).set({ hour: 11, minute: 0, second: 0, millisecond: 0 }).toJSDate().toISOString());
  // Hours may have gone by for the session.
  practice = { ...practice, therapist: await signInAnew(test, practice.therapist) };
  catcher.mails.length = 0;
});
afterEach(() => test.close());

/** Starts each hour from ten on, one day ahead. */
async function openUntil(last_start: string): Promise<void> {
  const weekly = Array.from({ length: 7 }, (_, weekday) => ({ weekday, windows: [{ first_start: '10:00', last_start, every_minutes: 60 }] }));
  const rules = { buffer_before_minutes: 0, buffer_after_minutes: 0, minimum_notice_hours: 0, cancellation_notice_hours: 0, horizon_days: 1 };
  await practice.therapist.put('/api/therapist/working-hours', { weekly, overrides: [], ...rules }).expect(200);
}

const post = (path: string, body: object): supertest.Test => test.http.post(path).set('Origin', test.config.publicUrl).send(body);
const join = (fields: object = {}, address = '198.51.100.7'): supertest.Test =>
  post('/api/waiting-list', { service_id: practice.serviceId, client_name: 'Ines Canary', client_email: 'ines@example.org', wishes: ANY_TIME, ...fields }).set('X-Forwarded-For', address);
const offers = () => test.app.get(WaitingOffersService, { strict: false });
const look = () => offers().offer({ therapist_id: practice.therapist.id });
const cancel = () => post('/api/bookings/manage/cancel', { token }).expect(200);
const shown = async (link: string): Promise<Shown> => (await post('/api/waiting-list/request', { token: link }).expect(200)).body as Shown;
const accept = (link: string, offer_id: string) => post('/api/waiting-list/accept', { token: link, offer_id });
const freeTimes = async (): Promise<string[]> =>
  ((await test.http.get(`/api/public/therapist/${practice.therapist.id}/availability?service_id=${practice.serviceId}&from=${day}&to=${day}`).expect(200)).body as { days: { times: string[] }[] }).days.flatMap(({ times }) => times);

/** Sends what waits to be sent. @returns what this address got: subject, text and the secret of its link */
async function mailsTo(email: string): Promise<{ subject: string; text: string; link: string }[]> {
  const due = await test.database.query<{ id: string; payload: { request_id: string; offer_id?: string } }>(`select id, payload from outbox where job = 'send-waiting-mail' and state = 'pending' order by created_at, id`);
  for (const { id, payload } of due) {
    await offers().send(payload);
    await test.database.query(`update outbox set state = 'done', finished_at = now() where id = $1`, [id]);
  }
  return catcher.mails
    .filter(({ to }) => !Array.isArray(to) && to?.text === email)
    .map(({ subject = '', text = '' }) => ({ subject, text, link: /\/waiting#(\S+)/.exec(text)?.[1] ?? '' }));
}

let network = 0;
/** Somebody who waits, in a network of their own, with their link. */
async function waiting(email: string, fields: object = {}, address = `198.18.${(network += 1)}.1`): Promise<string> {
  await join({ client_email: email, ...fields }, address).expect(202);
  const [mail] = await mailsTo(email);
  await post('/api/waiting-list/confirm', { token: mail?.link }).expect(200);
  return mail?.link ?? '';
}

it('a freed time is kept for the first who confirmed, and taken with one press; a second press gets the same answer', async () => {
  await join({ client_email: 'unconfirmed@example.org' }).expect(202);
  const first = await waiting('ines@example.org');
  const second = await waiting('kim@example.org');
  await look();
  expect(await shown(first)).toMatchObject({ state: 'waiting', offer: null });
  await cancel();
  expect(await freeTimes()).toEqual(['10:00']);
  expect(await test.database.query(`select payload ->> 'therapist_id' as id from outbox where job = 'offer-free-times' and state = 'pending' and available_at < now() + interval '1 hour'`)).toContainEqual({ id: practice.therapist.id });
  await look();
  await look();
  expect(await freeTimes()).toEqual([]);
  expect(await shown(second)).toMatchObject({ state: 'waiting', offer: null });
  const { offer } = await shown(first);
  expect(offer).toMatchObject({ appointment_date: day, appointment_time: '10:00' });
  const mails = await mailsTo('ines@example.org');
  expect(mails[1]?.subject).toContain('A free time with');
  expect(mails[1]?.text).toContain('It is kept for you until 13:00');
  expect((await mailsTo('kim@example.org')).length).toBe(1);

  const answers = await Promise.all([accept(first, offer?.id ?? ''), accept(first, offer?.id ?? '')]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers[0].body).toEqual(answers[1].body);
  expect(await test.database.query(`select count(*)::int as n, bool_or(by_stranger) as by_stranger from bookings where status = 'confirmed'`)).toEqual([{ n: 1, by_stranger: false }]);
  expect((await shown(first)).state).toBe('booked');
  const [dump] = await test.database.query<{ text: string }>(`select (select string_agg(r::text, ' ') from waiting_requests r) || (select string_agg(o::text, ' ') from outbox o) || (select string_agg(a::text, ' ') from activity_log a) || (select string_agg(h::text, ' ') from booking_holds h) as text`);
  expect([/Canary|ines@/.test(dump?.text ?? ''), dump?.text.includes(first)]).toEqual([false, false]);
});

it('many changes leave one look for freed times in line, and one that comes while it is done leaves another', async () => {
  await openUntil('17:00');
  await waiting('ines@example.org');
  const { body } = await book(test, practice, { client_email: 'moves@example.org', appointment_date: day, appointment_time: '11:00' }).expect(201);
  const { id, starts_at } = body as { id: string; starts_at: string };
  let from = starts_at;
  const move = async (appointment_time: string): Promise<void> => {
    const moved = await practice.therapist.put(`/api/therapist/bookings/${id}/time`, { starts_at: from, appointment_date: day, appointment_time }).expect(200);
    from = (moved.body as { starts_at: string }).starts_at;
  };
  const looks = () => test.database.query<{ state: string; soon: boolean }>(`select state, available_at > now() + interval '4 seconds' as soon from outbox where job = 'offer-free-times' and payload ->> 'therapist_id' = $1 order by id`, [practice.therapist.id]);
  for (const time of ['12:00', '13:00', '14:00']) await move(time);
  await test.database.query(`update outbox set available_at = now() + interval '1 second' where job = 'offer-free-times'`);
  await move('15:00');
  // Not before the newest change could be taken back.
  expect(await looks()).toEqual([{ state: 'pending', soon: true }]);
  await test.database.query(`update outbox set state = 'queued', queued_at = now() where job = 'offer-free-times'`);
  await move('16:00');
  await move('17:00');
  expect((await looks()).map(({ state }) => state)).toEqual(['queued', 'pending']);
});

it('what is not taken within two hours goes to the next, and never twice to one person; what is declined goes on at once', async () => {
  const first = await waiting('ines@example.org');
  const second = await waiting('kim@example.org');
  await cancel();
  await look();
  const { offer } = await shown(first);
  test.clock.set(new Date(test.clock.now().getTime() + 2 * HOUR + 1_000).toISOString());
  expect(await shown(first)).toMatchObject({ state: 'waiting', offer: null });
  expect((await accept(first, offer?.id ?? '').expect(409)).body).toMatchObject({ detail: expect.stringContaining('no longer kept for you') });
  await look();
  expect(await shown(first)).toMatchObject({ state: 'waiting' });
  const next = (await shown(second)).offer;
  expect(next).toMatchObject({ appointment_time: '10:00' });
  await accept(first, next?.id ?? '').expect(409);
  await post('/api/waiting-list/decline', { token: second, offer_id: offer?.id }).expect(404);
  expect((await post('/api/waiting-list/decline', { token: second, offer_id: next?.id }).expect(200)).body).toMatchObject({ state: 'waiting', offer: null });
  await look();
  expect(await freeTimes()).toEqual(['10:00']);
  await book(test, practice, { client_email: 'other@example.org', appointment_date: day, appointment_time: '10:00' }).expect(201);
});

it('whoever lets an offer run out stands behind all others, and waits no more after three', async () => {
  await openUntil('17:00');
  const silent: string[] = [];
  for (const name of ['a', 'b', 'c']) silent.push(await waiting(`${name}@silent.example`));
  const honest = await waiting('honest@example.org');
  const states = async () => Promise.all([...silent, honest].map(async (link) => (await shown(link)).state));
  await look();
  expect(await states()).toEqual(['offered', 'offered', 'offered', 'waiting']);
  test.clock.advance(2 * HOUR + 1_000);
  await look();
  expect(await states()).toEqual(['offered', 'offered', 'waiting', 'offered']);
  for (let rounds = 0; rounds < 3; rounds += 1) {
    test.clock.advance(2 * HOUR + 1_000);
    await look();
  }
  test.clock.advance(20 * HOUR);
  await look();
  expect((await states()).slice(0, 3)).toEqual(['over', 'over', 'over']);
});

it('whoever says no stands behind all others too, and waits no more after six', async () => {
  await openUntil('19:00');
  const unwilling: string[] = [];
  for (const name of ['a', 'b', 'c']) unwilling.push(await waiting(`${name}@unwilling.example`));
  const honest = await waiting('honest@example.org');
  const states = async () => Promise.all([...unwilling, honest].map(async (link) => (await shown(link)).state));
  const decline = async (): Promise<void> => {
    for (const link of unwilling) {
      const { offer } = await shown(link);
      if (offer) await post('/api/waiting-list/decline', { token: link, offer_id: offer.id }).expect(200);
    }
  };
  await look();
  expect(await states()).toEqual(['offered', 'offered', 'offered', 'waiting']);
  await decline();
  await look();
  expect((await states())[3]).toBe('offered');
  for (let rounds = 0; rounds < 9; rounds += 1) {
    await decline();
    await look();
  }
  expect((await states()).slice(0, 3)).toEqual(['over', 'over', 'over']);
});

it('two of one network are not offered something at once', async () => {
  await openUntil('17:00');
  const links = [await waiting('a@one.example', {}, '203.0.113.7'), await waiting('b@one.example', {}, '203.0.113.8'), await waiting('c@other.example')];
  await look();
  expect(await Promise.all(links.map(async (link) => (await shown(link)).state))).toEqual(['offered', 'waiting', 'offered']);
});

it('a newer request of an address takes the place of the older one, and gives back what was kept for that', async () => {
  const first = await waiting('ines@example.org');
  await cancel();
  await look();
  const { offer } = await shown(first);
  expect(await freeTimes()).toEqual([]);
  await join().expect(202);
  await post('/api/waiting-list/confirm', { token: (await mailsTo('ines@example.org')).at(-1)?.link }).expect(200);
  expect(await freeTimes()).toEqual(['10:00']);
  await accept(first, offer?.id ?? '').expect(409);
});

it('only what suits a wish is offered, and only by day; whoever leaves is offered nothing', async () => {
  const weekday = DateTime.fromISO(day).weekday % 7;
  const wrongDay = await waiting('ines@example.org', { wishes: [{ weekday: (weekday + 1) % 7, from: '00:00', until: '23:59' }, { weekday, from: '10:30', until: '18:00' }] });
  const gone = await waiting('kim@example.org');
  const right = await waiting('lea@example.org', { wishes: [{ weekday, from: '10:00', until: '10:00' }] });
  expect((await post('/api/waiting-list/leave', { token: gone }).expect(200)).body).toMatchObject({ state: 'over' });
  await cancel();
  test.clock.set(DateTime.fromJSDate(test.clock.now(), { zone: ZONE }).set({ hour: 22 }).toJSDate().toISOString());
  await look();
  expect(await freeTimes()).toEqual(['10:00']);
  test.clock.set(DateTime.fromJSDate(test.clock.now(), { zone: ZONE }).set({ hour: 15 }).toJSDate().toISOString());
  await look();
  expect([(await shown(wrongDay)).offer, (await shown(gone)).offer]).toEqual([null, null]);
  expect((await shown(right)).offer).toMatchObject({ appointment_time: '10:00' });
  expect((await post('/api/waiting-list/confirm', { token: gone }).expect(409)).body).toMatchObject({ detail: expect.stringContaining('has ended') });
});

it('nothing is told of an address, nobody is mailed without end, and what cannot be is said', async () => {
  for (let times = 0; times < 7; times += 1) await join().expect(202);
  expect(await mailsTo('ines@example.org')).toHaveLength(5);
  for (let times = 0; times < 3; times += 1) await join({ client_email: `other${times}@example.org` }).expect(202);
  await join({ client_email: 'last@example.org' }).expect(429);
  await post('/api/waiting-list/request', { token: 'x'.repeat(43) }).expect(404);
  await post('/api/waiting-list/accept', { token: 'x'.repeat(43), offer_id: practice.serviceId }).expect(404);
});

it('one line of IPv6, which has many connections, has as many people mailed as five of them', async () => {
  const answers: number[] = [];
  for (let line = 0; line < 51; line += 1) answers.push((await join({ client_email: `${line}@example.org` }, `2001:db8:7:${line}::1`)).status);
  expect([answers.filter((status) => status === 202).length, answers.at(-1)]).toEqual([50, 429]);
  await join({ client_email: 'other@example.org' }, '2001:db8:8::1').expect(202);
});

it('bad wishes, robots and services that are not there are refused in a sentence', async () => {
  await join({ wishes: [] }).expect(400);
  await join({ wishes: [...ANY_TIME, ...ANY_TIME, ...ANY_TIME, ...ANY_TIME] }).expect(400);
  await join({ wishes: [{ weekday: 7, from: '00:00', until: '23:59' }] }).expect(400);
  expect((await join({ wishes: [{ weekday: 1, from: '12:00', until: '11:00' }] }).expect(422)).body).toMatchObject({ errors: [{ field: 'wishes' }] });
  await join({ website: 'https://spam.example' }).expect(422);
  await join({ service_id: practice.therapist.id }).expect(404);
  await join({ client_name: 'see https://spam.example' }).expect(400);
});

it('the therapist sees who waits and takes somebody off, another therapist nobody; what a year of nobody confirmed is forgotten', async () => {
  const link = await waiting('ines@example.org');
  await join({ client_email: 'unconfirmed@example.org' }).expect(202);
  const { body } = await practice.therapist.get('/api/therapist/waiting-list').expect(200);
  expect(body).toMatchObject([{ client_name: 'Ines Canary', client_email: 'ines@example.org', offer: null }]);
  const other = await openPractice(test);
  expect((await other.therapist.get('/api/therapist/waiting-list').expect(200)).body).toEqual([]);
  const [{ id }] = body as [{ id: string }];
  await other.therapist.delete(`/api/therapist/waiting-list/${id}`).expect(404);
  await practice.therapist.delete(`/api/therapist/waiting-list/${id}`).expect(200);
  expect((await shown(link)).state).toBe('over');
  test.clock.set(new Date(test.clock.now().getTime() + 25 * HOUR).toISOString());
  expect(await offers().deleteOld()).toBe(1);
});

it('the time that is kept for one is nobody else’s, also at the same moment', async () => {
  const first = await waiting('ines@example.org');
  await cancel();
  await look();
  const { offer } = await shown(first);
  const answers = await Promise.all([
    accept(first, offer?.id ?? ''),
    book(test, practice, { client_email: 'other@example.org', appointment_date: day, appointment_time: '10:00' }),
    post('/api/waiting-list/leave', { token: first }),
  ]);
  const confirmed = await test.database.query<{ client_email: string }>(`select client_email from bookings where status = 'confirmed'`);
  expect(confirmed.length).toBeLessThanOrEqual(1);
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200]));
});

it('a time that the therapist gives to somebody else while it is kept is lost in a sentence, and whoever waits is offered the next one', async () => {
  const link = await waiting('ines@example.org');
  await cancel();
  await look();
  const { offer } = await shown(link);
  const taken = { service_id: practice.serviceId, client_name: 'Lea', client_email: 'lea@example.org', appointment_date: day, appointment_time: '10:00' };
  expect((await practice.therapist.post('/api/therapist/bookings', taken).expect(422)).body).toMatchObject({ errors: [{ field: 'on_purpose' }] });
  const { body } = await practice.therapist.post('/api/therapist/bookings', { ...taken, on_purpose: true }).expect(201);
  expect(await shown(link)).toMatchObject({ state: 'waiting', offer: null });
  expect((await accept(link, offer?.id ?? '').expect(409)).body).toMatchObject({ detail: expect.stringContaining('no longer') });
  // Nobody is mailed about a time that is gone.
  expect(await mailsTo('ines@example.org')).toHaveLength(1);
  await practice.therapist.put(`/api/therapist/bookings/${(body as { id: string }).id}/time`, { starts_at: offer?.starts_at, appointment_date: day, appointment_time: '18:00', on_purpose: true }).expect(200);
  expect(await test.database.query(`select count(*)::int as n from bookings where status = 'confirmed'`)).toEqual([{ n: 1 }]);
});

it('what a stranger types in somebody’s name is in no list before the owner of the address has seen it and pressed', async () => {
  await join({ client_name: 'Not Ines', client_phone: '+1 900 555' }).expect(202);
  const list = async () => (await practice.therapist.get('/api/therapist/waiting-list').expect(200)).body as object[];
  expect(await list()).toEqual([]);
  const [mail] = await mailsTo('ines@example.org');
  expect(await shown(mail!.link)).toMatchObject({ state: 'unconfirmed', client_name: 'Not Ines', client_phone: '+1 900 555' });
  expect(await list()).toEqual([]);
  await post('/api/waiting-list/confirm', { token: mail!.link }).expect(200);
  expect(await list()).toMatchObject([{ client_name: 'Not Ines' }]);
});

it('its mails say nothing of what the appointment is about or of whoever asks, and nobody but the owner of an address decides for it', async () => {
  await test.database.query(`update services set name = 'Grief counselling' where id = $1`, [practice.serviceId]);
  const link = await waiting('ines@example.org');
  // Somebody else enters the address: the answer is the same, and what was confirmed stands.
  expect((await join({ client_name: 'Mallory', wishes: [{ weekday: 1, from: '00:00', until: '00:30' }] }).expect(202)).body).toEqual((await join({ client_email: 'new@example.org' }).expect(202)).body);
  expect(await shown(link)).toMatchObject({ state: 'waiting', wishes: ANY_TIME });
  await cancel();
  await look();
  const mails = await mailsTo('ines@example.org');
  expect(mails).toHaveLength(3);
  expect(mails.map(({ subject, text }) => `${subject} ${text}`).join()).not.toMatch(/grief|canary|mallory/i);
  expect((await shown(link)).offer).toMatchObject({ appointment_time: '10:00' });
  await post('/api/waiting-list/leave', { token: link }).expect(200);
  test.clock.advance(8 * 24 * HOUR);
  // Also the two that nobody confirmed.
  expect(await offers().deleteOld()).toBe(3);
  expect(await test.database.query('select 1 from waiting_requests')).toEqual([]);
});
