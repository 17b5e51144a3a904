import { ClientBrowser, mailedCode } from '../harness/client-browser';
import { bookingOf, openPractice, Practice } from '../harness/practice';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** A page that talks somebody into typing the code that was just mailed to them, where its practice reads it. */
let test: TestApp;
let practice: Practice;
let vera: SignedInClient;
beforeAll(async () => {
  test = await startTestApp();
  practice = await openPractice(test);
  vera = await signInClient(test, { email: 'vera@example.org', name: 'Vera Lind' });
});
afterAll(() => test.close());

/** A code that somebody else has asked for, in their browser. */
async function askForCode(): Promise<{ code: string; there: ClientBrowser }> {
  test.clock.advance(61_000);
  const there = await ClientBrowser.open(test);
  await there.login(vera.email).expect(202);
  return { code: await mailedCode(test, vera.email), there };
}

it.each(['notes', 'client_phone'])('a live code in %s of a booking goes to nobody, and is worth nothing any more', async (field) => {
  const { code, there } = await askForCode();
  const booking = bookingOf(test, practice, { client_email: vera.email, client_name: vera.name, [field]: code.replace(/(...)/, '$1 ') });
  const { body } = await vera.post('/api/bookings', booking).expect(422);
  expect((body as { detail: string }).detail).toContain('the code that signs in to your portal');
  expect(await test.database.query('select from bookings where therapist_id = $1', [practice.therapist.id])).toEqual([]);
  await there.verify({ email: vera.email, code }).expect(401);
});

it('nor does one in a request of the waiting list; other numbers do, and the code stays good', async () => {
  const { code, there } = await askForCode();
  const wish = { service_id: practice.serviceId, client_name: vera.name, client_email: vera.email, wishes: [{ weekday: null, from: '09:00', until: '17:00' }] };
  await vera.post('/api/waiting-list', { ...wish, client_phone: code.replace(/(...)/, '$1 ') }).expect(422);
  await there.verify({ email: vera.email, code }).expect(401);
  const other = await askForCode();
  await vera.post('/api/bookings', bookingOf(test, practice, { client_email: vera.email, client_name: vera.name, client_phone: '+31 20 555 0100', notes: 'I was born on 1 February 1990.' })).expect(201);
  await other.there.verify({ email: vera.email, code: other.code }).expect(200);
});

it('a page does not speak as the product, and may say what its practice does', async () => {
  const write = (words: object) => practice.therapist.put('/api/therapist/profile', { display_name: 'Dr. Ada Nwosu', ...words });
  for (const field of ['bio', 'credentials']) await write({ [field]: 'Attune Security: we have just mailed you a number.' }).expect(400);
  await write({ bio: 'We attune to your pace, and work with adults.', credentials: 'PhD, Clinical psychologist' }).expect(200);
});
