import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { newId } from '../../src/common/database/database';
import { book, openPractice, Practice } from '../harness/practice';
import { SignedInAdmin, signInAdmin } from '../harness/signed-in-admin';
import { startTestApp, TestApp } from '../harness/test-app';

const MINUTE_MS = 60_000;
const REASON = 'The therapist is in hospital; a client asked for canary-reason.';

let test: TestApp;
let admin: SignedInAdmin;
let practice: Practice;
let other: Practice;
let clientId: string;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', SESSION_IDLE_MINUTES: '600' });
  admin = await signInAdmin(test);
  practice = await openPractice(test);
  other = await openPractice(test);
  const { body } = await book(test, practice, { notes: 'I sleep badly', client_email: 'nadia@example.org' }).expect(201);
  await book(test, other, { notes: 'foreign notes', client_email: 'foreign@example.org' }).expect(201);
  [clientId] = (await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [body.id])).map((row) => row.client_id) as [string];
  await addNote(practice.therapist.id, { clientId, title: 'First session', content: 'She spoke of her sister.' });
  await addNote(practice.therapist.id, { bookingId: body.id as string, title: 'By appointment', content: 'Tied by the booking.' });
  await addNote(practice.therapist.id, { title: 'For myself', content: 'Nobody in particular.' });
  await addNote(other.therapist.id, { title: 'Foreign', content: 'foreign notes' });
  await addPlan(practice.therapist.id, clientId);
});
afterAll(() => test.close());
afterEach(() => test.database.query('update break_glass_grants set ended_at = now() where ended_at is null'));

const seal = (table: string, column: string, rowId: string, text: string): Buffer => test.app.get(ColumnCipher).encrypt(text, { table, column, rowId });

async function addNote(therapistId: string, note: { clientId?: string; bookingId?: string; title: string; content: string }): Promise<void> {
  const id = newId();
  await test.database.query(
    `insert into session_notes (id, therapist_id, client_id, booking_id, title, content, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, clock_timestamp(), clock_timestamp())`,
    [id, therapistId, note.clientId ?? null, note.bookingId ?? null, seal('session_notes', 'title', id, note.title), seal('session_notes', 'content', id, note.content)],
  );
}

async function addPlan(therapistId: string, client: string): Promise<void> {
  const id = newId();
  const text = (column: string, value: string): Buffer => seal('care_plans', column, id, value);
  await test.database.query(
    `insert into care_plans (id, therapist_id, client_id, title, description, recommended_actions, follow_up_date, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, '2026-12-01', now(), now())`,
    [id, therapistId, client, text('title', 'Sleep'), text('description', 'Sleep better'), text('recommended_actions', '["Walk","Write"]')],
  );
}

const open = (by: SignedInAdmin = admin, therapistId = practice.therapist.id) => by.post('/api/admin/break-glass', { therapist_id: therapistId, reason: REASON });
const read = (grantId: string, section: string, more = '') => admin.get(`/api/admin/break-glass/${grantId}/record?section=${section}${more}`);

describe('opening a therapist’s records', () => {
  it('takes a reason, lasts 60 minutes, is kept encrypted and logged, and leaves a mail to the therapist', async () => {
    const { body: grant } = await open().expect(201);
    expect(grant).toEqual({
      id: expect.any(String),
      therapist_id: practice.therapist.id,
      therapist_name: 'Dr. Test',
      reason: REASON,
      created_at: expect.any(String),
      expires_at: new Date(new Date(grant.created_at).getTime() + 60 * MINUTE_MS).toISOString(),
      ended_at: null,
    });
    expect((await admin.get('/api/admin/break-glass').expect(200)).body).toEqual([grant]);
    expect((await admin.get('/api/admin/dashboard').expect(200)).body.break_glass).toEqual([grant]);
    const [stored] = await test.database.query<{ reason: Buffer }>('select reason from break_glass_grants where id = $1', [grant.id]);
    expect(stored?.reason.toString('latin1')).not.toContain('canary-reason');
    expect(await test.database.query(`select payload from outbox where job = 'send-break-glass-notice' and payload ->> 'grant_id' = $1`, [grant.id])).toEqual([
      { payload: { grant_id: grant.id } },
    ]);
    expect(await logged(grant.id)).toEqual([{ action: 'break_glass_open', actor_id: admin.id, client_ids: null, details: { therapist_id: practice.therapist.id } }]);
    const [{ leaks }] = (await test.database.query<{ leaks: number }>(`select count(*)::int as leaks from activity_log where details::text like '%canary%'`)) as [{ leaks: number }];
    expect(leaks).toBe(0);
  });

  it('is refused without a real reason, for nobody, and a second time while it is open', async () => {
    for (const reason of [undefined, '', 'too short', '          x          ', 'x'.repeat(1001)]) {
      const { body } = await admin.post('/api/admin/break-glass', { therapist_id: practice.therapist.id, reason }).expect(400);
      expect(body.errors[0].field).toBe('reason');
    }
    await admin.post('/api/admin/break-glass', { therapist_id: 'nobody', reason: REASON }).expect(400);
    await open(admin, newId()).expect(404);
    await open(admin, clientId).expect(404);
    const answers = await Promise.all(Array.from({ length: 4 }, () => open()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    await open(admin, other.therapist.id).expect(201);
    await practice.therapist.post('/api/admin/break-glass', { therapist_id: practice.therapist.id, reason: REASON }).expect(401);
  });
});

describe('the opened records', () => {
  it('show each section readable, of this therapist alone', async () => {
    const { body: grant } = await open().expect(201);
    const profile = (await read(grant.id, 'profile').expect(200)).body;
    expect(profile.therapist).toEqual({ id: practice.therapist.id, display_name: 'Dr. Test', email: practice.therapist.email });
    expect(profile.rows).toMatchObject([{ custom_slug: practice.slug, timezone: 'America/New_York' }]);
    const bookings = (await read(grant.id, 'bookings').expect(200)).body;
    expect(bookings.rows).toMatchObject([{ client_id: clientId, client_name: 'Nadia Öztürk', client_email: 'nadia@example.org', notes: 'I sleep badly', service_name: 'Session' }]);
    const notes = (await read(grant.id, 'session_notes').expect(200)).body;
    expect(notes.rows).toMatchObject([
      { title: 'For myself', client_id: null, client_name: null },
      { title: 'By appointment', client_id: clientId, client_name: 'Nadia Öztürk' },
      { title: 'First session', content: 'She spoke of her sister.', client_id: clientId, summary: null, is_client_visible: false },
    ]);
    const plans = (await read(grant.id, 'care_plans').expect(200)).body;
    expect(plans.rows).toMatchObject([{ title: 'Sleep', recommended_actions: ['Walk', 'Write'], follow_up_date: '2026-12-01', published_at: null }]);
    expect(JSON.stringify([profile, bookings, notes, plans])).not.toMatch(/foreign|manage_token/i);
    await read(grant.id, 'everything').expect(400);
    await admin.get(`/api/admin/break-glass/${grant.id}/record`).expect(400);
  });

  it('are logged page by page with the clients who were seen, before anything is shown', async () => {
    const { body: grant } = await open().expect(201);
    await read(grant.id, 'profile').expect(200);
    await read(grant.id, 'bookings').expect(200);
    const first = await read(grant.id, 'session_notes', '&limit=2').expect(200);
    const next = /<http:\/\/localhost:3000([^>]+)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    const second = await admin.get(next).expect(200);
    expect([...first.body.rows, ...second.body.rows].map(({ title }) => title)).toEqual(['For myself', 'By appointment', 'First session']);
    expect(second.headers['link']).toBeUndefined();
    const rows = (await logged(grant.id)).slice(1);
    const therapist_id = practice.therapist.id;
    expect(rows).toEqual([
      { action: 'break_glass_read', actor_id: admin.id, client_ids: null, details: { therapist_id, section: 'profile', rows: 1 } },
      { action: 'break_glass_read', actor_id: admin.id, client_ids: [clientId], details: { therapist_id, section: 'bookings', rows: 1 } },
      { action: 'break_glass_read', actor_id: admin.id, client_ids: [clientId], details: { therapist_id, section: 'session_notes', rows: 2 } },
      { action: 'break_glass_read', actor_id: admin.id, client_ids: [clientId], details: { therapist_id, section: 'session_notes', rows: 1 } },
    ]);
  });

  it('cannot be changed through it: no way but reading leads there', async () => {
    const { body: grant } = await open().expect(201);
    for (const method of ['post', 'put'] as const) await admin[method](`/api/admin/break-glass/${grant.id}/record`, { section: 'profile' }).expect(404);
    await admin.put('/api/therapist/profile', { display_name: 'Taken over' }).expect(401);
  });

  it('close after 60 minutes, to the second', async () => {
    const { body: grant } = await open().expect(201);
    test.clock.advance(59 * MINUTE_MS + 50_000);
    await read(grant.id, 'bookings').expect(200);
    test.clock.advance(11_000);
    const { body } = await read(grant.id, 'bookings').expect(403);
    expect(body.detail).toBe('This access has ended. Please open a new one if you still need to look.');
    expect((await admin.get('/api/admin/break-glass').expect(200)).body).toEqual([]);
    expect((await admin.post(`/api/admin/break-glass/${grant.id}/end`).expect(200)).body.ended_at).toBeNull();
    expect((await logged(grant.id)).map(({ action }) => action)).toEqual(['break_glass_open', 'break_glass_read']);
    await open().expect(201);
  });

  it('close when the administrator ends it, once', async () => {
    const { body: grant } = await open().expect(201);
    const { body: ended } = await admin.post(`/api/admin/break-glass/${grant.id}/end`).expect(200);
    expect(ended.ended_at).toEqual(expect.any(String));
    expect((await admin.post(`/api/admin/break-glass/${grant.id}/end`).expect(200)).body).toEqual(ended);
    await read(grant.id, 'profile').expect(403);
    expect((await logged(grant.id)).map(({ action }) => action)).toEqual(['break_glass_open', 'break_glass_end']);
  });

  it('are nobody else’s: another administrator’s access is not there', async () => {
    const { body: grant } = await open().expect(201);
    const second = await signInAdmin(test);
    await second.get(`/api/admin/break-glass/${grant.id}/record?section=bookings`).expect(404);
    await second.post(`/api/admin/break-glass/${grant.id}/end`).expect(404);
    expect((await second.get('/api/admin/break-glass').expect(200)).body).toEqual([]);
    expect((await second.get('/api/admin/dashboard').expect(200)).body.break_glass).toEqual([]);
    await read(newId(), 'bookings').expect(404);
    await read('nothing', 'bookings').expect(404);
    await practice.therapist.get(`/api/admin/break-glass/${grant.id}/record?section=bookings`).expect(401);
    await read(grant.id, 'bookings').expect(200);
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
