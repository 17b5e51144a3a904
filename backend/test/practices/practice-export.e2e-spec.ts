import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as Papa from 'papaparse';
import { sealedColumns } from '../../src/common/crypto/sealed';
import { PracticeRows } from '../../src/common/practices/practice-rows';
import { DataSource } from 'typeorm';
import { PracticeExport } from '../../src/modules/practices/export/practice-export.service';
import { ClientBrowser } from '../harness/client-browser';
import { addForm, newestToken, question } from '../harness/intake-forms';
import { book, workday } from '../harness/practice';
import { canary, fillSealedTables } from '../harness/sealed-rows';
import { startTestApp, TestApp } from '../harness/test-app';
import { openWholePractice, WholePractice } from '../harness/whole-practice';

interface Exported {
  schema: string;
  exported_at: string;
  therapist_id: string;
  rows: Record<string, Record<string, unknown>[]>;
  files: { path: string; bytes: number; sha256: string; of: { table: string; id: string } | null }[];
  missing: string[];
}

let test: TestApp;
let place: string;

beforeEach(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '10000' });
  place = mkdtempSync(join(tmpdir(), 'attune-export-'));
});
afterEach(async () => {
  await test.close();
  rmSync(place, { recursive: true, force: true });
});

const write = (therapistId: string, folder: string) => test.app.get(PracticeExport, { strict: false }).write(therapistId, folder);
const read = (folder: string): Exported => JSON.parse(readFileSync(join(folder, 'practice.json'), 'utf8')) as Exported;
const everyPath = (folder: string): string[] => readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath, entry.name));

/** What does not fit the schema that lies beside the export. */
function problems(folder: string): unknown {
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
  addFormats(ajv);
  const fits = ajv.compile(JSON.parse(readFileSync(join(folder, 'practice.schema.json'), 'utf8')) as object);
  return fits(read(folder)) ? [] : fits.errors;
}

it('a practice is a folder of its own: rows by the schema, lists, a calendar, and files under names that people read', async () => {
  const practice = await openWholePractice(test);
  const stranger = await openWholePractice(test, 'Robin Vale');
  const folder = join(place, 'practice');
  const { missing } = await write(practice.therapist.id, folder);
  expect(missing).toEqual([]);
  expect(problems(folder)).toEqual([]);
  const exported = read(folder);
  expect(exported).toMatchObject({ schema: 'attune-practice/2', therapist_id: practice.therapist.id, missing: [] });
  const texts = (table: string, column: string): unknown[] => (exported.rows[table] ?? []).map((row) => row[column]);
  expect(texts('users', 'email')).toEqual([practice.therapist.email]);
  expect(texts('session_notes', 'content').sort()).toEqual(['Kim Park in my own words', 'Kim Park slept badly', 'Kim Park slept well']);
  expect(texts('client_records', 'remark')).toEqual(['Kim Park comes by train']);
  expect(texts('intake_answers', 'value')).toEqual([expect.stringContaining('Kim Park is restless')]);
  expect(texts('bookings', 'notes')).toEqual(['Kim Park sleeps badly']);
  expect(texts('care_plans', 'title')).toEqual(['Evenings of Kim Park']);

  const paths = exported.files.map(({ path }) => path);
  const day = test.clock.now().toISOString().slice(0, 10);
  expect(paths).toEqual(['clients.csv', 'appointments.csv', 'appointments.ics', `files/Kim Park/${day} letter from home.png`, expect.stringMatching(new RegExp(`^recordings/\\d{4}-\\d\\d-\\d\\d ${practice.sessionId}\\.wav$`))]);
  for (const { path, bytes, sha256 } of exported.files) {
    const content = readFileSync(join(folder, path));
    expect([path, content.length, createHash('sha256').update(content).digest('hex')]).toEqual([path, bytes, sha256]);
  }
  expect(exported.files.find(({ path }) => path.endsWith('.png'))?.of?.table).toBe('session_note_files');
  expect(readFileSync(join(folder, paths[3] as string)).subarray(1, 4).toString()).toBe('PNG');
  const sound = readFileSync(join(folder, paths[4] as string));
  expect([sound.toString('latin1', 0, 4), sound.length]).toEqual(['RIFF', 44 + 2 * 64_000]);
  const list = Papa.parse<Record<string, string>>(readFileSync(join(folder, 'clients.csv'), 'utf8').replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true }).data;
  expect(list).toEqual([expect.objectContaining({ id: practice.clientId, name: 'Kim Park', email: 'kim.park@example.org', phone: "'+1 555 0199" })]);
  const appointments = readFileSync(join(folder, 'appointments.csv'), 'utf8');
  for (const text of ['Kim Park', 'Session', 'Kim Park sleeps badly', 'confirmed']) expect(appointments).toContain(text);
  const calendar = readFileSync(join(folder, 'appointments.ics'), 'utf8').replace(/\r\n /g, '');
  expect(calendar).toMatch(/^BEGIN:VCALENDAR[^]*UID:.*@localhost:3000[^]*SUMMARY:Session\\, Kim Park[^]*END:VCALENDAR\r\n$/);

  const whole = everyPath(folder).filter((path) => statSync(path).isFile() && !/\.(png|wav)$/.test(path)).map((path) => readFileSync(path, 'utf8')).join('\n');
  expect(whole).not.toContain('Robin Vale');
  expect(whole).not.toContain(stranger.therapist.id);
  for (const path of [folder, ...everyPath(folder)]) expect([relative(folder, path), (statSync(path).mode & 0o777).toString(8)]).toEqual([relative(folder, path), statSync(path).isFile() ? '600' : '700']);
  const log = await test.database.query<{ subject_id: string; client_ids: string[] }>(`select subject_id, client_ids from activity_log where action = 'export_practice'`);
  expect(log).toEqual([{ subject_id: practice.therapist.id, client_ids: [practice.clientId] }]);
});

it('holds every sealed text that is a practice’s, and none that is not', async () => {
  await fillSealedTables(test);
  await test.database.query('update waiting_requests set confirmed_at = now()');
  const [of] = await test.database.query<{ therapist_id: string; client_id: string }>('select therapist_id, client_id from bookings');
  const { therapist_id, client_id } = of as { therapist_id: string; client_id: string };
  await test.database.query('insert into therapist_clients (therapist_id, client_id) values ($1, $2)', [therapist_id, client_id]);
  const folder = join(place, 'practice');
  const { missing } = await write(therapist_id, folder);
  expect(problems(folder)).toEqual([]);
  // Its bytes are in no storage.
  expect(missing).toEqual([expect.stringMatching(/^The file .* does not open, or is not in the storage\.$/)]);
  const text = readFileSync(join(folder, 'practice.json'), 'utf8');
  const tables = test.app.get(PracticeRows, { strict: false }).tables();
  const source = test.app.get(DataSource);
  const wrong = sealedColumns().flatMap(({ entity, column }) => {
    const { tableName } = source.getMetadata(entity);
    const isExported = tables.get(tableName)?.columns.find(({ name }) => name === column)?.isExported ?? false;
    return text.includes(canary(tableName, column)) === isExported ? [] : [`${tableName}.${column} ${isExported ? 'is not there' : 'is there'}`];
  });
  expect(wrong).toEqual([]);
});

it('is there whole or not at all: what has its name stays, and what a try left is written anew', async () => {
  const practice = await openWholePractice(test);
  writeFileSync(join(place, 'taken'), 'mine');
  await expect(write(practice.therapist.id, join(place, 'taken'))).rejects.toThrow('is there already');
  expect(readFileSync(join(place, 'taken'), 'utf8')).toBe('mine');

  const folder = join(place, 'practice');
  const rows = test.app.get(PracticeRows, { strict: false });
  const whole = rows.inOrder.bind(rows);
  rows.inOrder = () => Promise.reject(new Error('the database is away'));
  await expect(write(practice.therapist.id, folder)).rejects.toThrow('the database is away');
  expect(readdirSync(place)).toEqual(['taken']);
  rows.inOrder = whole;
  await write(practice.therapist.id, folder);
  expect(existsSync(`${folder}.part`)).toBe(false);
});

it('a value that somebody changed is told, and takes nothing else along', async () => {
  const practice = await openWholePractice(test);
  await test.database.query(`update client_records set remark = set_byte(remark, 40, get_byte(remark, 40) # 1) where therapist_id = $1`, [practice.therapist.id]);
  const folder = join(place, 'practice');
  const { missing } = await write(practice.therapist.id, folder);
  expect(missing).toEqual([expect.stringMatching(/^client_records\.remark of .* does not open/)]);
  expect(problems(folder)).toEqual([]);
  expect(read(folder).rows['client_records']).toEqual([expect.objectContaining({ remark: null })]);
});

it('long tables are read in pages, each row once', async () => {
  const practice: WholePractice = await openWholePractice(test);
  for (let index = 0; index < 3; index += 1) await book(test, practice, { client_email: `c${index}@example.org`, client_name: '../../etc', appointment_date: workday(test, 4 + index) }).expect(201);
  await test.database.query(
    `insert into ai_runs (id, therapist_id, purpose, engine, state, begun_at) select gen_random_uuid(), $1, 'analysis', 'rules', 'done', now() from generate_series(1, 10)`,
    [practice.therapist.id],
  );
  await test.database.query(
    `insert into time_off (id, therapist_id, kind, first_date, last_date, created_at, updated_at) select gen_random_uuid(), $1, 'holiday', '2031-05-01', '2031-05-01', now(), now() from generate_series(1, 151)`,
    [practice.therapist.id],
  );
  const folder = join(place, 'practice');
  const { rows } = await write(practice.therapist.id, folder);
  expect(rows).toMatchObject({ time_off: 151, bookings: 4, clients: 4, therapist_clients: 4 });
  const exported = read(folder);
  expect(new Set(exported.rows['time_off']?.map(({ id }) => id)).size).toBe(151);
  expect(exported.rows).not.toHaveProperty('ai_runs');
});

it('has no answer that a client has not sent, and no request of who confirmed none', async () => {
  const practice = await openWholePractice(test);
  const form_id = await addForm(test, practice.therapist.id, [question('q_more')]);
  await practice.therapist.post('/api/therapist/intake-requests', { form_id, client_id: practice.clientId }).expect(201);
  const browser = await ClientBrowser.open(test);
  await browser.put('/api/forms/answer', { token: await newestToken(test), version: 1, question_id: 'q_more', value: 'Better not told' }).expect(200);
  const wishes = [{ weekday: null, from: '09:00', until: '17:00' }];
  await browser.post('/api/waiting-list', { service_id: practice.serviceId, client_name: 'Nina Never', client_email: 'nina.never@example.org', wishes }).expect(202);
  await write(practice.therapist.id, join(place, 'practice'));
  const text = readFileSync(join(place, 'practice', 'practice.json'), 'utf8');
  expect(text).toContain('Kim Park is restless');
  expect(text).not.toMatch(/Better not told|nina\.never/);
});
