import { World } from '../harness/access-matrix/world';
import { pictureOf, sendFile } from '../harness/note-files';

let world: World;

beforeAll(async () => {
  world = await World.make();
});
afterAll(() => world.close());

interface Answer {
  status: number;
  text: string;
}

/** What the log has of a deed, past the quarter of an hour in which a read is told once. */
async function entriesOf(ask: () => PromiseLike<Answer>): Promise<{ answer: Answer; actions: string[] }> {
  world.test.clock.advance(20 * 60_000);
  const before = new Set((await world.test.database.query<{ id: string }>('select id from activity_log')).map(({ id }) => id));
  const answer = await ask();
  const rows = await world.test.database.query<{ id: string; action: string }>('select id, action from activity_log where cardinality(client_ids) > 0 order by seq');
  return { answer, actions: rows.filter(({ id }) => !before.has(id)).map(({ action }) => action) };
}

it('a record that is shown in answer to a deed that changes nothing was read, and "Who opened my record" says so', async () => {
  const { therapist } = world.a.practice;
  const notes = '/api/therapist/session-notes';
  const signed = await world.newNote('a', { signed: true });
  const [hidden, published] = [await world.newPlan('a', 'hidden'), await world.newPlan('a', 'published')];
  const { noteId, analysisId } = await world.newAnalysis('a');
  await therapist.post(`${notes}/${noteId}/analysis/accept`, { analysis_id: analysisId }).expect(200);
  const key = '7d8a2c3e-1111-4222-8333-944455556666';
  const [plan, note] = [{ client_id: world.a.client.id, title: 'T' }, { client_id: world.a.client.id, title: 'T', content: 'C' }];
  const makePlan = () => therapist.post('/api/therapist/care-plans', plan).set('Idempotency-Key', key);
  const makeNote = () => therapist.post('/api/therapist/enhanced-session-notes', note).set('Idempotency-Key', key);
  const picture = await pictureOf().png().toBuffer();
  const hiddenNote = await world.newNote('a', {});
  await sendFile(therapist, hiddenNote, picture, 'page.png', key).expect(201);
  await makePlan().expect(201);
  const { body: made } = await makeNote().expect(201);
  const { title, content, version } = made as { title: string; content: string; version: number };

  const deeds: [string, () => PromiseLike<Answer>][] = [
    ['read_note', () => therapist.post(`${notes}/${signed}/sign`, {})],
    ['read_note', makeNote],
    ['read_note', () => therapist.put(`/api/therapist/enhanced-session-notes/${(made as { id: string }).id}`, { title, content, client_id: world.a.client.id, is_client_visible: false, version })],
    ['read_note', async () => sendFile(therapist, hiddenNote, picture, 'page.png', key)],
    ['read_care_plan', () => therapist.post(`/api/therapist/care-plans/${hidden.id}/withdraw`, {})],
    ['read_care_plan', () => therapist.put(`/api/therapist/care-plans/${hidden.id}/goals/${hidden.goalId}`, { progress: 10 })],
    ['read_care_plan', () => therapist.post(`/api/therapist/care-plans/${published.id}/publish`, {})],
    ['read_care_plan', makePlan],
    ['read_note_analysis', () => therapist.post(`${notes}/${noteId}/analysis/accept`, { analysis_id: analysisId })],
    ['read_note_analysis', () => therapist.delete(`${notes}/${noteId}/analysis`)],
  ];
  for (const [action, ask] of deeds) {
    const { answer, actions } = await entriesOf(ask);
    expect([answer.status < 300 || answer.text, actions]).toEqual([true, [action]]);
  }
}, 60_000);
