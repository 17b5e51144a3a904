import { BookingNotifier } from '../../src/modules/notifications/booking-notifier';
import { MailCatcher } from '../harness/mail-catcher';
import { book, bookingOf, manageToken, openPractice, Practice, workday } from '../harness/practice';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const OWN = { phone: '+49 30 111111', note: 'My own words' };
const THEIRS = { phone: '+49 170 666666', note: 'I hit my son yesterday' };

type Row = Record<string, unknown>;

let catcher: MailCatcher;
let test: TestApp;
let practice: Practice;
let client: SignedInClient;
let clientId: string;
let own: string;
let typed: string;

beforeAll(async () => {
  catcher = await MailCatcher.start();
});
afterAll(() => catcher.close());
beforeEach(async () => {
  test = await startTestApp({ SMTP_URL: catcher.url, BOOKING_LIMIT_PER_IP: '1000', BOOKING_WAVE_LIMIT: '1000' });
  practice = await openPractice(test, { online_place: 'therapist-calls' });
  client = await signInClient(test);
  const who = { client_email: client.email, client_name: 'Vera Lind' };
  own = ((await client.post('/api/bookings', bookingOf(test, practice, { ...who, client_phone: OWN.phone, notes: OWN.note, appointment_date: workday(test, 2) })).expect(201)).body as { id: string }).id;
  typed = ((await book(test, practice, { ...who, client_phone: THEIRS.phone, notes: THEIRS.note, appointment_date: workday(test, 3) }).expect(201)).body as { id: string }).id;
  clientId = (await listed(own))['client_id'] as string;
});
afterEach(() => test.close());

const listed = async (id: string): Promise<Row> => ((await practice.therapist.get('/api/therapist/bookings').expect(200)).body as Row[]).find((row) => row['id'] === id) ?? {};
const textOf = async (page: PromiseLike<{ text: string }>): Promise<string> => (await page).text.replace(/<style.*?<\/style>/s, '').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const inPortal = async (id: string): Promise<Row> => {
  const { upcoming_bookings } = (await client.get('/api/client/dashboard').expect(200)).body as { upcoming_bookings: Row[] };
  return upcoming_bookings.find((row) => row['id'] === id) ?? {};
};

it('what somebody typed who did not sign in is told as theirs wherever it is read, and never mixed with what the client gave', async () => {
  expect(await listed(own)).toMatchObject({ by_visitor: false, client_phone: OWN.phone, own_phone: null });
  expect(await listed(typed)).toMatchObject({ by_visitor: true, client_phone: THEIRS.phone, own_phone: OWN.phone, notes: THEIRS.note });
  expect((await practice.therapist.get(`/api/therapist/clients/${clientId}`).expect(200)).body).toMatchObject({ phone: OWN.phone, known_by_visitor: false });
  const copy = await textOf(practice.therapist.get(`/api/therapist/clients/${clientId}/export.html`).expect(200));
  expect(copy).toMatch(/Booked by somebody who did not sign in.*As they typed[^+]*\+49 170 666666.*Note, typed by somebody who did not sign in I hit my son/);
  expect(copy).toContain(`Note of the client ${OWN.note}`);
  expect([await inPortal(own), await inPortal(typed)]).toMatchObject([{ by_visitor: false }, { by_visitor: true, practice_confirmed: true }]);
  expect(await textOf(client.get('/api/client/export.html').expect(200))).toContain(`Typed by somebody who did not sign in: ${THEIRS.note}`);
  const due = await test.database.query<{ payload: { booking_event_id: string; recipient: 'client' } }>(
    `select o.payload from outbox o join booking_events e on o.payload ->> 'booking_event_id' = e.id::text where o.job = 'send-booking-mail' and o.payload ->> 'recipient' = 'client' order by e.created_at`,
  );
  catcher.mails.length = 0;
  for (const { payload } of due) await test.app.get(BookingNotifier, { strict: false }).send(payload);
  const said = catcher.mails.map(({ text }) => text ?? '');
  expect(said.map((text) => text.includes('left a note'))).toEqual([false, true]);
  expect(said.join('\n')).not.toMatch(/hit my son|666/);
});

it('booked again it takes the client’s own number', async () => {
  await practice.therapist.put(`/api/therapist/bookings/${typed}/status`, { status: 'completed' }).expect(200);
  const { body } = await client.post('/api/client/rebook', { booking_id: typed, new_date: workday(test, 5), new_time: '10:00' }).expect(201);
  expect(await listed((body as { id: string }).id)).toMatchObject({ by_visitor: false, client_phone: OWN.phone });
});

describe('looking is no deed', () => {
  const ask = (path: string, token: string) => test.http.post(`/api/bookings/manage${path}`).set('Origin', test.config.publicUrl).send({ token });
  const deeds = async (): Promise<unknown[]> =>
    (await test.database.query<{ action: string; subject_id: string }>(`select action, subject_id from activity_log where action in ('confirm_appointment', 'end_links', 'confirm_practice')`)).map(({ action, subject_id }) => [action, subject_id]);

  it('whoever opens the mailed link sees what was typed and is asked whether they booked it; nothing is the client’s by that, nor by cancelling', async () => {
    const token = await manageToken(test, typed);
    expect((await ask('', token).expect(200)).body).toMatchObject({ by_visitor: true, client_name: 'Vera Lind', client_phone: THEIRS.phone, client_notes: THEIRS.note });
    expect((await ask('', await manageToken(test, own)).expect(200)).body).toMatchObject({ by_visitor: false, client_phone: null, client_notes: null });
    expect(await listed(typed)).toMatchObject({ by_visitor: true, own_phone: OWN.phone });
    expect((await ask('/cancel', token).expect(200)).body).toMatchObject({ status: 'cancelled', by_visitor: false, client_phone: null, client_notes: null });
    await ask('/own', token).expect(409);
    await ask('/not-own', token).expect(409);
    await client.post(`/api/client/practices/${practice.therapist.id}/confirm`, {}).expect(200);
    expect(await listed(typed)).toMatchObject({ by_visitor: true, own_phone: OWN.phone });
    expect(await textOf(practice.therapist.get(`/api/therapist/clients/${clientId}/export.html`).expect(200))).toContain(`Note, typed by somebody who did not sign in ${THEIRS.note}`);
  });

  it('is the client’s once they say by the mailed link that they booked it, or signed in; the link of whoever booked shows and says nothing of it', async () => {
    const who = { client_email: client.email, client_name: 'Vera Lind', client_phone: THEIRS.phone };
    const { body } = await book(test, practice, { ...who, appointment_date: workday(test, 4) }).expect(201);
    const { id: other, manage_token } = body as { id: string; manage_token: string };
    const shown = (await ask('', manage_token).expect(200)).body as Row;
    expect(shown).toMatchObject({ by_visitor: false, client_phone: null, client_notes: null });
    for (const deed of ['/own', '/not-own']) await ask(deed, manage_token).expect(403);
    expect(await listed(other)).toMatchObject({ by_visitor: true });
    const token = await manageToken(test, other);
    const say = async () => expect((await ask('/own', token).expect(200)).body).toMatchObject({ id: other, by_visitor: false, client_phone: null });
    await say();
    await say();
    expect([await listed(other), await listed(typed)]).toMatchObject([{ by_visitor: false, own_phone: null }, { by_visitor: true }]);
    expect(await deeds()).toEqual([['confirm_appointment', other]]);
    expect((await ask('', manage_token).expect(200)).body).toEqual(shown);
    await client.post(`/api/client/practices/${practice.therapist.id}/confirm`, {}).expect(200);
    expect(await listed(typed)).toMatchObject({ by_visitor: true, own_phone: THEIRS.phone });
  });

  it('is the client’s once they say so in their portal, of that one appointment; what else somebody typed is not, nor does it become so when they say that they go there', async () => {
    const who = { client_email: client.email, client_name: 'Vera Falsch', client_phone: '+49 170 777777', notes: 'I lied about everything' };
    const { body } = await book(test, practice, { ...who, appointment_date: workday(test, 4) }).expect(201);
    const { id: other, manage_token: theirs } = body as { id: string; manage_token: string };
    expect(await inPortal(other)).toMatchObject({ by_visitor: true, client_name: who.client_name, client_phone: who.client_phone, client_notes: who.notes });
    expect(await inPortal(own)).toMatchObject({ client_phone: null });
    const say = async () => expect((await client.post(`/api/client/bookings/${typed}/own`, {}).expect(200)).body).toMatchObject({ id: typed, by_visitor: false, client_phone: null });
    await say();
    await say();
    await client.post(`/api/client/practices/${practice.therapist.id}/confirm`, {}).expect(200);
    expect([await listed(typed), await listed(other)]).toMatchObject([{ by_visitor: false }, { by_visitor: true, own_phone: THEIRS.phone }]);
    expect((await practice.therapist.get(`/api/therapist/clients/${clientId}`).expect(200)).body).toMatchObject({ name: 'Vera Lind', known_by_visitor: false });
    expect((await client.post(`/api/client/bookings/${other}/not-own`, {}).expect(200)).body).toMatchObject({ id: other, by_visitor: true });
    await ask('', theirs).expect(404);
    expect(await deeds()).toEqual([['confirm_appointment', typed], ['confirm_practice', practice.therapist.id], ['end_links', other]]);
    await client.post(`/api/client/bookings/${other}/cancel`, {}).expect(200);
    for (const deed of ['own', 'not-own']) await client.post(`/api/client/bookings/${other}/${deed}`, {}).expect(409);
    const stranger = await signInClient(test);
    await stranger.post(`/api/client/bookings/${other}/own`, {}).expect(404);
  });

  it('where somebody else booked, their link ends and a new one goes to the mailbox; what they typed stays theirs', async () => {
    const { body } = await book(test, practice, { client_email: client.email, client_name: 'Vera Lind', client_phone: THEIRS.phone, notes: THEIRS.note, appointment_date: workday(test, 4) }).expect(201);
    const { id: other, manage_token: theirs } = body as { id: string; manage_token: string };
    const mailed = await manageToken(test, other);
    const answer = (await ask('/not-own', mailed).expect(200)).body as Row;
    expect(answer).toMatchObject({ by_visitor: true, client_notes: THEIRS.note, manage_token: await manageToken(test, other) });
    for (const ended of [theirs, mailed]) await ask('', ended).expect(404);
    expect(await listed(other)).toMatchObject({ by_visitor: true });
    expect(await deeds()).toEqual([['end_links', other]]);
    expect(await test.database.query(`select 1 from booking_events e join outbox o on o.payload ->> 'booking_event_id' = e.id::text where e.booking_id = $1 and e.kind = 'readdressed'`, [other])).toHaveLength(1);
    // Each time it is a mail of its own.
    const endOnceMore = async (by: unknown) => ((await ask('/not-own', by as string).expect(200)).body as Row)['manage_token'] as string;
    const token = await endOnceMore(await endOnceMore(answer['manage_token']));
    await ask('/not-own', token).expect(429);
    await ask('/cancel', token).expect(200);
  });
});

it('a mail says "You" of what was done by the mailed link, or once they say that they booked it; of the link of whoever booked it says that', async () => {
  const change = (path: string, token: string, to: object = {}) => test.http.post(`/api/bookings/manage${path}`).set('Origin', test.config.publicUrl).send({ token, ...to }).expect(200);
  const bookedAt = async (day: number) => (await book(test, practice, { client_email: client.email, client_name: 'Vera Lind', client_phone: THEIRS.phone, appointment_date: workday(test, day) }).expect(201)).body as { id: string; manage_token: string };
  const opening = async (id: string): Promise<string> => {
    const [due] = await test.database.query<{ payload: { booking_event_id: string; recipient: 'client' } }>(
      `select o.payload from outbox o join booking_events e on o.payload ->> 'booking_event_id' = e.id::text where o.job = 'send-booking-mail' and o.payload ->> 'recipient' = 'client' and e.booking_id = $1 order by e.created_at desc, e.id desc limit 1`,
      [id],
    );
    catcher.mails.length = 0;
    await test.app.get(BookingNotifier, { strict: false }).send(due!.payload);
    return catcher.mails[0]?.text?.replace(/\s+/g, ' ') ?? '';
  };
  const byTheirs = await bookedAt(4);
  await change('/move', byTheirs.manage_token, { new_date: workday(test, 6), new_time: '12:00' });
  expect(await opening(byTheirs.id)).toMatch(/Your appointment with Dr\. Test was moved by the link of whoever booked it\. It now takes place:.*somebody else booked it with your address.*end their link/i);
  await change('/cancel', byTheirs.manage_token);
  expect(await opening(byTheirs.id)).toMatch(/Your appointment with Dr\. Test was cancelled by the link of whoever booked it\./);
  const byMailed = await bookedAt(5);
  await change('/cancel', await manageToken(test, byMailed.id));
  expect(await opening(byMailed.id)).toContain('You cancelled your appointment with Dr. Test.');
  const theirsByWord = await bookedAt(7);
  await change('/own', await manageToken(test, theirsByWord.id));
  await change('/cancel', theirsByWord.manage_token);
  expect(await opening(theirsByWord.id)).toContain('You cancelled your appointment with Dr. Test.');
});

describe('a client without an account', () => {
  const address = 'nora@example.org';
  const REAL = { client_email: address, client_name: 'Nora Real', client_phone: OWN.phone };
  const FAKE = { client_email: address, client_name: 'Nora Fake', client_phone: THEIRS.phone };
  const idOf = ({ body }: { body: unknown }): string => (body as { id: string }).id;
  const visit = async (who: object, day: number): Promise<string> => idOf(await book(test, practice, { ...who, appointment_date: workday(test, day) }).expect(201));
  const madeByTherapist = async (id: string, day: number, other: object = {}): Promise<string> =>
    idOf(await practice.therapist.post('/api/therapist/bookings', { service_id: practice.serviceId, client_id: id, appointment_date: workday(test, day), appointment_time: '12:00', ...other }).expect(201));
  const page = async (id: string): Promise<Row> => (await practice.therapist.get(`/api/therapist/clients/${id}`).expect(200)).body as Row;

  it('is called as they were first, on all screens; another name and number of a later visitor are told beside it, and become theirs by no appointment of the therapist', async () => {
    const first = await visit(REAL, 4);
    const id = (await listed(first))['client_id'] as string;
    const second = await visit(FAKE, 5);
    const made = await madeByTherapist(id, 6);
    const third = await visit(REAL, 7);
    const note = (await practice.therapist.post('/api/therapist/enhanced-session-notes', { client_id: id, title: 'Note' }).expect(201)).body as Row;
    expect(note['client_name']).toBe(REAL.client_name);
    expect(await page(id)).toMatchObject({ name: REAL.client_name, phone: REAL.client_phone, known_by_visitor: true, other_contacts: [{ name: FAKE.client_name, phone: FAKE.client_phone }] });
    expect(await listed(made)).toMatchObject({ client_name: REAL.client_name, client_phone: REAL.client_phone, by_visitor: false, phone_by_visitor: true, own_phone: null });
    expect([await listed(second), await listed(third)]).toMatchObject([{ by_visitor: true, phone_by_visitor: true, own_phone: null }, { by_visitor: true, own_phone: null }]);
    expect(await textOf(practice.therapist.get(`/api/therapist/clients/${id}/export.html`).expect(200))).toContain(`typed another name or number ${FAKE.client_name}, ${FAKE.client_phone}`);
  });

  it('has the number that the therapist typed, and the name once they say which appointment they booked', async () => {
    const fake = await visit(FAKE, 4);
    const id = (await listed(fake))['client_id'] as string;
    const made = await madeByTherapist(id, 5, { client_phone: '+49 30 222222' });
    expect(await listed(made)).toMatchObject({ phone_by_visitor: false });
    expect(await listed(fake)).toMatchObject({ by_visitor: true, own_phone: '+49 30 222222' });
    expect(await page(id)).toMatchObject({ name: FAKE.client_name, phone: '+49 30 222222', known_by_visitor: true, phone_by_visitor: false });
    const real = await visit(REAL, 6);
    await test.http.post('/api/bookings/manage/own').set('Origin', test.config.publicUrl).send({ token: await manageToken(test, real) }).expect(200);
    expect(await page(id)).toMatchObject({ name: REAL.client_name, phone: REAL.client_phone, known_by_visitor: false });
    expect(await listed(await madeByTherapist(id, 7))).toMatchObject({ client_name: REAL.client_name, client_phone: REAL.client_phone, phone_by_visitor: false });
  });
});
