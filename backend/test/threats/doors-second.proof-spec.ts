import { randomUUID } from 'node:crypto';
import { auditProblems } from '../harness/activity-log-tools';
import { print } from '../harness/before-and-now';
import { signInEmergencyAdmin } from '../harness/break-glass';
import { ClientBrowser, mailedCode, mailedSecret } from '../harness/client-browser';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** What somebody with a Google account, or with the application's role, did on the running product, and what comes of it now. */
const REASON = 'Her flatmate called: she talked of pills and does not answer.';
const NOTES = '/api/therapist/enhanced-session-notes';

let test: TestApp;
let rogue: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000' });
});
afterAll(() => test.close());
beforeEach(async () => {
  rogue = await openPractice(test);
});

const newEmail = (): string => `${randomUUID()}@example.org`;

it('a note about a stranger’s booking tells its author nothing of an emergency', async () => {
  const [admin, email] = [await signInEmergencyAdmin(test), newEmail()];
  const { body: booking } = await book(test, rogue, { client_email: email, appointment_date: workday(test, 3) }).expect(201);
  await rogue.therapist.post(NOTES, { title: 'x', content: 'y', booking_id: (booking as { id: string }).id }).expect(201);
  await admin.post('/api/admin/break-glass', { client: email, reason: REASON, ...admin.proof() }).expect(201);
  const { text } = await rogue.therapist.get('/api/therapist/record-openings').expect(200);
  print('a planted note’s author reads the reason of an emergency', 'yes', text.includes(REASON) ? 'yes' : 'no');
  expect(text).not.toContain(REASON);
});

it('a proved account that a table says is one’s own unproved one opens nothing and is named', async () => {
  const kim = await signInClient(test);
  const mine = await ClientBrowser.open(test);
  const { body: registered } = await mine.register(newEmail()).expect(201);
  await test.database.query(
    `update client_accounts set verified_at = null, auto_login_until = now() + interval '9 minutes', typed_by = m.typed_by, registered_at = m.registered_at, registration_mark = m.registration_mark
     from (select * from client_accounts where client_id = $2) m where client_accounts.client_id = $1`,
    [kim.id, registered.id],
  );
  const { status } = await mine.login(kim.email);
  const named = (await auditProblems(test)).some(({ id }) => id === kim.id);
  print('a session of a client’s account by one update of client_accounts, and what audit:verify names', '200, nothing', `${status}, ${named ? 'the account' : 'nothing'}`);
  expect([status, named]).toEqual([202, true]);
});

it('the log takes so much of one therapist', async () => {
  const statuses = new Map<number, number>();
  for (let nth = 0; nth < 640; nth += 1) {
    const { status } = await rogue.therapist.put('/api/therapist/services/order', { ids: [rogue.serviceId] });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  print('640 changes of one therapist within an hour, done', 640, statuses.get(200));
  expect(statuses.get(200)).toBeLessThanOrEqual(600);
}, 240_000);

it('the administrators’ list of activity is no list of appointments', async () => {
  const admin = await signInEmergencyAdmin(test);
  const { body: booking } = await book(test, rogue, { client_email: newEmail(), appointment_date: workday(test, 4) }).expect(201);
  const { text } = await admin.get('/api/admin/activity?limit=200').expect(200);
  const isThere = text.includes((booking as { id: string }).id);
  print('ids of appointments in the list of activity, each a key to its client’s record', 'all', isThere ? 'all' : 'none');
  expect(isThere).toBe(false);
});

it('whoever writes an address into a person without a noted one does not become them', async () => {
  const [id, own] = [randomUUID(), newEmail()];
  await test.database.query(`insert into clients (id, email, name) values ($1, $2, 'Omar')`, [id, newEmail()]);
  const thief = await ClientBrowser.open(test);
  await thief.register(own).expect(201);
  await thief.login(own).expect(200);
  await thief.post('/api/auth/client/code').expect(202);
  await test.database.query('update clients set email = $2 where id = $1', [id, own]);
  const { status } = await thief.verify({ email: own, code: await mailedCode(test, own) });
  print('a proof of one’s own address, written into another person’s row', '200, that person', status);
  expect(status).toBe(409);
  await test.database.query('delete from clients where id = $1', [id]);
});

it('a stranger’s booking names nobody and fills nobody’s record', async () => {
  const [here, phone, email] = [await ClientBrowser.open(test), await ClientBrowser.open(test), newEmail()];
  await here.register(email, { name: 'Kim' }).expect(201);
  await here.login(email).expect(200);
  await here.post('/api/auth/client/code').expect(202);
  const { body: me } = await phone.verify({ token: (await mailedSecret(test, email))?.token, email }).expect(200);
  const { body } = await book(test, rogue, { client_email: email, client_name: 'Rude Words', appointment_date: workday(test, 5) }).expect(201);
  const [row] = await test.database.query<{ name: string }>('select name from clients where id = $1', [(me as { id: string }).id]);
  print('the name of a client whom a stranger booked for', 'Rude Words', row?.name === '' ? 'none' : row?.name);
  let done = 0;
  for (let nth = 0; nth < 60; nth += 1) {
    const { status } = await rogue.therapist.put(`/api/therapist/bookings/${(body as { id: string }).id}/status`, { status: nth % 2 === 0 ? 'completed' : 'confirmed' });
    if (status === 200) done += 1;
  }
  const { entries } = (await phone.get('/api/client/activity?by=others').expect(200)).body as { entries: { action: string }[] };
  const lines = entries.filter(({ action }) => /complete_session|reopen_session/.test(action)).length;
  print('60 times completed and opened again, done, and lines of “Who opened my record”', '60, 60', `${done}, ${lines}`);
  expect([row?.name, done, lines]).toEqual(['', 6, 2]);
});

it.each([
  ['a draft that is not there is deleted', (id: string) => rogue.therapist.delete(`${NOTES}/${id}/draft`)],
  ['a form that was never sent is withdrawn', () => rogue.therapist.post(`/api/therapist/intake-requests/${randomUUID()}/withdraw`)],
])('forty requests at once, by which %s, stop nobody', async (what, ask) => {
  const { body: note } = await rogue.therapist.post(NOTES, { title: 'x', content: 'y' }).expect(201);
  const since = performance.now();
  const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await ask((note as { id: string }).id)).status));
  const seconds = (performance.now() - since) / 1_000;
  print(`forty requests at once by which ${what}: seconds, answers of 503`, '15.5, 10 of 12', `${seconds.toFixed(1)}, ${statuses.filter((status) => status === 503).length}`);
  expect(statuses).not.toContain(503);
  expect(seconds).toBeLessThan(12);
});
