import { DateTime } from 'luxon';
import { DigestService, sendMorningDigest } from '../../src/modules/notifications/digest/digest.service';
import { RemindersService, sendReminder } from '../../src/modules/notifications/reminders/reminders.service';
import { Zones } from '../../src/modules/scheduling/zones/zones.service';
import { book, openPractice, Practice, workday, ZONE } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000' });
});
afterAll(() => test.close());

async function rows(job: string): Promise<number> {
  return (await test.database.query<{ count: number }>('select count(*)::int as count from outbox where job = $1', [job]))[0]?.count ?? 0;
}

it('a practice whose zone the database does not know any more holds up nobody’s reminders and digests, and is told of', async () => {
  const practices: Practice[] = [await openPractice(test), await openPractice(test)];
  const date = workday(test, 3);
  for (const practice of practices) {
    await practice.therapist.put('/api/therapist/reminders', { hours_before: 24, quiet_from: null, quiet_to: null, services: [], morning_digest: true }).expect(200);
    await book(test, practice, { client_email: `of-${practice.slug}@example.org`, appointment_date: date, appointment_time: '15:00' }).expect(201);
  }
  const zones = test.app.get(Zones, { strict: false });
  expect(await zones.countUnknown()).toBe(0);
  await test.database.query(`update therapist_profiles set timezone = 'Mars/Olympus' where therapist_id = $1`, [practices[0]?.therapist.id]);
  await test.database.query(`update bookings set timezone = 'Mars/Olympus' where therapist_id = $1`, [practices[0]?.therapist.id]);
  expect(await zones.countUnknown()).toBe(1);
  test.clock.set(DateTime.fromISO(`${date}T06:30`, { zone: ZONE }).toUTC().toISO() ?? '');
  await test.app.get(RemindersService, { strict: false }).remind();
  await test.app.get(DigestService, { strict: false }).tell();
  expect([await rows(sendReminder.name), await rows(sendMorningDigest.name)]).toEqual([2, 2]);
});

it('a zone is kept as the database calls it, and one that it does not know is refused', async () => {
  const { therapist } = await openPractice(test);
  const put = (timezone: string) => therapist.put('/api/therapist/profile', { display_name: 'Dr. Test', timezone });
  expect((await put('Europe/ROME').expect(200)).body).toMatchObject({ timezone: 'Europe/Rome' });
  await put('Mars/Olympus').expect(400);
});
