import { IntroductionsService } from '../../src/modules/clients/strangers/introductions.service';
import { renderText } from '../../src/integrations/mail/mail-document';
import { ClientBrowser } from '../harness/client-browser';
import { addForm, newestToken, question } from '../harness/intake-forms';
import { consentToken, requestConsent } from '../harness/meetings';
import { bookingOf, openPractice, Practice, proveBookings, workday } from '../harness/practice';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** Anybody with a Google account is a practice, under the name of somebody's own one. */
let test: TestApp;
let stranger: Practice;
let vera: SignedInClient;
let nth = 0;

const call = (practice: Practice, display_name: string) => test.database.query('update therapist_profiles set display_name = $2 where therapist_id = $1', [practice.therapist.id, display_name]);

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', BOOKING_WAVE_LIMIT: '1000' });
  const real = await openPractice(test);
  await call(real, 'Dr. Miriam Aldenhoven');
  vera = await signInClient(test, { email: 'vera@example.org', name: 'Vera Lind' });
  await vera.post('/api/bookings', bookingOf(test, real, { client_email: vera.email, client_name: vera.name })).expect(201);
});
beforeEach(async () => {
  stranger = await openPractice(test);
  await call(stranger, 'Dr. Miriаm Aldenhoven');
});
afterAll(() => test.close());

/** A form to whoever has the address. @returns its link's secret, and whom the practice knows */
async function sendForm(client_email: string): Promise<{ token: string; clientId: string }> {
  const form_id = await addForm(test, stranger.therapist.id, [question('q_where')]);
  const appointment = { service_id: stranger.serviceId, client_name: 'Vera Lind', client_email, appointment_date: workday(test, 3 + (nth += 1)), appointment_time: '09:00' };
  const { body } = await stranger.therapist.post('/api/therapist/bookings', appointment).expect(201);
  const { client_id: clientId } = body as { client_id: string };
  await stranger.therapist.post('/api/therapist/intake-requests', { form_id, client_id: clientId }).expect(201);
  return { token: await newestToken(test), clientId };
}

const complete = async (by: Pick<SignedInClient, 'post' | 'put'>, token: string, more: object = {}): Promise<void> => {
  await by.put('/api/forms/answer', { token, version: 1, question_id: 'q_where', value: 'Here.' }).expect(200);
  await by.post('/api/forms/complete', { token, version: 1, signed_name: 'Vera Lind', ...more }).expect(200);
};
const isConfirmed = async (): Promise<boolean> => (await test.database.query('select from confirmed_clients where therapist_id = $1', [stranger.therapist.id])).length > 0;

it('its mails say first that it is none of theirs, and which one it is not; to who goes nowhere else, nothing', async () => {
  const { clientId } = await sendForm(vera.email);
  const said = async (id: string): Promise<string> => renderText({ title: '', blocks: await test.app.get(IntroductionsService).mailBlocks(stranger.therapist.id, id) });
  const [{ day } = { day: '' }] = await test.database.query<{ day: string }>(`select to_char(created_at at time zone 'UTC', 'FMDD FMMonth YYYY') as day from users where id = $1`, [stranger.therapist.id]);
  expect((await said(clientId)).replace(/[\u2068\u2069]/g, '').trim()).toBe(`This is not a practice that you have gone to before. It is at Attune since ${day}. It is another one than the Dr. Miriam Aldenhoven you go to.`);
  await call(stranger, 'Dr. Somebody Else');
  expect(await said(clientId)).not.toContain('another one');
  await signInClient(test, { email: 'newcomer@example.org' });
  expect((await said((await sendForm('newcomer@example.org')).clientId)).trim()).toBe('');
});

it('the page asks who is signed in before it shows the form; whoever has the link alone is told what is true for everybody', async () => {
  const { token } = await sendForm(vera.email);
  const open = async (by: Pick<SignedInClient, 'post'>, more: object = {}): Promise<object> => (await by.post('/api/forms/open', { token, ...more }).expect(200)).body as object;
  expect(await open(vera)).toMatchObject({ status: 'practice_unknown', form: null, unknown_practice: { namesake: 'Dr. Miriam Aldenhoven' } });
  expect(await open(await ClientBrowser.open(test))).toMatchObject({ status: 'open', unknown_practice: null, practice_since: expect.any(String) as string });
  expect(await open(vera, { knows_practice: true })).toMatchObject({ status: 'open', unknown_practice: null });
});

it.each([
  ['of who goes to another practice', () => vera.email],
  ['of who goes nowhere else', () => 'nobody@example.org'],
])('a form %s is a deed of its own, so that the practice cannot see which of them it is', async (_, email) => {
  await complete(await ClientBrowser.open(test), (await sendForm(email())).token);
  expect(await isConfirmed()).toBe(true);
});

it('a consent says so in the portal, and to whoever has the link alone since when the practice is here', async () => {
  const { clientId } = await sendForm(vera.email);
  const { consent_id } = await requestConsent(stranger.therapist, { client_id: clientId });
  const { body } = await vera.get('/api/client/meeting-consents').expect(200);
  expect((body as { id: string }[]).find(({ id }) => id === consent_id)).toMatchObject({ unknown_practice: { namesake: 'Dr. Miriam Aldenhoven' } });
  const browser = await ClientBrowser.open(test);
  const { body: linked } = await browser.post('/api/meeting-consents/open', { token: await consentToken(test, consent_id) }).expect(200);
  expect(linked).toMatchObject({ unknown_practice: null, practice_since: expect.any(String) as string });
});

it('the portal tells them apart', async () => {
  await sendForm(vera.email);
  const { body } = await vera.get('/api/client/dashboard').expect(200);
  const { unknown_practices } = body as { unknown_practices: { therapist_id: string }[] };
  expect(unknown_practices.find(({ therapist_id }) => therapist_id === stranger.therapist.id)).toMatchObject({ namesake: 'Dr. Miriam Aldenhoven', practice_since: expect.any(String) as string });
});

it('many other practices that somebody booked at for them do not take the warning away', async () => {
  for (let other = 0; other < 21; other += 1) {
    const practice = await openPractice(test);
    const appointment = { service_id: practice.serviceId, client_name: 'Vera Lind', client_email: vera.email, appointment_date: workday(test, 2), appointment_time: '09:00' };
    await practice.therapist.post('/api/therapist/bookings', appointment).expect(201);
  }
  await sendForm(vera.email);
  const { unknown_practices } = (await vera.get('/api/client/dashboard').expect(200)).body as { unknown_practices: { therapist_id: string }[] };
  expect(unknown_practices.find(({ therapist_id }) => therapist_id === stranger.therapist.id)).toMatchObject({ namesake: 'Dr. Miriam Aldenhoven' });
});

it('what it says took place is booked again only once the person says that they go there', async () => {
  const appointment = { service_id: stranger.serviceId, client_name: 'Vera Lind', client_email: vera.email, appointment_date: workday(test, 2), appointment_time: '11:00' };
  const { body: booked } = await stranger.therapist.post('/api/therapist/bookings', appointment).expect(201);
  const { id: booking_id } = booked as { id: string };
  await stranger.therapist.put(`/api/therapist/bookings/${booking_id}/status`, { status: 'completed' }).expect(200);
  const rebook = () => vera.post('/api/client/rebook', { booking_id, new_date: workday(test, 4), new_time: '11:00' });
  expect((await rebook().expect(422)).body).toMatchObject({ detail: expect.stringMatching(/^This is not a practice that you have gone to before/) as string });
  expect(await isConfirmed()).toBe(false);
  await vera.post(`/api/client/practices/${stranger.therapist.id}/confirm`, {}).expect(200);
  await rebook().expect(201);
});

it('a practice cannot see from the id of somebody who registers whether they go to another one', async () => {
  const [first, second, own, alone] = [await openPractice(test), await openPractice(test), 'both@example.org', 'alone@example.org'];
  const bookFor = async (client_email: string, { therapist, serviceId }: Practice, appointment_time = '09:00'): Promise<{ client_id: string }> =>
    (await therapist.post('/api/therapist/bookings', { service_id: serviceId, client_name: 'Typed Name', client_email, appointment_date: workday(test, 3), appointment_time }).expect(201)).body as { client_id: string };
  const before = [await bookFor(own, first), await bookFor(own, second), await bookFor(alone, first, '11:00')];
  await Promise.all([own, alone].map((email) => proveBookings(test, email)));
  const known = [await signInClient(test, { email: own }), await signInClient(test, { email: alone })];
  const status = async ({ therapist }: Practice, id: string): Promise<number> => (await therapist.get(`/api/therapist/clients/${id}`)).status;
  const practices = [first, second, first];
  const people = [known[0], known[0], known[1]];
  expect(await Promise.all(practices.map((at, index) => status(at, before[index]!.client_id)))).toEqual([404, 404, 404]);
  expect(await Promise.all(practices.map((at, index) => status(at, people[index]!.id)))).toEqual([200, 200, 200]);
});

it('each name is worked out once, however many practices are compared', async () => {
  const many = await test.database.query<{ id: string }>(`insert into users (id, user_type, email, name) select gen_random_uuid(), 'therapist', 'many' || i || '@example.org', 'Dr. Jonas Many ' || i from generate_series(1, 40) i returning id`);
  const workedOut = jest.spyOn(String.prototype, 'normalize');
  const found = await test.app.get(IntroductionsService).findAll([...many.map(({ id }) => id), stranger.therapist.id], vera.id);
  const times = workedOut.mock.calls.length;
  workedOut.mockRestore();
  expect(found.get(stranger.therapist.id)?.namesake).toBe('Dr. Miriam Aldenhoven');
  expect(found.size).toBe(41);
  // What it looks like, and in one word.
  expect(times).toBeLessThan(120);
});
