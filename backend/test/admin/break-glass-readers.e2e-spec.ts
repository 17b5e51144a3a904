import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { newId } from '../../src/common/database/database';
import { Works } from '../../src/common/work/work';
import { RecordsMoved } from '../../src/modules/clients/persons/person.events';
import { BreakGlassRepository } from '../../src/modules/admin/break-glass/break-glass.repository';
import { AdministratorService } from '../../src/modules/auth/administrators/administrator.service';
import { openBrowser, post } from '../harness/browser';
import { EmergencyAdmin, endGrants, signInEmergencyAdmin, writeNote, writePlan } from '../harness/break-glass';
import { book, openPractice, Practice, proveBookings, workday } from '../harness/practice';
import { signInAdmin } from '../harness/signed-in-admin';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const MINUTE_MS = 60_000;
const REASON = 'The therapist is in hospital; a client asked for the next appointment.';
const NADIA = 'nadia@example.org';

let test: TestApp;
let admin: EmergencyAdmin;
let practice: Practice;
let other: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', SESSION_IDLE_MINUTES: '600' });
  admin = await signInEmergencyAdmin(test);
  practice = await openPractice(test);
  other = await openPractice(test);
  await book(test, practice, { client_email: NADIA }).expect(201);
  await proveBookings(test, NADIA);
});
afterAll(() => test.close());
afterEach(() => endGrants(test));

const open = (client = NADIA, by = admin) => by.post('/api/admin/break-glass', { client, reason: REASON, ...by.proof() });
const read = (grantId: string, section: string) => admin.get(`/api/admin/break-glass/${grantId}/record?section=${section}`);

describe('an administrator who loses what the access was opened with loses the access', () => {
  const administrators = () => test.app.get(AdministratorService);

  it.each<[string, (by: EmergencyAdmin) => Promise<unknown>]>([
    ['signs out', (by) => by.post('/api/admin/logout').expect(200)],
    ['is closed', (by) => administrators().setActive(by.username, false)],
    ['is given another password', (by) => administrators().reset(by.username, 'another password entirely', { secondFactor: false })],
    ['loses the second factor at the command line', (by) => administrators().reset(by.username, by.password, { secondFactor: true })],
    ['turns two-step sign-in off', (by) => by.post('/api/admin/second-factor/disable', { code: by.proof().code }).expect(200)],
  ])('%s', async (_, lose) => {
    const by = await signInEmergencyAdmin(test);
    const { body: grant } = await open(NADIA, by).expect(201);
    await lose(by);
    expect([401, 403]).toContain((await by.get(`/api/admin/break-glass/${grant.id}/record?section=bookings`)).status);
    const { openings } = (await admin.get('/api/admin/break-glass/history').expect(200)).body;
    expect(openings[0]).toMatchObject({ id: grant.id, open: false });
  });

  it('for good: neither another second factor nor another session opens it again', async () => {
    const by = await signInEmergencyAdmin(test);
    const { body: grant } = await open(NADIA, by).expect(201);
    await by.post('/api/admin/second-factor/disable', { code: by.proof().code }).expect(200);
    test.clock.advance(1_000);
    await test.database.query(
      `insert into second_factors (account_kind, account_id, secret, confirmed_at, created_at) values ('admin', $1, 'x', $2, $2)`,
      [by.id, test.clock.now()],
    );
    await by.get(`/api/admin/break-glass/${grant.id}/record?section=bookings`).expect(403);
  });

  it('in another session it is not open, but can be ended from there', async () => {
    const { body: grant } = await open().expect(201);
    const browser = openBrowser(test);
    const { recoveryCodes, username, password } = admin;
    expect((await post(browser, '/api/admin/login', { username, password })).status).toBe(202);
    expect((await post(browser, '/api/admin/second-factor/verify', { code: recoveryCodes[0] })).status).toBe(200);
    expect((await browser.get('/api/admin/break-glass')).body).toEqual([]);
    expect((await browser.get(`/api/admin/break-glass/${grant.id}/record?section=bookings`)).status).toBe(403);
    expect((await post(browser, `/api/admin/break-glass/${grant.id}/end`)).body.ended_at).toEqual(expect.any(String));
    await read(grant.id, 'bookings').expect(403);
  });
});

describe('an opened record', () => {
  it('is nobody else’s: another administrator’s access is not there', async () => {
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

describe('who can see that it was opened, and why', () => {
  let client: SignedInClient;
  const mine = (path: string) => client.get(path);

  beforeAll(async () => {
    const email = 'mara@example.org';
    await book(test, other, { client_email: email, appointment_date: workday(test, 24) }).expect(201);
    client = await signInClient(test, { email, name: 'Mara', trusted: true });
    await book(test, practice, { client_email: email, appointment_date: workday(test, 25) }).expect(201);
    await proveBookings(test, email);
  });

  it('administrators, the client’s therapists and the client, at once and later', async () => {
    const { body: grant } = await open(client.email).expect(201);
    const seen = { id: grant.id, administrator: admin.username, reason: REASON, open: true, created_at: grant.created_at };
    const first = async (answer: Promise<{ body: { openings: object[] } }>) => (await answer).body.openings[0];
    const readers = [
      () => first(practice.therapist.get('/api/therapist/record-openings').expect(200)),
      () => first(other.therapist.get('/api/therapist/record-openings').expect(200)),
      () => first(mine('/api/client/record-openings').expect(200)),
      () => first(admin.get('/api/admin/break-glass/history').expect(200)),
    ];
    for (const reader of readers) expect(await reader()).toMatchObject(seen);
    test.clock.advance(61 * MINUTE_MS);
    for (const reader of readers) expect(await reader()).toMatchObject({ ...seen, open: false });
    const { entries } = (await mine('/api/client/activity?by=others').expect(200)).body;
    expect(entries[0]).toMatchObject({ action: 'break_glass_open', actor_type: 'admin' });
  });

  it('each as far as it is theirs: a therapist reads no other therapist’s name, a client nobody else’s record', async () => {
    await practice.therapist.put('/api/therapist/profile', { display_name: 'Dr. First', timezone: 'America/New_York', custom_slug: practice.slug }).expect(200);
    const { body: grant } = await open(client.email).expect(201);
    expect(grant.therapist_names).toEqual(['Dr. First', 'Dr. Test']);
    const of = async (answer: Promise<{ body: { openings: { id: string; therapist_names: string[] }[] } }>) => (await answer).body.openings;
    expect((await of(other.therapist.get('/api/therapist/record-openings').expect(200)))[0]).toMatchObject({ id: grant.id, therapist_names: ['Dr. Test'] });
    expect((await of(mine('/api/client/record-openings').expect(200)))[0]).toMatchObject({ id: grant.id, therapist_names: ['Dr. First', 'Dr. Test'] });
    // By the id under which each of them has the client.
    for (const { therapist } of [practice, other]) {
      const { openings } = (await therapist.get('/api/therapist/record-openings').expect(200)).body as { openings: { client_id: string }[] };
      await therapist.get(`/api/therapist/clients/${openings[0]?.client_id}`).expect(200);
    }
    const stranger = await signInClient(test);
    expect(await of(stranger.get('/api/client/record-openings').expect(200))).toEqual([]);
    const outsider = await openPractice(test);
    expect(await of(outsider.therapist.get('/api/therapist/record-openings').expect(200))).toEqual([]);
  });

  it('is not told to whoever wrote notes and plans about an address that nobody proved there, unless the booking itself is named', async () => {
    const email = `${newId()}@example.org`;
    const { body: booking } = await book(test, other, { client_email: email, client_name: 'Someone', appointment_date: workday(test, 26) }).expect(201);
    const [person] = await test.database.query<{ id: string }>('select id from clients where email = $1', [email]);
    await writeNote(test, other.therapist.id, { clientId: person?.id ?? '', title: 'Note', content: 'Seen.' });
    await writeNote(test, other.therapist.id, { bookingId: booking.id, title: 'Note', content: 'Seen.' });
    await writePlan(test, other.therapist.id, person?.id ?? '');
    const { body: grant } = await open(email).expect(201);
    expect(grant.therapist_names).toEqual([]);
    expect((await read(grant.id, 'session_notes').expect(200)).body.rows).toEqual([]);
    expect((await read(grant.id, 'bookings').expect(200)).body.rows).toMatchObject([{ id: booking.id, is_open: false }]);
    await endGrants(test);

    const { body: named } = await open(booking.id).expect(201);
    expect((await read(named.id, 'session_notes').expect(200)).body.rows).toHaveLength(2);
    await test.database.query('update clients set name = $2 where id = $1', [person?.id, 'Their own name']);
    const { openings } = (await other.therapist.get('/api/therapist/record-openings').expect(200)).body;
    expect(openings[0]).toMatchObject({ id: named.id, client_name: 'Someone' });
  });

  it('is told to the client of an address for which nobody but others booked; the account can still be closed', async () => {
    const account = await signInClient(test);
    const { body: booking } = await book(test, other, { client_email: account.email, appointment_date: workday(test, 27) }).expect(201);
    const { body: grant } = await open(account.email).expect(201);
    expect((await read(grant.id, 'bookings').expect(200)).body.rows).toMatchObject([{ id: booking.id }]);
    expect((await account.get('/api/client/record-openings').expect(200)).body.openings).toMatchObject([{ id: grant.id, reason: REASON }]);
    await endGrants(test);
    await account.post('/api/client/account/close', { confirm: true }).expect(200);
  });

  it('also after two persons turned out to be one', async () => {
    const { body: grant } = await open(client.email).expect(201);
    const [from, into] = [grant.client_id as string, newId()];
    await test.database.query(`insert into clients (id, email, name) values ($1, $2, 'Mara')`, [into, `${into}@example.org`]);
    await test.app.get(Works).begin(SYSTEM_ACTOR, (work) => work.publish(new RecordsMoved(from, into)));
    expect((await mine('/api/client/record-openings').expect(200)).body.openings).toEqual([]);
    await read(grant.id, 'bookings').expect(200);
    await test.app.get(Works).begin(SYSTEM_ACTOR, (work) => work.publish(new RecordsMoved(into, from)));
    expect((await mine('/api/client/record-openings').expect(200)).body.openings[0]).toMatchObject({ id: grant.id, reason: REASON });
  });

  it('page by page', async () => {
    const paths = ['/api/admin/break-glass/history', '/api/therapist/record-openings'];
    const senders = [admin, practice.therapist];
    for (const [index, path] of paths.entries()) {
      const all = (await senders[index]?.get(`${path}?limit=100`).expect(200))?.body.openings as { id: string }[];
      const first = await senders[index]?.get(`${path}?limit=2`).expect(200);
      const next = /<http:\/\/localhost:3000([^>]+)>; rel="next"/.exec(first?.headers['link'] ?? '')?.[1] ?? '';
      const second = await senders[index]?.get(next).expect(200);
      expect([...first?.body.openings, ...second?.body.openings].map(({ id }: { id: string }) => id)).toEqual(all.slice(0, 4).map(({ id }) => id));
      await senders[index]?.get(`${path}?cursor=nonsense`).expect(400);
    }
  });

  it('also what was opened before one client was: a whole practice, without a client', async () => {
    const [id, now] = [newId(), test.clock.now()];
    await test.database.query('insert into break_glass_grants (id, admin_id, reason, created_at, expires_at) values ($1, $2, $3, $4, $4)', [
      id,
      admin.id,
      test.app.get(ColumnCipher).encrypt('An old reason', { table: 'break_glass_grants', column: 'reason', rowId: id }),
      now,
    ]);
    await test.database.query('insert into break_glass_therapists (grant_id, therapist_id) values ($1, $2)', [id, practice.therapist.id]);
    // What the first start with marks does.
    await test.database.transaction((tx) => test.app.get(BreakGlassRepository).adoptGrants(tx));
    const old = { id, client_id: null, client_name: null, therapist_names: ['Dr. First'], reason: 'An old reason', open: false };
    expect((await admin.get('/api/admin/break-glass/history').expect(200)).body.openings[0]).toMatchObject(old);
    expect((await practice.therapist.get('/api/therapist/record-openings').expect(200)).body.openings[0]).toMatchObject(old);
    await read(id, 'profile').expect(403);
  });
});
