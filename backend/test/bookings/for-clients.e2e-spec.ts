import * as supertest from 'supertest';
import { bookingOf, book, openPractice, Practice, sunday, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

/** A therapist makes appointments for their clients. */
let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  practice = await openPractice(test);
});

const NEW = { client_name: 'Ines Duarte', client_email: 'ines@example.org' };
const make = (fields: object = {}, key?: string): supertest.Test => {
  const request = practice.therapist.post('/api/therapist/bookings', { service_id: practice.serviceId, appointment_date: workday(test, 3), appointment_time: '10:00', ...NEW, ...fields });
  return key === undefined ? request : request.set('Idempotency-Key', key);
};
const detailOf = async (call: PromiseLike<{ body: unknown }>): Promise<string> => ((await call).body as { detail: string }).detail;
const rowOf = async (id: string) =>
  (await test.database.query<Record<string, unknown>>('select by_stranger, client_id, client_email, client_name from bookings where id = $1', [id]))[0];

it('for somebody new, who is told by mail and has not proved anything', async () => {
  const { body } = await make({}, 'one-two-three-four').expect(201);
  expect(body).toMatchObject({ client_name: 'Ines Duarte', appointment_time: '10:00', status: 'confirmed' });
  expect((await make({}, 'one-two-three-four').expect(201)).body).toEqual(body);
  const { id } = body as { id: string };
  expect(await rowOf(id)).toMatchObject({ by_stranger: true, client_email: 'ines@example.org' });
  expect(await test.database.query('select kind, actor from booking_events where booking_id = $1', [id])).toEqual([{ kind: 'booked', actor: 'therapist' }]);
  const [entry] = await test.database.query(`select actor_type from activity_log where action = 'book_session' and subject_id = $1`, [id]);
  expect(entry).toEqual({ actor_type: 'therapist' });
  expect(await detailOf(make({ client_name: '' }).expect(400))).toBeTruthy();
  await make({ client_name: undefined, appointment_time: '12:00' }).expect(422);
});

it('for a client, under the name that their therapist knows; nobody else’s, and no address of another practice is told', async () => {
  const { body } = await book(test, practice, { client_name: 'Kim Park', client_email: 'kim@example.org' }).expect(201);
  const known = await rowOf((body as { id: string }).id);
  const { body: made } = await make({ client_id: known?.['client_id'], client_name: undefined, client_email: undefined }).expect(201);
  expect(await rowOf((made as { id: string }).id)).toMatchObject({ client_id: known?.['client_id'], client_name: 'Kim Park', client_email: 'kim@example.org' });
  const other = await openPractice(test);
  const request = { service_id: other.serviceId, appointment_date: workday(test, 4), appointment_time: '10:00' };
  await other.therapist.post('/api/therapist/bookings', { ...request, client_id: known?.['client_id'] }).expect(404);
  await practice.therapist.post('/api/therapist/bookings', { ...request, ...NEW }).expect(404);
});

it('at times that clients cannot have only on purpose, and never over another appointment', async () => {
  const outside = { appointment_date: sunday(test), appointment_time: '21:07' };
  const { body } = await make(outside).expect(422);
  expect(body).toMatchObject({ errors: [{ field: 'on_purpose', message: expect.stringContaining('Clients could not book this time') }] });
  await make({ ...outside, on_purpose: true }).expect(201);
  expect(await detailOf(make({ ...outside, appointment_time: '21:30', on_purpose: true }).expect(409))).toContain('another appointment');
  const day = workday(test, 5);
  await practice.therapist.post('/api/therapist/time-off', { kind: 'holiday', first_date: day, name: 'Away' }).expect(201);
  expect((await make({ appointment_date: day }).expect(422)).body).toMatchObject({ errors: [{ field: 'on_purpose' }] });
  await make({ appointment_date: day, on_purpose: true }).expect(201);
  expect((await make({ appointment_date: '2020-01-02', on_purpose: true }).expect(422)).body).toMatchObject({ errors: [{ field: 'appointment_date' }] });
});

it('of two at once for one time one is made, whoever makes them', async () => {
  const wanted = { appointment_date: workday(test, 6), appointment_time: '11:00' };
  const answers = await Promise.all([make(wanted), make({ ...wanted, client_email: 'other@example.org', on_purpose: true }), test.http.post('/api/bookings').send(bookingOf(test, practice, wanted))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});
