import * as supertest from 'supertest';
import { BookingNotifier } from '../../src/modules/notifications/booking-notifier';
import { ClientBrowser } from '../harness/client-browser';
import { MailCatcher } from '../harness/mail-catcher';
import { bookingOf, openPractice, Practice } from '../harness/practice';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** Somebody whom strangers book in the name of, at a practice that they never went to. */
let test: TestApp;
let mails: MailCatcher;
let practice: Practice;
let vera: SignedInClient;
let hour = 9;

beforeAll(async () => {
  mails = await MailCatcher.start();
  test = await startTestApp({ SMTP_URL: mails.url, PUBLIC_CHANGES_AT_WORK: undefined, CHANGES_AT_WORK_PER_CONNECTION: undefined, BOOKING_LIMIT_PER_IP: '1000', BOOKING_WAVE_LIMIT: '1000' });
});
afterAll(async () => {
  await test.close();
  await mails.close();
});
beforeEach(async () => {
  hour = 9;
  practice = await openPractice(test);
  vera = await signInClient(test, { name: 'Vera Lind' });
});

const time = (): string => `${String((hour += 1)).padStart(2, '0')}:00`;

/** What goes out to her about a booking that somebody makes. */
async function mailOf(by: Pick<ClientBrowser, 'post'>, at = practice) {
  const { body } = await by.post('/api/bookings', bookingOf(test, at, { client_email: vera.email, client_name: vera.name, appointment_time: time() })).expect(201);
  const [event] = await test.database.query<{ id: string }>('select id from booking_events where booking_id = $1', [(body as { id: string }).id]);
  mails.mails.length = 0;
  await test.app.get(BookingNotifier, { strict: false }).send({ booking_event_id: event!.id, recipient: 'client' });
  return mails.mails.at(0);
}
const stranger = (): Promise<ClientBrowser> => ClientBrowser.open(test);
const endOf = (mail: Awaited<ReturnType<typeof mailOf>>): string | undefined => /\/manage#end\.([\w-]+)/.exec(mail?.text ?? '')?.[1];
const choice = async (token: string, wanted?: boolean) => {
  const browser = await stranger();
  return wanted === undefined ? browser.post('/api/practice-mails/choice', { token }) : browser.put('/api/practice-mails/choice', { token, wanted });
};

it('a mail about what a stranger booked has a link that ends the practice’s mails to that address: by a button, for scanners follow links', async () => {
  const token = endOf(await mailOf(await stranger()))!;
  expect((await choice(token)).body).toMatchObject({ wanted: true, therapist_name: expect.any(String) });
  expect(endOf(await mailOf(await stranger()))).toBe(token);
  expect((await choice(token, false)).body).toMatchObject({ wanted: false });
  expect(await mailOf(await stranger())).toBeUndefined();
  // Of this practice alone, and to this address alone.
  expect(endOf(await mailOf(await stranger(), await openPractice(test)))).toBeDefined();
  const log = await test.database.query<{ action: string; details: unknown }>(`select action, details from activity_log where subject_id = $1 and action like '%practice_mails'`, [practice.therapist.id]);
  expect(log.map(({ action }) => action)).toEqual(['end_practice_mails']);
  expect((await choice(token, true)).body).toMatchObject({ wanted: true });
  expect(await mailOf(await stranger())).toBeDefined();
});

it('who books there with a proved address gets its mails again, which end by no link', async () => {
  await choice(endOf(await mailOf(await stranger()))!, false);
  const own = await mailOf(vera);
  expect([own?.subject, endOf(own), own?.headers.has('list-unsubscribe')]).toEqual([expect.any(String), undefined, false]);
  expect(await mailOf(await stranger())).toBeDefined();
});

it('mail programs end them by one click: a form without a cookie, at the address in the header', async () => {
  const mail = await mailOf(await stranger());
  // As the parser reads these headers.
  const list = mail?.headers.get('list') as unknown as { unsubscribe: { url: string }; 'unsubscribe-post': { name: string } };
  expect(list['unsubscribe-post'].name).toBe('List-Unsubscribe=One-Click');
  const { pathname } = new URL(list.unsubscribe.url);
  const click = () => supertest.default(test.app.getHttpServer()).post(pathname).type('form').send('List-Unsubscribe=One-Click');
  await supertest.default(test.app.getHttpServer()).get(pathname).expect(404);
  await click().set('Origin', 'https://evil.example').expect(415);
  expect((await click().expect(200)).body).toMatchObject({ wanted: false });
  expect(await mailOf(await stranger())).toBeUndefined();
  // A large mail provider presses many of them at once, from one network.
  const answers = await Promise.all(Array.from({ length: 12 }, () => click().set('X-Forwarded-For', '198.51.100.7')));
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
});

it('a link that was made up ends nothing', async () => {
  const token = endOf(await mailOf(await stranger()))!;
  const bytes = Buffer.from(token, 'base64url');
  bytes[20]! ^= 1;
  for (const wrong of [bytes.toString('base64url'), 'x', 'x'.repeat(86)]) expect((await choice(wrong, false)).status).toBe(404);
  expect(await mailOf(await stranger())).toBeDefined();
});

it('one link, pressed from as many connections as somebody likes, fills no log', async () => {
  const token = endOf(await mailOf(await stranger()))!;
  const press = (n: number) => supertest.default(test.app.getHttpServer()).put('/api/practice-mails/choice').set('X-Forwarded-For', `2001:db8:7:${n.toString(16)}::1`).send({ token, wanted: n % 2 === 1 });
  const answers = [];
  for (let n = 0; n < 24; n += 1) answers.push((await press(n)).status);
  expect(answers).toEqual([...Array<number>(20).fill(200), ...Array<number>(4).fill(429)]);
  expect((await choice(token)).body).toMatchObject({ wanted: true });
  const [log] = await test.database.query<{ entries: number }>(`select count(*)::int as entries from activity_log where subject_id = $1 and action like '%practice_mails'`, [practice.therapist.id]);
  expect(log?.entries).toBe(20);
});
