import { randomUUID } from 'node:crypto';
import { plantEntries } from '../harness/activity-log-tools';
import { addNote, addPlan, personOf } from '../harness/client-record';
import { ClientBrowser, mailedCode } from '../harness/client-browser';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { signInClient, SignedInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const MINUTE = 60_000;

let test: TestApp;
let practice: Practice;
let other: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', BOOKING_WAVE_LIMIT: '100000' });
  practice = await openPractice(test);
  other = await openPractice(test);
});
afterAll(() => test.close());
afterEach(() => test.clock.set(new Date().toISOString()));

let hour = 0;

/** A visitor's booking under an address, at a time that no other test takes. @returns the booking's id */
async function booked(email: string, at: Practice = practice): Promise<string> {
  hour += 1;
  const place = { appointment_date: workday(test, 1 + Math.floor(hour / 8)), appointment_time: `${String(9 + (hour % 8)).padStart(2, '0')}:00` };
  const { body } = await book(test, at, { client_email: email, notes: 'Between us.', ...place }).expect(201);
  return (body as { id: string }).id;
}

async function completed(email: string): Promise<string> {
  const id = await booked(email);
  await practice.therapist.put(`/api/therapist/bookings/${id}/status`, { status: 'completed' }).expect(200);
  return id;
}

const newEmail = (): string => `${randomUUID()}@example.org`;

async function confirmAgain(client: SignedInClient): Promise<void> {
  test.clock.advance(61_000);
  await client.post('/api/auth/client/code').expect(202);
  await client.browser.verify({ email: client.email, code: await mailedCode(test, client.email) }).expect(200);
}

describe('the dashboard', () => {
  it('shows what was booked with the address, once the address is proved', async () => {
    const email = newEmail();
    const upcoming = await booked(email);
    const past = await completed(email);
    const client = await signInClient(test, { email, verified: false });
    const before = await client.get('/api/client/dashboard').expect(200);
    expect(before.body).toMatchObject({ verified: false, proof_required: true, counts: { upcoming: 0, completed: 0, care_plans: 0 }, upcoming_bookings: [], past_bookings: [] });
    expect(JSON.stringify(before.body)).not.toContain('Between us.');

    await client.post('/api/auth/client/code').expect(202);
    const { body: proved } = await client.browser.verify({ email, code: await mailedCode(test, email) }).expect(200);
    const { body } = await client.get('/api/client/dashboard').expect(200);
    expect(body).toMatchObject({
      client: { id: proved.id as string, email },
      verified: true,
      proof_required: false,
      counts: { upcoming: 1, completed: 1, care_plans: 0 },
      upcoming_bookings: [{ id: upcoming, status: 'confirmed', client_notes: 'Between us.', therapist_name: 'Dr. Test', service_name: 'Session', can_rebook: false }],
      past_bookings: [{ id: past, status: 'completed', can_rebook: true }],
    });
  });

  it('shows notes that are visible and tied to this client, by the appointment or directly, and no others', async () => {
    const email = newEmail();
    const mine = await booked(email);
    const client = await signInClient(test, { email });
    const stranger = newEmail();
    const theirs = await booked(stranger);
    const therapistId = practice.therapist.id;
    const shown = [
      await addNote(test, { therapistId, bookingId: mine, title: 'By the appointment', content: 'Yours.' }),
      await addNote(test, { therapistId, clientId: client.id, summary: 'Accepted summary', title: 'Hidden title' }),
    ];
    await addNote(test, { therapistId, bookingId: mine, visible: false, title: 'CANARY not visible' });
    await addNote(test, { therapistId, bookingId: theirs, title: "CANARY another client's" });
    await addNote(test, { therapistId, clientId: await personOf(test, stranger), bookingId: mine, title: 'CANARY tied to another person' });
    await addNote(test, { therapistId: other.therapist.id, bookingId: mine, title: "CANARY another therapist's about this appointment" });
    await addNote(test, { therapistId, title: 'CANARY tied to nobody' });
    const plan = await addPlan(test, { therapistId, clientId: client.id });
    await addPlan(test, { therapistId, clientId: client.id, published: false, title: 'CANARY draft' });
    await addPlan(test, { therapistId, clientId: await personOf(test, stranger), title: "CANARY another's plan" });

    const { body, text } = await client.get('/api/client/dashboard').expect(200);
    const notes = body.session_notes as { id: string; session_summary: string; client_visible_notes: string }[];
    expect(notes.map(({ id }) => id).sort()).toEqual([...shown].sort());
    expect(notes.map(({ session_summary }) => session_summary).sort()).toEqual(['Accepted summary', 'By the appointment']);
    expect(body.aftercare_recommendations).toMatchObject([{ id: plan, title: 'Evenings', recommended_actions: ['Walk', 'Write'], follow_up_date: '2027-01-04' }]);
    expect(body.counts.care_plans).toBe(1);
    expect(text).not.toContain('CANARY');
    expect(text).not.toContain('Hidden title');
  });

  it('shows the newest of a long record, more of a practice that was confirmed, and says how many there are; the copy has all of them once the client has confirmed the practice, and whoever only asks for the head is refused', async () => {
    const client = await signInClient(test, { email: newEmail() });
    const therapistId = practice.therapist.id;
    for (let nth = 0; nth < 51; nth += 1) {
      test.clock.advance(1_000);
      await addNote(test, { therapistId, clientId: client.id, title: `Note ${nth}` });
      await addPlan(test, { therapistId, clientId: client.id, title: `Plan ${nth}` });
    }
    const newest = (what: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${what} ${50 - index}`);
    const shown = async () => {
      const { counts, session_notes, aftercare_recommendations, older_session_notes, older_care_plans } = (await client.get('/api/client/dashboard').expect(200)).body as Record<string, object>;
      expect(counts).toMatchObject({ session_notes: 51, care_plans: 51 });
      const [notes, plans] = [(session_notes as { session_summary: string }[]).map(({ session_summary }) => session_summary), (aftercare_recommendations as { title: string }[]).map(({ title }) => title)];
      return { notes, plans, older: [older_session_notes !== null, older_care_plans !== null] };
    };
    const views = async () => (await test.database.query(`select 1 from activity_log where action = 'view_dashboard' and subject_id = $1`, [client.id])).length;
    await client.browser.head('/api/client/dashboard').expect(405);
    expect(await views()).toBe(0);
    expect(await shown()).toEqual({ notes: newest('Note', 3), plans: newest('Plan', 3), older: [false, false] });
    const { body: copy } = await client.get('/api/client/export').expect(200);
    const sentence = (what: string): string => `Of practices that you have not confirmed, this copy holds the newest 50 ${what} each. One older one is not in it; confirm the practice in the portal to have all of them.`;
    expect(copy).toMatchObject({ session_notes: { length: 50 }, session_notes_note: sentence('notes'), care_plans: { length: 50 }, care_plans_note: sentence('care plans') });
    const page = await client.get('/api/client/export.html').expect(200);
    expect([page.text.includes('Note 0<'), page.text.includes('Note 1<'), page.text.includes(sentence('notes'))]).toEqual([false, true, true]);
    await booked(client.email);
    await client.post(`/api/client/practices/${practice.therapist.id}/confirm`).expect(200);
    expect(await shown()).toEqual({ notes: newest('Note', 20), plans: newest('Plan', 20), older: [true, true] });
    const { body: whole } = await client.get('/api/client/export').expect(200);
    expect(whole).toMatchObject({ session_notes: { length: 51 }, session_notes_note: null, care_plans: { length: 51 }, care_plans_note: null });
  });

  it('keeps notes and plans back when the last proof is older than 15 minutes, but not appointments and counters', async () => {
    const email = newEmail();
    const booking = await booked(email);
    const client = await signInClient(test, { email });
    await addNote(test, { therapistId: practice.therapist.id, bookingId: booking });
    await addPlan(test, { therapistId: practice.therapist.id, clientId: client.id });
    test.clock.advance(16 * MINUTE);
    const stale = await client.get('/api/client/dashboard').expect(200);
    expect(stale.body).toMatchObject({ proof_required: true, session_notes: [], aftercare_recommendations: [], counts: { upcoming: 1, care_plans: 1 } });
    expect(stale.body.upcoming_bookings).toHaveLength(1);
    await confirmAgain(client);
    const fresh = await client.get('/api/client/dashboard').expect(200);
    expect(fresh.body).toMatchObject({ proof_required: false, session_notes: [{}], aftercare_recommendations: [{}] });
  });

  it.each(['/api/client/activity', '/api/client/export', '/api/client/account/closing', '/api/client/trusted-browsers'])(
    'an unproved session is refused at %s',
    async (path) => {
      const client = await signInClient(test, { verified: false });
      const { body } = await client.get(path).expect(403);
      expect(body.detail).toBe('Please confirm your email address first.');
    },
  );
});

describe('a client and appointments', () => {
  it('rebooks, moves and cancels their own, and finds nothing of others', async () => {
    const email = newEmail();
    const done = await completed(email);
    const client = await signInClient(test, { email });
    const range = `from=${workday(test, 20)}&to=${workday(test, 22)}`;
    const { body: free } = await client.get(`/api/client/bookings/${done}/availability?${range}`).expect(200);
    expect(free.days.length).toBeGreaterThan(0);
    const { body: again } = await client.post('/api/client/rebook', { booking_id: done, new_date: workday(test, 20), new_time: '10:00' }).expect(201);
    expect(again).toMatchObject({ status: 'confirmed', appointment_date: workday(test, 20), appointment_time: '10:00' });
    const { body: moved } = await client.post(`/api/client/bookings/${again.id}/move`, { new_date: workday(test, 21), new_time: '11:00' }).expect(200);
    expect(moved).toMatchObject({ id: again.id, appointment_date: workday(test, 21), appointment_time: '11:00' });
    const { body: cancelled } = await client.post(`/api/client/bookings/${again.id}/cancel`).expect(200);
    expect(cancelled).toMatchObject({ id: again.id, status: 'cancelled' });

    const stranger = await signInClient(test);
    await stranger.get(`/api/client/bookings/${done}/availability?${range}`).expect(404);
    await stranger.post('/api/client/rebook', { booking_id: done, new_date: workday(test, 22), new_time: '10:00' }).expect(404);
    await stranger.post(`/api/client/bookings/${done}/move`, { new_date: workday(test, 22), new_time: '10:00' }).expect(404);
    await stranger.post(`/api/client/bookings/${done}/cancel`).expect(404);
  });
});

describe('who opened my record', () => {
  it('names the therapist who read it and marks what I did myself, page by page', async () => {
    const email = newEmail();
    await booked(email);
    const client = await signInClient(test, { email });
    const bystander = await signInClient(test);
    await practice.therapist.get('/api/therapist/bookings').expect(200);
    await client.get('/api/client/dashboard').expect(200);
    const { body } = await client.get('/api/client/activity').expect(200);
    expect(body.entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'view_dashboard', actor_type: 'client', is_you: true, actor_name: null }),
        expect.objectContaining({ action: 'read_bookings', actor_type: 'therapist', is_you: false, actor_name: 'Dr. Test' }),
        expect.objectContaining({ action: 'book_session', is_you: false }),
      ]),
    );
    const first = await client.get('/api/client/activity?limit=2').expect(200);
    const next = new URL(/<([^>]+)>/.exec(first.headers['link'] ?? '')?.[1] ?? '');
    const second = await client.get(next.pathname + next.search).expect(200);
    const pages = [...first.body.entries, ...second.body.entries] as { id: string }[];
    expect(pages.map(({ id }) => id)).toEqual((body.entries as { id: string }[]).slice(0, 4).map(({ id }) => id));
    const others = await client.get('/api/client/activity?by=others').expect(200);
    expect((others.body.entries as { is_you: boolean; actor_type: string }[]).map(({ is_you, actor_type }) => is_you || actor_type === 'client')).not.toContain(true);
    expect((others.body.entries as { action: string }[]).map(({ action }) => action)).toContain('read_bookings');
    const theirs = await bystander.get('/api/client/activity').expect(200);
    expect((theirs.body.entries as { actor_type: string }[]).every(({ actor_type }) => actor_type !== 'therapist')).toBe(true);
    await client.get('/api/client/activity?cursor=nonsense').expect(400);
  });

  it('keeps what strangers can cause, such as codes asked for, apart from those who read', async () => {
    const email = newEmail();
    await booked(email);
    const client = await signInClient(test, { email });
    await practice.therapist.get('/api/therapist/bookings').expect(200);
    await (await ClientBrowser.open(test)).login(email);
    const actions = async (query: string) => new Set(((await client.get(`/api/client/activity?${query}`).expect(200)).body.entries as { action: string }[]).map(({ action }) => action));
    expect(await actions('by=others')).toEqual(new Set(['book_session', 'read_bookings']));
    expect(await actions('about=sign_in')).toContain('request_code');
    expect(await actions('about=sign_in')).not.toContain('read_bookings');
  });
});

describe('two addresses that turn out to be one person', () => {
  it('have one record: appointments, notes, plans, and who read them before', async () => {
    const [email, second] = [newEmail(), newEmail()];
    const client = await signInClient(test, { email });
    const booking = await booked(second);
    const therapistId = practice.therapist.id;
    const former = await personOf(test, second);
    await addNote(test, { therapistId, clientId: former, title: 'Before they were one' });
    await addPlan(test, { therapistId, clientId: former });
    await practice.therapist.get('/api/therapist/bookings').expect(200);
    await client.post('/api/client/account/email', { email: second }).expect(202);
    await client.post('/api/client/account/email/confirm', { code: await mailedCode(test, second) }).expect(200);
    const { body } = await client.get('/api/client/dashboard').expect(200);
    expect(body).toMatchObject({
      upcoming_bookings: [{ id: booking }],
      session_notes: [{ session_summary: 'Before they were one' }],
      aftercare_recommendations: [{ title: 'Evenings' }],
    });
    const activity = await client.get('/api/client/activity?by=others').expect(200);
    expect((activity.body.entries as { action: string }[]).map(({ action }) => action)).toEqual(expect.arrayContaining(['read_bookings', 'book_session']));
  });
});

describe('the download', () => {
  it('holds the newest 10,000 entries of a longer log, and says so', async () => {
    const client = await signInClient(test);
    expect((await client.get('/api/client/export').expect(200)).body.activity_note).toBeNull();
    const { id } = practice.therapist;
    const entry = { action: 'read_bookings', actor_type: 'therapist', actor_id: id, subject_type: 'therapist', subject_id: id, client_ids: [client.id] } as const;
    await plantEntries(test, Array.from({ length: 10_050 }, () => entry));
    const sentence = 'This copy holds the newest 10,000 entries. Older ones are in the portal, under “Who opened my record”.';
    const { body } = await client.get('/api/client/export').expect(200);
    expect([body.activity.length, body.activity_note]).toEqual([10_000, sentence]);
    const page = await client.get('/api/client/export.html').expect(200);
    expect(page.text.match(/<tr>/g)).toHaveLength(10_000);
    expect(page.text).toContain(sentence);
  });

  it('can be had 20 times in an hour, one after the other', async () => {
    const client = await signInClient(test);
    const copies = await Promise.all(Array.from({ length: 21 }, () => client.get('/api/client/export')));
    expect(copies.map(({ status }) => status).sort()).toEqual([...Array<number>(20).fill(200), 429]);
    expect(copies.find(({ status }) => status === 429)?.body.detail).toBe('You have taken many copies of your record in the last hour. Please try again later.');
  });

  it('holds the record as JSON and as a page in which nothing typed is markup', async () => {
    const email = newEmail();
    const booking = await booked(email);
    const client = await signInClient(test, { email });
    await addNote(test, { therapistId: practice.therapist.id, bookingId: booking, title: '<script>alert(1)</script>', content: '"quoted" & <b>bold</b>' });
    const json = await client.get('/api/client/export').expect(200);
    expect(json.headers['content-disposition']).toMatch(/^attachment; filename="attune-record-\d{4}-\d\d-\d\d\.json"$/);
    expect(json.headers['cache-control']).toBe('no-store');
    expect(json.body).toMatchObject({ account: { email }, appointments: [{ id: booking }], session_notes: [{ session_summary: '<script>alert(1)</script>' }] });
    const page = await client.get('/api/client/export.html').expect(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.text).toContain('&#60;script&#62;');
    expect(page.text).not.toMatch(/<script|<b>/);
    const { body } = await client.get('/api/client/activity').expect(200);
    expect((body.entries as { action: string }[]).filter(({ action }) => action === 'download_record')).toHaveLength(1);
  });

  it('asks for a fresh proof', async () => {
    const client = await signInClient(test);
    test.clock.advance(16 * MINUTE);
    for (const path of ['/api/client/export', '/api/client/export.html']) {
      const { body } = await client.get(path).expect(403);
      expect(body.errors).toMatchObject([{ field: 'proof' }]);
    }
  });
});

describe('closing the account', () => {
  it('says what goes and what stays, ends every sign-in, and leaves the therapist the record', async () => {
    const email = newEmail();
    const booking = await booked(email);
    const client = await signInClient(test, { email, name: 'Soon Gone', trusted: true });
    const { body: explained } = await client.get('/api/client/account/closing').expect(200);
    expect(explained).toMatchObject({ upcoming: 1 });
    expect(explained.kept.join(' ')).toContain('duty to keep records');
    await client.post('/api/client/account/close', {}).expect(400);
    const { body: closed } = await client.post('/api/client/account/close', { confirm: true }).expect(200);
    expect(closed).toEqual({ status: 'closed', kept: explained.kept });
    await client.get('/api/client/dashboard').expect(401);
    await client.browser.login(email).expect(404);
    const { body: list } = await practice.therapist.get('/api/therapist/bookings').expect(200);
    expect((list as { id: string; client_email: string }[]).find(({ id }) => id === booking)).toMatchObject({ client_email: email });
    const [rest] = await test.database.query<{ rows: number }>(
      `select (select count(*) from users where id = $1)::int + (select count(*) from client_accounts where client_id = $1)::int
         + (select count(*) from trusted_browsers where user_id = $1)::int + (select count(*) from sessions where user_id = $1)::int as rows`,
      [client.id],
    );
    expect(rest?.rows).toBe(0);
  });

  it('asks for a fresh proof', async () => {
    const client = await signInClient(test);
    test.clock.advance(16 * MINUTE);
    const { body } = await client.post('/api/client/account/close', { confirm: true }).expect(403);
    expect(body.errors).toMatchObject([{ field: 'proof' }]);
    await client.get('/api/client/dashboard').expect(200);
  });
});
