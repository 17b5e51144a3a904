import { Client } from 'pg';
import { randomBytes } from 'node:crypto';
import { plantEntries } from '../harness/activity-log-tools';
import { ClientBrowser, mailedSecret } from '../harness/client-browser';
import { addForm, addVersion, question } from '../harness/intake-forms';
import { book, openPractice, Practice, proveBookings } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** Anybody with a Google account, who would fill what others read or what is kept for years. */
let test: TestApp;
let rogue: Practice;

beforeEach(async () => {
  test = await startTestApp();
  rogue = await openPractice(test);
});
afterEach(() => test.close());

const entries = async (): Promise<number> => (await test.database.query<{ n: number }>('select count(*)::int as n from activity_log where actor_id = $1', [rogue.therapist.id]))[0]?.n ?? 0;

it('the log takes so much of one therapist in an hour; what would be an entry more is not done, and signing out is', async () => {
  const bounds: number[] = [];
  const order = async (): Promise<number> => (await rogue.therapist.put('/api/therapist/services/order', { ids: [rogue.serviceId] })).status;
  for (let n = 0; n < 620; n += 1) bounds.push(await order());
  expect(bounds.filter((status) => status === 429).length).toBeGreaterThanOrEqual(20);
  expect(await entries()).toBeLessThanOrEqual(605);
  const other = await openPractice(test);
  await other.therapist.put('/api/therapist/services/order', { ids: [other.serviceId] }).expect(200);
  await rogue.therapist.post('/api/auth/logout').expect(200);
});

it('a service that is saved as it was is no entry', async () => {
  const before = await entries();
  const { body: service } = await rogue.therapist.get(`/api/therapist/services`).expect(200);
  const { name } = (service as { name: string }[])[0] ?? { name: '' };
  await rogue.therapist.put(`/api/therapist/services/${rogue.serviceId}`, { name }).expect(200);
  expect(await entries()).toBe(before);
});

it('an appointment is completed and opened again six times an hour, for a stranger’s booking fills a client’s record', async () => {
  const victim = await signInClient(test);
  const { body } = await book(test, rogue, { client_email: victim.email }).expect(201);
  const set = async (status: string): Promise<number> => (await rogue.therapist.put(`/api/therapist/bookings/${(body as { id: string }).id}/status`, { status })).status;
  const statuses: number[] = [];
  for (let n = 0; n < 8; n += 1) statuses.push(await set(n % 2 === 0 ? 'completed' : 'confirmed'));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 409]);
});

it('“Who opened my record” has what one practice does again on one line, and practices that the client never went to last', async () => {
  const email = 'kim.and.the.noise@example.org';
  const own = await openPractice(test);
  await book(test, own, { client_email: email }).expect(201);
  await proveBookings(test, email);
  const kim = await signInClient(test, { email });
  await own.therapist.get('/api/therapist/bookings').expect(200);
  test.clock.advance(60_000);
  const noise = (action: string) => ({ action, actor_type: 'therapist', actor_id: rogue.therapist.id, subject_type: 'booking', subject_id: kim.id, client_ids: [kim.id] }) as const;
  await plantEntries(test, Array.from({ length: 1_300 }, (_, nth) => noise(nth % 2 === 0 ? 'complete_session' : 'reopen_session')));
  const { body } = await kim.get('/api/client/activity?by=others').expect(200);
  const lines = (body.entries as { actor_type: string; action: string; times: number }[]).map(({ action, times }) => [action, times]);
  expect(lines.slice(0, -2).map(([action]) => action)).toContain('read_bookings');
  expect(lines.slice(-2).sort()).toEqual([['complete_session', 650], ['reopen_session', 650]]);
  const walked: string[] = [];
  let path = '/api/client/activity?by=others&limit=1';
  while (walked.length < lines.length - 1) {
    const page = await kim.get(path).expect(200);
    walked.push(...(page.body as { entries: { action: string }[] }).entries.map(({ action }) => action));
    path = /<[^>]*(\/api[^>]+)>/.exec(page.headers['link'] ?? '')?.[1] ?? '';
  }
  expect(walked).toEqual([...lines.slice(0, -2).map(([action]) => action), 'reopen_session']);
  expect((await kim.get('/api/client/export').expect(200)).body.activity.length).toBeGreaterThan(1_300);
}, 60_000);

it('“Who opened my record” has what visitors with a link do again and again on one line: who read the record is not buried under it', async () => {
  const email = 'kim.and.the.links@example.org';
  const own = await openPractice(test);
  const { body: booking } = await book(test, own, { client_email: email }).expect(201);
  await proveBookings(test, email);
  const kim = await signInClient(test, { email });
  await own.therapist.get('/api/therapist/bookings').expect(200);
  test.clock.advance(60_000);
  const look = { action: 'view_appointment', actor_type: 'visitor', actor_id: null, subject_type: 'booking', subject_id: (booking as { id: string }).id, client_ids: [kim.id] } as const;
  await plantEntries(test, Array.from({ length: 1_300 }, () => look));
  const { body } = await kim.get('/api/client/activity?by=others').expect(200);
  const lines = (body.entries as { action: string; times: number }[]).map(({ action, times }) => [action, times]);
  expect(lines.slice(0, 2)).toEqual([['view_appointment', 1_300], ['read_bookings', 1]]);
}, 60_000);

it('the forms of one therapist fill so much of the disk and no more', async () => {
  const { id } = rogue.therapist;
  const noise = (): string => randomBytes(1_500_000).toString('base64');
  const form = await addForm(test, id, [question('q_1')]);
  for (let version = 2; version < 14; version += 1) await addVersion(test, form, version, [question('q_1', 'text', { help_text: noise() })]);
  const body = { title: 'One more', questions: [{ type: 'text', question: 'Why?' }] };
  const { body: refused } = await rogue.therapist.post('/api/therapist/intake-forms', body).expect(422);
  expect(refused.detail).toContain('all the room');
  await rogue.therapist.put(`/api/therapist/intake-forms/${form}`, body).expect(422);
  const other = await openPractice(test);
  await other.therapist.post('/api/therapist/intake-forms', body).expect(201);
});

it('a stranger’s booking names nobody who has an account', async () => {
  const [here, phone] = [await ClientBrowser.open(test), await ClientBrowser.open(test)];
  const email = 'kim.without.name@example.org';
  await here.register(email, { name: 'Kim' }).expect(201);
  await here.login(email).expect(200);
  await here.post('/api/auth/client/code').expect(202);
  const { body: me } = await phone.verify({ token: (await mailedSecret(test, email))?.token, email }).expect(200);
  await book(test, rogue, { client_email: email, client_name: 'Rude Words' }).expect(201);
  expect(await test.database.query('select name from clients where id = $1', [me.id])).toEqual([{ name: '' }]);
});

it('a note whose draft is said to be none is a note; one that is signed and does not open is not deleted', async () => {
  const path = '/api/therapist/enhanced-session-notes';
  const { body: note } = await rogue.therapist.post(path, { title: 'x', content: 'y', draft_id: null }).expect(201);
  const { id } = note as { id: string };
  await rogue.therapist.post(`/api/therapist/session-notes/${id}/sign`).expect(200);
  const owner = new Client({ connectionString: test.testDatabase.ownerUrl });
  await owner.connect();
  await owner.query(`begin; alter table session_notes disable trigger session_notes_signed; update session_notes set title = content where id = '${id}'; alter table session_notes enable trigger session_notes_signed; commit`);
  await owner.end();
  await rogue.therapist.delete(`/api/therapist/session-notes/${id}`).expect(409);
});

it('large bodies of one account are counted before they are looked at', async () => {
  const title = 'x'.repeat(70_000);
  const statuses = new Set<number>();
  for (let n = 0; n < 301; n += 1) statuses.add((await rogue.therapist.post('/api/therapist/intake-forms', { title })).status);
  expect([...statuses]).toEqual([400, 429]);
});
