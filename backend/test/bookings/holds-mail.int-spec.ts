import { newId } from '../../src/common/database/database';
import { BookingsModule } from '../../src/modules/bookings/bookings.module';
import { HoldRepository } from '../../src/modules/bookings/holds/hold.repository';
import { sendHoldCode } from '../../src/modules/bookings/holds/hold.service';
import { CalendarModule } from '../../src/modules/calendar/calendar.module';
import { createTestDatabase, TestDatabase } from '../harness/test-database';
import { MailCatcher } from '../harness/mail-catcher';
import { eventually, idleHandlersBeside, startTestWorker, TestWorker } from '../harness/outbox-worker';

let testDatabase: TestDatabase;
let catcher: MailCatcher;
let worker: TestWorker;
let holds: HoldRepository;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  catcher = await MailCatcher.start();
  const parts = { imports: [BookingsModule, CalendarModule] };
  worker = await startTestWorker(testDatabase.url, { ...parts, providers: idleHandlersBeside(parts) }, { SMTP_URL: catcher.url, PUBLIC_URL: 'https://attune.localhost' });
  holds = worker.module.get(HoldRepository, { strict: false });
});
afterAll(async () => {
  await worker.stop();
  await catcher.close();
  await testDatabase.drop();
});

/** A held time as the API leaves it. */
async function hold(code: string, expiresInMinutes = 10): Promise<string> {
  const [id, therapistId, serviceId] = [newId(), newId(), newId()];
  const { database } = worker;
  await database.query(`insert into users (id, user_type, email, name) values ($1, 'therapist', $2, 'Ada')`, [therapistId, `${therapistId}@practice.example`]);
  await database.query(`insert into therapist_profiles (therapist_id, display_name, languages, timezone) values ($1, 'Dr. Ada Nwosu', '{English}', 'America/New_York')`, [therapistId]);
  await database.query(
    `insert into services (id, therapist_id, name, duration_minutes, price_cents, is_free, session_type) values ($1, $2, 'Grief counselling', 50, 0, true, 'online')`,
    [serviceId, therapistId],
  );
  const booking = { service_id: serviceId, client_name: 'Kim Park', client_email: 'kim@example.org', appointment_date: '2026-11-24', appointment_time: '10:00', notes: 'private note' };
  const now = new Date();
  await holds.insertHold(
    {
      id,
      therapist_id: therapistId,
      service_id: serviceId,
      starts_at: new Date('2026-11-24T15:00:00Z'),
      ends_at: new Date('2026-11-24T15:50:00Z'),
      request: { booking, repeat: null },
      connection_hash: Buffer.alloc(32),
      code,
      email: 'kim@example.org',
      client_timezone: 'Europe/Berlin',
      tries_left: 5,
      code_sent_at: now,
      expires_at: new Date(now.getTime() + expiresInMinutes * 60_000),
    },
    database,
  );
  return id;
}

const send = async (id: string): Promise<string> => (await worker.database.transaction((tx) => worker.outbox.add(tx, sendHoldCode, [{ hold_id: id }])))[0] ?? '';
const secretOf = async (id: string) => (await worker.database.query<{ mail_secret: Buffer | null }>('select mail_secret from booking_holds where id = $1', [id]))[0]?.mail_secret;
const done = (job: string) => eventually(async () => expect(await worker.row(job)).toMatchObject({ state: 'done' }));

it('mails the code to the address, nothing about the service or the notes, and forgets it then', async () => {
  const id = await hold('482913');
  await done(await send(id));
  const [mail] = catcher.mails;
  expect(mail?.to).toMatchObject({ text: 'kim@example.org' });
  expect(mail?.text?.match(/(?<!\d)\d{6}(?!\d)/g)).toEqual(['482913']);
  expect(mail?.text).toContain('10:00 to 10:50 (America/New York)');
  expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/Grief|private note|Kim Park/);
  expect(await secretOf(id)).toBeNull();
  await done(await send(id));
  expect(catcher.mails).toHaveLength(1);
});

it('mails nothing for a time that is not held any more', async () => {
  const before = catcher.mails.length;
  await done(await send(await hold('111222', -1)));
  await done(await send(newId()));
  expect(catcher.mails).toHaveLength(before);
});

it('keeps a code that was made while the one before was on its way', async () => {
  const id = await hold('333444');
  const sent = await holds.findUnsent(id, new Date());
  const sentAt = new Date(Date.now() + 60_000);
  await holds.replaceCode(id, { code: '555666', email: 'kim@example.org', client_timezone: null, tries_left: 5, code_sent_at: sentAt }, worker.database);
  const newer = await secretOf(id);
  expect(newer).toBeInstanceOf(Buffer);
  await holds.forgetMail(id, sent?.code_sent_at ?? sentAt);
  expect(await secretOf(id)).toEqual(newer);
  await done(await send(id));
  expect(catcher.mails.at(-1)?.text).toContain('555666');
  expect(await secretOf(id)).toBeNull();
});
