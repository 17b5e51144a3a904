import { randomUUID } from 'node:crypto';
import { cpuUsage } from 'node:process';
import * as supertest from 'supertest';
import { RemindersService } from '../../src/modules/notifications/reminders/reminders.service';
import { DAY_MS } from '../../src/modules/scheduling/rules/calendar';
import { print } from '../harness/before-and-now';
import { NOTES } from '../harness/session-notes';
import { openPractice, Practice, workday } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** What one account's long texts, copies and series did to everybody else, and what comes of it now. */
let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', BOOKING_WAVE_LIMIT: '1000' });
  practice = await openPractice(test);
});
afterAll(() => test.close());

const newEmail = (): string => `${randomUUID()}@example.org`;const forClient = (fields: object): supertest.Test =>
  practice.therapist.post('/api/therapist/bookings', { service_id: practice.serviceId, client_name: 'Vera', client_email: newEmail(), appointment_date: workday(test, 3), ...fields });

it('a word of 2,000 signs, each of which stands for six letters, holds nobody up', async () => {
  const { body } = await forClient({ appointment_time: '09:00' }).expect(201);
  const from = cpuUsage();
  await practice.therapist.put(`/api/therapist/bookings/${(body as { id: string }).id}/status`, { status: 'cancelled', word: '\u3316'.repeat(1_985) }).expect(200);
  const { user, system } = cpuUsage(from);
  const spent = Math.round((user + system) / 1_000);
  print('a word without a space, milliseconds of the one process that answers everybody', '1,790', spent);
  expect(spent).toBeLessThan(900);
});

it('a copy of a record is on its way before it was read whole', async () => {
  const { body } = await forClient({ appointment_time: '11:00' }).expect(201);
  const [row] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [(body as { id: string }).id]);
  for (let notes = 0; notes < 60; notes += 1) await practice.therapist.post(NOTES, { title: `Session ${notes}`, content: 'So it was. '.repeat(1_500), client_id: row?.client_id }).expect(201);
  const parts: number[] = [];
  const copy = await practice.therapist
    .get(`/api/therapist/clients/${row?.client_id}/export`)
    .buffer(true)
    .parse((answer, done) => {
      let text = '';
      answer.on('data', (part: Buffer) => {
        parts.push(part.length);
        text += part.toString();
      });
      answer.on('end', () => done(null, JSON.parse(text)));
    })
    .expect(200);
  expect((copy.body as { parts: { title: string; entries: object[] }[] }).parts.find(({ title }) => title === 'Session notes')?.entries).toHaveLength(60);
  print('the notes of a record are made', 'in one piece', `in ${parts.length} pieces of ${Math.round(Math.max(...parts) / 1024)} kB at most`);
  expect(parts.length).toBeGreaterThan(5);
});

it('long notes and plans make neither a long first page nor a dear list', async () => {
  const client = await signInClient(test, { email: newEmail() });
  const { body } = await forClient({ client_email: client.email, appointment_time: '13:00' }).expect(201);
  await practice.therapist.put(`/api/therapist/bookings/${(body as { id: string }).id}/status`, { status: 'completed' }).expect(200);
  await client.post(`/api/client/practices/${practice.therapist.id}/confirm`).expect(200);
  const [row] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [(body as { id: string }).id]);
  const of = { client_id: row?.client_id, title: 'Session' };
  const lines = Array.from({ length: 50 }, () => ({ text: '🙂'.repeat(249) }));
  for (let notes = 0; notes < 30; notes += 1) await practice.therapist.post(NOTES, { ...of, content: '🙂'.repeat(9_990), is_client_visible: true }).expect(201);
  for (let plans = 0; plans < 12; plans += 1) {
    const plan = await practice.therapist.post('/api/therapist/care-plans', { ...of, description: '🙂'.repeat(9_990), actions: lines, goals: lines.slice(0, 20).map((line) => ({ ...line, progress: 1 })) }).expect(201);
    await practice.therapist.post(`/api/therapist/care-plans/${(plan.body as { id: string }).id}/publish`, {}).expect(200);
  }
  const { text } = await client.get('/api/client/dashboard').expect(200);
  const kilobytes = Math.round(Buffer.byteLength(text) / 1024);
  print('the first page of a client with 30 long notes and 12 long plans, kilobytes', '2,231', kilobytes);
  expect(kilobytes).toBeLessThan(250);
  // What does not open any more is missed by who opens it.
  await test.database.query(`update session_notes set title = '', content = '' where client_id = $1`, [row?.client_id]);
  const { body: listed } = await practice.therapist.get(`${NOTES}?client_id=${row?.client_id}&limit=30`).expect(200);
  const whole = (listed as { title: string }[]).filter(({ title }) => title !== 'Session').length;
  print('whole notes that a list of 30 opens for their beginnings', 30, whole);
  expect([(listed as object[]).length, whole]).toEqual([30, 0]);
});

it('whoever has not confirmed the practice is not flooded with reminders of series that somebody booked for them', async () => {
  const email = newEmail();
  const date = workday(test, 8);
  for (const appointment_time of ['09:00', '10:00', '11:00', '12:00', '13:00']) await forClient({ client_email: email, appointment_date: date, appointment_time, on_purpose: true }).expect(201);
  test.clock.advance(Date.parse(`${date}T17:00:00Z`) - DAY_MS - test.clock.now().getTime());
  await test.app.get(RemindersService, { strict: false }).remind();
  await test.app.get(RemindersService, { strict: false }).remind();
  const [told] = await test.database.query<{ count: number }>('select count(*)::int as count from booking_reminders r join bookings b on b.id = r.booking_id where b.client_email = $1', [email]);
  print('five appointments of a day, made for a stranger’s mailbox, reminders', 5, told?.count);
  expect(told?.count).toBe(1);
});
