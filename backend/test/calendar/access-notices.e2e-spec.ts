import * as supertest from 'supertest';
import { AccessNotices, sendCalendarAccess } from '../../src/modules/calendar/access-notices.service';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { MailCatcher } from '../harness/mail-catcher';
import { SignedInTherapist, signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

const FEED = '/api/therapist/calendar/feed';

let google: GoogleStandIn;
let mails: MailCatcher;
let test: TestApp;
let therapist: SignedInTherapist;

beforeAll(async () => {
  [google, mails] = [await startGoogleStandIn(), await MailCatcher.start()];
  test = await startTestApp({ ...google.environment, SMTP_URL: mails.url });
});
afterAll(async () => {
  await test.close();
  await mails.close();
  await google.close();
});
beforeEach(async () => {
  mails.mails.length = 0;
  therapist = await signInTherapist(test);
});

type Payload = Parameters<AccessNotices['send']>[0];
const due = async (): Promise<Payload[]> =>
  (await test.database.query<{ payload: Payload }>(`select payload from outbox where job = $1 and payload ->> 'therapist_id' = $2 order by id`, [sendCalendarAccess.name, therapist.id])).map(({ payload }) => payload);
const send = (notice: Payload): Promise<void> => test.app.get(AccessNotices, { strict: false }).send(notice);

/** As whoever sits at the therapist's computer does. */
async function connect(account: string): Promise<void> {
  const { body, headers } = await therapist.get('/api/auth/google/calendar').expect(200);
  const flow = (headers['set-cookie'] as unknown as string[]).find((line) => line.startsWith('calendar_flow='))?.split(';')[0] ?? '';
  const { pathname, search } = new URL(await google.decide((body as { authorization_url: string }).authorization_url, 'email', account));
  const { headers: end } = await supertest.default(test.app.getHttpServer()).get(`${pathname}${search}`).set('Cookie', `${therapist.cookie}; ${flow}`).expect(302);
  expect(end['location']).toBe('/dashboard?calendar_connected=true');
}

it('a secret calendar address is shown once, and its therapist is told by mail that it was made; the mail has no secret', async () => {
  const { address } = (await therapist.post(FEED).expect(201)).body as { address: string };
  const token = /calendar-feeds\/([\w-]{43})/.exec(address)?.[1] ?? '';
  expect(token).not.toBe('');
  const shown = await therapist.get(FEED).expect(200);
  expect(shown.text).not.toContain(token);
  expect(shown.body).toMatchObject({ address: null, created_at: expect.any(String) });
  const [notice, ...more] = await due();
  expect(more).toEqual([]);
  await send(notice!);
  const [mail] = mails.mails;
  expect(mail?.subject).toBe('A secret calendar address was made in your account');
  expect(mail?.text).toContain('Signing out does not end the address.');
  expect(`${mail?.text} ${String(mail?.html)}`).not.toContain(token);
});

it('a therapist is told by mail which account was connected, another one too, and nothing where it is the same once more', async () => {
  await connect(therapist.email);
  await connect(therapist.email);
  expect(await due()).toHaveLength(1);
  await connect('thief@evil.example');
  const [, second] = await due();
  await send(second!);
  const [mail] = mails.mails;
  expect([Array.isArray(mail?.to) ? '' : mail?.to?.text, mail?.subject]).toEqual([therapist.email, 'A Google calendar was connected to your account']);
  expect(mail?.text).toContain('The Google account thief@evil.example was connected');
  expect(mail?.text).toContain('Signing out does not disconnect it.');
});

it('whoever finds a browser that was left open makes no secret address and connects no calendar: both ask for a sign-in of the last 15 minutes', async () => {
  await therapist.get('/api/auth/google/calendar').expect(200);
  test.clock.advance(16 * 60_000);
  for (const refused of [await therapist.post(FEED), await therapist.get('/api/auth/google/calendar')]) {
    expect([refused.status, refused.body]).toEqual([403, expect.objectContaining({ detail: 'Please sign in again first: this is done within 15 minutes of signing in.', errors: [expect.objectContaining({ field: 'proof' })] })]);
  }
  expect([await due(), (await therapist.get(FEED)).body]).toEqual([[], expect.objectContaining({ created_at: null })]);
  // What takes access away asks for nothing.
  await therapist.delete(FEED).expect(200);
  await therapist.delete('/api/therapist/calendar/disconnect').expect(200);
});

it('addresses are made ten times an hour, each of which is a mail', async () => {
  for (let round = 0; round < 10; round += 1) await therapist.post(FEED).expect(201);
  const { body } = await therapist.post(FEED).expect(429);
  expect((body as { detail: string }).detail).toBe('New addresses were made very often within an hour. Please wait a while.');
  expect(await due()).toHaveLength(10);
});
