import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { PracticeRows } from '../../src/common/practices/practice-rows';
import { Works } from '../../src/common/work/work';
import { FileStorage, RecordingStorage } from '../../src/integrations/storage/file-storage';
import { SecondFactorService } from '../../src/modules/auth/second-factor/second-factor.service';
import { PracticeImport } from '../../src/modules/practices/import/practice-import.service';
import { auditProblems } from '../harness/activity-log-tools';
import { everyRow } from '../harness/canaries';
import { mailedCode } from '../harness/client-browser';
import { addNote } from '../harness/client-record';
import { connectCalendar } from '../harness/connected-calendar';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { startPracticeCommand } from '../harness/practice-command';
import { bookingOf, openPractice } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { fillSealedTables } from '../harness/sealed-rows';
import { NOTES } from '../harness/session-notes';
import { signInAnew } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';
import { openWholePractice, WholePractice } from '../harness/whole-practice';

let test: TestApp;
let place: string;
let command: Awaited<ReturnType<typeof startPracticeCommand>>;
const never = new AbortController().signal;

beforeEach(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '10000' });
  place = mkdtempSync(join(tmpdir(), 'attune-deletion-'));
  command = await startPracticeCommand(test);
});
afterEach(async () => {
  await command.close();
  await test.close();
  rmSync(place, { recursive: true, force: true });
});

/** Its appointment is over, its sound is read, and its mails are sent. */
async function letCome(practice: WholePractice): Promise<void> {
  await test.database.query(`update bookings set status = 'completed', completed_at = now() where therapist_id = $1`, [practice.therapist.id]);
  await test.database.query(`update meeting_sessions set phase = 'completed' where therapist_id = $1`, [practice.therapist.id]);
  await test.database.query(`update outbox set state = 'done', finished_at = now() where queue = 'mail'`);
}

/** Where in the database, and in the storage, something stands. */
async function whereIs(...texts: string[]): Promise<string[]> {
  const rows = await everyRow(test.database);
  return [...new Set(rows.filter(({ row }) => texts.some((text) => row.toLowerCase().includes(text.toLowerCase()))).map(({ table }) => table))].sort();
}

async function objects(): Promise<number> {
  return (await test.app.get<FileStorage>(FileStorage, { strict: false }).list(undefined, 1_000)).length + (await test.app.get<RecordingStorage>(RecordingStorage, { strict: false }).list(undefined, 1_000)).length;
}

it('takes all of a practice out, and leaves nothing of it but what has to stay; another one keeps all it has', async () => {
  const practice = await openWholePractice(test);
  const other = await openWholePractice(test, 'Robin Vale');
  await letCome(practice);
  await test.database.query('insert into second_factors (account_kind, account_id, secret, created_at) values ($1, $2, $3, now())', ['user', practice.therapist.id, Buffer.alloc(0)]);
  await test.database.query(`insert into images (hash, content_type, bytes, width, height) values ('${'a'.repeat(64)}', 'image/webp', 'x', 1, 1)`);
  await test.database.query(`update therapist_profiles set image_hash = '${'a'.repeat(64)}' where therapist_id = $1`, [practice.therapist.id]);
  const before = await objects();
  const folder = join(place, 'practice');
  const rows = command.get(PracticeRows);
  const countsOf = async (of: string): Promise<[string, number][]> => Promise.all([...rows.tables().values()].map(async (table) => [table.name, await rows.count(table, of, test.database)] as [string, number]));
  const others = await countsOf(other.therapist.id);
  const { left, stays, taken, isComplete } = await command.deletion.delete(practice.therapist.id, folder, never);
  expect({ left, isComplete }).toEqual({ left: {}, isComplete: true });
  expect(taken).toMatchObject({ users: 1, bookings: 1, session_notes: 3, session_note_files: 1, meeting_chunks: 2, therapist_clients: 1 });
  expect(stays.filter(({ rows: some }) => some > 0).map(({ table }) => table)).toEqual(expect.arrayContaining(['activity_log']));
  expect((JSON.parse(readFileSync(join(folder, 'practice.json'), 'utf8')) as { rows: { session_notes: unknown[] } }).rows.session_notes).toHaveLength(3);

  expect(await whereIs('Kim Park', 'kim.park@example.org', practice.therapist.email, practice.slug)).toEqual([]);
  // Ids alone: of the log, and for an hour of what changed in public.
  expect((await whereIs(practice.therapist.id)).filter((table) => table !== 'activity_recurrences' && table !== 'public_changes')).toEqual(['activity_log']);
  expect((await whereIs(practice.clientId, practice.bookingId, practice.signedNoteId)).filter((table) => table !== 'activity_recurrences')).toEqual(['activity_log']);
  expect(await objects()).toBe(before / 2);
  expect(await test.database.query('select hash from images')).toEqual([]);

  expect(await countsOf(other.therapist.id)).toEqual(others);
  expect((await other.therapist.get('/api/therapist/profile')).status).toBe(200);
  expect((await practice.therapist.get('/api/therapist/profile')).status).toBe(401);
  expect((await test.http.get(`/api/public/therapists/${practice.slug}`)).status).toBe(404);
  const deeds = await test.database.query<{ details: object; client_ids: string[] | null }>(`select details, client_ids from activity_log where action = 'delete_practice' order by seq`);
  expect(deeds).toEqual([{ details: { first: true, exported_at: expect.any(Number) as number }, client_ids: [practice.clientId] }, { details: { rows: expect.any(Number) as number }, client_ids: null }]);
  expect(await command.deletion.prove(other.therapist.id)).toMatchObject({ left: { users: 1, bookings: 1 } });
});

it('takes every table that a practice can have rows in', async () => {
  await fillSealedTables(test);
  const [of] = await test.database.query<{ therapist_id: string; client_id: string }>('select therapist_id, client_id from bookings');
  const { therapist_id, client_id } = of as { therapist_id: string; client_id: string };
  await test.database.query('insert into therapist_clients (therapist_id, client_id) values ($1, $2)', [therapist_id, client_id]);
  await test.database.query(`update meeting_sessions set phase = 'completed', end_reason = 'completed_early'`);
  await test.database.query(`update bookings set status = 'cancelled'`);
  await test.database.query('delete from calendar_connections');
  await test.database.query('insert into break_glass_therapists (grant_id, therapist_id) select id, $1 from break_glass_grants', [therapist_id]);
  const { left, stays } = await command.deletion.delete(therapist_id, join(place, 'practice'), never);
  expect(left).toEqual({});
  expect(stays.find(({ table }) => table === 'break_glass_grants')).toMatchObject({ rows: 1 });
  expect(await whereIs(client_id)).toEqual(['activity_log', 'break_glass_grants']);
});

it('a client with an account, and one of another practice, stay themselves', async () => {
  const practice = await openWholePractice(test);
  const other = await openWholePractice(test, 'Robin Vale');
  await letCome(practice);
  await test.database.query(`insert into users (id, user_type, email, name) values ($1, 'client', 'kim.park@example.org', 'Kim Park')`, [practice.clientId]);
  await test.database.query('insert into therapist_clients (therapist_id, client_id) values ($1, $2)', [practice.therapist.id, other.clientId]);
  await command.deletion.delete(practice.therapist.id, join(place, 'practice'), never);
  const people = await test.database.query<{ id: string }>('select id from clients where id = any($1)', [[practice.clientId, other.clientId]]);
  expect(people.map(({ id }) => id).sort()).toEqual([practice.clientId, other.clientId].sort());
  expect(await test.database.query('select client_id from therapist_clients order by 1')).toEqual([{ client_id: other.clientId }]);
});

it('is not begun while somebody has an appointment, a session is recorded, or a mail is on its way; nothing is changed then', async () => {
  const practice = await openWholePractice(test);
  const folder = join(place, 'practice');
  expect(await command.deletion.holds(practice.therapist.id)).toEqual([
    expect.stringContaining('One appointment is still to come'),
    expect.stringContaining('A session is being recorded'),
    expect.stringMatching(/mails? of the practice (is|are) on the way/),
  ]);
  await expect(command.deletion.delete(practice.therapist.id, folder, never)).rejects.toThrow('still to come');
  expect(existsSync(folder)).toBe(false);
  expect((await practice.therapist.get('/api/therapist/profile')).status).toBe(200);
});

it('can be stopped at any moment and goes on, with the export that was made first', async () => {
  const practice = await openWholePractice(test);
  await letCome(practice);
  const folder = join(place, 'practice');
  const stops = new AbortController();
  const stopped = await command.deletion.delete(practice.therapist.id, folder, stops.signal, (part) => void (part === 'session_notes' && existsSync(folder) && stops.abort()));
  expect(stopped.isComplete).toBe(false);
  expect(stopped.left).toMatchObject({ users: 1 });
  const exported = readFileSync(join(folder, 'practice.json'), 'utf8');
  expect(exported).toContain('Kim Park slept well');
  await expect(command.deletion.delete(practice.therapist.id, join(place, 'elsewhere'), never)).rejects.toThrow('is not the export that was made before it');
  const { left, isComplete } = await command.deletion.delete(practice.therapist.id, folder, never);
  expect({ left, isComplete }).toEqual({ left: {}, isComplete: true });
  expect(readFileSync(join(folder, 'practice.json'), 'utf8')).toBe(exported);
  expect(readdirSync(place)).toEqual(['practice']);
  expect(await whereIs('Kim Park', practice.therapist.email)).toEqual([]);
});

it('one that was imported back is closed and exported anew before it is deleted again, and its therapist signs in meanwhile', async () => {
  const practice = await openWholePractice(test);
  await letCome(practice);
  const { id } = practice.therapist;
  // Of the installation's own log; what it was about went with the rows.
  await test.app.get(Works).begin(SYSTEM_ACTOR, (work) => work.record({ action: 'second_factor_enabled', subjectType: 'user', subjectId: id }));
  const [before, after] = [join(place, 'before'), join(place, 'after')];
  await command.deletion.delete(id, before, never);
  await test.app.get(PracticeImport, { strict: false }).take(before);
  const factors = test.app.get(SecondFactorService, { strict: false });
  expect(await test.app.get(Works).begin(SYSTEM_ACTOR, (work) => factors.demand(work, { kind: 'user', id }))).toBeUndefined();
  expect(await auditProblems(test)).toEqual([]);
  const therapist = await signInAnew(test, practice.therapist);
  await therapist.post(NOTES, { title: 'Written since', content: 'Words of after it came back' }).expect(201);
  test.clock.advance(60_000);
  // The therapist is told of the second factor.
  expect(await test.database.query(`update outbox set state = 'done', finished_at = now() where queue = 'mail' and state = 'pending' returning job`)).toEqual([{ job: 'send-second-factor-notice' }]);
  const stops = new AbortController();
  await command.deletion.delete(id, after, stops.signal, (part) => void (part === 'session_notes' && existsSync(after) && stops.abort()));
  expect(readFileSync(join(after, 'practice.json'), 'utf8')).toContain('Words of after it came back');
  await expect(command.deletion.delete(id, before, never)).rejects.toThrow('is not the export that was made before it');
  expect(await command.deletion.delete(id, after, never)).toMatchObject({ left: {}, isComplete: true });
});

it('what somebody knew of an address that they left while the practice was away is shown to nobody who has it next', async () => {
  const practice = await openPractice(test);
  const client = await signInClient(test, { email: 'first@example.org', name: 'Ivy' });
  await client.post('/api/bookings', bookingOf(test, practice, { client_email: client.email, client_name: client.name })).expect(201);
  await addNote(test, { therapistId: practice.therapist.id, clientId: client.id, content: 'Told to nobody else.' });
  expect((await client.get('/api/client/session-notes').expect(200)).text).toContain('Told to nobody else.');
  await test.database.query(`update bookings set status = 'completed', completed_at = now() where therapist_id = $1`, [practice.therapist.id]);
  await test.database.query(`update outbox set state = 'done', finished_at = now() where queue = 'mail'`);
  const folder = join(place, 'practice');
  await command.deletion.delete(practice.therapist.id, folder, never);
  test.clock.advance(61_000);
  await client.post('/api/client/account/email', { email: 'last@example.org' }).expect(202);
  await client.post('/api/client/account/email/confirm', { code: await mailedCode(test, 'last@example.org') }).expect(200);
  const next = await signInClient(test, { email: 'first@example.org', name: 'Next' });
  await test.app.get(PracticeImport, { strict: false }).take(folder);
  expect(await test.database.query('select from session_notes where therapist_id = $1', [practice.therapist.id])).toHaveLength(1);
  for (const path of ['dashboard', 'session-notes', 'export']) expect((await next.get(`/api/client/${path}`).expect(200)).text).not.toContain('Told to nobody else.');
});

describe('with a calendar at Google', () => {
  let google: GoogleStandIn;
  const leave = async (): Promise<string[]> => {
    const withGoogle = await startTestApp({ BOOKING_LIMIT_PER_IP: '10000', ...google.environment });
    const leaving = await startPracticeCommand(withGoogle, google.environment);
    try {
      const { therapist } = await openPractice(withGoogle);
      await connectCalendar(withGoogle, google, therapist);
      await withGoogle.database.query(`update outbox set state = 'done', finished_at = now() where queue = 'mail'`);
      const told: string[] = [];
      expect(await leaving.deletion.delete(therapist.id, join(place, 'connected'), never, (part) => told.push(part))).toMatchObject({ left: {}, isComplete: true });
      return told;
    } finally {
      await leaving.close();
      await withGoogle.close();
    }
  };
  beforeEach(async () => {
    google = await startGoogleStandIn();
  });
  afterEach(() => google.close());

  it('gives the consent back', async () => {
    expect((await leave()).filter((part) => part.includes('Google'))).toEqual([]);
  });

  it('is deleted also where Google cannot be asked, and says so', async () => {
    google.calendar.control.fault({ kind: 'backendError', path: '/dev/google/revoke', times: 10 });
    expect((await leave()).filter((part) => part.includes('Google'))).toEqual([expect.stringContaining('could not be asked to end the access')]);
  });
});
