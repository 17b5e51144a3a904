import { PLANS, writePlan } from '../harness/care-plans';
import { addForm, completeForm, question } from '../harness/intake-forms';
import { book, manageToken, openPractice, Practice, proveBookings, workday } from '../harness/practice';
import { NOTES, writeNote } from '../harness/session-notes';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const EMAIL = 'nadia@example.org';

let test: TestApp;
let practice: Practice;

beforeEach(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', BOOKING_WAVE_LIMIT: '1000' });
  practice = await openPractice(test);
});
afterEach(() => test.close());

let day = 1;
const booked = async (client_name: string): Promise<string> => {
  day += 1;
  return ((await book(test, practice, { client_name, client_email: EMAIL, appointment_date: workday(test, day) }).expect(201)).body as { id: string }).id;
};
const clientOf = async (bookingId: string): Promise<string> => {
  const [row] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [bookingId]);
  return row!.client_id;
};
const namesAt = async (path: string): Promise<unknown[]> =>
  ((await practice.therapist.get(path).expect(200)).body as { client_name?: string; name?: string }[]).map(({ client_name, name }) => client_name ?? name);

/** Wherever the therapist reads what a client is called. */
async function calledNow(): Promise<unknown[]> {
  const names = await Promise.all([NOTES, PLANS, `${PLANS}/clients`, '/api/therapist/intake-requests'].map(namesAt));
  return [...new Set(names.flat())];
}

async function writeRecord(bookingId: string, clientId: string): Promise<string> {
  const { therapist } = practice;
  await writeNote(therapist, { booking_id: bookingId });
  await writeNote(therapist, { client_id: clientId });
  await writePlan({ therapist, clientId });
  return completeForm(test, therapist, { id: await addForm(test, therapist.id, [question('q')]), clientId }, { q: 'Well' });
}

it('a client keeps their name in their therapist’s records whatever name somebody books for their address', async () => {
  const first = await booked('Nadia Berg');
  await proveBookings(test, EMAIL);
  const completed = await writeRecord(first, await clientOf(first));
  const later = await booked('Carl Other');
  await writeNote(practice.therapist, { booking_id: later });
  expect(await calledNow()).toEqual(['Nadia Berg']);
  expect((await practice.therapist.get(`/api/therapist/intake-requests/${completed}/answers`).expect(200)).body).toMatchObject({ client_name: 'Nadia Berg' });
  expect(await namesAt(`${PLANS}/clients?q=carl`)).toEqual([]);
});

it('of a client who never booked themselves the first name counts, until they do', async () => {
  const first = await booked('Nadia Berg');
  await writeRecord(first, await clientOf(first));
  await booked('Carl Other');
  expect(await calledNow()).toEqual(['Nadia Berg']);
  const own = await booked('Nadia Sommer');
  await test.database.query('update bookings set (by_stranger, booked_by_stranger, by_visitor) = (false, false, false) where id = $1', [own]);
  expect(await calledNow()).toEqual(['Nadia Sommer']);
});

it('a client who confirms the practice confirms no name that a stranger gave for them, and says so once', async () => {
  const first = await booked('Nadia Berg');
  await writeRecord(first, await clientOf(first));
  await booked('Carl Other');
  const client = await signInClient(test, { email: EMAIL });
  for (let nth = 0; nth < 3; nth += 1) await client.post(`/api/client/practices/${practice.therapist.id}/confirm`, {}).expect(200);
  expect(await calledNow()).toEqual(['Nadia Berg']);
  const said = await test.database.query(`select 1 from activity_log where action = 'confirm_practice' and subject_id = $1`, [practice.therapist.id]);
  expect(said).toHaveLength(1);
});

it('the link of whoever booked in a client’s name ends when the client who takes the appointment for theirs wants it to, and a new one goes to the client', async () => {
  const id = await booked('Nadia Berg');
  const token = await manageToken(test, id);
  const look = (each: string) => test.http.post('/api/bookings/manage').send({ token: each });
  await look(token).expect(200);
  const client = await signInClient(test, { email: EMAIL });
  await client.post(`/api/client/practices/${practice.therapist.id}/confirm`, {}).expect(200);
  await look(token).expect(200);
  await client.post(`/api/client/practices/${practice.therapist.id}/confirm`, { end_links: true }).expect(200);
  await look(token).expect(404);
  await look(await manageToken(test, id)).expect(200);
  const readdressed = () => test.database.query(`select kind from booking_events where booking_id = $1 and kind = 'readdressed'`, [id]);
  expect(await readdressed()).toHaveLength(1);
  // Each time is a mail: three of them a day, and the log has them all.
  const statuses: number[] = [];
  for (let nth = 0; nth < 5; nth += 1) statuses.push((await client.post(`/api/client/practices/${practice.therapist.id}/confirm`, { end_links: true })).status);
  expect(statuses).toEqual([200, 200, 429, 429, 429]);
  expect(await readdressed()).toHaveLength(3);
  expect(await test.database.query(`select 1 from activity_log where action = 'end_links' and subject_id = $1`, [practice.therapist.id])).toHaveLength(3);
});
