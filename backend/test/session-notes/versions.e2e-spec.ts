import { newId } from '../../src/common/database/database';
import { NoteVersionDto } from '../../src/modules/session-notes/versions/version.dto';
import { DEEDS, Note, NotePractice, NOTES, openNotePractice, writeNote } from '../harness/session-notes';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let practice: NotePractice;
let note: Note;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  practice = await openNotePractice(test);
  note = await writeNote(practice.therapist, { client_id: practice.clientId, tags: ['sleep'] });
});

const post = (verb: string, body: object = {}) => practice.therapist.post(`${DEEDS}/${note.id}/${verb}`, body);
const save = (change: object = {}) => practice.therapist.put(`${NOTES}/${note.id}`, { title: note.title, content: note.content, is_client_visible: false, ...change });
const history = async (): Promise<NoteVersionDto[]> => (await practice.therapist.get(`${NOTES}/${note.id}/history`).expect(200)).body as NoteVersionDto[];

describe('a signed note', () => {
  beforeEach(async () => {
    await post('sign', { version: 1 }).expect(200);
  });

  it('says who signed it and when, and is signed once', async () => {
    const { body } = await post('sign').expect(200);
    expect(body).toMatchObject({ session_note: { status: 'signed', signed_at: expect.any(String) as string, signed_by: 'Test Therapist', version: 2 }, files: [], amendments: [] });
    expect((await history()).map(({ kind }) => kind)).toEqual(['signed', 'created']);
  });

  it('is not changed and not deleted', async () => {
    expect((await save({ content: 'Other' }).expect(422)).body).toMatchObject({ detail: 'This note is signed and cannot be changed. Add an amendment, or unlock it with a reason first.' });
    await save({ is_client_visible: true }).expect(422);
    await save({ booking_id: practice.bookingId }).expect(422);
    // What says the same changes nothing.
    await save().expect(200);
    expect((await practice.therapist.delete(`${DEEDS}/${note.id}`).expect(422)).body).toMatchObject({ detail: 'This note is signed and cannot be deleted. Unlock it with a reason first.' });
  });

  it('is not changed by the tables either, and its history never', async () => {
    const change = (sql: string) => test.database.query(`${sql} where id = $1`, [note.id]);
    for (const column of ['title', 'content', 'tags']) await expect(change(`update session_notes set ${column} = 'other'`)).rejects.toThrow('a signed note is not changed');
    await expect(change('update session_notes set is_client_visible = true')).rejects.toThrow('a signed note is not changed');
    await expect(change(`update session_notes set signed_at = now() + interval '1 day'`)).rejects.toThrow('a signed note is not changed');
    await expect(change('delete from session_notes')).rejects.toThrow('a signed note is not deleted');
    await expect(test.database.query(`update session_note_versions set content = 'other' where note_id = $1`, [note.id])).rejects.toThrow('a version of a note is not changed');
  });

  it('is amended, once for each key', async () => {
    const amend = (key: string, text = ' It was Tuesday. ') => post('amendments', { text, version: 2 }).set('Idempotency-Key', key);
    const first = await amend('first-amendment').expect(201);
    expect(first.body).toMatchObject({ session_note: { content: 'What was said.', version: 3, status: 'signed' }, amendments: [{ version: 3, text: 'It was Tuesday.', id: expect.any(String) as string, created_at: expect.any(String) as string }] });
    expect((await amend('first-amendment').expect(201)).body).toEqual(first.body);
    await amend('second-amendment').expect(409);
    await post('amendments', { text: ' ' }).expect(400);
    await post('amendments', { text: 'More', version: 3 }).expect(201);
    expect((await history()).map(({ kind, amendment, content }) => [kind, amendment, content])).toEqual([
      ['amended', 'More', null],
      ['amended', 'It was Tuesday.', null],
      ['signed', null, null],
      ['created', null, 'What was said.'],
    ]);
  });

  it('is unlocked with a reason, which the history keeps; then it is changed, or deleted', async () => {
    expect((await post('unlock', { reason: ' ' }).expect(400)).body).toMatchObject({ errors: [{ field: 'reason', message: 'Please say why the note is unlocked.' }] });
    await post('unlock', { reason: 'x'.repeat(501) }).expect(400);
    await post('unlock', { reason: 'Wrong client', version: 1 }).expect(409);
    expect((await post('unlock', { reason: 'Wrong client', version: 2 }).expect(200)).body).toMatchObject({ session_note: { status: 'draft', signed_at: null, signed_by: null, version: 3 } });
    await save({ content: 'Right', version: 3 }).expect(200);
    expect((await history()).map(({ version, kind, reason }) => [version, kind, reason])).toEqual([
      [4, 'edited', null],
      [3, 'unlocked', 'Wrong client'],
      [2, 'signed', null],
      [1, 'created', null],
    ]);
    const log = await test.database.query<{ action: string }>(`select action from activity_log where subject_id = $1 and client_ids = array[$2::uuid] order by at, id`, [note.id, practice.clientId]);
    expect(log.map(({ action }) => action)).toEqual(['create_note', 'sign_note', 'unlock_note', 'update_note', 'read_note_history']);
    await practice.therapist.delete(`${DEEDS}/${note.id}`).expect(200);
  });
});

describe('a note that is not signed', () => {
  it('is neither unlocked nor amended', async () => {
    for (const answer of [await post('unlock', { reason: 'Why not' }).expect(422), await post('amendments', { text: 'More' }).expect(422)]) {
      expect(answer.body).toMatchObject({ detail: 'This note is not signed. It can be changed as it is.' });
    }
    expect((await post('sign', { version: 7 }).expect(409)).body).toMatchObject({ detail: 'This note was changed elsewhere meanwhile. Please look at it once more.' });
  });

  it('that is signed and saved at the same moment is one or the other', async () => {
    const answers = await Promise.all([post('sign', { version: 1 }), save({ content: 'Other', version: 1 })]);
    const [signed, saved] = answers.map(({ status }) => status);
    expect([[200, 422], [409, 200]]).toContainEqual([signed, saved]);
  });
});

describe('the history', () => {
  it('has what each version said, and goes on where a page ended', async () => {
    await save({ title: 'Second', tags: ['sleep', 'brother'], is_client_visible: true }).expect(200);
    await save({ title: 'Third', tags: [] }).expect(200);
    const versions = await history();
    expect(versions[0]).toEqual({
      id: expect.any(String) as string,
      version: 3,
      kind: 'edited',
      title: 'Third',
      content: 'What was said.',
      tags: [],
      is_client_visible: false,
      is_private: false,
      reason: null,
      amendment: null,
      created_at: expect.any(String) as string,
    });
    expect(versions.map(({ title, tags, is_client_visible }) => [title, tags, is_client_visible])).toEqual([
      ['Third', [], false],
      ['Second', ['sleep', 'brother'], true],
      ['First session', ['sleep'], false],
    ]);
    const first = await practice.therapist.get(`${NOTES}/${note.id}/history?limit=2`).expect(200);
    const next = /<http:\/\/[^/]+([^>]+)>; rel="next"/.exec(first.headers['link'] as string)?.[1] ?? '';
    expect((await practice.therapist.get(next).expect(200)).body).toMatchObject([{ version: 1 }]);
  });

  it('of long texts comes in pages of a megabyte', async () => {
    const long = '語'.repeat(19_990);
    for (let nth = 0; nth < 24; nth += 1) await save({ content: `${long}${nth}` }).expect(200);
    const seen: unknown[] = [];
    let path: string | undefined = `${NOTES}/${note.id}/history?limit=100`;
    let pages = 0;
    while (path !== undefined) {
      const answer: Awaited<ReturnType<typeof practice.therapist.get>> = await practice.therapist.get(path).expect(200);
      expect(Buffer.byteLength(answer.text)).toBeLessThan(1_100_000);
      seen.push(...(answer.body as { version: number }[]).map(({ version }) => version));
      path = /<http:\/\/[^/]+([^>]+)>; rel="next"/.exec(answer.headers['link'] as string)?.[1];
      pages += 1;
    }
    expect([seen.length, pages, seen.at(-1)]).toEqual([25, 2, 1]);
  });

  it('keeps the first version, what was signed, and the newest 200 edits', async () => {
    await save({ content: 'Signed once' }).expect(200);
    await post('sign').expect(200);
    await post('unlock', { reason: 'To go on' }).expect(200);
    // 210 more edits, as they would have been saved.
    await test.database.query(
      `insert into session_note_versions (id, note_id, version, kind, actor_id, title, content, is_client_visible, is_private, created_at)
       select gen_random_uuid(), $1, 4 + n, 'edited', $2, 'x', 'x', false, false, now() from generate_series(1, 210) n`,
      [note.id, practice.therapist.id],
    );
    await test.database.query('update session_notes set version = 214 where id = $1', [note.id]);
    await save({ content: 'The newest' }).expect(200);
    const kept = await test.database.query<{ version: number }>('select version from session_note_versions where note_id = $1 order by version', [note.id]);
    const versions = kept.map(({ version }) => version);
    expect(versions.slice(0, 4)).toEqual([1, 2, 3, 4]);
    expect(versions.slice(4)).toEqual(Array.from({ length: 200 }, (_, index) => 16 + index));
  });

  it('of a note that went is gone too', async () => {
    await practice.therapist.delete(`${DEEDS}/${note.id}`).expect(200);
    await practice.therapist.get(`${NOTES}/${note.id}/history`).expect(404);
    await practice.therapist.get(`${NOTES}/${newId()}/history`).expect(404);
  });
});
