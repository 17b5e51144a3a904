import { randomUUID } from 'node:crypto';
import { SignInCodeRepository } from '../../src/modules/clients/sign-in/sign-in-code.repository';
import { auditProblems } from '../harness/activity-log-tools';
import { bookAs, bookingsOf, changeAddress, objectionToken, objectTo, signInAt } from '../harness/address-changes';
import { ClientBrowser, mailedCode } from '../harness/client-browser';
import { openPractice, Practice } from '../harness/practice';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

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

describe('an objection of the old address', () => {
  it('puts it back within seven days and signs everybody out', async () => {
    const client = await signInClient(test, { trusted: true });
    const booking = await bookAs(test, practice, client, nextTime());
    const email = newEmail();
    await changeAddress(test, client, email);
    test.clock.advance(6 * DAY_MS);
    await client.browser.login(email).expect(200);
    const token = await objectionToken(test, client.email);
    expect((await objectTo(test, token)).body).toEqual({ status: 'restored', email: client.email });
    await client.get('/api/auth/me').expect(401);
    await client.browser.login(client.email).expect(202);
    const code = await mailedCode(test, client.email);
    const { body } = await client.browser.verify({ email: client.email, code }).expect(200);
    expect(body).toMatchObject({ id: client.id, email: client.email });
    expect((await client.get('/api/client/account').expect(200)).body.pending_address_change).toBeNull();
    expect(await bookingsOf(test, client.id)).toEqual([booking]);
    expect((await objectTo(test, token)).status).toBe(404);
  });

  it('is worth nothing after seven days, and invented links never are', async () => {
    const client = await signInClient(test);
    await changeAddress(test, client, newEmail());
    test.clock.advance(7 * DAY_MS + MINUTE_MS);
    expect((await objectTo(test, await objectionToken(test, client.email))).status).toBe(404);
    expect((await objectTo(test, 'x'.repeat(43))).status).toBe(404);
  });

  it('of the first address also undoes what came after, so that nobody in between can object back', async () => {
    const client = await signInClient(test);
    const [second, third] = [newEmail(), newEmail()];
    await changeAddress(test, client, second);
    await changeAddress(test, client, third);
    const [first, between] = [await objectionToken(test, client.email), await objectionToken(test, second)];
    expect((await objectTo(test, first)).body.email).toBe(client.email);
    expect((await objectTo(test, between)).status).toBe(404);
  });

  it('is not kept out by somebody who registers the old address without proving it', async () => {
    const client = await signInClient(test);
    await changeAddress(test, client, newEmail());
    await signInClient(test, { email: client.email, verified: false });
    expect((await objectTo(test, await objectionToken(test, client.email))).body.email).toBe(client.email);
  });

  it('brings the account back to whoever registered the old address anew and is signed in with it, with what they did since', async () => {
    const client = await signInClient(test, { trusted: true });
    const stolen = await bookAs(test, practice, client, nextTime());
    const taken = newEmail();
    await changeAddress(test, client, taken);
    const anew = await signInClient(test, { email: client.email, trusted: true });
    const own = await bookAs(test, practice, anew, nextTime());
    const token = await objectionToken(test, client.email);
    // The link alone shows that the mailbox was read when the account left it; that puts whoever took the account out, and no more.
    for (let times = 0; times < 2; times += 1) expect((await objectTo(test, token)).body).toEqual({ status: 'registered_since', email: client.email });
    await client.get('/api/auth/me').expect(401);
    await client.browser.login(taken).expect(404);
    await anew.get('/api/client/dashboard').expect(200);
    expect([await bookingsOf(test, client.id), await bookingsOf(test, anew.id)]).toEqual([[stolen], [own]]);
    // A code of a moment ago shows that it is read now, too.
    test.clock.advance(20 * MINUTE_MS);
    expect((await objectTo(test, token, anew.browser)).body.status).toBe('registered_since');
    await anew.post('/api/auth/client/code').expect(202);
    await anew.browser.verify({ email: client.email, code: await mailedCode(test, client.email) }).expect(200);
    expect((await objectTo(test, token, anew.browser)).body).toEqual({ status: 'restored', email: client.email });
    await anew.get('/api/auth/me').expect(401);
    expect((await signInAt(test, client.email, anew.browser)).id).toBe(client.id);
    expect((await bookingsOf(test, client.id)).sort()).toEqual([stolen, own].sort());
    expect(await bookingsOf(test, anew.id)).toEqual([]);
    const { body: opened } = await anew.get('/api/client/dashboard').expect(200);
    expect(JSON.stringify(opened)).toContain(own);
    expect((await objectTo(test, token, anew.browser)).status).toBe(404);
    expect(await auditProblems(test)).toEqual([]);
  });

  it('sends an account that came to the old address back to its own, and takes nothing from it', async () => {
    const client = await signInClient(test);
    const stolen = await bookAs(test, practice, client, nextTime());
    await changeAddress(test, client, newEmail());
    const guest = await signInClient(test);
    const own = await bookAs(test, practice, guest, nextTime());
    await changeAddress(test, guest, client.email);
    expect((await objectTo(test, await objectionToken(test, client.email))).body.email).toBe(client.email);
    expect([await bookingsOf(test, client.id), await bookingsOf(test, guest.id)]).toEqual([[stolen], [own]]);
    await guest.browser.login(guest.email).expect(202);
    expect((await guest.browser.verify({ email: guest.email, code: await mailedCode(test, guest.email) }).expect(200)).body.id).toBe(guest.id);
    await guest.get('/api/client/dashboard').expect(200);
  });

  it('takes the address from an account that came there and has lost its own to another one: that can be brought back by its owner alone', async () => {
    const client = await signInClient(test);
    await changeAddress(test, client, newEmail());
    const guest = await signInClient(test);
    const kept = await bookAs(test, practice, guest, nextTime());
    await changeAddress(test, guest, client.email);
    const other = await signInClient(test, { email: guest.email });
    expect((await objectTo(test, await objectionToken(test, client.email))).body).toEqual({ status: 'restored', email: client.email });
    await client.get('/api/auth/me').expect(401);
    await guest.get('/api/auth/me').expect(401);
    expect(JSON.stringify((await other.get('/api/client/dashboard').expect(200)).body)).not.toContain(kept);
    expect((await signInAt(test, client.email)).id).toBe(client.id);
    expect(await auditProblems(test)).toEqual([]);
    const [row] = await test.database.query<{ email: string; client_email: string }>('select c.email, b.client_email from clients c join bookings b on b.client_id = c.id where c.id = $1', [guest.id]);
    expect(row?.email).toMatch(/@no-address\.invalid$/);
    expect(row?.client_email).toBe(row?.email);
    // The address that it left first still decides about it.
    const token = await objectionToken(test, guest.email);
    expect((await objectTo(test, token)).body.status).toBe('registered_since');
    expect((await objectTo(test, token, other.browser)).body).toEqual({ status: 'restored', email: guest.email });
    expect((await signInAt(test, guest.email)).id).toBe(guest.id);
    expect(await bookingsOf(test, guest.id)).toEqual([kept]);
    expect(await auditProblems(test)).toEqual([]);
  });
});

describe('while the address before may object', () => {
  const code = (client: SignedInClient) => client.post('/api/auth/client/code');
  const dashboard = async (client: SignedInClient) => (await client.get('/api/client/dashboard').expect(200)).body as { proof_required: boolean; session_notes: unknown[]; upcoming_bookings: unknown[]; counts: object; proof_address: { email: string; until: string } | null };
  /** Codes are asked for a minute apart. */
  const soon = () => test.clock.advance(MINUTE_MS + 1_000);

  it('a thief who moved the account reads of what is private no more than with the old mailbox: a fresh proof is a code from there, and appointments go on', async () => {
    const client = await signInClient(test, { trusted: true });
    await bookAs(test, practice, client, nextTime());
    const [before, email] = [client.email, newEmail()];
    await changeAddress(test, client, email);
    test.clock.advance(16 * MINUTE_MS);
    // The mailbox of the new address signs in, and so does a trusted browser; neither proves anything of before.
    await client.browser.login(email).expect(200);
    expect(await dashboard(client)).toMatchObject({ proof_required: true, upcoming_bookings: [expect.anything()], proof_address: { email: before, until: expect.any(String) } });
    const elsewhere = await ClientBrowser.open(test);
    await elsewhere.login(email).expect(202);
    await elsewhere.verify({ email, code: await mailedCode(test, email) }).expect(200);
    const thief: SignedInClient = { ...client, browser: elsewhere, get: (path) => elsewhere.get(path), post: (path, sent) => elsewhere.post(path, sent) };
    expect(await dashboard(thief)).toMatchObject({ proof_required: true, upcoming_bookings: [expect.anything()] });
    expect((await thief.get('/api/client/account').expect(200)).body).toMatchObject({ proof_required: true, proof_address: { email: before } });
    await thief.get('/api/client/export').expect(403);
    await thief.post('/api/client/account/email', { email: newEmail() }).expect(403);
    // Where the code goes, the owner is.
    soon();
    await code(thief).expect(202);
    await expect(mailedCode(test, email)).rejects.toThrow('no code goes out');
    const [asked] = await test.database.query<{ id: string }>(`select id from sign_in_codes where user_id = $1 order by created_at desc limit 1`, [client.id]);
    expect(await test.app.get(SignInCodeRepository, { strict: false }).findCodeMail(asked!.id)).toMatchObject({ account_email: before });
    await elsewhere.verify({ email: before, code: await mailedCode(test, before) }).expect(200);
    expect(await dashboard(thief)).toMatchObject({ proof_required: false });
    await thief.get('/api/client/export').expect(200);
    // Moved on once more, it is still the first address that proves.
    const third = newEmail();
    await changeAddress(test, thief, third);
    test.clock.advance(16 * MINUTE_MS);
    expect(await dashboard(thief)).toMatchObject({ proof_required: true, proof_address: { email: before } });
  });

  it('is over after seven days: then the new address proves', async () => {
    const client = await signInClient(test);
    const email = newEmail();
    await changeAddress(test, client, email);
    test.clock.advance(7 * DAY_MS + MINUTE_MS);
    const later = await ClientBrowser.open(test);
    await later.login(email).expect(202);
    await later.verify({ email, code: await mailedCode(test, email) }).expect(200);
    expect((await later.get('/api/client/dashboard').expect(200)).body).toMatchObject({ proof_required: false, proof_address: null });
  });

  it('an objection gives the proof back to the address that is there again', async () => {
    const client = await signInClient(test);
    await changeAddress(test, client, newEmail());
    await objectTo(test, await objectionToken(test, client.email));
    await client.browser.login(client.email).expect(202);
    await client.browser.verify({ email: client.email, code: await mailedCode(test, client.email) }).expect(200);
    expect(await dashboard(client)).toMatchObject({ proof_required: false, proof_address: null });
  });
});
