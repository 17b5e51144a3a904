import * as supertest from 'supertest';
import { ClientBrowser, mailedSecret } from '../harness/client-browser';
import { addForm, addVersion, bookingTokens, formCode, newestToken, question } from '../harness/intake-forms';
import { book, openPractice, Practice } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const QUESTIONS = [
  question('q_sleep', 'radio', { options: ['Well', 'Badly'], required: true }),
  question('q_why', 'textarea', { required: true, show_if: { question_id: 'q_sleep', any_of: ['Badly'] } }),
  question('q_mood', 'scale'),
];
const CANARY = 'CANARY-I-lie-awake';

let test: TestApp;
let practice: Practice;
let formId: string;
let mailbox = 0;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', BOOKING_WAVE_LIMIT: '1000' });
});
afterAll(() => test.close());
beforeEach(async () => {
  practice = await openPractice(test);
  formId = await addForm(test, practice.therapist.id, QUESTIONS, { serviceId: practice.serviceId });
});

async function booked(email = `mailbox-${(mailbox += 1)}@example.org`): Promise<{ token: string; bookingId: string; email: string }> {
  const { body } = await book(test, practice, { client_email: email }).expect(201);
  const bookingId = (body as { id: string }).id;
  const [token = ''] = await bookingTokens(test, bookingId);
  return { token, bookingId, email };
}

const open = async (browser: ClientBrowser, token: string): Promise<Record<string, unknown>> => (await browser.post('/api/forms/open', { token }).expect(200)).body as Record<string, unknown>;
const answer = (browser: ClientBrowser, token: string, question_id: string, value: unknown, version = 1): supertest.Test =>
  browser.put('/api/forms/answer', { token, version, question_id, value });
const complete = (browser: ClientBrowser, token: string, version = 1): supertest.Test => browser.post('/api/forms/complete', { token, version, signed_name: 'Nadia Öztürk' });

describe('filling in a form by its link', () => {
  it('saves every answer as it is given, and is signed off once every shown question is answered', async () => {
    const { token } = await booked();
    const browser = await ClientBrowser.open(test);
    expect(await open(browser, token)).toMatchObject({ status: 'open', therapist_name: 'Dr. Test', form: { title: 'Before we meet', version: 1, answers: [] } });
    await answer(browser, token, 'q_sleep', 'Badly').expect(200);
    const missing = await complete(browser, token).expect(422);
    expect(missing.body).toMatchObject({ detail: 'One question still needs an answer.', errors: [{ field: 'answers.q_why' }] });
    await answer(browser, token, 'q_why', CANARY).expect(200);
    expect(await open(browser, token)).toMatchObject({ form: { answers: expect.arrayContaining([expect.objectContaining({ question_id: 'q_why', value: CANARY })]) as unknown } });
    // Another answer hides the second question: what was written there is let go.
    await answer(browser, token, 'q_sleep', 'Well').expect(200);
    expect((await complete(browser, token).expect(200)).body).toMatchObject({ status: 'completed', form: null });
    const rows = await test.database.query<{ question_id: string }>('select a.question_id from intake_answers a join intake_requests r on r.id = a.request_id where r.form_id = $1', [formId]);
    expect(rows).toEqual([{ question_id: 'q_sleep' }]);
    await answer(browser, token, 'q_mood', 3).expect(409);
    await complete(browser, token).expect(409);
    expect(await open(browser, token)).toMatchObject({ status: 'completed', form: null });
  });

  it('says at the field what is no answer, and keeps the one before', async () => {
    const { token } = await booked();
    const browser = await ClientBrowser.open(test);
    await answer(browser, token, 'q_mood', 7).expect(200);
    expect((await answer(browser, token, 'q_mood', 11).expect(422)).body).toMatchObject({ errors: [{ field: 'value', message: 'Please choose a number from 1 to 10.' }] });
    await answer(browser, token, 'q_gone', 'x').expect(422);
    expect((await answer(browser, token, 'q_why', 'x'.repeat(500_000)).expect(413)).body).toMatchObject({ detail: 'An answer can have at most 10,000 characters.' });
    expect(await open(browser, token)).toMatchObject({ form: { answers: [{ question_id: 'q_mood', value: 7 }] } });
  });

  it('takes no code that signs the person in, however it is written, nor its link: it ends there', async () => {
    const form = await addForm(test, practice.therapist.id, [question('q_text'), question('q_number', 'number'), question('q_first'), question('q_last')]);
    const { email, bookingId } = await booked();
    const client = await signInClient(test, { email });
    await practice.therapist.post('/api/therapist/intake-requests', { form_id: form, booking_id: bookingId }).expect(201);
    const token = await newestToken(test);
    const browser = await ClientBrowser.open(test);
    const refusal = 'This is the code that signs in to your portal. Give it to nobody, in no form.';
    const asked = async (): Promise<{ code: string; link: string; thief: ClientBrowser }> => {
      const thief = await ClientBrowser.open(test);
      await thief.login(email).expect(202);
      const secret = await mailedSecret(test, email);
      return { code: secret?.code ?? '', link: secret?.token ?? '', thief };
    };
    const ways: ((secret: { code: string; link: string }) => [string, unknown])[] = [
      ({ code }) => ['q_text', `it is ${code.slice(0, 3)} - ${code.slice(3)}, of 12/2026`],
      ({ code }) => ['q_text', code.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))],
      ({ code }) => ['q_number', Number(code)],
      ({ link }) => ['q_text', `https://attune.example/client/sign-in#${link}`],
    ];
    for (const way of ways) {
      const { thief, ...secret } = await asked();
      const [id, value] = way(secret);
      expect((await answer(browser, token, id, value).expect(422)).body).toMatchObject({ detail: refusal, errors: [{ field: 'value', message: refusal }] });
      await thief.verify({ email, code: secret.code }).expect(401);
      await thief.verify({ token: secret.link }).expect(401);
    }
    const { thief, code } = await asked();
    await answer(browser, token, 'q_first', code.slice(0, 3)).expect(200);
    await answer(browser, token, 'q_last', code.slice(3)).expect(200);
    expect((await complete(browser, token).expect(422)).body).toMatchObject({ detail: refusal });
    await thief.verify({ email, code }).expect(401);
    await answer(browser, token, 'q_text', 'call 123456').expect(200);
    await complete(browser, token).expect(200);
    await client.get('/api/auth/me').expect(200);
  });

  it('takes 256 kB of answers in all, and keeps what was there', async () => {
    const many = await addForm(test, practice.therapist.id, Array.from({ length: 27 }, (_, index) => question(`q_${index}`, 'textarea')));
    const { bookingId } = await booked();
    await practice.therapist.post('/api/therapist/intake-requests', { form_id: many, booking_id: bookingId }).expect(201);
    const token = await newestToken(test);
    const browser = await ClientBrowser.open(test);
    const statuses: number[] = [];
    for (let index = 0; index < 27; index += 1) statuses.push((await answer(browser, token, `q_${index}`, 'x'.repeat(10_000))).status);
    expect(statuses).toEqual([...Array<number>(26).fill(200), 422]);
    const { body } = await answer(browser, token, 'q_26', 'x'.repeat(5_000)).expect(422);
    expect(body).toMatchObject({ errors: [{ field: 'value', message: 'All answers together are too long for this form. Please shorten one of them.' }] });
    await answer(browser, token, 'q_0', 'short').expect(200);
    await answer(browser, token, 'q_26', 'x'.repeat(5_000)).expect(200);
  });

  it('keeps answers from another browser until it gives the mailed code; one without answers opens anywhere', async () => {
    const { token } = await booked();
    const [first, second] = [await ClientBrowser.open(test), await ClientBrowser.open(test)];
    expect(await open(second, token)).toMatchObject({ status: 'open' });
    await answer(first, token, 'q_mood', 2).expect(200);
    expect(await open(second, token)).toEqual(expect.objectContaining({ status: 'code_needed', form: null }));
    await answer(second, token, 'q_mood', 9).expect(403);
    await complete(second, token).expect(403);
    await second.post('/api/forms/code', { token }).expect(202);
    await second.post('/api/forms/code', { token }).expect(429);
    const code = await formCode(test);
    // The code belongs to the browser that asked.
    await first.post('/api/forms/verify', { token, code }).expect(401);
    const wrong = await second.post('/api/forms/verify', { token, code: code === '000000' ? '111111' : '000000' }).expect(401);
    expect(wrong.body).toMatchObject({ errors: [{ field: 'code' }] });
    expect((await second.post('/api/forms/verify', { token, code }).expect(200)).body).toMatchObject({ status: 'open', form: { answers: [{ value: 2 }] } });
    await second.post('/api/forms/verify', { token, code }).expect(401);
    await answer(second, token, 'q_mood', 9).expect(200);
  });

  it('gives a code five tries, however many at once', async () => {
    const { token } = await booked();
    const [first, second] = [await ClientBrowser.open(test), await ClientBrowser.open(test)];
    await answer(first, token, 'q_mood', 2).expect(200);
    await second.post('/api/forms/code', { token }).expect(202);
    const code = await formCode(test);
    const guesses = Array.from({ length: 8 }, (_, index) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'));
    await Promise.all(guesses.map((guess) => second.post('/api/forms/verify', { token, code: guess }).expect(401)));
    const late = await second.post('/api/forms/verify', { token, code }).expect(401);
    expect(late.body).toMatchObject({ errors: [{ field: 'code_spent' }] });
  });

  it('goes on in the newest version: what is no longer offered is shown and asked again, nothing is lost', async () => {
    const { token } = await booked();
    const browser = await ClientBrowser.open(test);
    await answer(browser, token, 'q_sleep', 'Well').expect(200);
    await addVersion(test, formId, 2, [question('q_sleep', 'radio', { options: ['Fine', 'Badly'], required: true })]);
    const stale = await answer(browser, token, 'q_mood', 4).expect(409);
    expect(stale.body).toMatchObject({ errors: [{ field: 'version' }] });
    expect(await open(browser, token)).toMatchObject({ form: { version: 2, answers: [{ question_id: 'q_sleep', value: 'Well' }] } });
    const again = await complete(browser, token, 2).expect(422);
    expect(again.body).toMatchObject({ errors: [{ field: 'answers.q_sleep', message: 'This choice is not offered any more. Please choose again.' }] });
    await answer(browser, token, 'q_sleep', 'Fine', 2).expect(200);
    await complete(browser, token, 2).expect(200);
  });

  it('says where a link leads that is wrong, over, of a cancelled booking or another person’s', async () => {
    const { token, bookingId } = await booked();
    const browser = await ClientBrowser.open(test);
    await browser.post('/api/forms/open', { token: 'x'.repeat(43) }).expect(404);
    await browser.post('/api/forms/open', { token: 'short' }).expect(400);
    await practice.therapist.put(`/api/therapist/bookings/${bookingId}/status`, { status: 'cancelled' }).expect(200);
    expect(await open(browser, token)).toMatchObject({ status: 'cancelled', form: null });
    await answer(browser, token, 'q_mood', 1).expect(409);
    const { token: late } = await booked();
    test.clock.advance(100 * 86_400_000);
    expect(await open(browser, late)).toMatchObject({ status: 'expired', form: null });
    test.clock.advance(-100 * 86_400_000);
  });
});

describe('whoever had the link first, and the person it was sent to', () => {
  const codeFor = async (browser: ClientBrowser, token: string): Promise<string> => {
    await browser.post('/api/forms/code', { token }).expect(202);
    return formCode(test);
  };

  it('nothing that is taken away begins a form, or lets a browser in', async () => {
    const { token } = await booked();
    const [stranger, person] = [await ClientBrowser.open(test), await ClientBrowser.open(test)];
    await answer(stranger, token, 'q_mood', null).expect(200);
    expect(await test.database.query('select started_at from intake_requests where form_id = $1', [formId])).toEqual([{ started_at: null }]);
    await answer(person, token, 'q_why', CANARY).expect(200);
    expect(await open(stranger, token)).toMatchObject({ status: 'code_needed', form: null });
    await answer(stranger, token, 'q_mood', null).expect(403);
  });

  it('a mailed code ends the browser that began without one, with its codes; the person is told that there are answers', async () => {
    const { token } = await booked();
    const [stranger, person, third] = [await ClientBrowser.open(test), await ClientBrowser.open(test), await ClientBrowser.open(test)];
    await answer(stranger, token, 'q_mood', 9).expect(200);
    const waiting = await codeFor(third, token);
    const { body } = await person.post('/api/forms/verify', { token, code: await codeFor(person, token) }).expect(200);
    expect(body).toMatchObject({ status: 'open', answered_elsewhere: true, form: { answers: [{ value: 9 }] } });
    expect(await open(person, token)).toMatchObject({ status: 'open', answered_elsewhere: false });
    await answer(person, token, 'q_why', CANARY).expect(200);
    expect(await open(stranger, token)).toMatchObject({ status: 'code_needed', form: null });
    await answer(stranger, token, 'q_why', 'All is well').expect(403);
    await third.post('/api/forms/verify', { token, code: waiting }).expect(401);
    expect(await open(person, token)).toMatchObject({ form: { answers: expect.arrayContaining([expect.objectContaining({ value: CANARY })]) as unknown } });
  });

  it('a mailed code ends it also while it answers', async () => {
    const { token } = await booked();
    const [stranger, person] = [await ClientBrowser.open(test), await ClientBrowser.open(test)];
    await answer(stranger, token, 'q_mood', 9).expect(200);
    const code = await codeFor(person, token);
    const writes = Array.from({ length: 12 }, (_, index) => answer(stranger, token, 'q_why', `All is well ${index}`).then(({ status }) => status));
    await Promise.all([person.post('/api/forms/verify', { token, code }).expect(200), ...writes]);
    expect(await open(stranger, token)).toMatchObject({ status: 'code_needed' });
    expect(await open(person, token)).toMatchObject({ status: 'open' });
  });

  it.each(['opens', 'answers'] as const)('the person who %s it signed in ends it too', async (does) => {
    const { token, email } = await booked();
    const client = await signInClient(test, { email });
    const stranger = await ClientBrowser.open(test);
    await answer(stranger, token, 'q_mood', 9).expect(200);
    if (does === 'opens') {
      const [form] = (await client.get('/api/client/forms').expect(200)).body as { id: string }[];
      const { body } = await client.post(`/api/client/forms/${form?.id}/link`).expect(200);
      expect((body as { path: string }).path).toBe(`/forms#${token}`);
      expect(await open(client.browser, token)).toMatchObject({ status: 'open', answered_elsewhere: true, form: { answers: [{ value: 9 }] } });
      expect(await open(client.browser, token)).toMatchObject({ answered_elsewhere: false });
    } else await answer(client.browser, token, 'q_why', CANARY).expect(200);
    expect(await open(stranger, token)).toMatchObject({ status: 'code_needed', form: null });
    await answer(stranger, token, 'q_mood', 1).expect(403);
    await answer(client.browser, token, 'q_mood', 2).expect(200);
  });

  it('another person who is signed in ends nothing', async () => {
    const { token } = await booked();
    const [first, other] = [await ClientBrowser.open(test), await signInClient(test)];
    await answer(first, token, 'q_mood', 9).expect(200);
    expect(await open(other.browser, token)).toMatchObject({ status: 'other_person' });
    await answer(other.browser, token, 'q_mood', 1).expect(403);
    expect(await open(first, token)).toMatchObject({ status: 'open', form: { answers: [{ value: 9 }] } });
  });
});

describe('what is kept', () => {
  it('is one entry of the log, however often the form is looked at', async () => {
    const { token } = await booked();
    const browser = await ClientBrowser.open(test);
    await answer(browser, token, 'q_mood', 4).expect(200);
    for (let look = 0; look < 20; look += 1) await open(browser, token);
    const [entries] = await test.database.query<{ looks: number }>(
      `select count(*)::int as looks from activity_log l join intake_requests r on r.id = l.subject_id where l.action = 'view_own_answers' and r.form_id = $1`,
      [formId],
    );
    expect(entries?.looks).toBe(1);
  });

  it('is encrypted, and the log knows who did what without a word of it', async () => {
    const { token } = await booked();
    const browser = await ClientBrowser.open(test);
    await answer(browser, token, 'q_sleep', 'Badly').expect(200);
    await answer(browser, token, 'q_why', CANARY).expect(200);
    await browser.post('/api/forms/complete', { token, version: 1, signed_name: CANARY }).expect(200);
    const tables = await test.database.query<{ name: string }>(`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`);
    for (const { name } of tables) {
      const rows = await test.database.query<{ line: string }>(`select t::text as line from ${name} t`);
      const text = rows.map(({ line }) => line).join('\n');
      expect([name, text.includes(CANARY), text.includes(Buffer.from(CANARY).toString('hex'))]).toEqual([name, false, false]);
    }
    const deeds = await test.database.query<{ action: string }>(`select action from activity_log where subject_type = 'intake_request' order by seq desc limit 3`);
    expect(deeds.map(({ action }) => action)).toEqual(['complete_form', 'start_form', 'send_form']);
  });
});
