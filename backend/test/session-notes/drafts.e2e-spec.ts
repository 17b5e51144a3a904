import { newId } from '../../src/common/database/database';
import { NoteDraftsService } from '../../src/modules/session-notes/drafts/drafts.service';
import { Note, NotePractice, NOTES, openNotePractice, writeNote } from '../harness/session-notes';
import { signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let practice: NotePractice;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.clock.set(new Date().toISOString());
  practice = await openNotePractice(test);
});

const ago = (seconds: number): string => new Date(test.clock.now().getTime() - seconds * 1_000).toISOString();
const held = (content: string, seconds: number) => ({ title: '', content, saved_at: ago(seconds) });

describe('a draft of a note that was never saved', () => {
  it('outlives its browser, and goes when the note is made; what comes late does not bring it back', async () => {
    const { therapist, bookingId, clientId } = practice;
    const id = newId();
    const path = `${NOTES}/drafts/${id}`;
    const body = { ...held('Half a sentence', 5), tags: ['sleep'], booking_id: bookingId, client_id: clientId, is_private: true, template: 'dap' };
    expect((await therapist.put(path, body).expect(200)).body).toEqual({ stored: true, saved_at: body.saved_at });
    expect((await therapist.get(path).expect(200)).body).toEqual({
      title: '',
      content: 'Half a sentence',
      tags: ['sleep'],
      booking_id: bookingId,
      client_id: clientId,
      is_client_visible: false,
      is_private: true,
      template: 'dap',
      base_version: null,
      saved_at: body.saved_at,
      expires_at: expect.any(String) as string,
    });
    expect((await therapist.get(`${NOTES}/drafts`).expect(200)).body).toEqual([{ draft_id: id, title: '', preview: 'Half a sentence', booking_id: bookingId, client_id: clientId, saved_at: body.saved_at }]);
    expect((await therapist.get(NOTES).expect(200)).body).toEqual([]);
    await writeNote(therapist, { content: 'A whole sentence', draft_id: id });
    expect((await therapist.put(path, held('Late', 0)).expect(200)).body).toEqual({ stored: false, saved_at: null });
    await therapist.get(path).expect(404);
    expect((await therapist.get(`${NOTES}/drafts`).expect(200)).body).toEqual([]);
  });

  it('is its therapist’s alone, also under the same id', async () => {
    const id = newId();
    const other = await signInTherapist(test);
    await practice.therapist.put(`${NOTES}/drafts/${id}`, held('Mine', 1)).expect(200);
    await other.get(`${NOTES}/drafts/${id}`).expect(404);
    await other.delete(`${NOTES}/drafts/${id}`).expect(404);
    expect((await other.put(`${NOTES}/drafts/${id}`, held('Theirs', 1)).expect(200)).body).toMatchObject({ stored: true });
    expect((await practice.therapist.get(`${NOTES}/drafts/${id}`).expect(200)).body).toMatchObject({ content: 'Mine' });
  });

  it('is thrown away, and does not open once its row was handed to somebody else in the table', async () => {
    const { therapist } = practice;
    const [id, handed] = [newId(), newId()];
    await therapist.put(`${NOTES}/drafts/${id}`, held('Away', 1)).expect(200);
    expect((await therapist.delete(`${NOTES}/drafts/${id}`).expect(200)).body).toEqual({ status: 'deleted' });
    await therapist.delete(`${NOTES}/drafts/${id}`).expect(404);
    expect((await therapist.put(`${NOTES}/drafts/${id}`, held('Late', 0)).expect(200)).body).toMatchObject({ stored: false });
    await therapist.put(`${NOTES}/drafts/${handed}`, held('Handed', 1)).expect(200);
    const thief = await signInTherapist(test);
    await test.database.query('update session_note_drafts set therapist_id = $2 where draft_id = $1', [handed, thief.id]);
    await thief.get(`${NOTES}/drafts/${handed}`).expect(404);
  });

  it('is listed by its beginning alone, also one of before there were beginnings', async () => {
    const { therapist } = practice;
    const id = newId();
    const list = async (): Promise<unknown> => (await therapist.get(`${NOTES}/drafts`).expect(200)).body;
    await therapist.put(`${NOTES}/drafts/${id}`, { ...held('x', 2), title: 'First' }).expect(200);
    await therapist.put(`${NOTES}/drafts/${id}`, { ...held('y'.repeat(300), 1), title: 'Second' }).expect(200);
    const expected = [{ draft_id: id, title: 'Second', preview: `${'y'.repeat(200)}…`, booking_id: null, client_id: null, saved_at: expect.any(String) as string }];
    expect(await list()).toEqual(expected);
    await test.database.query('update session_note_drafts set beginning = null where draft_id = $1', [id]);
    expect(await list()).toEqual(expected);
    await therapist.put(`${NOTES}/drafts/${id}`, { ...held('y'.repeat(300), 0), title: 'Second' }).expect(200);
    // What opens no more is not asked for.
    await test.database.query(`update session_note_drafts set fields = 'x' where draft_id = $1`, [id]);
    expect(await list()).toEqual(expected);
    await therapist.delete(`${NOTES}/drafts/${id}`).expect(200);
    expect(await list()).toEqual([]);
    expect(await test.database.query('select beginning from session_note_drafts where draft_id = $1', [id])).toEqual([{ beginning: null }]);
  });

  it('is one of a hundred at the most, and kept for 30 days', async () => {
    const { therapist } = practice;
    for (let n = 0; n < 100; n += 1) await therapist.put(`${NOTES}/drafts/${newId()}`, held(`Draft ${n}`, 1)).expect(200);
    expect((await therapist.put(`${NOTES}/drafts/${newId()}`, held('One more', 1)).expect(422)).body).toMatchObject({ detail: '100 drafts of yours are kept already. Please save or discard some of them.' });
    test.clock.advance(30 * 86_400_000 + 1_000);
    const later = await signInTherapist(test);
    await later.put(`${NOTES}/drafts/${newId()}`, held('Of today', 1)).expect(200);
    const { count } = ((await test.database.query('select count(*)::int as count from session_note_drafts where fields is not null')) as { count: number }[])[0] ?? { count: 0 };
    expect(await test.app.get(NoteDraftsService).deleteExpired()).toBeGreaterThanOrEqual(100);
    expect(await test.database.query('select count(*)::int as count from session_note_drafts where fields is not null and therapist_id = $1', [later.id])).toEqual([{ count: 1 }]);
    expect(count).toBeGreaterThan(100);
  });

  it.each([[{ content: '', saved_at: '2026-01-01T00:00:00Z' }], [{ title: '', content: '' }], [{ title: '', content: '', saved_at: 'yesterday' }], [{ title: '', content: '', saved_at: '2026-W01-1' }], [{ title: '', content: '', saved_at: '2026-001' }], [{ title: '', content: 'x'.repeat(100_001), saved_at: '2026-01-01T00:00:00Z' }]])(
    'is refused: %#',
    async (body) => {
      await practice.therapist.put(`${NOTES}/drafts/${newId()}`, body).expect(400);
    },
  );
});

describe('a draft of a note', () => {
  let note: Note;
  let path: string;
  beforeEach(async () => {
    note = await writeNote(practice.therapist, { client_id: practice.clientId });
    path = `${NOTES}/${note.id}/draft`;
  });

  it('is what was held last, whatever order it comes in, also by a clock that is ahead', async () => {
    const { therapist } = practice;
    await therapist.get(path).expect(404);
    const newer = held('Newer', 5);
    await therapist.put(path, newer).expect(200);
    expect((await therapist.put(path, held('Older', 9)).expect(200)).body).toEqual({ stored: false, saved_at: newer.saved_at });
    expect((await therapist.get(path).expect(200)).body).toMatchObject({ content: 'Newer', saved_at: newer.saved_at });
    const { body: ahead } = await therapist.put(path, held('From the future', -9_000)).expect(200);
    expect(ahead.stored).toBe(true);
    expect(new Date(ahead.saved_at as string).getTime()).toBeLessThanOrEqual(test.clock.now().getTime());
    test.clock.advance(60_000);
    const after = held('After that', 1);
    expect((await therapist.put(path, after).expect(200)).body).toEqual({ stored: true, saved_at: after.saved_at });
    expect((await therapist.get(`${NOTES}/${note.id}`).expect(200)).body).toMatchObject({ session_note: { content: 'What was said.', version: 1, draft_saved_at: after.saved_at } });
  });

  it('at the same moment is one of those that were sent', async () => {
    const { therapist } = practice;
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => therapist.put(path, held(`Of tab ${index}`, 6 - index))));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    expect((await therapist.get(path).expect(200)).body).toMatchObject({ content: 'Of tab 5' });
  });

  it('goes when the note is saved, and does not come back with what the note says already', async () => {
    const { therapist } = practice;
    await therapist.put(path, { ...held('Half', 5), base_version: 1 }).expect(200);
    await therapist.put(`${NOTES}/${note.id}`, { title: 'Whole', content: 'Whole', is_client_visible: false, version: 1 }).expect(200);
    await therapist.get(path).expect(404);
    expect((await therapist.put(path, { title: 'Whole', content: 'Whole', base_version: 1, saved_at: ago(1) }).expect(200)).body).toEqual({ stored: false, saved_at: null });
    await therapist.get(path).expect(404);
    // What says something else is kept, whatever it began with.
    await therapist.put(path, { title: 'Whole', content: 'Of another tab', base_version: 1, saved_at: ago(1) }).expect(200);
    await therapist.delete(path).expect(200);
    await therapist.get(path).expect(404);
  });

  it('is in the log once in a while, and reaches no client', async () => {
    const { therapist } = practice;
    for (let second = 9; second > 0; second -= 1) await therapist.put(path, { ...held(`Second ${second}`, second), is_client_visible: true }).expect(200);
    const log = await test.database.query<{ action: string; client_ids: string[] }>(`select action, client_ids from activity_log where subject_id = $1 and action like '%draft'`, [note.id]);
    expect(log).toEqual([{ action: 'save_note_draft', client_ids: [practice.clientId] }]);
    expect(await test.database.query('select is_client_visible from session_notes where id = $1', [note.id])).toEqual([{ is_client_visible: false }]);
  });
});
