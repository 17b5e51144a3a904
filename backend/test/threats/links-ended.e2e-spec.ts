import { Client } from 'pg';
import { book, manageToken, openPractice, Practice, workday } from '../harness/practice';
import { signInAnew } from '../harness/signed-in';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function seriesFor(practice: Practice, client_email: string, weeks: number): Promise<void> {
  const dates = Array.from({ length: weeks }, (_, week) => workday(test, 1 + 5 * week));
  await practice.therapist.post('/api/therapist/bookings/series', { service_id: practice.serviceId, client_name: 'Typed Name', client_email, appointment_time: '10:00', every_weeks: 1, dates }).expect(201);
}

it('ending the links of many appointments asks the database no more often than ending a few: nobody waits for whoever has hundreds', async () => {
  const asked: number[] = [];
  for (const weeks of [2, 40]) {
    const [practice, client] = [await openPractice(test), await signInClient(test)];
    await seriesFor(practice, client.email, weeks);
    const query = jest.spyOn(Client.prototype, 'query');
    await client.post(`/api/client/practices/${practice.therapist.id}/confirm`, { end_links: true }).expect(200);
    asked.push(query.mock.calls.length);
    query.mockRestore();
    const [told] = await test.database.query<{ told: number }>(`select count(*)::int as told from booking_events e join bookings b on b.id = e.booking_id where b.therapist_id = $1 and e.kind = 'readdressed'`, [practice.therapist.id]);
    expect(told?.told).toBe(weeks);
  }
  const [few = 0, many = Infinity] = asked;
  expect(many).toBeLessThanOrEqual(few + 5);
});

it('a link that ended opens no appointment that was over then and is moved later', async () => {
  const practice = await openPractice(test);
  const email = 'missed@example.org';
  const { body } = await book(test, practice, { client_email: email, appointment_date: workday(test, 1) }).expect(201);
  const { id, starts_at } = body as { id: string; starts_at: string };
  const stranger = await manageToken(test, id);
  test.clock.advance(5 * 24 * 3_600_000);
  const client = await signInClient(test, { email });
  await client.post(`/api/client/practices/${practice.therapist.id}/confirm`, { end_links: true }).expect(200);
  const therapist = await signInAnew(test, practice.therapist);
  await therapist.put(`/api/therapist/bookings/${id}/time`, { starts_at, appointment_date: workday(test, 2), appointment_time: '11:00', on_purpose: true }).expect(200);
  await test.http.post('/api/bookings/manage').send({ token: stranger }).expect(404);
  await test.http.post('/api/bookings/manage').send({ token: await manageToken(test, id) }).expect(200);
});
