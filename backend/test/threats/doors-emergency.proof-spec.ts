import { randomUUID } from 'node:crypto';
import { print } from '../harness/before-and-now';
import { EmergencyAdmin, endGrants, signInEmergencyAdmin } from '../harness/break-glass';
import { book, openPractice, Practice, proveBookings, workday } from '../harness/practice';
import { signInAdmin } from '../harness/signed-in-admin';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** An administrator's session in other hands, and clients' records. */
const REASON = 'Her flatmate called: she talked of pills and does not answer.';

let test: TestApp;
let practice: Practice;
let admin: EmergencyAdmin;
let email: string;
let day = 0;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', ADMIN_FAILURE_LIMIT: '100', SESSION_IDLE_MINUTES: '600' });
  practice = await openPractice(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  admin = await signInEmergencyAdmin(test);
  email = await somebody();
});
afterEach(() => endGrants(test));

async function somebody(): Promise<string> {
  const address = `${randomUUID()}@example.org`;
  await book(test, practice, { client_email: address, appointment_date: workday(test, (day += 1)) }).expect(201);
  await proveBookings(test, address);
  return address;
}
const ask = async (by: Pick<EmergencyAdmin, 'post'>, body: object): Promise<number> => (await by.post('/api/admin/break-glass', { client: email, reason: REASON, ...body })).status;

it('a session alone opens no record: two-step sign-in is set up, and password and code are given anew', async () => {
  const without = await signInAdmin(test);
  const { password, code } = admin.proof();
  const statuses = [
    await ask(without, { password: without.password, code: '000000' }),
    await ask(admin, {}),
    await ask(admin, { password: 'not the password', code }),
    await ask(admin, { password, code: '000000' }),
    await ask(admin, admin.proof()),
  ];
  print('a record opened without two-step sign-in, by the session alone, without the password, without the code, with both', 'neither was asked for', statuses.join(', '));
  expect(statuses).toEqual([403, 400, 422, 422, 201]);
});

it('a code that was read over somebody’s shoulder opens no second record', async () => {
  const proof = admin.proof();
  const first = await ask(admin, proof);
  email = await somebody();
  const second = await ask(admin, proof);
  print('two records with one code', 'none was asked for', `${first}, ${second}`);
  expect([first, second]).toEqual([201, 422]);
});

it('a reason is words', async () => {
  const reasons = ['aaaaaaaaaa', 'a'.repeat(40), 'Court order', 'urgent '.repeat(6), `x${' '.repeat(30)}y`];
  const statuses: number[] = [];
  for (const reason of reasons) statuses.push(await ask(admin, { reason, ...admin.proof() }));
  print('reasons such as "aaaaaaaaaa", "urgent urgent urgent …" and spaces', 'the first passed', statuses.join(', '));
  expect(new Set(statuses)).toEqual(new Set([400]));
});

it('nobody leafs through records: three are open at most, and one client at a time is found', async () => {
  const found: number[] = [];
  for (const client of ['Nadia', '%', email.slice(0, 8), practice.therapist.id, practice.therapist.email]) found.push((await admin.post('/api/admin/break-glass', { client, reason: REASON, ...admin.proof() })).status);
  const clients = [email, ...(await Promise.all(Array.from({ length: 5 }, somebody)))];
  const by = await signInEmergencyAdmin(test);
  const statuses = await Promise.all(clients.map(async (client, index) => (await by.post('/api/admin/break-glass', { client, reason: REASON, password: by.password, code: by.recoveryCodes[index] })).status));
  const open = ((await by.get('/api/admin/break-glass').expect(200)).body as object[]).length;
  print('records found by half a name, a pattern, half an address, a therapist’s id and address', 'a whole practice', [...new Set(found)].join(', '));
  print('six records asked for at once, open', 'no limit', open);
  expect(found.every((status) => status === 400 || status === 404)).toBe(true);
  expect([open, statuses.filter((status) => status === 201).length]).toEqual([3, 3]);
});

it('who opened what and why is read by administrators, therapist and client, at once and a day later', async () => {
  const client = await signInClient(test, { email, trusted: true });
  await admin.post('/api/admin/break-glass', { client: email, reason: REASON, ...admin.proof() }).expect(201);
  const readers = async (): Promise<number> => {
    await client.browser.login(email);
    const texts = await Promise.all([admin.get('/api/admin/break-glass/history'), practice.therapist.get('/api/therapist/record-openings'), client.get('/api/client/record-openings')]);
    return texts.filter(({ status, text }) => status === 200 && text.includes(REASON)).length;
  };
  const atOnce = await readers();
  test.clock.advance(3 * 3_600_000);
  const later = await readers();
  print('of administrators, therapist and client, who reads who opened the record and why, at once and when it is closed again', 'nobody', `${atOnce}, ${later}`);
  expect([atOnce, later]).toEqual([3, 3]);
});
