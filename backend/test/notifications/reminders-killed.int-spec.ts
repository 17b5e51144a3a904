import { once } from 'node:events';
import { DateTime } from 'luxon';
import { RemindersService } from '../../src/modules/notifications/reminders/reminders.service';
import { MailCatcher } from '../harness/mail-catcher';
import { eventually } from '../harness/outbox-worker';
import { book, openPractice, Practice, workday, ZONE } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';
import { startProcess } from '../harness/worker-process';

/** The mail server has a mail, and the worker is gone before it could write that down. */
let test: TestApp;
let catcher: MailCatcher;
let practice: Practice;

beforeAll(async () => {
  catcher = await MailCatcher.start();
  test = await startTestApp({ SMTP_URL: catcher.url, BOOKING_LIMIT_PER_IP: '100' });
  practice = await openPractice(test);
});
afterAll(async () => {
  await test.close();
  await catcher.close();
});

const count = (id: string): number => catcher.messageIds.filter((seen) => seen === id).length;
const worker = () => startProcess('main.worker', test, { SMTP_URL: catcher.url });
const jobs = (kind: string) => test.database.query<{ state: string }>('select state from outbox where job = $1 order by id', [kind]);
const sentAt = async (): Promise<(Date | null)[]> => (await test.database.query<{ sent_at: Date | null }>('select sent_at from booking_reminders')).map(({ sent_at }) => sent_at);

it('a reminder and a mail about a move go again under their own Message-ID, and then never more', async () => {
  const date = workday(test, 5);
  const [reminded, moved] = [
    (await book(test, practice, { client_email: 'kim@example.org', appointment_date: date, appointment_time: '10:00' }).expect(201)).body as { id: string },
    (await book(test, practice, { client_email: 'lea@example.org', appointment_date: date, appointment_time: '14:00' }).expect(201)).body as { id: string },
  ];
  await test.database.query(`update outbox set state = 'done', finished_at = now()`);
  const starts_at = DateTime.fromISO(`${date}T14:00`, { zone: ZONE }).toISO();
  await practice.therapist.put(`/api/therapist/bookings/${moved.id}/time`, { starts_at, appointment_date: date, appointment_time: '15:00' }).expect(200);
  // The practice's day before; the worker's own clock is days behind, and finds nothing to be reminded of.
  const ahead = DateTime.fromISO(`${date}T10:00`, { zone: ZONE }).minus({ days: 1 }).toMillis() - test.clock.now().getTime();
  test.clock.advance(ahead);
  await test.app.get(RemindersService, { strict: false }).remind();
  const [reminder] = await test.database.query<{ id: string }>('select id from booking_reminders where booking_id = $1', [reminded.id]);
  const [event] = await test.database.query<{ id: string }>(`select id from booking_events where kind = 'moved'`);
  const expected = [`<${reminder?.id}.reminder@attune.local>`, `<${event?.id}.client@attune.local>`, `<${event?.id}.therapist@attune.local>`];

  catcher.withholdReceipts = true;
  const killed = worker();
  await eventually(() => expect(expected.map(count)).toEqual([1, 1, 1]), 60_000);
  const gone = once(killed.child, 'exit');
  process.kill(killed.pid, 'SIGKILL');
  await gone;
  catcher.withholdReceipts = false;
  expect(await sentAt()).toEqual([null]);

  const next = worker();
  await eventually(async () => {
    expect(await jobs('send-reminder')).toEqual([{ state: 'done' }]);
    expect((await jobs('send-booking-mail')).every(({ state }) => state === 'done')).toBe(true);
  }, 60_000);
  expect(await sentAt()).toEqual([expect.any(Date)]);
  expect(expected.map(count)).toEqual([2, 2, 2]);
  await test.app.get(RemindersService, { strict: false }).remind();
  expect(await jobs('send-reminder')).toHaveLength(1);
  await next.stop();
  expect(catcher.mails).toHaveLength(6);
}, 200_000);
