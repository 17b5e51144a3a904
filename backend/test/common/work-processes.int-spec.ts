import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { newId } from '../../src/common/database/database';
import { declaredJobs } from '../../src/common/jobs/job';
import { DomainEvents, Works } from '../../src/common/work/work';
import { DOMAINS } from '../../src/domains';
import { RecordsMoved } from '../../src/modules/clients/persons/person.events';
import { startTestWorker, TestWorker } from '../harness/outbox-worker';
import { startTestApp, TestApp } from '../harness/test-app';

type EventType = new (...values: never[]) => object;

const MODULES = join(__dirname, '../../src/modules');

/** Every event of every domain: the classes that `*.events.ts` export. */
function eventTypes(): EventType[] {
  const files = readdirSync(MODULES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.events.ts'));
  return files.flatMap((file) => Object.values(jest.requireActual<Record<string, EventType>>(join(MODULES, file))));
}

let test: TestApp;
let worker: TestWorker;

beforeAll(async () => {
  test = await startTestApp();
  worker = await startTestWorker(test.testDatabase.url, { imports: [...DOMAINS] });
});
afterAll(async () => {
  await worker.stop();
  await test.close();
});

it('every event is heard by the same listeners in the API and in the worker', () => {
  const heardBy = (events: DomainEvents): [string, string[]][] => eventTypes().map((type) => [type.name, events.listenersOf(type).sort()]);
  const inTheApi = heardBy(test.app.get(DomainEvents));
  expect(inTheApi.length).toBeGreaterThan(1);
  expect(inTheApi.filter(([, listeners]) => listeners.length === 0)).toEqual([]);
  expect(heardBy(worker.module.get(DomainEvents, { strict: false }))).toEqual(inTheApi);
});

it('every job of the product is declared, with its queue, tries and period', () => {
  const jobs = declaredJobs().map(({ name, queue, attempts, everyMs }) => [name, queue, attempts, everyMs ?? null]);
  expect(jobs.sort()).toEqual([
    ['analyse-file', 'note-analysis', 2, null],
    ['analyse-meeting', 'meeting-analyse', 2, null],
    ['analyse-note', 'note-analysis', 2, null],
    ['delete-stored-file', 'deletions', 20, null],
    ['destroy-recording', 'deletions', 20, null],
    ['finish-recording', 'meeting-sound', 10, null],
    ['follow-session', 'meeting-live', 3, null],
    ['look-after-meeting-sessions', 'maintenance', 2, 60_000],
    ['look-at-calendars', 'maintenance', 2, 60_000],
    ['look-for-foreign-feeds', 'maintenance', 2, 60_000],
    ['look-for-free-times', 'maintenance', 2, 900_000],
    ['offer-free-times', 'maintenance', 3, null],
    ['read-foreign-feed', 'calendar-feeds', 3, null],
    ['read-meeting-upload', 'meeting-sound', 10, null],
    ['read-note-file', 'note-files', 100, null],
    ['refresh-totals', 'maintenance', 2, 30_000],
    ['remind-of-appointments', 'maintenance', 2, 60_000],
    ['remind-of-follow-ups', 'maintenance', 2, 600_000],
    ['remind-of-forms', 'maintenance', 2, 600_000],
    ['run-maintenance', 'maintenance', 3, 3_600_000],
    ['seal-activity', 'maintenance', 3, 60_000],
    ['send-account-notice', 'mail', 18, null],
    ['send-address-objection', 'mail', 18, null],
    ['send-booking-mail', 'mail', 18, null],
    ['send-break-glass-notice', 'mail', 18, null],
    ['send-calendar-access', 'mail', 18, null],
    ['send-calendar-trouble', 'mail', 18, null],
    ['send-closure-mail', 'mail', 18, null],
    ['send-follow-up-reminder', 'mail', 18, null],
    ['send-form-code', 'code-mail', 8, null],
    ['send-hold-code', 'code-mail', 8, null],
    ['send-intake-mail', 'mail', 18, null],
    ['send-meeting-consent-mail', 'mail', 12, null],
    ['send-morning-digest', 'mail', 9, null],
    ['send-notetaker', 'meeting-record', 50, null],
    ['send-reminder', 'mail', 18, null],
    ['send-second-factor-notice', 'mail', 18, null],
    ['send-sign-in-code', 'code-mail', 8, null],
    ['send-waiting-mail', 'mail', 8, null],
    ['sync-calendar', 'calendar-sync', 18, null],
    ['take-over-google-picture', 'pictures', 5, null],
    ['take-records', 'maintenance', 3, null],
    ['tell-of-the-day', 'maintenance', 2, 300_000],
    ['transcribe-meeting', 'meeting-transcribe', 10, null],
    ['watch-codes', 'maintenance', 2, 60_000],
  ]);
});

it('what the worker publishes moves bookings, notes and plans of a person with it, and that they want no reminders', async () => {
  const [therapist, from, into] = [newId(), newId(), newId()];
  const { database } = worker;
  await database.query(`insert into users (id, user_type, email, name) values ($1, 'therapist', $2, 'Ada')`, [therapist, `${therapist}@practice.example`]);
  for (const id of [from, into]) await database.query(`insert into clients (id, email, name) values ($1, $2, 'Kim')`, [id, `${id}@example.org`]);
  await database.query(
    `insert into session_notes (id, therapist_id, client_id, title, content, created_at, updated_at) values ($1, $2, $3, 'x', 'x', now(), now())`,
    [newId(), therapist, from],
  );
  await database.query(
    `insert into care_plans (id, therapist_id, client_id, title, description, recommended_actions, created_at, updated_at) values ($1, $2, $3, 'x', 'x', 'x', now(), now())`,
    [newId(), therapist, from],
  );
  await database.query('insert into stopped_reminders (client_id, stopped_at) values ($1, now())', [from]);
  await worker.module.get(Works, { strict: false }).begin(SYSTEM_ACTOR, (work) => work.publish(new RecordsMoved(from, into)));
  expect(await database.query('select from stopped_reminders where client_id = $1', [into])).toHaveLength(1);
  for (const table of ['session_notes', 'care_plans']) {
    expect(await database.query(`select client_id from ${table} where therapist_id = $1`, [therapist])).toEqual([{ client_id: into }]);
  }
});
