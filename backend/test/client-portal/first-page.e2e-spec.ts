import { randomUUID } from 'node:crypto';
import { Limits } from '../../src/common/limits/limits';
import { addNote, addPlan } from '../harness/client-record';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { NOTES, writeNote } from '../harness/session-notes';
import { signInClient, SignedInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** What the first page shows of notes and plans, how the rest is read, and what both cost. */
let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', BOOKING_WAVE_LIMIT: '100000' });
  practice = await openPractice(test);
});
afterAll(() => test.close());
afterEach(() => test.clock.set(new Date().toISOString()));

interface Entry {
  id: string;
  is_whole?: boolean;
  session_summary: string;
  client_visible_notes: string;
  title: string;
  description: string;
  actions: { id: string; text: string }[];
}

let hour = 0;

/** A client of these practices by their own deed. */
async function confirmedClient(...practices: Practice[]): Promise<SignedInClient> {
  const client = await signInClient(test, { email: `${randomUUID()}@example.org` });
  for (const at of practices) {
    hour += 1;
    await book(test, at, { client_email: client.email, appointment_date: workday(test, 1 + Math.floor(hour / 8)), appointment_time: `${String(9 + (hour % 8)).padStart(2, '0')}:00` }).expect(201);
    await client.post(`/api/client/practices/${at.therapist.id}/confirm`).expect(200);
  }
  return client;
}

const firstPage = async (client: SignedInClient) => {
  const { body, text } = await client.get('/api/client/dashboard').expect(200);
  const { session_notes, aftercare_recommendations, counts, ...older } = body as { session_notes: Entry[]; aftercare_recommendations: Entry[]; counts: object; older_session_notes: string | null; older_care_plans: string | null };
  return { text, counts, notes: session_notes, plans: aftercare_recommendations, older };
};

const LONG = '😀'.repeat(9_000);

it('a long record makes no long answer, and no whole text is opened for it', async () => {
  const client = await confirmedClient(practice);
  const of = { therapistId: practice.therapist.id, clientId: client.id };
  for (let nth = 0; nth < 300; nth += 1) await addNote(test, { ...of, title: `Note ${nth}`, content: LONG, summary: nth % 2 === 0 ? LONG : undefined });
  const lines = Array.from({ length: 50 }, () => ({ text: '😀'.repeat(240) }));
  const plan = { client_id: client.id, title: 'Evenings', description: LONG, actions: lines, goals: lines.slice(0, 20).map((line) => ({ ...line, progress: 1 })) };
  const { body: made } = await practice.therapist.post('/api/therapist/care-plans', plan).expect(201);
  await practice.therapist.post(`/api/therapist/care-plans/${(made as Entry).id}/publish`, {}).expect(200);
  for (let nth = 0; nth < 30; nth += 1) await addPlan(test, { ...of, title: `Plan ${nth}` });

  const { text, counts, notes, plans } = await firstPage(client);
  expect(counts).toMatchObject({ session_notes: 300, care_plans: 31 });
  expect([notes.length, plans.length, notes.every(({ is_whole }) => is_whole === false)]).toEqual([20, 20, true]);
  expect(Buffer.byteLength(text)).toBeLessThan(250_000);
  // Rows of before there were beginnings got theirs: what opens no more is not asked for.
  await test.database.query(`update session_notes set content = 'x', title = 'x', summary = null where client_id = $1`, [client.id]);
  await test.database.query(`update care_plans set description = 'x', recommended_actions = 'x', goals = 'x' where client_id = $1`, [client.id]);
  const { notes: again, plans: plansAgain } = await firstPage(client);
  expect([again, plansAgain]).toEqual([notes, plans]);
  await client.get(`/api/client/session-notes/${notes[0]?.id}`).expect(404);
  await client.get(`/api/client/care-plans/${plans[0]?.id}`).expect(404);
});

it('the rest is read page by page and one by one, whole, by its own client alone and with a fresh proof', async () => {
  const rogue = await openPractice(test);
  const client = await confirmedClient(practice);
  const other = await confirmedClient(practice);
  const of = { therapistId: practice.therapist.id, clientId: client.id };
  for (let nth = 0; nth < 23; nth += 1) {
    test.clock.advance(1_000);
    await addNote(test, { ...of, title: `Note ${nth}`, content: `${nth} ${LONG}` });
    await addPlan(test, { ...of, title: `Plan ${nth}` });
  }
  const planted = { therapistId: rogue.therapist.id, clientId: client.id };
  for (let nth = 0; nth < 5; nth += 1) {
    test.clock.advance(1_000);
    await addNote(test, { ...planted, title: `Planted ${nth}` });
    await addPlan(test, { ...planted, title: `Planted ${nth}` });
  }
  const { notes, plans, counts, older } = await firstPage(client);
  expect(counts).toMatchObject({ session_notes: 28, care_plans: 28 });
  expect(notes.slice(20).map(({ session_summary }) => session_summary)).toEqual(['Planted 4', 'Planted 3', 'Planted 2']);
  expect(plans.slice(20).map(({ title }) => title)).toEqual(['Planted 4', 'Planted 3', 'Planted 2']);

  for (const [path, list, word] of [['session-notes', 'session_notes', 'Note'], ['care-plans', 'care_plans', 'Plan']] as const) {
    const first = await client.get(`/api/client/${path}`).expect(200);
    const next = new URL(/<([^>]+)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1] ?? '');
    const second = await client.get(next.pathname + next.search).expect(200);
    const listed = [first, second].map(({ body }) => (body as Record<string, Entry[]>)[list]?.map(({ session_summary, title }) => session_summary ?? title));
    expect(listed).toEqual([Array.from({ length: 20 }, (_, index) => `${word} ${22 - index}`), [`${word} 2`, `${word} 1`, `${word} 0`]]);
    expect(second.headers['link']).toBeUndefined();
    const { body: rest } = await client.get(`/api/client/${path}?cursor=${older[`older_${list}`]}`).expect(200);
    expect(rest).toEqual(second.body);
    await client.get(`/api/client/${path}?cursor=nonsense`).expect(400);
    await client.get(`/api/client/${path}?limit=51`).expect(400);
  }

  const note = notes[0]?.id ?? '';
  expect((await client.get(`/api/client/session-notes/${note}`).expect(200)).body).toMatchObject({ id: note, session_summary: 'Note 22', client_visible_notes: `22 ${LONG}` });
  expect((await client.get(`/api/client/care-plans/${plans[0]?.id}`).expect(200)).body).toMatchObject({ title: 'Plan 22', actions: [{ text: 'Walk' }, { text: 'Write' }] });
  for (const path of [`session-notes/${note}`, `care-plans/${plans[0]?.id}`]) await other.get(`/api/client/${path}`).expect(404);
  const [logged] = await test.database.query<{ client_ids: string[] }>(`select client_ids from activity_log where action = 'read_note' and subject_id = $1`, [note]);
  expect(logged?.client_ids).toEqual([client.id]);

  for (let nth = 2; nth < 600; nth += 1) test.app.get(Limits).takeHere({ scope: 'client-texts-opened', max: 600, windowMs: 3_600_000 }, other.id);
  const { body, headers } = await other.get('/api/client/session-notes').expect(429);
  expect([(body as { detail: string }).detail, Number(headers['retry-after']) > 0]).toEqual(['Notes and care plans were opened very often within the hour. Please try again later.', true]);
  test.clock.advance(16 * 60_000);
  for (const path of ['session-notes', `session-notes/${note}`, 'care-plans', `care-plans/${plans[0]?.id}`]) {
    expect(((await client.get(`/api/client/${path}`).expect(403)).body as { errors: object }).errors).toMatchObject([{ field: 'proof' }]);
  }
});

it('a beginning of earlier words that is put back into the table is shown to nobody', async () => {
  const client = await confirmedClient(practice);
  const { therapist } = practice;
  const note = await writeNote(therapist, { title: 'Earlier', content: 'Earlier words.', client_id: client.id, is_client_visible: true });
  const { body: plan } = await therapist.post('/api/therapist/care-plans', { client_id: client.id, title: 'Earlier', actions: [] }).expect(201);
  const { id: planId } = plan as Entry;
  await therapist.post(`/api/therapist/care-plans/${planId}/publish`, {}).expect(200);
  const beginnings = async () => test.database.query<{ beginning: Buffer }>(`select beginning from session_notes where id = $1 union all select beginning from care_plans where id = $2`, [note.id, planId]);
  const [ofNote, ofPlan] = await beginnings();
  await therapist.put(`${NOTES}/${note.id}`, { title: 'Now', content: 'Words of now.', is_client_visible: true }).expect(200);
  await therapist.put(`/api/therapist/care-plans/${planId}`, { title: 'Now', description: '', actions: [], goals: [], follow_up_date: null }).expect(200);
  await test.database.query('update session_notes set beginning = $2 where id = $1', [note.id, ofNote?.beginning]);
  await test.database.query('update care_plans set beginning = $2 where id = $1', [planId, ofPlan?.beginning]);
  const listed = (await therapist.get(`${NOTES}?client_id=${client.id}`).expect(200)).body as { title: string; preview: string }[];
  expect(listed).toMatchObject([{ title: 'Now', preview: 'Words of now.' }]);
  const { notes, plans } = await firstPage(client);
  expect([notes, plans]).toMatchObject([[{ session_summary: 'Now', client_visible_notes: 'Words of now.' }], [{ title: 'Now' }]]);
});
