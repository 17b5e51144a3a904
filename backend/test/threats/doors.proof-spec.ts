import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { ActivityTallies } from '../../src/modules/activity-log/activity-tallies.service';
import { print } from '../harness/before-and-now';
import { signInEmergencyAdmin } from '../harness/break-glass';
import { stranger } from '../harness/booking-holds';
import { codeOf, exchange, openBrowser, post, throughGoogle } from '../harness/browser';
import { auditProblems } from '../harness/activity-log-tools';
import { ClientBrowser, mailedSecret, newAddress, wrongCode } from '../harness/client-browser';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { addForm, bookingTokens, formCode, question } from '../harness/intake-forms';
import { book, openPractice, Practice, proveBookings, workday } from '../harness/practice';
import { keep } from '../harness/put-back';
import { administrator, arrived, enrol } from '../harness/second-factor-accounts';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** What a second thief did on the running product, with what was seen then. */
const REASON = 'Her flatmate called: she talked of pills and does not answer.';

let google: GoogleStandIn;
let test: TestApp;

beforeAll(async () => {
  google = await startGoogleStandIn();
  test = await startTestApp({ ...google.environment, BOOKING_LIMIT_PER_IP: '1000', ADMIN_FAILURE_LIMIT: '1' });
});
afterAll(async () => {
  await test.close();
  await google.close();
});

const newEmail = (): string => `${randomUUID()}@example.org`;

it('a therapist who booked once with themselves for a foreign address reads nothing of an emergency of that person', async () => {
  const [own, stranger, admin] = [await openPractice(test), await openPractice(test), await signInEmergencyAdmin(test)];
  const email = newEmail();
  await book(test, own, { client_email: email }).expect(201);
  await proveBookings(test, email);
  const client = await signInClient(test, { email, name: 'Own Name' });
  await book(test, stranger, { client_email: email, client_name: 'Typed by the thief', appointment_date: workday(test, 2) }).expect(201);
  const { body: grant } = await admin.post('/api/admin/break-glass', { client: email, reason: REASON, ...admin.proof() }).expect(201);
  const told = await test.database.query<{ payload: { therapist_id: string } }>(`select payload from outbox where payload ->> 'grant_id' = $1`, [(grant as { id: string }).id]);
  const { text } = await stranger.therapist.get('/api/therapist/record-openings').expect(200);
  print('a planted therapist reads reason and name of an emergency', 'both, and a mail', text.includes(REASON) || text.includes(client.name) ? 'both' : 'neither');
  expect(told.map(({ payload }) => payload.therapist_id)).toEqual([own.therapist.id]);
  expect(JSON.parse(text)).toEqual({ openings: [] });
});

it('invented names at the administrators’ sign-in fill no log, and a network is stopped', async () => {
  const statuses: number[] = [];
  for (let n = 1; n <= 60; n += 1) {
    const { status } = await post(openBrowser(test, `198.51.100.${n}`), '/api/admin/login', { username: `invented-${n}`, password: 'a password' });
    statuses.push(status);
  }
  test.clock.advance(3_600_000);
  await test.app.get(ActivityTallies).closeHours();
  const entries = await test.database.query<{ details: object }>(`select details from activity_log where action = 'admin_login_failed' order by seq`);
  print('60 invented names from one network, entries in the log', 60, entries.length);
  expect(entries.map(({ details }) => details)).toEqual([{}, { times: 50, sources: 1 }]);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

it('whoever writes one row becomes no therapist: the code of one’s own sign-in, given to another account, opens nothing', async () => {
  const [victim, browser] = [await openPractice(test), openBrowser(test)];
  const landing = await throughGoogle(google, browser, 'type', newEmail());
  await test.database.query('update sign_in_flows set user_id = $1 where code_hash is not null', [victim.therapist.id]);
  const { status } = await exchange(browser, codeOf(landing));
  print('a sign-in’s code after "update sign_in_flows set user_id = victim"', 200, status);
  expect(status).toBe(401);
  await browser.get('/api/auth/me').expect(401);
});

it('deeds that nobody did, added to the log by the application’s role, lock nobody out and say nothing', async () => {
  const [practice, kim] = [await openPractice(test), await signInClient(test)];
  const forge = (action: string, subjectId: string, clients: string[] | null) =>
    test.database.query(`insert into activity_log (id, at, action, actor_type, actor_id, subject_type, subject_id, client_ids) values ($1, $2, $3, 'therapist', $4, 'user', $5, $6)`, [
      randomUUID(), test.clock.now(), action, practice.therapist.id, subjectId, clients,
    ]);
  await forge('read_note', kim.id, [kim.id]);
  const shown = (await kim.get('/api/client/activity?by=others').expect(200)).text.includes('read_note');
  const email = newEmail();
  await throughGoogle(google, openBrowser(test), 'type', email);
  const [{ id } = { id: '' }] = await test.database.query<{ id: string }>('select id from users where email = $1', [email]);
  await forge('second_factor_disabled', id, null);
  const browser = openBrowser(test);
  const { status } = await exchange(browser, codeOf(await throughGoogle(google, browser, 'type', email)));
  const named = (await auditProblems(test)).filter(({ kind }) => kind === 'foreign_entry').length;
  print('“Who opened my record” after a forged entry', 'Dr. A read a note', shown ? 'Dr. A read a note' : 'nothing of it');
  print('a therapist’s sign-in after a forged second_factor_disabled', '403, for good', status);
  print('what audit:verify names of both', 'nothing', named === 2 ? 'both entries' : named);
  expect([shown, status, named]).toEqual([false, 200, 2]);
});

it('one started sign-in asks Google once, whatever a stranger comes back with', async () => {
  let asked = 0;
  google.answerTokens((response) => {
    asked += 1;
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
  });
  const browser = openBrowser(test, '198.51.100.199');
  const begun = await browser.get('/api/auth/google').expect(302);
  const state = new URL(begun.headers['location'] ?? '').searchParams.get('state');
  for (let nth = 0; nth < 60; nth += 1) await browser.get('/api/auth/google/callback').query({ code: `bogus${nth}`, state }).expect(302);
  google.answerTokens(undefined);
  print('60 returns with one start, questions to Google in the product’s name', 60, asked);
  expect(asked).toBe(1);
});

it('a practice does not call itself the product', async () => {
  const practice = await openPractice(test);
  const profile = (await practice.therapist.get('/api/therapist/profile').expect(200)).body as { timezone: string };
  const statuses: number[] = [];
  for (const display_name of ['Attune Security', 'Аttunе Support', 'Attuned Therapy']) statuses.push((await practice.therapist.put('/api/therapist/profile', { display_name, timezone: profile.timezone })).status);
  print('a practice called “Attune Security”, the same in Cyrillic, and “Attuned Therapy”', '200, 200, 200', statuses.join(', '));
  expect(statuses).toEqual([400, 400, 200]);
});

it('a development server behind a proxy gives nobody its administrator', async () => {
  const development = await startTestApp({ NODE_ENV: 'development', FOREIGN_VISITORS: undefined }, () => undefined, test.testDatabase);
  try {
    await development.http.get('/api/admin/login-hint').expect(200);
    const { status, body } = await development.http.get('/api/admin/login-hint').set('X-Forwarded-For', '203.0.113.9');
    const signIn = await development.http.post('/api/admin/login').set('X-Forwarded-For', '203.0.113.9').send({ username: 'admin', password: 'attune-development' });
    const page = await development.http.get('/admin/login').set('Host', 'attune.example');
    print('the API of a development server through a proxy: hint, sign-in, page', '200, 200, 200', [status, signIn.status, page.status].join(', '));
    expect([status, signIn.status, page.status]).toEqual([403, 403, 403]);
    expect((body as { detail: string }).detail).toMatch(/development server.*NODE_ENV=production/);
  } finally {
    await development.close();
  }
});

/** The first thief's, as far as the server answers for them. */
describe('what the first thief did', () => {
  it('three bookings in somebody’s name change no answer to that person', async () => {
    const practice = await openPractice(test);
    const email = newEmail();
    for (const day of [2, 3, 4]) await stranger(test, practice, { client_email: email, appointment_date: workday(test, day) }).expect(201);
    const { status } = await stranger(test, practice, { client_email: email, appointment_date: workday(test, 5) });
    print('a fourth booking for an address that strangers booked for', 429, status);
    expect(status).toBe(201);
  });

  it('in a wave every stored booking of a stranger counts', async () => {
    const practice = await openPractice(test);
    const statuses: number[] = [];
    for (let nth = 0; nth < 26; nth += 1) {
      const { status } = await stranger(test, practice, { appointment_date: workday(test, 10 + Math.floor(nth / 8)), appointment_time: `${String(9 + (nth % 8)).padStart(2, '0')}:00` });
      statuses.push(status);
    }
    const stored = statuses.filter((status) => status === 201).length;
    print('26 bookings of strangers in ten minutes, stored', 24, stored);
    expect(stored).toBe(21);
    expect(statuses.filter((status) => status === 202)).toHaveLength(5);
  });

  it('an emergency opens one client, for a reason in words', async () => {
    const [practice, admin] = [await openPractice(test), await signInEmergencyAdmin(test)];
    const email = newEmail();
    await book(test, practice, { client_email: email, appointment_date: workday(test, 7) }).expect(201);
    const ask = async (body: object): Promise<number> => (await admin.post('/api/admin/break-glass', { ...body, ...admin.proof() })).status;
    const statuses = [await ask({ client: email, reason: 'aaaaaaaaaaaaaaaaaaaaaaaa' }), await ask({ therapist_id: practice.therapist.id, reason: REASON }), await ask({ client: '@', reason: REASON })];
    print('emergency access with a reason of one letter, to a whole practice, to half an address', '201, 201, 201', statuses.join(', '));
    expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true);
  });

  it('a name is no link', async () => {
    const practice = await openPractice(test);
    const { status } = await stranger(test, practice, { client_name: 'Win at https://evil.example', appointment_date: workday(test, 8) });
    print('a booking under a name with a link', 201, status);
    expect(status).toBe(400);
  });
});

/** The third thief's: a link of somebody's, and the tables. */
describe('what the third thief did', () => {
  const WORDS = 'My husband hits me';
  const asks = (practice: Practice): Promise<string> => addForm(test, practice.therapist.id, [question('q_why')], { serviceId: practice.serviceId, everyBooking: true });

  /** A booking with notes, and its form with an answer. */
  async function begun(practice: Practice, answer: string, email = newEmail()): Promise<{ bookingId: string; token: string; browser: ClientBrowser }> {
    const { body } = await book(test, practice, { client_email: email, notes: answer }).expect(201);
    const bookingId = (body as { id: string }).id;
    const [token = ''] = await bookingTokens(test, bookingId);
    const browser = await ClientBrowser.open(test);
    await browser.put('/api/forms/answer', { token, version: 1, question_id: 'q_why', value: answer }).expect(200);
    return { bookingId, token, browser };
  }

  it('whoever opened a form’s link first, and gave an empty answer, does not read on once its person has proved themselves', async () => {
    const practice = await openPractice(test);
    await asks(practice);
    const { body } = await book(test, practice, { client_email: newEmail() }).expect(201);
    const [token = ''] = await bookingTokens(test, (body as { id: string }).id);
    const [thief, person] = [await ClientBrowser.open(test), await ClientBrowser.open(test)];
    const give = async (browser: ClientBrowser, value: string | null): Promise<number> => (await browser.put('/api/forms/answer', { token, version: 1, question_id: 'q_why', value })).status;
    await give(thief, null);
    const first = ((await person.post('/api/forms/open', { token })).body as { status: string }).status;
    await give(thief, 'x');
    await person.post('/api/forms/code', { token }).expect(202);
    const { body: proved } = await person.post('/api/forms/verify', { token, code: await formCode(test) }).expect(200);
    await give(person, WORDS);
    const { text } = await thief.post('/api/forms/open', { token });
    print('a form after an empty answer of a stranger, for its person', 'code_needed', first);
    print('what the person answers after the proof, for the stranger who began', 'read and written', text.includes(WORDS) || (await give(thief, 'All is well')) < 400 ? 'read and written' : 'neither');
    expect([first, text.includes(WORDS), await give(thief, 'All is well')]).toEqual(['open', false, 403]);
    expect(proved).toMatchObject({ answered_elsewhere: true });
  });

  it('whoever writes rows opens no form, no answers and no notes of others by naming themselves in them', async () => {
    const [victim, mallory] = [await openPractice(test), await openPractice(test)];
    const [form, ownForm] = [await asks(victim), await asks(mallory)];
    const [hers, own] = [await begun(victim, WORDS), await begun(mallory, 'x')];
    const rowOf = async (bookingId: string): Promise<{ id: string; token_hash: Buffer }> =>
      (await test.database.query<{ id: string; token_hash: Buffer }>('select id, token_hash from intake_requests where booking_id = $1', [bookingId]))[0] as never;
    const [row, mine] = [await rowOf(hers.bookingId), await rowOf(own.bookingId)];
    const links = (theirs: Buffer, ours: Buffer) => test.database.query(`with away as (update intake_requests set token_hash = $4 where id = $3) update intake_requests set token_hash = $2 where id = $1`, [row.id, theirs, mine.id, ours]);
    await test.database.query(`update intake_requests set token_hash = '\\x00' where id = $1`, [mine.id]);
    await links(mine.token_hash, Buffer.from([0]));
    await test.database.query('insert into intake_browsers select $1, browser_hash, proved_at, mark from intake_browsers where request_id = $2', [row.id, mine.id]);
    const link = await own.browser.post('/api/forms/open', { token: own.token });
    print('one’s own link laid to another person’s form in the table, with one’s own browser', 'the answers', link.text.includes(WORDS) ? 'the answers' : link.status);
    await links(row.token_hash, mine.token_hash);

    await hers.browser.post('/api/forms/complete', { token: hers.token, version: 1, signed_name: 'Vera' }).expect(200);
    const move = (to: Practice, formId: string) =>
      test.database.query('update intake_requests set therapist_id = $2, form_id = $3, version_id = (select id from intake_form_versions where form_id = $3), booking_id = null where id = $1', [row.id, to.therapist.id, formId]);
    await move(mallory, ownForm);
    const read = await mallory.therapist.get(`/api/therapist/intake-requests/${row.id}/answers`);
    print('a completed form given to one’s own practice', 'Vera, the answers', read.text.includes(WORDS) ? 'Vera, the answers' : read.status);
    await move(victim, form);

    await test.database.query(`update bookings set therapist_id = $2, service_id = $3, starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day' where id = $1`, [hers.bookingId, mallory.therapist.id, mallory.serviceId]);
    const list = await mallory.therapist.get('/api/therapist/bookings').expect(200);
    print('a booking given to one’s own practice', 'its notes', list.text.includes(WORDS) ? 'its notes' : 'no notes');
    expect([link.status, read.status, link.text.includes(WORDS), read.text.includes(WORDS), list.text.includes(WORDS)]).toEqual([404, 409, false, false, false]);
    expect((await victim.therapist.get(`/api/therapist/intake-requests/${row.id}/answers`).expect(200)).text).toContain(WORDS);
  });

  describe('with the tables, and a first factor or a browser of somebody’s', () => {
    let rows: Client;
    beforeAll(async () => {
      rows = new Client({ connectionString: test.testDatabase.url });
      await rows.connect();
    });
    afterAll(() => rows.end());
    const idOf = async (username: string): Promise<string> => (await rows.query<{ id: string }>('select id from administrators where username = $1', [username])).rows[0]?.id ?? '';

    it('the password alone sets up no second factor where there is one, whatever its row says, and an earlier row brings none back to before it', async () => {
      const name = await administrator.make(test);
      const before = await keep(rows, 'administrators', `id = '${await idOf(name)}'`);
      test.clock.advance(60_000);
      const root = await enrol(test, { ...administrator, make: () => Promise.resolve(name) });
      const thief = await arrived(test, administrator, root.name);
      await rows.query('update second_factors set confirmed_at = null where account_id = $1', [await idOf(name)]);
      const setup = (await post(thief, '/api/admin/second-factor/setup')).status;
      print('a second factor set up anew with the password, after "update second_factors set confirmed_at = null"', 201, setup);
      await rows.query('delete from second_factors where account_id = $1', [await idOf(name)]);
      await before.putBack();
      const { status } = await administrator.signIn(openBrowser(test), name);
      print('the password alone, after the administrator’s row of before two-step sign-in was put back', 200, status);
      const named = (await auditProblems(test)).filter(({ id }) => id).length;
      print('what audit:verify names of it', 'nothing', named > 0 ? 'the account' : 'nothing');
      expect([setup, status, named > 0]).toEqual([403, 403, true]);
    });

    it('an old mail’s link stays used, more tries are none, and trust that was revoked stays so', async () => {
      const kim = await signInClient(test, { trusted: true });
      const trust = await keep(rows, 'trusted_browsers', `user_id = '${kim.id}'`);
      test.clock.advance(60_000);
      const asked = await ClientBrowser.open(test);
      await asked.login(kim.email).expect(202);
      const secret = await mailedSecret(test, kim.email);
      await asked.verify({ token: secret?.token }).expect(200);
      await rows.query(`update sign_in_codes set used_at = null, expires_at = now() + interval '1 year' where user_id = $1`, [kim.id]);
      const link = (await (await ClientBrowser.open(test)).verify({ token: secret?.token })).status;
      print('a link that was used, after "set used_at = null, expires_at = now() + 1 year"', 200, link);

      const guesser = await ClientBrowser.open(test);
      await guesser.login(kim.email).expect(202);
      const { code } = (await mailedSecret(test, kim.email)) ?? {};
      const row = await keep(rows, 'sign_in_codes', `user_id = '${kim.id}'`);
      for (let nth = 1; nth <= 6; nth += 1) {
        await guesser.verify({ email: kim.email, code: wrongCode(code ?? '', nth) }).expect(401);
        await row.putBack();
        await rows.query('delete from limit_hits');
      }
      const right = (await guesser.verify({ email: kim.email, code })).status;
      print('the right code after six wrong ones, each time with the row of before', 200, right);

      await trust.putBack();
      const { status } = await kim.browser.login(kim.email);
      print('a browser whose trust a proof elsewhere ended, with its row put back', '200, signed in', status === 200 ? '200, signed in' : `${status}, a code is asked for`);
      expect([link, right, status]).toEqual([401, 401, 202]);
    });

    it('thirty requests from twelve networks keep nobody’s new device out', async () => {
      const kim = await signInClient(test);
      test.clock.advance(3_660_000);
      for (let network = 0; network < 12; network += 1) {
        const address = newAddress();
        for (let nth = 0; nth < (network < 2 ? 5 : 2); nth += 1) await (await ClientBrowser.open(test, { address })).login(kim.email).expect(202);
      }
      const device = await ClientBrowser.open(test);
      await device.login(kim.email).expect(202);
      const secret = await mailedSecret(test, kim.email);
      print('an owner’s new device after 30 requests from 12 networks', 'no mail', secret ? 'a mail with a link' : 'no mail');
      await device.verify({ token: secret?.token }).expect(200);
    });
  });
});
