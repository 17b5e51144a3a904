import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { Works } from '../../src/common/work/work';
import { FileStorage, RecordingStorage } from '../../src/integrations/storage/file-storage';
import { ClientsService } from '../../src/modules/clients/persons/persons.service';
import { PracticeExport } from '../../src/modules/practices/export/practice-export.service';
import { PracticeImport, PracticeImported } from '../../src/modules/practices/import/practice-import.service';
import { auditProblems } from '../harness/activity-log-tools';
import { everyRow } from '../harness/canaries';
import { book, workday } from '../harness/practice';
import { fillSealedTables } from '../harness/sealed-rows';
import { sealInto } from '../harness/sealed-values';
import { NOTES } from '../harness/session-notes';
import { MEETINGS, newMeeting, openMeetingPractice } from '../harness/meetings';
import { SignedInTherapist, signInAnew } from '../harness/signed-in';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';
import { openWholePractice, WholePractice } from '../harness/whole-practice';

type Rows = Record<string, Record<string, unknown>[]>;
interface Exported {
  schema: string;
  exported_at: string;
  therapist_id: string;
  rows: Rows;
  files: { path: string; bytes: number; sha256: string; of: { table: string; id: string } | null }[];
  missing: string[];
}

const OLD_KEYS = `old:${Buffer.alloc(32, 3).toString('base64')}`;
const NEW_KEYS = `new:${Buffer.alloc(32, 9).toString('base64')}`;

let old: TestApp;
let here: TestApp;
let place: string;

beforeEach(async () => {
  old = await startTestApp({ BOOKING_LIMIT_PER_IP: '10000', ENCRYPTION_KEYS: OLD_KEYS });
  here = await startTestApp({ BOOKING_LIMIT_PER_IP: '10000', ENCRYPTION_KEYS: NEW_KEYS });
  place = mkdtempSync(join(tmpdir(), 'attune-import-'));
});
afterEach(async () => {
  await here.close();
  await old.close();
  rmSync(place, { recursive: true, force: true });
});

const write = (test: TestApp, therapistId: string, folder: string) => test.app.get(PracticeExport, { strict: false }).write(therapistId, folder);
const take = (folder: string): Promise<PracticeImported> => here.app.get(PracticeImport, { strict: false }).take(folder);
const read = (folder: string): Exported => JSON.parse(readFileSync(join(folder, 'practice.json'), 'utf8')) as Exported;
const stored = async (test: TestApp): Promise<number> =>
  (await test.app.get<FileStorage>(FileStorage, { strict: false }).list(undefined, 1_000)).length + (await test.app.get<RecordingStorage>(RecordingStorage, { strict: false }).list(undefined, 1_000)).length;

/** More of what a practice can have. */
async function addMore(practice: WholePractice): Promise<void> {
  const { therapist, serviceId, sessionId } = practice;
  await therapist.post('/api/therapist/time-off', { kind: 'holiday', first_date: workday(old, 30), name: 'By the sea' }).expect(201);
  const dates = [workday(old, 6), workday(old, 11)];
  await therapist.post('/api/therapist/bookings/series', { service_id: serviceId, client_name: 'Ada Vale', client_email: 'ada.vale@example.org', appointment_time: '11:00', every_weeks: 1, dates }).expect(201);
  const { database } = old;
  await database.query(`insert into images (hash, content_type, bytes, width, height) values (encode(sha256(convert_to('RIFF....WEBP', 'UTF8')), 'hex'), 'image/webp', convert_to('RIFF....WEBP', 'UTF8'), 1, 1)`);
  await database.query(`update therapist_profiles set image_hash = (select hash from images where bytes = convert_to('RIFF....WEBP', 'UTF8')) where therapist_id = $1`, [therapist.id]);
  await database.query(`insert into meeting_transcripts (id, therapist_id, state, fence, worked_at, created_at) values ($1, $2, 'done', 1, now(), now()) on conflict (id) do update set state = 'done', failure = null`, [sessionId, therapist.id]);
  const line = '0193b000-0000-7000-8000-000000000001';
  await database.query(`insert into meeting_transcript_lines (id, session_id, therapist_id, seq, stretch, start_ms, end_ms, text) values ($1, $2, $3, 1, 1, 0, 900, '')`, [line, sessionId, therapist.id]);
  await sealInto(database, old.app.get(ColumnCipher), 'meeting_transcript_lines', line, { text: 'I slept badly' });
  const feed = '0193b000-0000-7000-8000-000000000002';
  await database.query(`insert into foreign_feeds (id, therapist_id, address, failures, turn, due_at, created_at) values ($1, $2, '', 0, 3, now(), now())`, [feed, therapist.id]);
  await sealInto(database, old.app.get(ColumnCipher), 'foreign_feeds', feed, { address: 'https://calendar.example.org/secret.ics' });
  await database.query(`insert into busy_blocks (id, therapist_id, source, origin_id, event_key, starts_at, ends_at) values (gen_random_uuid(), $1, 'ics', $2, 'a', now() + interval '9 days', now() + interval '9 days 1 hour')`, [therapist.id, feed]);
  await database.query(`insert into waiting_requests (id, therapist_id, service_id, details, address_hash, token_hash, token, created_at, confirmed_at, expires_at) values ($1, $2, $3, '', 'x', 'x', '', now(), now(), now() + interval '30 days')`, ['0193b000-0000-7000-8000-000000000003', therapist.id, serviceId]);
  await sealInto(database, old.app.get(ColumnCipher), 'waiting_requests', '0193b000-0000-7000-8000-000000000003', { token: 'link', details: JSON.stringify({ client_name: 'Wim', client_email: 'wim@example.org', wishes: [] }) });
  await database.query(`update meeting_sessions set phase = 'completed', end_reason = 'completed_early', hears = false, ended_at = now() where therapist_id = $1`, [therapist.id]);
}

/** What is not the same once a practice was imported: people are records of their addresses, and what was read from a calendar is read anew. */
function comparable({ rows, files, therapist_id, schema }: Exported): unknown {
  const without = (table: string, names: readonly string[]): Record<string, unknown>[] => (rows[table] ?? []).map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))));
  return { schema, therapist_id, files: files.filter(({ of }) => of), rows: { ...rows, clients: without('clients', ['by_address', 'practice_id']), foreign_feeds: without('foreign_feeds', ['due_at']) } };
}

it('a practice is the same where it is imported, under other keys; its therapist and its clients go on there', async () => {
  const practice = await openWholePractice(old);
  await addMore(practice);
  const { id } = practice.therapist;
  await write(old, id, join(place, 'first'));
  const mails = await here.database.query('select id from outbox');
  const imported = await take(join(place, 'first'));
  expect(imported.missing).toEqual([]);
  expect(imported.rows).toMatchObject({ users: 1, bookings: 3, session_notes: 3, session_note_files: 1, session_note_keys: 1, meeting_chunks: 2, meeting_transcript_lines: 1, intake_answers: 1, time_off: 1, waiting_requests: 1, busy_blocks: 1, images: 1 });
  await write(here, id, join(place, 'second'));
  const [first, second] = [read(join(place, 'first')), read(join(place, 'second'))];
  expect(comparable(second)).toEqual(comparable(first));
  expect(second.missing).toEqual([]);
  expect(await auditProblems(here)).toEqual([]);
  // Nothing goes out: only the file whose pages nobody has read is read.
  const jobs = await here.database.query<{ job: string }>('select job from outbox where not id = any($1)', [mails.map((row) => (row as { id: string }).id)]);
  expect(jobs.filter(({ job }) => job !== 'read-note-file')).toEqual([]);

  expect(await here.database.query('select therapist_id from practices_with_clients')).toEqual([{ therapist_id: id }]);

  // By HTTP: the therapist reads what they wrote.
  const therapist = await signInAnew(here, practice.therapist);
  expect((await therapist.get(`${NOTES}/${practice.signedNoteId}`).expect(200)).body).toMatchObject({ session_note: { title: 'Second session', content: 'Kim Park slept well', status: 'signed' } });
  expect((await therapist.get(NOTES).expect(200)).text).toContain('First session');
  await expect(here.database.query('update session_notes set title = content where id = $1', [practice.signedNoteId])).rejects.toThrow('a signed note is not changed');
  expect((await therapist.get(`/api/therapist/clients/${practice.clientId}`).expect(200)).text).toContain('Kim Park comes by train');
  await therapist.get('/api/therapist/profile').expect(200);

  // A visitor books, and not where somebody has an appointment.
  await book(here, { ...practice, therapist }, { appointment_date: workday(here, 3) }).expect(409);
  await book(here, { ...practice, therapist }, { appointment_date: workday(here, 4) }).expect(201);
  expect(await auditProblems(here)).toEqual([]);

  // Nothing that the other keys sealed, and no link of there.
  const sealedThere = async (test: TestApp): Promise<string[]> => (await everyRow(test.database)).filter(({ row }) => /\\x0[12]036f6c64/.test(row)).map(({ table }) => table);
  expect(await sealedThere(old)).toContain('session_notes');
  expect(await sealedThere(here)).toEqual([]);
  const linkOf = async (test: TestApp): Promise<string | undefined> => (await test.database.query<{ link: string }>(`select encode(manage_token_hash, 'hex') as link from bookings where id = $1`, [practice.bookingId]))[0]?.link;
  expect(await linkOf(here)).not.toBe(await linkOf(old));
  const log = await here.database.query(`select subject_id, client_ids from activity_log where action = 'import_practice'`);
  expect(log).toEqual([{ subject_id: id, client_ids: expect.arrayContaining([practice.clientId]) as string[] }]);
});

it('every sealed text of a practice comes along', async () => {
  await fillSealedTables(old);
  const [of] = await old.database.query<{ therapist_id: string; client_id: string }>('select therapist_id, client_id from bookings');
  const { therapist_id, client_id } = of as { therapist_id: string; client_id: string };
  await old.database.query('insert into therapist_clients (therapist_id, client_id) values ($1, $2)', [therapist_id, client_id]);
  const [wish] = await old.database.query<{ id: string }>('select id from waiting_requests');
  await sealInto(old.database, old.app.get(ColumnCipher), 'waiting_requests', wish?.id ?? '', { details: JSON.stringify({ client_name: 'Wim', client_email: 'wim@example.org', wishes: [] }) });
  await write(old, therapist_id, join(place, 'first'));
  const { missing } = await take(join(place, 'first'));
  await write(here, therapist_id, join(place, 'second'));
  // Its bytes are in no storage.
  expect(missing).toEqual([expect.stringMatching(/^The file .* is not in the storage\.$/), expect.stringMatching(/^The file .* which is not in the export/)]);
  const [first, second] = [read(join(place, 'first')), read(join(place, 'second'))];
  const gone = ['session_note_files', 'session_note_file_pages', 'meeting_sessions'];
  const texts = ({ rows }: Exported): string[] => Object.entries(rows).flatMap(([table, each]) => (gone.includes(table) ? [] : each.flatMap((row) => Object.values(row).filter((value) => typeof value === 'string' && value.startsWith('canary'))))) as string[];
  expect(texts(second).sort()).toEqual(texts(first).sort());
  expect(texts(first).length).toBeGreaterThan(20);
  expect(second.rows['meeting_sessions']).toEqual([expect.objectContaining({ phase: 'failed', end_reason: 'worker_lost', consent_returned: true })]);
});

it('whoever has an account here with the address of a client keeps it as it is, and finds what the practice has of them', async () => {
  const practice = await openWholePractice(old);
  await old.database.query('update bookings set (by_stranger, booked_by_stranger, by_visitor) = (false, false, false)');
  const kim = await signInClient(here, { email: 'kim.park@example.org', name: 'Kim here' });
  const account = (): Promise<unknown[]> => here.database.query('select id, email, name from users where id = $1', [kim.id]);
  const before = await account();
  await write(old, practice.therapist.id, join(place, 'first'));
  await take(join(place, 'first'));
  expect(await account()).toEqual(before);
  expect((await kim.get('/api/client/dashboard').expect(200)).text).toContain(practice.bookingId);
  await here.app.get(ClientsService).takeLeftApart();
  expect(await here.database.query('select client_id from bookings where id = $1', [practice.bookingId])).toEqual([{ client_id: kim.id }]);
  expect((await kim.get('/api/client/dashboard').expect(200)).text).toContain(practice.bookingId);
  expect(await auditProblems(here)).toEqual([]);
});

it('what somebody left with an address is shown to nobody who has it here', async () => {
  const practice = await openWholePractice(old);
  await old.database.query('update clients set left_by = gen_random_uuid(), left_at = now() where id = $1', [practice.clientId]);
  await write(old, practice.therapist.id, join(place, 'first'));
  await take(join(place, 'first'));
  const next = await signInClient(here, { email: 'kim.park@example.org', name: 'Somebody else' });
  expect((await next.get('/api/client/dashboard').expect(200)).text).not.toContain(practice.bookingId);
});

it('ids of people that are somebody’s here are theirs: the practice has its clients under others', async () => {
  const practice = await openWholePractice(old);
  await here.database.query(`insert into users (id, user_type, email, name) values ($1, 'client', 'other@example.org', 'Other')`, [practice.clientId]);
  await write(old, practice.therapist.id, join(place, 'first'));
  await take(join(place, 'first'));
  const [booking] = await here.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [practice.bookingId]);
  expect(booking?.client_id).not.toBe(practice.clientId);
  const therapist = await signInAnew(here, practice.therapist);
  expect((await therapist.get(`/api/therapist/clients/${booking?.client_id}`).expect(200)).text).toContain('Kim Park comes by train');
  expect((await therapist.get(`${NOTES}/${practice.signedNoteId}`).expect(200)).body).toMatchObject({ session_note: { content: 'Kim Park slept well' } });
});

it('what is there already, is no export, or was changed is refused in a sentence, and nothing is left of the try', async () => {
  const practice = await openWholePractice(old);
  const other = await openWholePractice(here, 'Robin Vale');
  const folder = join(place, 'first');
  await write(old, practice.therapist.id, folder);
  const objects = await stored(here);
  const counts = async (): Promise<string> => JSON.stringify((await everyRow(here.database)).filter(({ table }) => !['public_changes', 'outbox', 'worker_heartbeats'].includes(table)).map(({ table }) => table).sort());
  const before = await counts();
  let number = 0;
  const changed = (change: (folder: string) => void): string => {
    const copy = join(place, `copy ${(number += 1)}`);
    cpSync(folder, copy, { recursive: true });
    change(copy);
    return copy;
  };
  const json = (change: (exported: Exported) => void): string =>
    changed((copy) => {
      const exported = read(copy);
      change(exported);
      writeFileSync(join(copy, 'practice.json'), JSON.stringify(exported));
    });
  const row = (exported: Exported, table: string): Record<string, unknown> => exported.rows[table]?.[0] as Record<string, unknown>;
  const refusals: [string, string][] = [
    [join(place, 'nowhere'), 'there is no practice.json in it'],
    [changed((copy) => writeFileSync(join(copy, 'practice.json'), 'PK')), 'is no JSON'],
    [changed((copy) => writeFileSync(join(copy, 'practice.json'), '{"schema":"attune-practice/2","rows":{')), 'is no JSON'],
    [changed((copy) => writeFileSync(join(copy, 'practice.json'), '[]')), 'no version of an export'],
    [json((exported) => (exported.schema = 'attune-practice/1')), '“attune-practice/1”'],
    [json((exported) => (row(exported, 'bookings')['starts_at'] = 'tomorrow')), 'bookings row/starts_at'],
    [json((exported) => (row(exported, 'users')['is_admin'] = true)), 'users row must NOT have additional properties'],
    [json((exported) => delete exported.rows['services']), "must have required property 'services'"],
    [json((exported) => (exported.rows['sessions'] = [{}])), 'must NOT have additional properties'],
    [json((exported) => (exported.therapist_id = other.therapist.id)), 'not the export of one practice'],
    [json((exported) => (row(exported, 'care_plans')['therapist_id'] = other.therapist.id)), 'rows of care_plans that are not the practice’s'],
    [json((exported) => (row(exported, 'session_notes')['client_id'] = other.clientId)), 'rows of session_notes that are not the practice’s'],
    [
      json(({ rows }) => {
        // As many clients as are tied, and one of them somebody else's.
        rows['clients']?.push({ ...rows['clients'][0], id: '0193b000-0000-7000-8000-00000000000a', practice_id: null });
        rows['therapist_clients']?.push({ ...rows['therapist_clients'][0], client_id: other.clientId });
      }),
      'rows of clients that are not the practice’s',
    ],
    [changed((copy) => writeFileSync(join(copy, 'practice.json'), readFileSync(join(copy, 'practice.json'), 'utf8').replaceAll(practice.therapist.id, other.clientId))), 'is here already, or another one'],
    [json((exported) => (row(exported, 'bookings')['ends_at'] = '2020-01-01T00:00:00+00:00')), 'does not take a row of bookings (bookings_check)'],
    [json((exported) => (row(exported, 'bookings')['id'] = other.bookingId)), 'is here already (bookings)'],
    [json((exported) => (row(exported, 'users')['email'] = other.therapist.email)), 'is here already, or another one'],
    [json((exported) => exported.files.forEach((file) => (file.path = `../first/${file.path}`))), 'is missing, or is no file'],
    [changed((copy) => rmSync(join(copy, 'recordings'), { recursive: true })), 'is missing, or is no file'],
    [
      changed((copy) => {
        renameSync(join(copy, 'recordings'), join(copy, 'elsewhere'));
        symlinkSync(join(copy, 'elsewhere'), join(copy, 'recordings'));
      }),
      'is missing, or is no file',
    ],
    [
      changed((copy) => {
        renameSync(join(copy, 'practice.json'), join(copy, 'other.json'));
        symlinkSync(join(copy, 'other.json'), join(copy, 'practice.json'));
      }),
      'there is no practice.json in it',
    ],
    [json(({ files }) => files.push(...files.filter(({ of }) => of?.table === 'session_note_files'))), 'two files for one row'],
    [changed((copy) => appendFileSync(join(copy, 'recordings', readdirSync(join(copy, 'recordings'))[0] as string), '.')), 'is not as it was exported'],
  ];
  for (const [from, sentence] of refusals) await expect(take(from)).rejects.toThrow(sentence);
  expect(await counts()).toBe(before);
  expect(await stored(here)).toBe(objects);
  await take(folder);
  expect(await stored(here)).toBe(2 * objects);
  const after = await counts();
  await expect(take(folder)).rejects.toThrow('The practice is here already');
  expect(await counts()).toBe(after);
});

it('sound and files that are not as their rows say are not here, and no number makes them larger than they are', async () => {
  const practice = await openWholePractice(old);
  const folder = join(place, 'first');
  await write(old, practice.therapist.id, folder);
  const exported = read(folder);
  Object.assign(exported.rows['meeting_chunks']?.[0] ?? {}, { frames: 2_147_483_647 });
  Object.assign(exported.rows['session_note_files']?.[0] ?? {}, { file_size: 2_147_483_647 });
  writeFileSync(join(folder, 'practice.json'), JSON.stringify(exported));
  const { missing, rows } = await take(folder);
  expect(missing.sort()).toEqual([expect.stringMatching(/^The file .* which is not in the export/), expect.stringMatching(/^The sound of the session .* which is not in the export/)]);
  expect(rows).not.toHaveProperty('meeting_chunks');
  expect(rows).not.toHaveProperty('session_note_files');
  expect(await stored(here)).toBe(0);
});

it('where the answer to the last word is lost, the files of what is here stay', async () => {
  const practice = await openWholePractice(old);
  const folder = join(place, 'first');
  await write(old, practice.therapist.id, folder);
  const works = here.app.get(Works, { strict: false });
  const begin = works.begin.bind(works);
  works.begin = async (actor, run) => {
    await begin(actor, run);
    throw new Error('Connection terminated unexpectedly');
  };
  expect((await take(folder)).rows).toMatchObject({ users: 1 });
  works.begin = begin;
  expect(await stored(here)).toBe(await stored(old));
  const therapist = await signInAnew(here, practice.therapist);
  expect((await therapist.get(`${NOTES}/${practice.signedNoteId}`).expect(200)).body).toMatchObject({ session_note: { content: 'Kim Park slept well' } });
});

it('of two records of one address the practice has the one that nobody left', async () => {
  const practice = await openWholePractice(old);
  const { id } = practice.therapist;
  await old.database.query('update clients set left_by = gen_random_uuid(), left_at = now(), practice_id = null where id = $1', [practice.clientId]);
  const later = '0193b000-0000-7000-8000-00000000000b';
  await old.database.query(`insert into clients (id, by_address, email, name) select $2, true, email, '' from clients where id = $1`, [practice.clientId, later]);
  await old.database.query('insert into therapist_clients (therapist_id, client_id) values ($1, $2)', [id, later]);
  await write(old, id, join(place, 'first'));
  await take(join(place, 'first'));
  expect(await here.database.query('select id, left_at is not null as is_left, practice_id from clients order by left_at nulls first')).toEqual([
    { id: later, is_left: false, practice_id: id },
    { id: practice.clientId, is_left: true, practice_id: null },
  ]);
});

it('its rooms are its own from then on, and those of whoever was here before stay theirs', async () => {
  const practice = await openWholePractice(old);
  const [own, elsewhere] = [newMeeting(), newMeeting()];
  for (const [name, video_link] of [['Video', own], ['More video', elsewhere]] as const) {
    await practice.therapist.post('/api/therapist/services', { name, duration_minutes: 50, session_type: 'online', online_place: 'video', video_link }).expect(201);
  }
  const ask = (therapist: SignedInTherapist, meeting_url: string) => therapist.post(`${MEETINGS}/request-consent`, { therapist_id: therapist.id, client_id: null, meeting_url });
  const earlier = await openMeetingPractice(here);
  await ask(earlier.therapist, elsewhere).expect(201);
  await write(old, practice.therapist.id, join(place, 'practice'));
  await take(join(place, 'practice'));
  await ask((await openMeetingPractice(here)).therapist, own).expect(400);
  const therapist = await signInAnew(here, practice.therapist);
  await ask(therapist, own).expect(201);
  await ask(therapist, elsewhere).expect(400);
  await ask(earlier.therapist, elsewhere).expect(201);
});
