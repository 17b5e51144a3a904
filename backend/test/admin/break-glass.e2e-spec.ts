import { newId } from '../../src/common/database/database';
import { endGrants, EmergencyAdmin, signInEmergencyAdmin, writeNote, WrittenNote, writePlan } from '../harness/break-glass';
import { book, openPractice, Practice, proveBookings, workday } from '../harness/practice';
import { signInAdmin } from '../harness/signed-in-admin';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const MINUTE_MS = 60_000;
const REASON = 'The therapist is in hospital; a client asked for canary-reason.';
const NADIA = 'nadia@example.org';

let test: TestApp;
let admin: EmergencyAdmin;
let practice: Practice;
let other: Practice;
let clientId: string;
let bookingId: string;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', SESSION_IDLE_MINUTES: '600', ADMIN_FAILURE_LIMIT: '5' });
  admin = await signInEmergencyAdmin(test);
  practice = await openPractice(test);
  other = await openPractice(test);
  const { body } = await book(test, practice, { notes: 'I sleep badly', client_email: NADIA }).expect(201);
  bookingId = body.id as string;
  await book(test, practice, { notes: 'foreign client', client_email: 'neighbour@example.org', appointment_time: '11:00' }).expect(201);
  await book(test, other, { notes: 'foreign notes', client_email: 'foreign@example.org' }).expect(201);
  [clientId] = (await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [bookingId])).map((row) => row.client_id) as [string];
  await proveBookings(test, NADIA);
  await addNote(practice.therapist.id, { clientId, title: 'First session', content: 'She spoke of her sister.' });
  await addNote(practice.therapist.id, { bookingId, title: 'By appointment', content: 'Tied by the booking.' });
  await addNote(practice.therapist.id, { title: 'For myself', content: 'foreign to every client' });
  await addNote(other.therapist.id, { title: 'Foreign', content: 'foreign notes' });
  await addPlan(practice.therapist.id, clientId);
});
afterAll(() => test.close());
afterEach(() => endGrants(test));

const addNote = (therapistId: string, note: WrittenNote): Promise<void> => writeNote(test, therapistId, note);
const addPlan = (therapistId: string, client: string): Promise<void> => writePlan(test, therapistId, client);

const ask = (by: EmergencyAdmin, body: object) => by.post('/api/admin/break-glass', body);
const open = (client = NADIA, by = admin) => ask(by, { client, reason: REASON, ...by.proof() });
const read = (grantId: string, section: string, more = '') => admin.get(`/api/admin/break-glass/${grantId}/record?section=${section}${more}`);

/** Somebody with a booking there. @returns their address */
async function newClient(): Promise<string> {
  const email = `${newId()}@example.org`;
  const local_date = workday(test, 2 + (made += 1));
  await book(test, other, { client_email: email, appointment_date: local_date }).expect(201);
  await proveBookings(test, email);
  return email;
}
let made = 0;

describe('opening a client’s record', () => {
  it('takes a reason, lasts 60 minutes, is kept encrypted and logged, and leaves a mail to the therapist', async () => {
    const { body: grant } = await open().expect(201);
    expect(grant).toEqual({
      id: expect.any(String),
      administrator: admin.username,
      client_id: clientId,
      client_name: 'Nadia Öztürk',
      therapist_names: ['Dr. Test'],
      reason: REASON,
      created_at: expect.any(String),
      expires_at: new Date(new Date(grant.created_at).getTime() + 60 * MINUTE_MS).toISOString(),
      ended_at: null,
      open: true,
    });
    expect((await admin.get('/api/admin/break-glass').expect(200)).body).toEqual([grant]);
    expect((await admin.get('/api/admin/dashboard').expect(200)).body.break_glass).toEqual([grant]);
    const [stored] = await test.database.query<{ reason: Buffer }>('select reason from break_glass_grants where id = $1', [grant.id]);
    expect(stored?.reason.toString('latin1')).not.toContain('canary-reason');
    expect(await mailsAbout(grant.id)).toEqual([{ grant_id: grant.id, therapist_id: practice.therapist.id }]);
    expect(await logged(grant.id)).toEqual([{ action: 'break_glass_open', actor_id: admin.id, client_ids: [clientId], details: {} }]);
    const [{ leaks }] = (await test.database.query<{ leaks: number }>(`select count(*)::int as leaks from activity_log where details::text like '%canary%'`)) as [{ leaks: number }];
    expect(leaks).toBe(0);
  });

  it('is refused without two-step sign-in', async () => {
    const without = await signInAdmin(test);
    const { body } = await without.post('/api/admin/break-glass', { client: NADIA, reason: REASON, password: without.password, code: '000000' }).expect(403);
    expect(body.detail).toBe('Please set up two-step sign-in in your account first.');
    expect(await lookups(without.id)).toEqual([]);
  });

  it.each([
    ['nothing', undefined],
    ['too few characters', 'Court order'],
    ['spaces', `x${' '.repeat(30)}y`],
    ['one letter', 'a'.repeat(40)],
    ['one word again and again', 'urgent '.repeat(6)],
    ['more than is read', 'word by word '.repeat(100)],
  ])('is refused for a reason of %s', async (_, reason) => {
    const { body } = await ask(admin, { client: NADIA, reason, ...admin.proof() }).expect(400);
    expect(body.errors).toEqual([{ field: 'reason', message: expect.any(String) }]);
  });

  it('says what is missing in the reason', async () => {
    const said = async (reason: string) => (await ask(admin, { client: NADIA, reason, ...admin.proof() }).expect(400)).body.errors[0].message as string;
    expect(await said('Court order')).toMatch(/at least 20 characters/);
    expect(await said('a'.repeat(40))).toMatch(/at least three different/);
  });

  it('is for administrators alone', async () => {
    await practice.therapist.post('/api/admin/break-glass', { client: NADIA, reason: REASON, password: 'x', code: '1' }).expect(401);
  });
});

describe('who opens it', () => {
  it('shows password and code at that moment: neither alone opens, and both are needed', async () => {
    const by = await signInEmergencyAdmin(test);
    const wrong = { client: NADIA, reason: REASON, ...by.proof(), password: 'not the password' };
    expect((await ask(by, wrong).expect(422)).body.errors).toEqual([{ field: 'password', message: 'That password is not right.' }]);
    const guessed = await ask(by, { client: NADIA, reason: REASON, ...by.proof(), code: '000000' }).expect(422);
    expect(guessed.body.errors[0].field).toBe('code');
    for (const missing of ['password', 'code']) {
      const { body } = await ask(by, { client: NADIA, reason: REASON, ...by.proof(), [missing]: '' }).expect(400);
      expect(body.errors[0].field).toBe(missing);
    }
    expect(await lookups(by.id)).toEqual([]);
    await open(NADIA, by).expect(201);
  });

  it('cannot use a code twice, not even when nobody was found with it', async () => {
    const by = await signInEmergencyAdmin(test);
    const proof = by.proof();
    await ask(by, { client: 'nobody@example.org', reason: REASON, ...proof }).expect(404);
    await ask(by, { client: NADIA, reason: REASON, ...proof }).expect(422);
    const [recoveryCode] = by.recoveryCodes;
    await ask(by, { client: NADIA, reason: REASON, password: by.password, code: recoveryCode }).expect(201);
    await ask(by, { client: 'foreign@example.org', reason: REASON, password: by.password, code: recoveryCode }).expect(422);
  });

  it('is counted with the sign-in: wrong passwords here close it there, and wrong codes as well', async () => {
    const by = await signInEmergencyAdmin(test);
    for (let left = 5; left > 0; left -= 1) await ask(by, { client: NADIA, reason: REASON, ...by.proof(), password: `guess ${left}` }).expect(422);
    await open(NADIA, by).expect(429);
    await admin.post('/api/admin/login', { username: by.username, password: by.password }).expect(429);
    const second = await signInEmergencyAdmin(test);
    for (let left = 5; left > 0; left -= 1) await ask(second, { client: NADIA, reason: REASON, password: second.password, code: `00000${left}` }).expect(422);
    await open(NADIA, second).expect(429);
    const failures = await test.database.query(`select action from activity_log where subject_id = any($1) and action in ('admin_login_failed', 'second_factor_failed')`, [[by.id, second.id]]);
    // Of the password one for the connection; a code has one each.
    expect(failures).toHaveLength(6);
  });
});

describe('whose record it is', () => {
  it('is found by the exact address or by a booking’s id, in any case, and by nothing else', async () => {
    for (const client of [` ${NADIA.toUpperCase()} `, bookingId, bookingId.toUpperCase()]) {
      const { body } = await open(client).expect(201);
      expect(body.client_id).toBe(clientId);
      await endGrants(test);
    }
    for (const client of ['Nadia', 'nadia', '%', '', bookingId.slice(0, 8), `${NADIA} foreign@example.org`]) {
      const { body } = await open(client).expect(400);
      expect(body.errors[0].field).toBe('client');
    }
    for (const client of ['nadi@example.org', '%@example.org', 'n_dia@example.org', newId(), clientId, practice.therapist.id, practice.therapist.email]) {
      await endGrants(test);
      const { body } = await open(client).expect(404);
      expect(body.errors[0].field).toBe('client');
    }
  });

  it('is nobody’s who has only registered: no therapist keeps a record of them', async () => {
    const registered = await signInClient(test);
    await open(registered.email).expect(404);
  });

  it('cannot be tried out: each one that is looked for is kept, and after ten within an hour everybody is answered alike', async () => {
    const by = await signInEmergencyAdmin(test);
    for (let left = 9; left > 0; left -= 1) await open(`guess-${left}@example.org`, by).expect(404);
    await open(NADIA, by).expect(201);
    const answers = [await open('foreign@example.org', by).expect(429), await open('guess@example.org', by).expect(429)];
    expect(answers[0]?.body.detail).toBe(answers[1]?.body.detail);
    expect(await lookups(by.id)).toEqual([...Array.from({ length: 9 }, () => ({ found: false })), { found: true }]);
  });
});

describe('how many are open', () => {
  it('is three for an administrator, also when they are opened at the same moment', async () => {
    const by = await signInEmergencyAdmin(test);
    const clients = await Promise.all(Array.from({ length: 5 }, newClient));
    const answers = await Promise.all(clients.map((client, index) => ask(by, { client, reason: REASON, password: by.password, code: by.recoveryCodes[index] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
    expect((await by.get('/api/admin/break-glass').expect(200)).body).toHaveLength(3);
    const opened = answers.find(({ status }) => status === 201)?.body as { id: string };
    await by.post(`/api/admin/break-glass/${opened.id}/end`).expect(200);
    await open(NADIA, by).expect(201);
    expect((await open('foreign@example.org', by).expect(409)).body.detail).toMatch(/three records open/);
  });

  it('is one for a client: a second time while it is open is refused', async () => {
    await open().expect(201);
    await open(bookingId).expect(409);
  });
});

describe('the opened record', () => {
  it('shows each section readable, of this client alone', async () => {
    const { body: grant } = await open().expect(201);
    const profile = (await read(grant.id, 'profile').expect(200)).body;
    expect(profile.client).toEqual({ id: clientId, name: 'Nadia Öztürk' });
    expect(profile.rows).toEqual([
      { id: clientId, name: 'Nadia Öztürk', email: NADIA, phone: null, therapists: [{ id: practice.therapist.id, display_name: 'Dr. Test', email: practice.therapist.email }] },
    ]);
    const bookings = (await read(grant.id, 'bookings').expect(200)).body;
    expect(bookings.rows).toMatchObject([{ id: bookingId, therapist_name: 'Dr. Test', client_email: NADIA, notes: 'I sleep badly', service_name: 'Session' }]);
    const notes = (await read(grant.id, 'session_notes').expect(200)).body;
    expect(notes.rows).toMatchObject([
      { title: 'By appointment', therapist_name: 'Dr. Test' },
      { title: 'First session', content: 'She spoke of her sister.', summary: null, is_client_visible: false },
    ]);
    const plans = (await read(grant.id, 'care_plans').expect(200)).body;
    expect(plans.rows).toMatchObject([{ title: 'Sleep', recommended_actions: ['Walk', 'Write'], follow_up_date: '2026-12-01', published_at: null }]);
    expect(JSON.stringify([profile, bookings, notes, plans])).not.toMatch(/foreign|neighbour|manage_token/i);
    await read(grant.id, 'everything').expect(400);
    await admin.get(`/api/admin/break-glass/${grant.id}/record`).expect(400);
  });

  it('has the records of all therapists who are tied to the client when it is opened, and each is told', async () => {
    const email = await newClient();
    const third = await openPractice(test);
    await book(test, practice, { client_email: email, notes: 'with the first', appointment_date: workday(test, 20) }).expect(201);
    await proveBookings(test, email);
    const { body: grant } = await open(email).expect(201);
    expect(grant.therapist_names).toEqual(['Dr. Test', 'Dr. Test']);
    expect((await mailsAbout(grant.id)).map(({ therapist_id }) => therapist_id).sort()).toEqual([practice.therapist.id, other.therapist.id].sort());
    // Who comes to the client later was not told, and is not read.
    await book(test, third, { client_email: email, notes: 'with the third', appointment_date: workday(test, 21) }).expect(201);
    await proveBookings(test, email);
    const bookings = (await read(grant.id, 'bookings').expect(200)).body.rows as { notes: string | null }[];
    expect(bookings.map(({ notes }) => notes)).toEqual(['with the first', null]);
    expect((await third.therapist.get('/api/therapist/record-openings').expect(200)).body.openings).toEqual([]);
  });

  it('has what a visitor booked, but is none of that therapist’s concern while the address is not proved there', async () => {
    const email = await newClient();
    const third = await openPractice(test);
    await book(test, third, { client_email: email, notes: 'as a visitor', appointment_date: workday(test, 22) }).expect(201);
    const { body: grant } = await open(email).expect(201);
    expect(grant.therapist_names).toHaveLength(1);
    expect((await mailsAbout(grant.id)).map(({ therapist_id }) => therapist_id)).toEqual([other.therapist.id]);
    expect((await third.therapist.get('/api/therapist/record-openings').expect(200)).body.openings).toEqual([]);
    const bookings = (await read(grant.id, 'bookings').expect(200)).body.rows as { notes: string | null }[];
    expect(bookings.map(({ notes }) => notes)).toEqual(['as a visitor', null]);
  });

  it('is logged page by page with the client, before anything is shown', async () => {
    const { body: grant } = await open().expect(201);
    await read(grant.id.toUpperCase(), 'profile').expect(200);
    await read(grant.id, 'bookings').expect(200);
    const first = await read(grant.id, 'session_notes', '&limit=1').expect(200);
    const next = /<http:\/\/localhost:3000([^>]+)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    const second = await admin.get(next).expect(200);
    expect([...first.body.rows, ...second.body.rows].map(({ title }) => title)).toEqual(['By appointment', 'First session']);
    expect(second.headers['link']).toBeUndefined();
    const entry = (section: string) => ({ action: 'break_glass_read', actor_id: admin.id, client_ids: [clientId], details: { section, rows: 1 } });
    expect((await logged(grant.id)).slice(1)).toEqual(['profile', 'bookings', 'session_notes', 'session_notes'].map(entry));
  });

  it('cannot be changed through it: no way but reading leads there', async () => {
    const { body: grant } = await open().expect(201);
    for (const method of ['post', 'put'] as const) await admin[method](`/api/admin/break-glass/${grant.id}/record`, { section: 'profile' }).expect(404);
    await admin.put('/api/therapist/profile', { display_name: 'Taken over' }).expect(401);
  });

  it('closes after 60 minutes, to the second', async () => {
    const { body: grant } = await open().expect(201);
    test.clock.advance(59 * MINUTE_MS + 50_000);
    await read(grant.id, 'bookings').expect(200);
    test.clock.advance(11_000);
    const { body } = await read(grant.id, 'bookings').expect(403);
    expect(body.detail).toBe('This access has ended. Please open a new one if you still need to look.');
    expect((await admin.get('/api/admin/break-glass').expect(200)).body).toEqual([]);
    expect((await admin.post(`/api/admin/break-glass/${grant.id}/end`).expect(200)).body).toMatchObject({ ended_at: null, open: false });
    expect((await logged(grant.id)).map(({ action }) => action)).toEqual(['break_glass_open', 'break_glass_read']);
    await open().expect(201);
  });

  it('closes when the administrator ends it, once', async () => {
    const { body: grant } = await open().expect(201);
    const { body: ended } = await admin.post(`/api/admin/break-glass/${grant.id.toUpperCase()}/end`).expect(200);
    expect(ended).toMatchObject({ ended_at: expect.any(String), open: false });
    expect((await admin.post(`/api/admin/break-glass/${grant.id}/end`).expect(200)).body).toEqual(ended);
    await read(grant.id, 'profile').expect(403);
    expect((await logged(grant.id)).map(({ action }) => action)).toEqual(['break_glass_open', 'break_glass_end']);
  });
});

interface LoggedRow {
  action: string;
  actor_id: string;
  client_ids: string[] | null;
  details: object;
}

function logged(grantId: string): Promise<LoggedRow[]> {
  return test.database.query<LoggedRow>(`select action, actor_id, client_ids, details from activity_log where subject_type = 'break_glass' and subject_id = $1 order by seq`, [grantId]);
}

/** What was kept of each look for a client. */
async function lookups(adminId: string): Promise<object[]> {
  const rows = await test.database.query<{ details: object }>(`select details from activity_log where action = 'break_glass_lookup' and actor_id = $1 order by seq`, [adminId]);
  return rows.map(({ details }) => details);
}

async function mailsAbout(grantId: string): Promise<{ therapist_id: string }[]> {
  const rows = await test.database.query<{ payload: { therapist_id: string } }>(
    `select payload from outbox where job = 'send-break-glass-notice' and payload ->> 'grant_id' = $1`,
    [grantId],
  );
  return rows.map(({ payload }) => payload);
}
