import { Client } from 'pg';
import { auditProblems } from '../harness/activity-log-tools';
import { EmergencyAdmin, signInEmergencyAdmin } from '../harness/break-glass';
import { book, openPractice, Practice, proveBookings } from '../harness/practice';
import { signInClient, SignedInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** Somebody who can write the tables as the application does changes what a therapist kept private, signed or withdrew. */
let test: TestApp;
let app: Client;
let practice: Practice;
let client: SignedInClient;
let admin: EmergencyAdmin;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000' });
  app = new Client({ connectionString: test.testDatabase.url });
  await app.connect();
  admin = await signInEmergencyAdmin(test);
});
afterAll(async () => {
  await app.end();
  await test.close();
});
beforeEach(async () => {
  practice = await openPractice(test);
  client = await signInClient(test);
  await book(test, practice, { client_email: client.email }).expect(201);
  await proveBookings(test, client.email);
});

const NOTES = '/api/therapist/enhanced-session-notes';
const DEEDS = '/api/therapist/session-notes';
const anew = (change: string): Promise<unknown> => app.query(`begin; set local attune.sealing_anew = 'on'; ${change}; commit`).catch((error: Error) => app.query('rollback').then(() => Promise.reject(error)));
const dashboard = async (): Promise<string> => JSON.stringify((await client.get('/api/client/dashboard').expect(200)).body);
const person = async (): Promise<string> => (await app.query<{ id: string }>('select id from clients where email = $1', [client.email])).rows[0]?.id ?? '';
const contentOf = async (id: string): Promise<unknown> => ((await practice.therapist.get(`${NOTES}/${id}`)).body as { session_note?: { content: string } }).session_note?.content;
const named = async (): Promise<(string | undefined)[]> => (await auditProblems(test)).map(({ id }) => id);
const rowOf = async (table: string, id: string): Promise<string> => (await app.query<{ row: string }>(`select to_jsonb(r)::text as row from ${table} r where id = $1`, [id])).rows[0]?.row ?? '';

async function write(fields: object = {}): Promise<string> {
  const { body } = await practice.therapist.post(NOTES, { title: 'Thoughts', content: 'CANARY one', client_id: await person(), is_private: true, ...fields }).expect(201);
  return (body as { id: string }).id;
}
const save = (id: string, content: string, fields: object = {}) => practice.therapist.put(`${NOTES}/${id}`, { title: 'Thoughts', content, is_client_visible: false, is_private: true, ...fields }).expect(200);
const sign = (id: string) => practice.therapist.post(`${DEEDS}/${id}/sign`).expect(200);

it('nothing is wrong while nobody does', async () => {
  const id = await write();
  await save(id, 'CANARY two');
  await sign(id);
  await practice.therapist.post(`${DEEDS}/${id}/unlock`, { reason: 'A mistake in the date.' }).expect(200);
  expect(await named()).toEqual([]);
});

it('a private note that is made visible is shown to no client, no administrator and no model, stays its therapist’s, and is named', async () => {
  const id = await write();
  await app.query('update session_notes set is_private = false, is_client_visible = true where id = $1', [id]);
  expect(await dashboard()).not.toContain('CANARY');
  expect(JSON.parse(await dashboard())).toMatchObject({ counts: { session_notes: 0 } });
  expect(await contentOf(id)).toBe('CANARY one');
  await practice.therapist.post(`${DEEDS}/${id}/analysis`).expect(422);
  const { body: grant } = await admin.post('/api/admin/break-glass', { client: client.email, reason: 'The therapist is in hospital since today.', ...admin.proof() }).expect(201);
  const { text } = await admin.get(`/api/admin/break-glass/${(grant as { id: string }).id}/record?section=session_notes`).expect(200);
  expect(text).not.toContain('CANARY');
  expect(await named()).toContain(id);
  // Whatever its therapist does next, what somebody did to it is not vouched for.
  await practice.therapist.post(`${DEEDS}/${id}/sign`).expect(200);
  expect(await dashboard()).not.toContain('CANARY');
  expect(await named()).toContain(id);
});

it('nobody changes a signed note by saying that it is sealed anew', async () => {
  const id = await write();
  const { rows } = await app.query<{ content: Buffer }>('select content from session_notes where id = $1', [id]);
  await save(id, 'CANARY two');
  await sign(id);
  const refused = 'a signed note is not changed';
  await expect(anew(`update session_notes set is_private = false, is_client_visible = true where id = '${id}'`)).rejects.toThrow(refused);
  await expect(anew(`update session_notes set signed_at = '2020-01-01' where id = '${id}'`)).rejects.toThrow(refused);
  await expect(anew(`update session_notes set signed_at = null where id = '${id}'`)).rejects.toThrow(refused);
  await expect(anew(`update session_notes set content = '\\x${rows[0]?.content.toString('hex')}' where id = '${id}'`)).rejects.toThrow(refused);
  await expect(anew(`update session_note_versions set is_private = false where note_id = '${id}'`)).rejects.toThrow('a version of a note is not changed');
  expect(await contentOf(id)).toBe('CANARY two');
  expect(await named()).not.toContain(id);
});

it('an earlier text that is put back, and another date of the signature, are named; the text is not taken for what was signed', async () => {
  const id = await write();
  const { rows } = await app.query<{ content: Buffer }>('select content from session_notes where id = $1', [id]);
  await save(id, 'CANARY two');
  await sign(id);
  await app.query('update session_notes set signed_at = null where id = $1', [id]);
  await app.query(`update session_notes set signed_at = '2020-01-01' where id = $1`, [id]);
  expect(await named()).toContain(id);
  await app.query('update session_notes set signed_at = null where id = $1', [id]);
  await app.query('update session_notes set content = $2 where id = $1', [id, rows[0]?.content]);
  expect(await contentOf(id)).toBeUndefined();
});

it('of a history nothing but edits can be taken, and what is missing is named', async () => {
  const id = await write();
  await save(id, 'CANARY two');
  await sign(id);
  await expect(app.query(`delete from session_note_versions where note_id = $1 and kind = 'created'`, [id])).rejects.toThrow('a version of a note is not deleted');
  await expect(app.query(`delete from session_note_versions where note_id = $1 and kind = 'signed'`, [id])).rejects.toThrow('a version of a note is not deleted');
  expect(await named()).not.toContain(id);
  await app.query(`delete from session_note_versions where note_id = $1 and kind = 'edited'`, [id]);
  expect(await named()).toContain(id);
});

it('a whole earlier row that is put back, and a note that is gone, are named', async () => {
  const [id, lost] = [await write(), await write()];
  const earlier = await rowOf('session_notes', id);
  await save(id, 'CANARY two');
  await sign(id);
  await app.query('update session_notes set signed_at = null where id = $1', [id]);
  await app.query(
    `update session_notes n set (title, content, tags, version, texts_mark, mark) = (r.title, r.content, r.tags, r.version, r.texts_mark, r.mark) from jsonb_populate_record(null::session_notes, $1::jsonb) r where n.id = r.id`,
    [earlier],
  );
  await app.query('delete from session_notes where id = $1', [lost]);
  expect(await named()).toEqual(expect.arrayContaining([id, lost]));
});

it('a plan that was withdrawn or never published is shown to no client, and is named', async () => {
  const make = async (): Promise<string> => {
    const { body } = await practice.therapist.post('/api/therapist/care-plans', { client_id: await person(), title: 'CANARY plan', description: 'x', actions: ['Walk'].map((text) => ({ text })) }).expect(201);
    return (body as { id: string }).id;
  };
  const [never, withdrawn] = [await make(), await make()];
  await practice.therapist.post(`/api/therapist/care-plans/${withdrawn}/publish`, {}).expect(200);
  expect(await dashboard()).toContain('CANARY plan');
  const published = await rowOf('care_plans', withdrawn);
  await practice.therapist.post(`/api/therapist/care-plans/${withdrawn}/withdraw`).expect(200);
  await app.query('update care_plans set published_at = now() where id = $1', [never]);
  expect(await dashboard()).not.toContain('CANARY');
  expect(await named()).toContain(never);
  await app.query(`update care_plans p set (published_at, withdrawn_at, mark) = (r.published_at, r.withdrawn_at, r.mark) from jsonb_populate_record(null::care_plans, $1::jsonb) r where p.id = r.id`, [published]);
  expect(await named()).toEqual(expect.arrayContaining([never, withdrawn]));
});

it('a stranger’s booking that is made the client’s own is named; one that the client confirmed is theirs', async () => {
  const rogue = await openPractice(test);
  const { body } = await book(test, rogue, { client_email: client.email }).expect(201);
  const { id } = body as { id: string };
  await app.query('update bookings set by_stranger = false where id = $1', [id]);
  expect(await named()).toContain(id);
  await app.query('update bookings set by_stranger = true where id = $1', [id]);
  expect(await named()).not.toContain(id);
  for (let times = 0; times < 3; times += 1) await client.post(`/api/client/practices/${rogue.therapist.id}/confirm`).expect(200);
  expect((await app.query(`select id from activity_log where action = 'confirm_practice' and actor_id = $1`, [client.id])).rows).toHaveLength(1);
  expect(await named()).not.toContain(id);
});

it('what was written before there were marks is taken over once, by the first start', async () => {
  const id = await write({ is_private: false, is_client_visible: true, content: 'CANARY shared' });
  const owner = new Client({ connectionString: test.testDatabase.ownerUrl });
  await owner.connect();
  await owner.query('alter table activity_log disable trigger all; alter table session_note_versions disable trigger session_note_versions_kept');
  await owner.query(`delete from activity_log where action in ('adopt_session_notes', 'adopt_care_plans', 'adopt_bookings')`);
  await owner.query('alter table session_notes disable trigger session_notes_signed');
  await owner.query('update session_notes set mark = null, texts_mark = null, history_from = null; update session_note_versions set mark = null, texts_mark = null, kept_before = null; update care_plans set mark = null; update bookings set mark = null');
  await owner.query('alter table session_notes enable trigger session_notes_signed; alter table activity_log enable trigger all; alter table session_note_versions enable trigger session_note_versions_kept');
  expect(await dashboard()).not.toContain('CANARY');
  const restarted = await startTestApp({}, () => undefined, test.testDatabase);
  await restarted.close();
  expect(await dashboard()).toContain('CANARY shared');
  await owner.query('update session_notes set mark = null where id = $1', [id]);
  const again = await startTestApp({}, () => undefined, test.testDatabase);
  await again.close();
  expect(await dashboard()).not.toContain('CANARY');
  await owner.end();
});
