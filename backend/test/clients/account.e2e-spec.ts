import { randomUUID } from 'node:crypto';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { ClientAccountService } from '../../src/modules/clients/account/account.service';
import { BookingNoticeRepository } from '../../src/modules/notifications/booking-notice.repository';
import { bookAs, bookingsOf, changeAddress, objectionToken, objectTo } from '../harness/address-changes';
import { addNote } from '../harness/client-record';
import { ClientBrowser, mailedCode, mailedSecret, wrongCode } from '../harness/client-browser';
import { book, bookingOf, manageToken, openPractice, Practice, workday } from '../harness/practice';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const MINUTE_MS = 60_000;
const CODE_SENT = { status: 'code_sent', resend_after_seconds: 60, expires_in_seconds: 600 };

let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000' });
  practice = await openPractice(test);
});
afterAll(() => test.close());

const newEmail = (): string => `${randomUUID()}@example.org`;
let hour = 9;
/** A time of its own. */
const nextTime = (): string => `${String(hour++).padStart(2, '0')}:00`;

/** A visitor's booking with an address. @returns its id */
async function bookWith(email: string, name = 'Visitor Name'): Promise<string> {
  const { body } = await book(test, practice, { client_email: email, client_name: name, client_phone: '+1 212', appointment_time: nextTime() }).expect(201);
  return body.id as string;
}

describe('an account', () => {
  it('shows an unproved session what it typed itself, and nothing that others tied to the address', async () => {
    const email = newEmail();
    await bookWith(email, 'Real Name');
    const client = await signInClient(test, { email, name: 'Typed', verified: false });
    const { body } = await client.get('/api/client/account').expect(200);
    expect(body).toEqual({
      id: client.id,
      name: 'Typed',
      email,
      phone: null,
      date_of_birth: null,
      verified: false,
      proof_required: true,
      pending_address_change: null,
      proof_address: null,
      created_at: expect.any(String),
    });
    const createdAt = new Date(body.created_at as string).getTime();
    expect(Math.abs(test.clock.now().getTime() - createdAt)).toBeLessThan(MINUTE_MS);
    await client.put('/api/client/account', { name: 'Other' }).expect(403);
    await client.post('/api/client/account/email', { email: newEmail() }).expect(403);
  });

  it('does not tell by its id whether somebody had booked with the address before', async () => {
    const [booked, fresh] = [newEmail(), newEmail()];
    await bookWith(booked);
    const millis = async (email: string) => Number.parseInt((await signInClient(test, { email })).id.replaceAll('-', '').slice(0, 12), 16);
    const newYear2025 = Date.UTC(2025, 0, 1);
    expect(await millis(booked)).toBeLessThan(newYear2025);
    expect(await millis(fresh)).toBeLessThan(newYear2025);
  });

  it('of a person whose booking came first has that person’s name when another browser proves the address', async () => {
    const email = newEmail();
    await bookWith(email, 'Real Name');
    await (await ClientBrowser.open(test)).register(email, { name: 'Eve' }).expect(201);
    const owner = await ClientBrowser.open(test);
    await owner.login(email).expect(202);
    expect((await owner.verify({ email, code: await mailedCode(test, email) }).expect(200)).body.name).toBe('Real Name');
  });

  it('takes name, phone and date of birth; what is left out is removed', async () => {
    const client = await signInClient(test);
    const fields = { name: 'Zoë', phone: '+44 20', date_of_birth: '1988-02-29' };
    expect((await client.put('/api/client/account', fields).expect(200)).body).toMatchObject(fields);
    expect((await client.get('/api/auth/me').expect(200)).body.name).toBe('Zoë');
    expect((await client.put('/api/client/account', { name: 'Zoë' }).expect(200)).body).toMatchObject({ phone: null, date_of_birth: null });
    const answer = await client.put('/api/client/account', { name: 'Zoë', email: 'x@example.org' }).expect(400);
    expect(answer.body.errors[0].field).toBe('email');
    await client.put('/api/client/account', { name: 'Zoë', date_of_birth: '2099-01-01' }).expect(400);
  });

  it('keeps the name of its person when a visitor books with the address', async () => {
    const client = await signInClient(test, { name: 'Own Name' });
    await bookWith(client.email, 'Somebody');
    const [person] = await test.database.query('select name from clients where id = $1', [client.id]);
    expect(person).toEqual({ name: 'Own Name' });
  });
});

describe('a change of address', () => {
  it('needs a fresh proof, a code from the new address, and tells the old one', async () => {
    const client = await signInClient(test, { trusted: true });
    const email = newEmail();
    test.clock.advance(16 * MINUTE_MS);
    const refused = await client.post('/api/client/account/email', { email }).expect(403);
    expect(refused.body.errors[0].field).toBe('proof');
    await client.post('/api/auth/client/code').expect(202);
    await client.browser.verify({ email: client.email, code: await mailedCode(test, client.email) }).expect(200);
    await client.post('/api/client/account/email', { email }).expect(202, CODE_SENT);
    const code = await mailedCode(test, email);
    expect((await client.get('/api/client/account').expect(200)).body.email).toBe(client.email);
    const wrong = await client.post('/api/client/account/email/confirm', { code: wrongCode(code) }).expect(401);
    expect(wrong.body.detail).toBe('This code is not right. You have 4 tries left.');
    const { body } = await client.post('/api/client/account/email/confirm', { code }).expect(200);
    expect(body).toMatchObject({ email, pending_address_change: { old_email: client.email, new_email: email } });
    expect((await client.get('/api/auth/me').expect(200)).body.email).toBe(email);
    await client.post('/api/client/account/email/confirm', { code }).expect(401);
    await client.browser.login(email).expect(200);
    await client.browser.login(client.email).expect(404);
    const [job] = await test.database.query<{ payload: object }>(`select payload from outbox where job = 'send-address-objection' order by id desc limit 1`);
    expect(Object.keys(job?.payload ?? {})).toEqual(['address_change_id']);
  });

  it('cannot be confirmed in another browser, nor signed in with', async () => {
    const client = await signInClient(test);
    const email = newEmail();
    await client.post('/api/client/account/email', { email }).expect(202);
    const { code = '', token = '' } = (await mailedSecret(test, email)) ?? {};
    await client.browser.verify({ email, code }).expect(401);
    await client.browser.verify({ token }).expect(401);
    const secret = client.browser.has('browser') ?? '';
    client.browser.plant('browser', 'b'.repeat(43));
    await client.post('/api/client/account/email/confirm', { code }).expect(401);
    client.browser.plant('browser', secret);
    await client.post('/api/client/account/email/confirm', { code }).expect(200);
  });

  it('answers the same for an address that belongs to somebody, and no code fits', async () => {
    const [owner, client] = [await signInClient(test), await signInClient(test)];
    await client.post('/api/client/account/email', { email: owner.email }).expect(202, CODE_SENT);
    const code = await mailedCode(test, owner.email);
    // Even who saw the code that no mail holds gets no further.
    const taken = await client.post('/api/client/account/email/confirm', { code }).expect(409);
    expect(taken.body.detail).toBe('This address belongs to another account in the meantime. Your address was not changed.');
    expect((await owner.get('/api/auth/me').expect(200)).body.email).toBe(owner.email);
    await client.post('/api/client/account/email', { email: client.email }).expect(422);
  });

  it('shows what was booked for the new address, and no longer what anybody booked for the old one; an account that nobody proved goes', async () => {
    const client = await signInClient(test);
    const email = newEmail();
    const [old, theirs] = [await bookWith(client.email), await bookWith(email)];
    const squatter = await signInClient(test, { email, verified: false });
    const shown = async (): Promise<unknown[]> => {
      const { body } = await client.get('/api/client/dashboard').expect(200);
      return (body as { upcoming_bookings: { id: string }[] }).upcoming_bookings.map(({ id }) => id);
    };
    expect(await shown()).toEqual([old]);
    await changeAddress(test, client, email);
    expect(await shown()).toEqual([theirs]);
    await squatter.get('/api/auth/me').expect(401);
    await changeAddress(test, client, client.email);
    expect(await shown()).toEqual([old]);
  });

  it('tells the new one to nobody with whom a stranger booked in the client’s name, and its own mails go there', async () => {
    const [client, email] = [await signInClient(test), newEmail()];
    const [theirs, thief] = [await openPractice(test), await openPractice(test)];
    const own = await client.post('/api/bookings', bookingOf(test, theirs, { client_email: client.email })).expect(201);
    const planted = await book(test, thief, { client_email: client.email }).expect(201);
    const token = await manageToken(test, planted.body.id as string);
    await changeAddress(test, client, email);
    const addressIn = async ({ therapist }: Practice): Promise<unknown> => (await therapist.get('/api/therapist/bookings').expect(200)).body[0].client_email;
    expect([await addressIn(theirs), await addressIn(thief)]).toEqual([email, client.email]);
    // Whoever made that appointment has its link: had it died, they would know that there is an account.
    expect(await manageToken(test, planted.body.id as string)).toBe(token);
    const notices = new BookingNoticeRepository(test.database, test.app.get(ColumnCipher));
    const events = await test.database.query<{ id: string }>('select id from booking_events where booking_id in ($1, $2)', [own.body.id, planted.body.id]);
    const mailed = await Promise.all(events.map(async ({ id }) => (await notices.findNotice(id))?.notice.client_email));
    expect(new Set(mailed)).toEqual(new Set([email, client.email]));
  });

  it('takes along what was booked at their own practice without signing in, and what is over; an objection brings all of it back', async () => {
    const [client, email, theirs] = [await signInClient(test), newEmail(), await openPractice(test)];
    const at = (days: number) => ({ client_email: client.email, appointment_date: workday(test, days) });
    const bookings = [
      await client.post('/api/bookings', bookingOf(test, theirs, at(1))).expect(201),
      await client.post('/api/bookings', bookingOf(test, theirs, at(2))).expect(201),
      await book(test, theirs, at(3)).expect(201),
      await book(test, theirs, at(4)).expect(201),
    ];
    const [over = '', own = '', visited = '', cancelled = ''] = bookings.map(({ body }) => (body as { id: string }).id);
    await theirs.therapist.put(`/api/therapist/bookings/${over}/status`, { status: 'completed' }).expect(200);
    await theirs.therapist.put(`/api/therapist/bookings/${cancelled}/status`, { status: 'cancelled' }).expect(200);
    const shown = async (): Promise<unknown[]> => [...new Set(((await theirs.therapist.get('/api/therapist/bookings').expect(200)).body as { client_email: string }[]).map((row) => row.client_email))];
    const open = async (token: string): Promise<number> => (await test.http.post('/api/bookings/manage').send({ token })).status;
    const links = () => Promise.all([own, visited].map((id) => manageToken(test, id)));
    const told = async (): Promise<unknown> => (await test.database.query<{ told: number }>(`select count(*)::int as told from booking_events where kind = 'readdressed' and booking_id = any($1::uuid[])`, [[own, visited]]))[0]?.told;
    const inOldMailbox = await links();
    await changeAddress(test, client, email);
    expect([await shown(), await Promise.all(inOldMailbox.map(open)), await told()]).toEqual([[email], [404, 404], 2]);
    const inNewMailbox = await links();
    expect(await Promise.all(inNewMailbox.map(open))).toEqual([200, 200]);
    await objectTo(test, await objectionToken(test, client.email));
    expect([await shown(), await Promise.all(inNewMailbox.map(open)), await told()]).toEqual([[client.email], [404, 404], 4]);
  });

  it('ends codes that went to the old address', async () => {
    const client = await signInClient(test);
    const thief = await ClientBrowser.open(test);
    await thief.login(client.email).expect(202);
    const { code = '', token = '' } = (await mailedSecret(test, client.email)) ?? {};
    await changeAddress(test, client, newEmail());
    await thief.verify({ email: client.email, code }).expect(401);
    await thief.verify({ token }).expect(401);
  });

  it('may be asked for five times an hour; past it the answer is the same and nothing goes out', async () => {
    const client = await signInClient(test);
    for (let n = 0; n < 5; n += 1) await client.post('/api/client/account/email', { email: newEmail() }).expect(202);
    const email = newEmail();
    await client.post('/api/client/account/email', { email }).expect(202, CODE_SENT);
    expect(await mailedSecret(test, email)).toBeUndefined();
  });
});

describe('closing an account', () => {
  const close = (client: SignedInClient): Promise<void> =>
    test.app.get(ClientAccountService).close(
      { id: client.id, userType: 'client', sessionId: randomUUID(), verified: true, provedAt: test.clock.now() },
      { type: 'client', id: client.id, sessionId: null, address: null },
    );

  it('removes sign-in and person where nobody has records', async () => {
    const client = await signInClient(test, { trusted: true });
    await close(client);
    await client.get('/api/auth/me').expect(401);
    await client.browser.login(client.email).expect(404);
    for (const [table, column] of [['clients', 'id'], ['users', 'id'], ['client_accounts', 'client_id'], ['trusted_browsers', 'user_id'], ['sign_in_codes', 'user_id'], ['sessions', 'user_id']]) {
      const [row] = await test.database.query<{ rows: number }>(`select count(*)::int as rows from ${table} where ${column} = $1`, [client.id]);
      expect({ table, rows: row?.rows }).toEqual({ table, rows: 0 });
    }
  });

  it('leaves a therapist’s records and their person, without phone and account, and whoever has the address later an account of their own, with nothing of it', async () => {
    const client = await signInClient(test);
    const booking = await bookAs(test, practice, client, nextTime());
    const theirs = await openPractice(test);
    await theirs.therapist.post('/api/therapist/bookings', bookingOf(test, theirs, { client_email: client.email })).expect(201);
    await addNote(test, { therapistId: practice.therapist.id, clientId: client.id, content: 'The key is with your sister.' });
    await client.put('/api/client/account', { name: 'Kim', phone: '+1 555', date_of_birth: '1990-01-01' }).expect(200);
    await close(client);
    const persons = await test.database.query('select name, phone from clients where id = $1', [client.id]);
    expect(persons).toEqual([{ name: 'Kim', phone: null }]);
    expect(await bookingsOf(test, client.id)).toEqual([booking]);
    const again = await signInClient(test, { email: client.email, verified: false });
    expect(again.id).not.toBe(client.id);
    expect((await again.get('/api/client/account').expect(200)).body).toMatchObject({ phone: null, date_of_birth: null, verified: false });
    await again.post('/api/auth/client/code').expect(202);
    const proved = await again.browser.verify({ email: client.email, code: await mailedCode(test, client.email) }).expect(200);
    expect(proved.body.id).not.toBe(client.id);
    const dashboard = (await again.browser.get('/api/client/dashboard').expect(200)).body as object;
    expect(dashboard).toMatchObject({ counts: { upcoming: 0, completed: 0, session_notes: 0 }, upcoming_bookings: [], session_notes: [] });
    expect((await again.browser.get('/api/client/export').expect(200)).text).not.toContain('sister');
    expect(JSON.stringify((await again.browser.get('/api/client/activity').expect(200)).body)).not.toContain('read_');
    // The practice books for its client as before, and for whoever types the address now apart from that one.
    const at = { client_email: client.email, appointment_date: workday(test, 5) };
    expect((await practice.therapist.post('/api/therapist/bookings', { ...bookingOf(test, practice, at), client_id: client.id }).expect(201)).body).toMatchObject({ client_id: client.id });
    const own = await again.browser.post('/api/bookings', bookingOf(test, practice, { ...at, appointment_time: '15:00' })).expect(201);
    expect(await bookingsOf(test, proved.body.id as string)).toEqual([own.body.id]);
  });

  it('waits while the old address may still object, so that nobody keeps a record by changing the address and closing', async () => {
    const client = await signInClient(test);
    await bookWith(client.email);
    await changeAddress(test, client, newEmail());
    const refused = await client.post('/api/client/account/close', { confirm: true }).expect(422);
    expect(refused.body.detail).toMatch(/^Your address was changed a few days ago, and the old address can object until \d{1,2} \w+ \d{4}\./);
    expect((await objectTo(test, await objectionToken(test, client.email))).body).toEqual({ status: 'restored', email: client.email });
    const browser = await ClientBrowser.open(test);
    await browser.login(client.email).expect(202);
    await browser.verify({ email: client.email, code: await mailedCode(test, client.email) }).expect(200);
    await browser.post('/api/client/account/close', { confirm: true }).expect(200);
  });
});
