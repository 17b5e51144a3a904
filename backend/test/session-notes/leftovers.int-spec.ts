import { randomBytes } from 'node:crypto';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { newId } from '../../src/common/database/database';
import { Works } from '../../src/common/work/work';
import { RecordsMoved } from '../../src/modules/clients/persons/person.events';
import { SharedNotesService } from '../../src/modules/session-notes/sharing/shared-notes.service';
import { signInEmergencyAdmin } from '../harness/break-glass';
import { addAppointment, DEEDS, NotePractice, NOTES, openNotePractice, writeNote } from '../harness/session-notes';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let practice: NotePractice;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  practice = await openNotePractice(test);
});

/** Every row of every table, as text; bytes also as the text that they may be. */
async function everyRow(): Promise<{ table: string; row: string }[]> {
  const tables = await test.database.query<{ name: string }>(`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const rows: { table: string; row: string }[] = [];
  for (const { name } of tables) {
    for (const { row } of await test.database.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${name} t`)) {
      rows.push({ table: name, row: JSON.stringify(row).replace(/\\\\x((?:[0-9a-f]{2})+)/g, (whole, hex: string) => `${whole} ${Buffer.from(hex, 'hex').toString('latin1')}`) });
    }
  }
  return rows;
}

/** Through every field that there is: a note, its edit, draft, signature, unlocking and amendment, and a draft of a new one. */
async function fill(canary: () => string): Promise<string> {
  const { therapist, bookingId } = practice;
  const note = await writeNote(therapist, { title: canary(), content: canary(), tags: [canary(), canary()], booking_id: bookingId });
  const edit = { title: canary(), content: canary(), tags: [canary()], is_client_visible: true };
  await therapist.put(`${NOTES}/${note.id}`, edit).expect(200);
  await therapist.post(`${DEEDS}/${note.id}/sign`, {}).expect(200);
  await therapist.post(`${DEEDS}/${note.id}/amendments`, { text: canary() }).set('Idempotency-Key', canary()).expect(201);
  await therapist.post(`${DEEDS}/${note.id}/unlock`, { reason: canary() }).expect(200);
  const draft = { title: canary(), content: canary(), tags: [canary()], saved_at: test.clock.now().toISOString() };
  await therapist.put(`${NOTES}/${note.id}/draft`, draft).expect(200);
  await therapist.put(`${NOTES}/drafts/${newId()}`, { ...draft, content: canary() }).expect(200);
  await therapist.get(`${NOTES}?q=${canary()}&tag=${canary()}`).expect(200);
  return note.id;
}

it('nothing that is written in a note stands in the database or in what is logged', async () => {
  const canaries: string[] = [];
  const written = jest.spyOn(process.stdout, 'write');
  await fill(() => {
    const canary = `canary${randomBytes(9).toString('hex')}`;
    canaries.push(canary);
    return canary;
  });
  const logged = written.mock.calls.map(([part]) => String(part)).join('');
  written.mockRestore();
  expect(canaries.length).toBeGreaterThanOrEqual(16);
  const rows = await everyRow();
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ row }) => canaries.some((canary) => row.includes(canary)))).toEqual([]);
  expect(canaries.filter((canary) => logged.includes(canary))).toEqual([]);
});

it('a note that is deleted leaves nothing but entries of the log', async () => {
  let count = 0;
  const id = await fill(() => `leftover-${(count += 1)}`);
  const [draft] = await test.database.query<{ draft_id: string }>('select draft_id from session_note_drafts where therapist_id = $1 and draft_id is not null', [practice.therapist.id]);
  await practice.therapist.delete(`${NOTES}/drafts/${draft?.draft_id}`).expect(200);
  const tables = async (): Promise<string[]> => [...new Set((await everyRow()).filter(({ row }) => row.includes(id)).map(({ table }) => table))].sort();
  expect(await tables()).toEqual(['activity_log', 'activity_recurrences', 'session_note_drafts', 'session_note_versions', 'session_notes']);
  expect((await practice.therapist.delete(`${DEEDS}/${id}`).expect(200)).body).toEqual({ status: 'deleted' });
  expect(await tables()).toEqual(['activity_log', 'activity_recurrences']);
  const history = await test.database.query('select v.id from session_note_versions v where not exists (select from session_notes n where n.id = v.note_id)');
  const drafts = await test.database.query('select id from session_note_drafts where fields is not null and therapist_id = $1', [practice.therapist.id]);
  expect([history, drafts]).toEqual([[], []]);
  await practice.therapist.get(`${NOTES}/${id}`).expect(404);
});

it('notes of two persons that turn out to be one follow, signed ones too', async () => {
  const { therapist, clientId, bookingId } = practice;
  const { clientId: other } = await addAppointment(test, therapist.id);
  const open = await writeNote(therapist, { title: 'Open', client_id: clientId, is_client_visible: true, tags: ['sleep'] });
  const signed = await writeNote(therapist, { title: 'Signed', booking_id: bookingId, is_client_visible: true });
  await therapist.post(`${DEEDS}/${signed.id}/sign`, {}).expect(200);
  await test.app.get(Works).begin(SYSTEM_ACTOR, async (work) => {
    await work.tx.query('update bookings set client_id = $2 where client_id = $1', [clientId, other]);
    await work.publish(new RecordsMoved(clientId, other));
  });
  for (const { id, title } of [open, signed]) expect((await therapist.get(`${NOTES}/${id}`).expect(200)).body).toMatchObject({ session_note: { title, client_id: other, content: 'What was said.' } });
  expect((await test.app.get(SharedNotesService).newestFor(other, true)).entries.map(({ session_summary }) => session_summary).sort()).toEqual(['Open', 'Signed']);
  expect(await test.app.get(SharedNotesService).newestFor(clientId, true)).toMatchObject({ count: 0, entries: [] });
  expect((await therapist.get(`${NOTES}/${signed.id}/history`).expect(200)).body).toMatchObject([{ kind: 'signed' }, { kind: 'created', title: 'Signed' }]);
  await therapist.put(`${NOTES}/${signed.id}`, { title: 'Changed', content: '', is_client_visible: true }).expect(422);
});

it('a client sees what is marked visible and about them, and nothing private', async () => {
  const { therapist, clientId, bookingId } = practice;
  await writeNote(therapist, { title: 'Hidden', client_id: clientId });
  await writeNote(therapist, { title: 'Private', client_id: clientId, is_private: true });
  const shown = await writeNote(therapist, { title: 'Shown', booking_id: bookingId, is_client_visible: true });
  const visible = async (): Promise<string[]> => (await test.app.get(SharedNotesService).newestFor(clientId, true)).entries.map(({ session_summary }) => session_summary);
  expect(await visible()).toEqual(['Shown']);
  await expect(test.database.query('update session_notes set is_private = true where id = $1', [shown.id])).rejects.toThrow('session_notes_check');
  await therapist.put(`${NOTES}/${shown.id}`, { title: 'Shown', content: '', is_client_visible: false, is_private: true }).expect(200);
  expect(await visible()).toEqual([]);
});

it('an emergency access shows no note that its therapist marked private, and says how many there are', async () => {
  const { therapist, clientId, bookingId } = practice;
  await writeNote(therapist, { title: 'Of both', client_id: clientId });
  await writeNote(therapist, { title: 'Of my own', booking_id: bookingId, is_private: true });
  const admin = await signInEmergencyAdmin(test);
  const [person] = await test.database.query<{ email: string }>('select email from clients where id = $1', [clientId]);
  const { body: grant } = await admin.post('/api/admin/break-glass', { client: person?.email, reason: 'Nobody answers the telephone', ...admin.proof() }).expect(201);
  const read = async (section: string): Promise<object> => (await admin.get(`/api/admin/break-glass/${grant.id as string}/record?section=${section}`).expect(200)).body as object;
  const notes = await read('session_notes');
  expect(notes).toMatchObject({ rows: [{ title: 'Of both' }], private_notes: 1 });
  expect(JSON.stringify(notes)).not.toContain('Of my own');
  expect(await read('care_plans')).not.toHaveProperty('private_notes');
});
