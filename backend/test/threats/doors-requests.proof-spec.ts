import { randomUUID } from 'node:crypto';
import { NOT_NOTED, print } from '../harness/before-and-now';
import { stranger } from '../harness/booking-holds';
import { signInEmergencyAdmin } from '../harness/break-glass';
import { ClientBrowser, newAddress } from '../harness/client-browser';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** What a thief sent who had two connections, a scripting language and no account: ids, names, and addresses that were asked for. */
let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000' });
  practice = await openPractice(test);
});
afterAll(() => test.close());

const newEmail = (): string => `${randomUUID()}@example.org`;

it('one record is not opened twice by writing its id in capital letters, and the log has one spelling', async () => {
  const admin = await signInEmergencyAdmin(test);
  const { body } = await book(test, practice, { client_email: newEmail() }).expect(201);
  const id = (body as { id: string }).id;
  const ask = (client: string) => admin.post('/api/admin/break-glass', { client, reason: 'The therapist is in hospital since today.', ...admin.proof() });
  const [first, second] = [await ask(id.toUpperCase()), await ask(id)];
  const [row] = await test.database.query<{ named: string }>(`select client_ids[1]::text as named from activity_log where action = 'break_glass_open' and subject_id = $1`, [(first.body as { id: string }).id]);
  const isNormal = row?.named === (first.body as { client_id: string }).client_id;
  print('the same record opened by its id in capital letters and in small ones', '201, 201', `${first.status}, ${second.status}`);
  print('the id as the log has it', NOT_NOTED, isNormal ? 'as everywhere else' : row?.named);
  expect([first.status, second.status, isNormal]).toEqual([201, 409, true]);
});

it('a name with an address, a link or letters that turn others round is refused with a sentence, wherever it is given', async () => {
  const names = ['Free prizes at evil.example', 'https://evil.example', 'me@example.org', 'Anna \u202egnp.exe', 'An\u200bna', '\u2066Anna'];
  const answers: { status: number; detail: string }[] = [];
  for (const name of names) {
    for (const answer of [
      await stranger(test, practice, { client_name: name, appointment_date: workday(test, 3) }),
      await (await ClientBrowser.open(test)).register(newEmail(), { name }),
      await practice.therapist.put('/api/therapist/profile', { display_name: name, timezone: 'America/New_York' }),
    ]) {
      answers.push({ status: answer.status, detail: String((answer.body as { detail?: string }).detail) });
    }
  }
  const said = [...new Set(answers.map(({ detail }) => detail))];
  print(`${names.length} such names in a booking, an account and a profile`, 'taken', [...new Set(answers.map(({ status }) => status))].join(', '));
  expect(answers.every(({ status }) => status === 400)).toBe(true);
  expect(said.every((sentence) => /web or email address|invisible characters/.test(sentence))).toBe(true);
});

it('registering tells five times who has an account, and then of nobody any more', async () => {
  const members = await Promise.all(Array.from({ length: 3 }, () => signInClient(test)));
  const address = newAddress();
  const told: number[] = [];
  const afterwards = new Set<string>();
  for (let nth = 0; nth < 40; nth += 1) {
    const email = nth % 10 === 9 ? (members[Math.floor(nth / 10) % 3]?.email ?? '') : newEmail();
    const { status, body } = await (await ClientBrowser.open(test, { address })).register(email);
    if (status === 400 || status === 201) told.push(status);
    else afterwards.add(`${status} ${JSON.stringify({ ...(body as object), request_id: undefined })}`);
  }
  print('40 addresses registered from one connection, told whether they have an account', 'no limit', told.length);
  print('different answers to the others, with an account or without', 2, [...afterwards].filter((answer) => answer.startsWith('202')).length);
  expect(told.length).toBe(5);
  expect([...afterwards].filter((answer) => answer.startsWith('202'))).toHaveLength(1);
  expect([...afterwards].filter((answer) => !answer.startsWith('202') && !answer.startsWith('429'))).toEqual([]);
});

it('a client with an appointment each week books the next one, whatever others booked for them', async () => {
  const client = await signInClient(test);
  const wanted = (date: string) => ({ service_id: practice.serviceId, client_name: client.name, client_email: client.email, appointment_date: date, appointment_time: '14:00' });
  const { body: past } = await client.post('/api/bookings', wanted(workday(test, 1))).expect(201);
  await practice.therapist.put(`/api/therapist/bookings/${(past as { id: string }).id}/status`, { status: 'completed' }).expect(200);
  for (const day of [6, 11, 16]) await client.post('/api/bookings', wanted(workday(test, day))).expect(201);
  for (const day of [7, 8, 9]) await stranger(test, practice, { client_email: client.email, appointment_date: workday(test, day), appointment_time: '15:00' }).expect(201);
  const rebook = (day: number) => client.post('/api/client/rebook', { booking_id: (past as { id: string }).id, new_date: workday(test, day), new_time: '14:00' });
  const statuses = [(await rebook(21)).status, (await rebook(26)).status];
  print('a client with three weekly appointments, and three that strangers booked in their name, books the next two', '429, 429', statuses.join(', '));
  expect(statuses).toEqual([201, 201]);
});
