import { newId } from '../../src/common/database/database';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { Works } from '../../src/common/work/work';
import { RecordsMoved } from '../../src/modules/clients/persons/person.events';
import { auditProblems } from '../harness/activity-log-tools';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

/** One page for each client of a therapist. */
let test: TestApp;
let practice: Practice;

beforeEach(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '10000' });
  practice = await openPractice(test);
});
afterEach(() => test.close());
beforeEach(() => void (made = 0));

const REMARK = 'Canary: speaks to nobody about the accident.';
let made = 0;
const path = (id: string): string => `/api/therapist/clients/${id}`;
const clientOf = async (client_email: string, at: Practice = practice): Promise<string> => {
  const { body } = await book(test, at, { client_email, client_name: 'Kim Park', client_phone: '+1 555 0100 234', client_timezone: 'Asia/Tokyo', appointment_date: workday(test, 3), appointment_time: ['09:00', '11:00'][made++]! }).expect(201);
  const [row] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [(body as { id: string }).id]);
  return row!.client_id;
};

it('tells how to reach a client and what came of the sessions; what is kept is encrypted, and each look is in the log', async () => {
  const id = await clientOf('kim@example.org');
  const { body } = await practice.therapist.get(path(id)).expect(200);
  expect(body).toMatchObject({ id, name: 'Kim Park', email: 'kim@example.org', phone: '+1 555 0100 234', sessions: { upcoming: 1, completed: 0, cancelled: 0, no_shows: 0 }, remark: '', discharged_on: null, version: 0 });
  expect((await practice.therapist.put(path(id), { remark: REMARK, discharged_on: '2026-12-01', version: 0 }).expect(200)).body).toMatchObject({ remark: REMARK, discharged_on: '2026-12-01', version: 1 });
  const [row] = await test.database.query<{ dump: string }>(`select (select string_agg(r::text, ' ') from client_records r) || (select string_agg(a::text, ' ') from activity_log a) as dump`);
  expect(row?.dump).not.toContain('Canary');
  const deeds = await test.database.query<{ action: string }>(`select action from activity_log where subject_type = 'client' and subject_id = $1 and actor_type = 'therapist' order by seq`, [id]);
  expect(deeds.map(({ action }) => action)).toEqual(['read_client', 'change_client_record']);
  expect(((await practice.therapist.get('/api/therapist/bookings').query({ client_id: id }).expect(200)).body as unknown[]).length).toBe(1);
  expect((await practice.therapist.get('/api/therapist/bookings').query({ client_id: newId() }).expect(200)).body).toEqual([]);
  expect(await auditProblems(test)).toEqual([]);
});

it('is nobody else’s, and whoever saves over another’s text is told so', async () => {
  const id = await clientOf('kim@example.org');
  const other = await openPractice(test);
  await other.therapist.get(path(id)).expect(404);
  await other.therapist.put(path(id), { remark: 'Mine', discharged_on: null, version: 0 }).expect(404);
  await practice.therapist.get(path(newId())).expect(404);
  const save = (remark: string, version: number) => practice.therapist.put(path(id), { remark, discharged_on: null, version });
  const answers = await Promise.all([save('one', 0), save('two', 0)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await save('three', 0).expect(409)).body).toMatchObject({ detail: expect.stringContaining('changed somewhere else') });
  await save('x'.repeat(10_001), 1).expect(400);
  await practice.therapist.put(path(id), { remark: '', discharged_on: '2026-02-30', version: 1 }).expect(400);
});

it('two persons that are one have one record, with what was kept about both', async () => {
  const [from, into] = [await clientOf('kim@example.org'), await clientOf('kim.park@example.org')];
  await practice.therapist.put(path(from), { remark: 'Earlier.', discharged_on: '2026-12-01', version: 0 }).expect(200);
  await practice.therapist.put(path(into), { remark: 'Later.', discharged_on: null, version: 0 }).expect(200);
  await test.app.get(Works).begin(SYSTEM_ACTOR, (work) => work.publish(new RecordsMoved(from, into)));
  expect((await practice.therapist.get(path(into)).expect(200)).body).toMatchObject({ remark: 'Later.\n\nEarlier.', discharged_on: '2026-12-01', version: 2 });
  expect(await test.database.query('select 1 from client_records where client_id = $1', [from])).toEqual([]);
});
