import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { newId } from '../../src/common/database/database';
import { Works } from '../../src/common/work/work';
import { RecordsMoved } from '../../src/modules/clients/persons/person.events';
import { PUBLISHED } from '../../src/modules/intake-forms/scoring/instruments';
import { auditProblems } from '../harness/activity-log-tools';
import { addNote, addPlan } from '../harness/client-record';
import { addForm, completeForm, question } from '../harness/intake-forms';
import { book, openPractice, Practice, proveBookings, workday } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** Two records of one person, looked at as one by their therapist. */
const DAY_MS = 86_400_000;
const { items, options } = PUBLISHED['gad-7'];
const GAD = items.map((text, index) => question(`q_${index}`, 'radio', { question: text, options: [...options], required: true }));

let test: TestApp;
let practice: Practice;
let booked = 0;

beforeEach(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '10000', SESSION_IDLE_MINUTES: '60000', SESSION_ABSOLUTE_HOURS: '1000' });
  practice = await openPractice(test);
  booked = 0;
});
afterEach(() => test.close());

const path = (id: string, rest = ''): string => `/api/therapist/clients/${id}${rest}`;
const ids = (body: unknown): string[] => (body as { id: string }[]).map(({ id }) => id).sort();

async function clientOf(client_email: string, at: Practice = practice): Promise<string> {
  booked += 1;
  const { body } = await book(test, at, { client_email, client_name: 'Kim Park', appointment_date: workday(test, 2 + booked), appointment_time: '09:00' }).expect(201);
  const [row] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [(body as { id: string }).id]);
  return row?.client_id ?? '';
}

const merge = (id: string, client_id: string, at: Practice = practice) => at.therapist.post(path(id, '/merged'), { client_id });
const separate = (id: string, other: string, at: Practice = practice) => at.therapist.delete(path(id, `/merged/${other}`));

it('shows sessions, forms with scores, notes and plans of both; neither person sees anything of it, and the way back is open for a week', async () => {
  await clientOf('kim@example.org');
  await clientOf('kim.park@example.org');
  await Promise.all(['kim@example.org', 'kim.park@example.org'].map((email) => proveBookings(test, email)));
  const accounts = [await signInClient(test, { email: 'kim@example.org', trusted: true }), await signInClient(test, { email: 'kim.park@example.org', trusted: true })] as const;
  const [{ id: kept }, { id: other }] = accounts;
  const form = await addForm(test, practice.therapist.id, GAD, { instrument: 'gad-7' });
  const answers = Object.fromEntries(GAD.map(({ id }) => [id, options[1]]));
  const notes: string[] = [];
  const plans: string[] = [];
  let completed = '';
  for (const clientId of [kept, other]) {
    notes.push(await addNote(test, { therapistId: practice.therapist.id, clientId }));
    plans.push(await addPlan(test, { therapistId: practice.therapist.id, clientId }));
    completed = await completeForm(test, practice.therapist, { id: form, clientId }, answers);
  }
  await practice.therapist.put(path(other), { remark: 'Of the other record.', discharged_on: null, version: 0 }).expect(200);
  const seenBefore = await Promise.all(accounts.map(async (account) => (await account.get('/api/client/dashboard').expect(200)).body as object));

  expect((await merge(kept, other).expect(200)).body).toMatchObject({
    id: kept,
    email: 'kim@example.org',
    sessions: { upcoming: 2 },
    merged: [{ id: other, email: 'kim.park@example.org', remark: 'Of the other record.', separable_until: expect.stringMatching(/^\d{4}-/) }],
  });
  const listed = async (route: string): Promise<string[]> => ids((await practice.therapist.get(route).query({ client_id: kept }).expect(200)).body);
  expect((await listed('/api/therapist/bookings')).length).toBe(2);
  expect(await listed('/api/therapist/enhanced-session-notes')).toEqual([...notes].sort());
  expect(await listed('/api/therapist/care-plans')).toEqual([...plans].sort());
  expect((await listed('/api/therapist/intake-requests')).length).toBe(2);
  const { body: result } = await practice.therapist.get(`/api/therapist/intake-requests/${completed}/answers`).expect(200);
  expect((result as { scores: unknown[] }).scores).toHaveLength(2);
  const scores = async (id: string, at: Practice = practice): Promise<unknown> => (await at.therapist.get(path(id, '/scores')).expect(200)).body;
  for (const id of [kept, other]) expect(await scores(id)).toMatchObject([{ instrument: 'gad-7', sum: 7, severity: 'mild' }, { instrument: 'gad-7', sum: 7 }]);
  expect(await scores(kept, await openPractice(test))).toEqual([]);
  expect((await practice.therapist.get(path(other)).expect(200)).body).toMatchObject({ id: other, merged_into: kept });
  const seenAfter = await Promise.all(accounts.map(async (account) => (await account.get('/api/client/dashboard').expect(200)).body as object));
  expect(seenAfter).toEqual(seenBefore);

  test.clock.advance(7 * DAY_MS - 60_000);
  expect((await separate(kept, other).expect(200)).body).toMatchObject({ sessions: { upcoming: 0 }, merged: [] });
  expect((await practice.therapist.get(path(other)).expect(200)).body).toMatchObject({ merged_into: null, remark: 'Of the other record.' });
  expect(await listed('/api/therapist/enhanced-session-notes')).toEqual([notes[0]]);
  const deeds = await test.database.query<{ action: string; client_ids: string[] }>(`select action, client_ids from activity_log where action in ('merge_clients', 'separate_clients') order by seq`);
  expect(deeds.map(({ action, client_ids }) => [action, [...client_ids].sort()])).toEqual(['merge_clients', 'separate_clients'].map((action) => [action, [kept, other].sort()]));
  expect(await auditProblems(test)).toEqual([]);
});

it('stay together after a week', async () => {
  const [kept, other] = [await clientOf('kim@example.org'), await clientOf('kim.park@example.org')];
  await merge(kept, other).expect(200);
  test.clock.advance(7 * DAY_MS);
  expect((await practice.therapist.get(path(kept)).expect(200)).body).toMatchObject({ merged: [{ id: other, separable_until: null }] });
  expect((await separate(kept, other).expect(409)).body).toMatchObject({ detail: expect.stringContaining('stay together') });
});

it('is refused with the same record, with one that is merged, with nobody’s and with another practice’s; of two at once one wins', async () => {
  const [one, two, three] = [await clientOf('kim@example.org'), await clientOf('kim.park@example.org'), await clientOf('k.park@example.org')];
  const other = await openPractice(test);
  const foreign = await clientOf('kim@example.com', other);
  expect((await merge(one, one).expect(422)).body).toMatchObject({ errors: [{ field: 'client_id' }] });
  for (const id of [foreign, newId()]) {
    await merge(one, id).expect(404);
    await merge(id, one).expect(404);
    await separate(one, id).expect(404);
  }
  await merge(one, two, other).expect(404);
  const answers = await Promise.all([merge(one, two), merge(two, one)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [kept, gone] = answers[0]?.status === 200 ? [one, two] : [two, one];
  await merge(three, gone).expect(409);
  await merge(gone, three).expect(409);
  await merge(three, kept).expect(409);
  await merge(kept, three).expect(200);
  await separate(kept, gone, other).expect(404);
});

it('a link that somebody writes into the table to another practice’s client shows nothing of them', async () => {
  const [one, other] = [await clientOf('kim@example.org'), await openPractice(test)];
  const foreign = await clientOf('vera@example.com', other);
  await addNote(test, { therapistId: other.therapist.id, clientId: foreign });
  await other.therapist.put(path(foreign), { remark: 'Theirs.', discharged_on: null, version: 0 }).expect(200);
  await test.database.query('insert into client_links (therapist_id, client_id, into_client_id, linked_at) values ($1, $2, $3, now())', [practice.therapist.id, foreign, one]);
  const { body } = await practice.therapist.get(path(one)).expect(200);
  expect(body).toMatchObject({ sessions: { upcoming: 1 }, merged: [{ name: '', email: null, remark: '' }] });
  expect((await practice.therapist.get('/api/therapist/enhanced-session-notes').query({ client_id: one }).expect(200)).body).toEqual([]);
});

it('follows persons that turn out to be one', async () => {
  const [kept, other, real] = [await clientOf('kim@example.org'), await clientOf('kim.park@example.org'), await clientOf('k.park@example.org')];
  await merge(kept, other).expect(200);
  const unite = (from: string, into: string) => test.app.get(Works).begin(SYSTEM_ACTOR, (work) => work.publish(new RecordsMoved(from, into)));
  await unite(other, real);
  expect((await practice.therapist.get(path(kept)).expect(200)).body).toMatchObject({ merged: [{ id: real }] });
  await unite(real, kept);
  expect((await practice.therapist.get(path(kept)).expect(200)).body).toMatchObject({ merged: [] });
});

it('what is shown with a person goes along to whom they are shown with', async () => {
  const [kept, other, real, third] = [await clientOf('kim@example.org'), await clientOf('kim.park@example.org'), await clientOf('k.park@example.org'), await clientOf('kp@example.org')];
  await merge(kept, other).expect(200);
  await merge(real, third).expect(200);
  await test.app.get(Works).begin(SYSTEM_ACTOR, (work) => work.publish(new RecordsMoved(other, real)));
  const { body } = await practice.therapist.get(path(kept)).expect(200);
  expect(ids((body as { merged: unknown }).merged)).toEqual([real, third].sort());
  expect((await practice.therapist.get(path(third)).expect(200)).body).toMatchObject({ merged_into: kept, merged: [] });
});

it('saving one of two records that are shown together tells the log that the other one was read', async () => {
  const [kept, other] = [await clientOf('kim@example.org'), await clientOf('kim.park@example.org')];
  await merge(kept, other).expect(200);
  const { body } = await practice.therapist.put(path(kept), { remark: 'R', discharged_on: null, version: 0 }).expect(200);
  expect(ids((body as { merged: unknown }).merged)).toEqual([other]);
  const told = await test.database.query<{ action: string }>(`select action from activity_log where $1 = any(client_ids) and not $2 = any(client_ids)`, [other, kept]);
  expect(told.map(({ action }) => action)).toContain('read_client');
});
