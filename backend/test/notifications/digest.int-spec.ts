import { DateTime } from 'luxon';
import { DigestService, sendMorningDigest } from '../../src/modules/notifications/digest/digest.service';
import { MailCatcher } from '../harness/mail-catcher';
import { book, openPractice, workday, ZONE } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

const SETTINGS = { hours_before: 24, quiet_from: null, quiet_to: null, services: [] };

let test: TestApp;
let catcher: MailCatcher;
let digests: DigestService;

beforeAll(async () => {
  catcher = await MailCatcher.start();
  test = await startTestApp({ SMTP_URL: catcher.url, BOOKING_LIMIT_PER_IP: '1000' });
  digests = test.app.get(DigestService, { strict: false });
});
afterAll(async () => {
  await test.close();
  await catcher.close();
});

async function jobs(): Promise<{ digest_id: string }[]> {
  return (await test.database.query<{ payload: { digest_id: string } }>('select payload from outbox where job = $1', [sendMorningDigest.name])).map(({ payload }) => payload);
}

/** What the worker does at a time of the practice's clock. @returns how many mails are in line */
async function roundAt(date: string, time: string): Promise<number> {
  test.clock.advance(DateTime.fromISO(`${date}T${time}`, { zone: ZONE }).toMillis() - test.clock.now().getTime());
  await Promise.all([digests.tell(), digests.tell()]);
  return (await jobs()).length;
}

it('who turned it on reads in the morning which times are booked that day, once, and nothing of whom; nobody else is mailed', async () => {
  const [wants, other] = [await openPractice(test, { name: 'Grief counselling' }), await openPractice(test)];
  await wants.therapist.put('/api/therapist/reminders', { ...SETTINGS, morning_digest: true }).expect(200);
  const date = workday(test, 3);
  const bookings: string[] = [];
  for (const [practice, time] of [[wants, '10:00'], [wants, '14:00'], [wants, '16:00'], [other, '10:00']] as const) {
    const { body } = await book(test, practice, { client_name: 'Canary Öztürk', client_email: `canary-${time.slice(0, 2)}@example.org`, appointment_date: date, appointment_time: time }).expect(201);
    bookings.push(body.id as string);
  }
  await test.database.query(`update bookings set status = 'cancelled' where id = $1`, [bookings[1]]);
  expect(await roundAt(date, '05:59')).toBe(0);
  expect(await roundAt(date, '06:00')).toBe(1);
  expect(await roundAt(date, '07:00')).toBe(1);
  const [payload] = await jobs();
  await digests.deliver(payload!);
  await digests.deliver(payload!);
  const [mail] = catcher.mails;
  expect(new Set(catcher.messageIds).size).toBe(1);
  expect(mail?.to).toMatchObject({ text: wants.therapist.email });
  expect(mail?.subject).toBe('Your day: 2 appointments');
  expect(mail?.text).toContain('10:00 to 11:00, 16:00 to 17:00');
  expect(mail?.text).not.toMatch(/14:00|canary|grief/i);
  // Two mornings later the session is over.
  await test.database.query('update reminder_settings set morning_digest = false where therapist_id = $1', [wants.therapist.id]);
  await digests.deliver(payload!);
  expect(catcher.mails).toHaveLength(2);
});
