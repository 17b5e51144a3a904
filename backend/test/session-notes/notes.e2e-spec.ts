import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../src/common/database/database';
import { SessionNoteSummaryDto } from '../../src/modules/session-notes/notes/note.dto';
import { NoteRepository } from '../../src/modules/session-notes/notes/note.repository';
import { NoteSearchService } from '../../src/modules/session-notes/search/note-search.service';
import { addNote } from '../harness/client-record';
import { eventually } from '../harness/outbox-worker';
import { addAppointment, DEEDS, Note, NotePractice, NOTES, openNotePractice, writeNote } from '../harness/session-notes';
import { signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let practice: NotePractice;

beforeAll(async () => {
  test = await startTestApp({ SIGNED_IN_READS_AT_WORK: '1' });
});
afterAll(() => test.close());
beforeEach(async () => {
  practice = await openNotePractice(test);
});

const listed = async (query = '', as = practice.therapist): Promise<SessionNoteSummaryDto[]> => (await as.get(`${NOTES}${query}`).expect(200)).body as SessionNoteSummaryDto[];
const titles = async (query = ''): Promise<string[]> => (await listed(query)).map(({ title }) => title);
const logOf = (id: string): Promise<{ action: string; details: unknown; client_ids: string[] | null }[]> =>
  test.database.query('select action, details, client_ids from activity_log where subject_id = $1 order by at, id', [id]);

describe('a note', () => {
  it('is made about an appointment, whose client it follows', async () => {
    const { therapist, bookingId, clientId } = practice;
    const note = await writeNote(therapist, { title: ' Sleep ', content: ' As typed.\n', tags: [' sleep ', 'sleep', '', 'brother'], booking_id: bookingId, template: 'soap' });
    expect(note).toEqual({
      id: expect.any(String) as string,
      title: 'Sleep',
      content: ' As typed.\n',
      booking_id: bookingId,
      client_id: clientId,
      client_name: expect.stringMatching(/^Client \d+$/) as string,
      appointment: { starts_at: expect.any(String) as string, timezone: expect.any(String) as string, service_name: expect.any(String) as string },
      tags: ['sleep', 'brother'],
      is_client_visible: false,
      is_private: false,
      template: 'soap',
      status: 'draft',
      signed_at: null,
      signed_by: null,
      version: 1,
      ai_summary: null,
      draft_saved_at: null,
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    });
    const { body } = await therapist.get(`${NOTES}/${note.id}`).expect(200);
    expect(body).toEqual({ session_note: note, files: [], amendments: [] });
    expect(await logOf(note.id)).toEqual([
      { action: 'create_note', details: { version: 1 }, client_ids: [clientId] },
      { action: 'read_note', details: {}, client_ids: [clientId] },
    ]);
  });

  it.each<[object, number, string, string]>([
    [{ title: ' ' }, 400, 'title', 'Please enter a title.'],
    [{}, 400, 'title', 'Please enter a title.'],
    [{ title: 'x'.repeat(201) }, 400, 'title', 'The title can have at most 200 characters.'],
    [{ title: 'A', content: 'x'.repeat(20_001) }, 400, 'content', 'The note can have at most 20,000 characters.'],
    [{ title: 'A', content: 'a\0' }, 400, 'content', 'content holds characters that cannot be stored'],
    [{ title: 'A', tags: Array.from({ length: 21 }, (_, index) => `tag ${index}`) }, 400, 'tags', 'A note can have at most 20 tags.'],
    [{ title: 'A', tags: ['x'.repeat(41)] }, 400, 'tags', 'A tag can have at most 40 characters.'],
    [{ title: 'A', template: 'other' }, 400, 'template', 'This template is not known.'],
    [{ title: 'A', therapist_id: 'x' }, 400, 'therapist_id', 'therapist_id is not a known field'],
    [{ title: 'A', booking_id: '0192d3a4-0000-7000-8000-000000000000' }, 422, 'booking_id', 'There is no such appointment among yours.'],
    [{ title: 'A', client_id: '0192d3a4-0000-7000-8000-000000000000' }, 422, 'client_id', 'There is no such client among yours.'],
    [{ title: 'A', is_private: true, is_client_visible: true }, 422, 'is_private', 'A private note cannot be visible to the client. Please choose one of the two.'],
  ])('is refused: %#', async (body, status, field, message) => {
    const answer = await practice.therapist.post(NOTES, body).expect(status);
    expect(answer.body).toEqual({ detail: message, errors: [{ field, message }], request_id: expect.any(String) as string });
    expect(await titles()).toEqual([]);
  });

  it('is about nobody whom the therapist does not know, and about one client at a time', async () => {
    const other = await openNotePractice(test);
    const { therapist, bookingId } = practice;
    await therapist.post(NOTES, { title: 'A', booking_id: other.bookingId }).expect(422);
    await therapist.post(NOTES, { title: 'A', client_id: other.clientId }).expect(422);
    const more = await addAppointment(test, therapist.id);
    const { body } = await therapist.post(NOTES, { title: 'A', booking_id: bookingId, client_id: more.clientId }).expect(422);
    expect(body).toMatchObject({ errors: [{ field: 'client_id', message: 'This appointment is of another client. A note about an appointment is about its client.' }] });
    const direct = await writeNote(therapist, { client_id: more.clientId });
    expect(direct).toMatchObject({ client_id: more.clientId, booking_id: null, appointment: null });
    expect((await therapist.put(`${NOTES}/${direct.id}`, { ...fieldsOf(direct), booking_id: bookingId }).expect(200)).body).toMatchObject({ client_id: practice.clientId, booking_id: bookingId });
    expect((await therapist.put(`${NOTES}/${direct.id}`, { ...fieldsOf(direct), booking_id: null, client_id: null }).expect(200)).body).toMatchObject({ client_id: null, client_name: null });
  });

  it('is made once when the same request comes four times at the same moment', async () => {
    const send = () => practice.therapist.post(NOTES, { title: 'Once' }).set('Idempotency-Key', 'key-of-four').expect(201);
    const made = await test.database.transaction(async (tx) => {
      // All of them have looked for an earlier answer before the first one is written.
      await tx.query('lock table session_notes in share mode');
      const all = Promise.all([send(), send(), send(), send()]);
      await pause(700);
      return { all };
    });
    expect(new Set((await made.all).map(({ body }) => (body as { id: string }).id)).size).toBe(1);
    expect(await titles()).toEqual(['Once']);
  });

  it('is made once, however often its answer is lost on the way; what is remembered of it holds no text', async () => {
    const { therapist } = practice;
    const send = (title: string) => therapist.post(NOTES, { title }).set('Idempotency-Key', 'key-of-a-note');
    const first = await send('Once').expect(201);
    expect((await send('Once').expect(201)).body).toEqual(first.body);
    await send('Another').expect(422);
    expect(await titles()).toEqual(['Once']);
    await therapist.delete(`${DEEDS}/${(first.body as Note).id}`).expect(200);
    await send('Once').expect(404);
  });

  it('may be as long as 20,000 characters of any script', async () => {
    const content = '語'.repeat(20_000);
    expect((await writeNote(practice.therapist, { content })).content).toBe(content);
    const { body } = await practice.therapist.post(NOTES, { title: 'A', content: '語'.repeat(180_000) }).expect(413);
    expect(body).toMatchObject({ detail: 'This note is too large. Please make two notes of it.' });
  });

  it('of somebody else is not there', async () => {
    const { id, ...note } = await writeNote(practice.therapist);
    const stranger = await signInTherapist(test);
    for (const path of [`${NOTES}/${id}`, `${NOTES}/${id}/history`, `${NOTES}/${id}/draft`]) await stranger.get(path).expect(404);
    await stranger.put(`${NOTES}/${id}`, fieldsOf(note)).expect(404);
    await stranger.put(`${NOTES}/${id}/draft`, { title: '', content: '', saved_at: new Date().toISOString() }).expect(404);
    await stranger.delete(`${NOTES}/${id}/draft`).expect(404);
    await stranger.delete(`${DEEDS}/${id}`).expect(404);
    await stranger.post(`${DEEDS}/${id}/sign`, {}).expect(404);
    await stranger.post(`${DEEDS}/${id}/unlock`, { reason: 'Mine' }).expect(404);
    await stranger.post(`${DEEDS}/${id}/amendments`, { text: 'Mine' }).expect(404);
    expect(await listed('', stranger)).toEqual([]);
    expect((await stranger.get(`${NOTES}?q=said`).expect(200)).body).toEqual([]);
  });
});

describe('saving a note again', () => {
  it('makes a version, and none where nothing changed', async () => {
    const { therapist, clientId } = practice;
    const note = await writeNote(therapist, { client_id: clientId, tags: ['sleep'] });
    const change = { title: 'Second thoughts', content: 'More.', is_client_visible: true, version: 1 };
    const saved = (await therapist.put(`${NOTES}/${note.id}`, change).expect(200)).body as Note;
    expect(saved).toMatchObject({ title: 'Second thoughts', content: 'More.', tags: ['sleep'], client_id: clientId, is_client_visible: true, version: 2 });
    // A save whose answer was lost is tried again with the version that it began with.
    expect((await therapist.put(`${NOTES}/${note.id}`, change).expect(200)).body).toEqual(saved);
    const [, updated, shared] = await logOf(note.id);
    expect(updated).toEqual({ action: 'update_note', details: { fields: ['title', 'content', 'is_client_visible'], version: 2 }, client_ids: [clientId] });
    expect(shared).toEqual({ action: 'share_note', details: {}, client_ids: [clientId] });
    await therapist.put(`${NOTES}/${note.id}`, { ...change, is_client_visible: false, version: 2 }).expect(200);
    expect((await logOf(note.id)).at(-1)).toMatchObject({ action: 'unshare_note', client_ids: [clientId] });
    await therapist.put(`${NOTES}/${note.id}`, { ...change, is_private: true }).expect(422);
  });

  it('in two tabs is refused in the second, and both texts are still there', async () => {
    const { therapist } = practice;
    const note = await writeNote(therapist);
    await therapist.put(`${NOTES}/${note.id}`, { ...fieldsOf(note), content: 'Of the first tab', version: 1 }).expect(200);
    const { body } = await therapist.put(`${NOTES}/${note.id}`, { ...fieldsOf(note), content: 'Of the second tab', version: 1 }).expect(409);
    expect(body).toMatchObject({ detail: 'This note was saved elsewhere meanwhile, so yours is not saved. Nothing is lost: look at the saved one, or save yours as the newest.' });
    expect((await therapist.get(`${NOTES}/${note.id}`).expect(200)).body).toMatchObject({ session_note: { content: 'Of the first tab', version: 2 } });
    expect((await therapist.put(`${NOTES}/${note.id}`, { ...fieldsOf(note), content: 'Of the second tab', version: 2 }).expect(200)).body).toMatchObject({ version: 3 });
  });

  it('at the same moment has one winner', async () => {
    const { therapist } = practice;
    const note = await writeNote(therapist);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => therapist.put(`${NOTES}/${note.id}`, { ...fieldsOf(note), content: `Of tab ${index}`, version: 1 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    const winner = answers.find(({ status }) => status === 200)?.body as Note;
    expect((await therapist.get(`${NOTES}/${note.id}`).expect(200)).body).toMatchObject({ session_note: { content: winner.content, version: 2 } });
  });

  it('is done 300 times an hour, refused saves among them', async () => {
    const { therapist } = practice;
    const note = await writeNote(therapist);
    await test.database.query(
      `insert into limit_hits (scope, key_hash, hit_at) select scope, key_hash, hit_at from limit_hits, generate_series(1, 298) where scope = 'session-note-saves' and hit_at = (select max(hit_at) from limit_hits where scope = 'session-note-saves')`,
    );
    await therapist.put(`${NOTES}/${note.id}`, { ...fieldsOf(note), is_private: true, is_client_visible: true }).expect(422);
    const { body } = await therapist.put(`${NOTES}/${note.id}`, fieldsOf(note)).expect(429);
    expect(body).toMatchObject({ detail: 'Notes were saved very often within the hour. Please try again later; what you typed is kept here.' });
  });
});

describe('the list', () => {
  it('has the newest first, with the first 200 characters, and goes on where a page ended', async () => {
    const { therapist, bookingId, clientId } = practice;
    await writeNote(therapist, { title: 'One', content: '😀'.repeat(200) });
    await writeNote(therapist, { title: 'Two', content: '😀'.repeat(201), client_id: clientId });
    await writeNote(therapist, { title: 'Three', booking_id: bookingId });
    const all = await listed();
    expect(all.map(({ title }) => title)).toEqual(['Three', 'Two', 'One']);
    expect(all[1]?.preview).toBe(`${'😀'.repeat(200)}…`);
    expect(all[2]?.preview).toBe('😀'.repeat(200));
    expect(all[0]).not.toHaveProperty('content');
    const first = await therapist.get(`${NOTES}?limit=2`).expect(200);
    expect((first.body as Note[]).map(({ title }) => title)).toEqual(['Three', 'Two']);
    const next = /<http:\/\/[^/]+([^>]+)>; rel="next"/.exec(first.headers['link'] as string)?.[1] ?? '';
    expect(((await therapist.get(next).expect(200)).body as Note[]).map(({ title }) => title)).toEqual(['One']);
    expect(await titles(`?client_id=${clientId}`)).toEqual(['Three', 'Two']);
    expect(await titles(`?booking_id=${bookingId}`)).toEqual(['Three']);
    expect((await therapist.get(`${NOTES}/summary`).expect(200)).body).toEqual({ total: 3 });
  });

  it('finds words in title, content and tags, whatever their case and accents; all must occur', async () => {
    const { therapist, clientId } = practice;
    await writeNote(therapist, { title: 'Łódź', content: 'Gespräch über den Bruder', tags: ['Große Pause'] });
    await writeNote(therapist, { title: 'Sleep', content: 'Nights after the move', tags: ['sleep'], client_id: clientId });
    expect(await titles('?q=LODZ')).toEqual(['Łódź']);
    expect(await titles('?q=gesprach%20grosse')).toEqual(['Łódź']);
    expect(await titles('?q=gesprach%20sleep')).toEqual([]);
    expect(await titles('?q=brud')).toEqual(['Łódź']);
    expect(await titles('?q=e')).toEqual(['Sleep', 'Łódź']);
    expect(await titles('?tag=grosse%20pause')).toEqual(['Łódź']);
    expect(await titles('?tag=grosse')).toEqual([]);
    expect(await titles(`?q=night&client_id=${clientId}`)).toEqual(['Sleep']);
    // What is changed is found as it is now, also where the search has it in memory.
    const [sleep] = await listed('?q=sleep');
    await therapist.put(`${NOTES}/${sleep?.id}`, { title: 'Rest', content: 'Nights', is_client_visible: false, tags: [] }).expect(200);
    expect(await titles('?q=sleep')).toEqual([]);
    expect(await titles('?q=rest')).toEqual(['Rest']);
    expect((await therapist.get(`${NOTES}/tags`).expect(200)).body).toEqual([{ tag: 'Große Pause', count: 1 }]);
  });

  it('tells the 200 tags that are used most, over all pages of notes', async () => {
    const { therapist } = practice;
    for (let n = 0; n < 11; n += 1) await writeNote(therapist, { title: `Note ${n}`, content: '.', tags: [...Array.from({ length: 19 }, (_, tag) => `tag ${n * 19 + tag}`), 'all'] });
    const { body } = await therapist.get(`${NOTES}/tags`).expect(200);
    expect(body).toHaveLength(200);
    expect((body as object[])[0]).toEqual({ tag: 'all', count: 11 });
  });

  it('goes through the pages of a search', async () => {
    const { therapist } = practice;
    for (let n = 0; n < 7; n += 1) await writeNote(therapist, { title: `Note ${n}`, content: n % 2 === 0 ? 'even' : 'odd' });
    const seen: string[] = [];
    let next: string | undefined = `${NOTES}?q=even&limit=2`;
    while (next !== undefined) {
      const { body, headers } = await therapist.get(next).expect(200) as { body: Note[]; headers: Record<string, string | undefined> };
      seen.push(...body.map(({ title }) => title));
      next = /<http:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1];
    }
    expect(seen).toEqual(['Note 6', 'Note 4', 'Note 2', 'Note 0']);
  });

  it('keeps nobody else from reading while it is searched, and goes on where a search was cut', async () => {
    const { therapist } = practice;
    for (let n = 0; n < 3; n += 1) await writeNote(therapist, { title: `Note ${n}`, content: 'even' });
    const places = await test.app.get(NoteRepository).listPlaces(therapist.id, { clientId: undefined, bookingId: undefined, after: undefined });
    let go: () => void = () => undefined;
    const slow = jest.spyOn(test.app.get(NoteRepository), 'listPlaces').mockImplementation(() => new Promise((resolve) => (go = () => resolve(places))));
    const searched = therapist.get(`${NOTES}?q=even`).then(({ body }) => (body as Note[]).length);
    await eventually(() => expect(slow).toHaveBeenCalled());
    await (await signInTherapist(test)).get(`${NOTES}/summary`).expect(200);
    go();
    expect(await searched).toBe(3);
    slow.mockRestore();

    const cut = jest.spyOn(test.app.get(NoteSearchService), 'search').mockResolvedValue({ places: [], cutAt: places[1] });
    const { body, headers } = await therapist.get(`${NOTES}?q=even`).expect(200) as { body: Note[]; headers: Record<string, string> };
    cut.mockRestore();
    expect(body).toEqual([]);
    const next = /<http:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1] ?? '';
    expect(((await therapist.get(next).expect(200)).body as Note[]).map(({ title }) => title)).toEqual(['Note 0']);
  });

  it('is read without a note whose row was handed to somebody else in the table', async () => {
    const { therapist } = practice;
    const note = await writeNote(therapist, { title: 'Mine' });
    const thief = await signInTherapist(test);
    await test.database.query('update session_notes set therapist_id = $2 where id = $1', [note.id, thief.id]);
    expect((await listed('', thief)).map(({ title, preview }) => [title, preview])).toEqual([['This text cannot be opened', '']]);
    expect((await thief.get(`${NOTES}?q=mine`).expect(200)).body).toEqual([]);
    await thief.get(`${NOTES}/${note.id}`).expect(409);
    expect(((await thief.get(`${NOTES}/${note.id}/history`)).body as { detail: string }).detail).toMatch(/cannot be opened/);
  });

  it('opens the beginnings alone, also of notes of before there were any once they were listed', async () => {
    const { therapist, clientId } = practice;
    await addNote(test, { therapistId: therapist.id, clientId, title: 'Of before', content: 'x'.repeat(20_000), visible: false });
    await writeNote(therapist, { title: 'Of now', content: 'y'.repeat(20_000), tags: ['sleep'] });
    const first = await listed();
    expect(first).toMatchObject([{ title: 'Of now', tags: ['sleep'], preview: `${'y'.repeat(200)}…` }, { title: 'Of before', tags: [], preview: `${'x'.repeat(200)}…` }]);
    // What opens no more is not asked for.
    await test.database.query(`update session_notes set title = 'x', content = 'x', tags = null where therapist_id = $1`, [therapist.id]);
    expect(await listed()).toEqual(first);
    expect((await therapist.get(`${NOTES}/${first[0]?.id}`).expect(409)).body).toMatchObject({ detail: expect.stringMatching(/cannot be opened/) as string });
  });

  it('shows the accepted summary', async () => {
    const { therapist, clientId } = practice;
    await addNote(test, { therapistId: therapist.id, clientId, title: 'Summed up', summary: 'In short', visible: false });
    const [note] = await listed();
    expect(note).toMatchObject({ title: 'Summed up', ai_summary: 'In short' });
    // It is sealed anew with the client.
    await therapist.put(`${NOTES}/${note?.id}`, { title: 'Summed up', content: 'All', is_client_visible: false, client_id: null }).expect(200);
    expect((await listed())[0]).toMatchObject({ client_id: null, ai_summary: 'In short' });
  });
});

describe('to begin with', () => {
  it('there is the last note of the same client', async () => {
    const { therapist, bookingId, clientId } = practice;
    const other = await addAppointment(test, therapist.id);
    const first = await writeNote(therapist, { title: 'First', booking_id: bookingId });
    const second = await writeNote(therapist, { title: 'Second', client_id: clientId });
    await writeNote(therapist, { title: 'Of another', client_id: other.clientId });
    expect((await therapist.get(`${NOTES}/last?client_id=${clientId}`).expect(200)).body).toEqual({ id: second.id, title: 'Second', content: 'What was said.', created_at: expect.any(String) as string });
    expect((await therapist.get(`${NOTES}/last?booking_id=${bookingId}&except=${second.id}`).expect(200)).body).toMatchObject({ id: first.id });
    expect((await therapist.get(`${NOTES}/last?client_id=${newId()}`).expect(404)).body).toMatchObject({ detail: 'There is no earlier note about this client.' });
    await therapist.get(`${NOTES}/last`).expect(400);
  });

  it('there are templates', async () => {
    const { body } = await practice.therapist.get(`${NOTES}/templates`).expect(200);
    expect((body as { key: string }[]).map(({ key }) => key)).toEqual(['soap', 'dap', 'birp', 'free']);
    expect((body as { content: string }[])[0]?.content).toBe('Subjective:\n\n\nObjective:\n\n\nAssessment:\n\n\nPlan:\n\n');
  });
});

function fieldsOf({ title, content, is_client_visible }: Omit<Note, 'id'>): { title: string; content: string; is_client_visible: boolean } {
  return { title, content, is_client_visible };
}
