import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { newId } from '../../src/common/database/database';
import { Works } from '../../src/common/work/work';
import { PublishedPlansService } from '../../src/modules/care-plans/publishing/published-plans.service';
import { ClientAddressChanged, RecordsMoved } from '../../src/modules/clients/persons/person.events';
import { IntakeAnswerRepository } from '../../src/modules/intake-forms/answers/answer.repository';
import { SharedNotesService } from '../../src/modules/session-notes/sharing/shared-notes.service';
import { endGrants, signInEmergencyAdmin } from '../harness/break-glass';
import { ClientBrowser } from '../harness/client-browser';
import { addNote, addPlan, personOf } from '../harness/client-record';
import { addForm, addVersion, bookingTokens, newestToken, question } from '../harness/intake-forms';
import { agreedConsent, beginOnDevice, MEETINGS, recordedSession, sendChunk, toneOf } from '../harness/meetings';
import { book, manageToken, openPractice, Practice, proveBookings, workday } from '../harness/practice';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** Somebody who can write the tables as the product does hands rows of others to themselves, for the product to open what is sealed in them. */
const NOTES = 'CANARY I want to die';
const ANSWER = 'CANARY My husband hits me';

let test: TestApp;
let victim: Practice;
let mallory: Practice;
let logged: jest.SpyInstance;

/** A booking with notes and a form that is begun, of a new person. */
interface Begun {
  bookingId: string;
  requestId: string;
  token: string;
  formId: string;
  email: string;
  browser: ClientBrowser;
}

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', BOOKING_WAVE_LIMIT: '1000' });
});
afterAll(() => test.close());
beforeEach(async () => {
  [victim, mallory] = [await openPractice(test), await openPractice(test)];
  logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
});
afterEach(() => {
  // What is said of a row that does not open names it, and nobody.
  for (const [line] of logged.mock.calls as [string][]) expect(line).toMatch(/^(A value of [a-z_.]+ does not open: row [0-9a-f-]{36} was changed or given to somebody else|The row [0-9a-f-]{36} of [a-z_]+ is not as the product wrote it, so it is not shown)\.$/);
  logged.mockRestore();
});

const newEmail = (): string => `${randomUUID()}@example.org`;
const sql = (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => test.database.query(text, values);
const work = (event: object): Promise<void> => test.app.get(Works).begin(SYSTEM_ACTOR, ({ publish }) => publish(event));
const open = async (browser: ClientBrowser, token: string): Promise<{ status: number; body: { status?: string; form?: { answers: { value: unknown }[] } | null } }> =>
  (await browser.post('/api/forms/open', { token })) as never;

async function begin(practice: Practice, answer: string, email = newEmail(), day = 1): Promise<Begun> {
  const formId = await addForm(test, practice.therapist.id, [question('q_why')], { serviceId: practice.serviceId, everyBooking: true });
  const { body } = await book(test, practice, { client_email: email, notes: `${answer} ${NOTES}`, appointment_date: workday(test, day) }).expect(201);
  const bookingId = (body as { id: string }).id;
  const token = (await bookingTokens(test, bookingId)).at(-1) ?? '';
  const browser = await ClientBrowser.open(test);
  await browser.put('/api/forms/answer', { token, version: 1, question_id: 'q_why', value: answer }).expect(200);
  const [request] = await sql('select id from intake_requests where booking_id = $1 and form_id = $2', [bookingId, formId]);
  return { bookingId, requestId: request?.['id'] as string, token, formId, email, browser };
}

const complete = ({ browser, token }: Begun) => browser.post('/api/forms/complete', { token, version: 1, signed_name: 'CANARY Vera' }).expect(200);

describe('a form that is being filled in', () => {
  it('is not opened by one’s own link, laid to its row with one’s own browser', async () => {
    const [hers, own] = [await begin(victim, ANSWER), await begin(mallory, 'x')];
    const [mine] = await sql('select r.token_hash, r.token, k.browser_hash, k.mark from intake_requests r join intake_browsers k on k.request_id = r.id where r.id = $1', [own.requestId]);
    const [theirs] = await sql('select token_hash, token from intake_requests where id = $1', [hers.requestId]);
    await sql(`update intake_requests set token_hash = '\\x00' where id = $1`, [own.requestId]);
    await sql('update intake_requests set token_hash = $2 where id = $1', [hers.requestId, mine?.['token_hash']]);
    await sql('insert into intake_browsers (request_id, browser_hash, proved_at, mark) values ($1, $2, now(), $3)', [hers.requestId, mine?.['browser_hash'], mine?.['mark']]);
    expect((await open(own.browser, own.token)).status).toBe(404);
    await own.browser.put('/api/forms/answer', { token: own.token, version: 1, question_id: 'q_why', value: 'changed' }).expect(404);
    await sql('update intake_requests set token = $2 where id = $1', [hers.requestId, mine?.['token']]);
    expect((await open(own.browser, own.token)).status).toBe(404);
    await sql('update intake_requests set token_hash = $2, token = $3 where id = $1', [hers.requestId, theirs?.['token_hash'], theirs?.['token']]);
    expect((await open(hers.browser, hers.token)).body.form?.answers).toMatchObject([{ value: ANSWER }]);
  });

  it('lets in no browser by a row of another form', async () => {
    const [hers, own] = [await begin(victim, ANSWER), await begin(mallory, 'x')];
    await sql('insert into intake_browsers select $1, browser_hash, now(), mark from intake_browsers where request_id = $2', [hers.requestId, own.requestId]);
    expect((await open(own.browser, hers.token)).body).toMatchObject({ status: 'code_needed', form: null });
  });

  it.each([
    ['its code', 'update intake_codes set request_id = $1 where request_id = $2'],
    ['the form', 'update intake_requests set client_id = (select client_id from intake_requests where id = $1) where id = $2'],
  ])('mails no code to another address when %s is given to another person', async (_what, change) => {
    const [hers, own] = [await begin(victim, ANSWER), await begin(mallory, 'x')];
    await own.browser.post('/api/forms/code', { token: hers.token }).expect(202);
    await sql(change, [own.requestId, hers.requestId]);
    const [code] = await sql('select id from intake_codes order by id desc limit 1');
    expect(await test.app.get(IntakeAnswerRepository, { strict: false }).findUnsentCode(code?.['id'] as string, test.clock.now())).toBeUndefined();
  });
});

describe('a form that is completed', () => {
  it('given to another practice is refused there, in a sentence, in their file too; put back it opens', async () => {
    const hers = await begin(victim, ANSWER);
    await complete(hers);
    const own = await begin(mallory, 'x');
    await complete(own);
    const move = (to: Practice, request: Begun) =>
      sql('update intake_requests set therapist_id = $2, form_id = $3, version_id = (select id from intake_form_versions where form_id = $3) where id = $1', [hers.requestId, to.therapist.id, request.formId]);
    const read = (by: Practice) => by.therapist.get(`/api/therapist/intake-requests/${hers.requestId}/answers`);
    await move(mallory, own);
    const { body, text } = await read(mallory).expect(409);
    expect([(body as { detail: string }).detail, text.includes('CANARY')]).toEqual([expect.stringMatching(/^These answers cannot be opened/), false]);
    const file = (await mallory.therapist.get(`/api/therapist/intake-forms/${own.formId}/answers.csv`).expect(200)).text;
    expect([file.includes(ANSWER), file.includes('Cannot be opened'), file.split('\r\n').some((line) => line.endsWith(',"x"'))]).toEqual([false, true, true]);
    await move(victim, hers);
    expect((await read(victim).expect(200)).body).toMatchObject({ signed_name: 'CANARY Vera', questions: [{ answer: ANSWER }] });
  });

  it.each([
    ['an answer', 'update intake_answers set request_id = $1 where request_id = $2'],
    ['what was asked', `update intake_answers set question_id = 'q_other' where request_id = $2 and $1 is not null`],
  ])('shows %s to nobody that was laid elsewhere', async (_what, change) => {
    const [hers, own] = [await begin(victim, ANSWER), await begin(mallory, 'x')];
    await Promise.all([complete(hers), complete(own)]);
    if (change.includes('set request_id')) await sql('delete from intake_answers where request_id = $1', [own.requestId]);
    await sql(change.replace('$1 is', '$1::uuid is'), [own.requestId, hers.requestId]);
    const [by, id] = change.includes('set request_id') ? [mallory, own.requestId] : [victim, hers.requestId];
    await by.therapist.get(`/api/therapist/intake-requests/${id}/answers`).expect(409);
  });
});

describe('a booking', () => {
  it('given to another practice shows no notes there, and the list is shown all the same', async () => {
    const [hers, own] = [await begin(victim, ANSWER), await begin(mallory, 'own')];
    const move = (to: Practice) => sql('update bookings set therapist_id = $2, service_id = $3 where id = $1', [hers.bookingId, to.therapist.id, to.serviceId]);
    await sql(`update bookings set starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day' where id = $1`, [hers.bookingId]);
    await move(mallory);
    const { body, text } = await mallory.therapist.get('/api/therapist/bookings').expect(200);
    const notes = new Map((body as { id: string; notes: string | null }[]).map((row) => [row.id, row.notes]));
    expect(notes).toEqual(new Map([[hers.bookingId, null], [own.bookingId, `own ${NOTES}`]]));
    expect(text).not.toContain(ANSWER);
    expect(logged).toHaveBeenCalledWith(`A value of bookings.notes does not open: row ${hers.bookingId} was changed or given to somebody else.`);
    await move(victim);
    expect((await victim.therapist.get('/api/therapist/bookings').expect(200)).text).toContain(ANSWER);
  });

  it('is not reached by one’s own link', async () => {
    const [hers, own] = [await begin(victim, ANSWER), await begin(mallory, 'own')];
    const link = await manageToken(test, own.bookingId);
    const [mine] = await sql('select manage_token_hash from bookings where id = $1', [own.bookingId]);
    await sql(`update bookings set manage_token_hash = '\\x01' where id = $1`, [own.bookingId]);
    await sql('update bookings set manage_token_hash = $2 where id = $1', [hers.bookingId, mine?.['manage_token_hash']]);
    const visitor = await ClientBrowser.open(test);
    await visitor.post('/api/bookings/manage', { token: link }).expect(404);
  });
});

describe('what a therapist wrote', () => {
  let thief: SignedInClient;
  beforeEach(async () => {
    thief = await signInClient(test);
  });

  it.each([
    ['a note', 'update session_notes set client_id = $1 where therapist_id = $2'],
    ['the appointment of a note', 'update bookings set client_id = $1 where therapist_id = $2'],
    ['a plan', 'update care_plans set client_id = $1 where therapist_id = $2'],
  ])('is not shown to a client whom %s was given to', async (_what, change) => {
    const hers = await begin(victim, ANSWER);
    const person = await personOf(test, hers.email);
    await sql('insert into therapist_clients (therapist_id, client_id) values ($1, $2)', [victim.therapist.id, thief.id]);
    await addNote(test, { therapistId: victim.therapist.id, clientId: person, content: 'CANARY content' });
    await addNote(test, { therapistId: victim.therapist.id, bookingId: hers.bookingId, content: 'CANARY content' });
    await addPlan(test, { therapistId: victim.therapist.id, clientId: person, title: 'CANARY plan' });
    await sql(change.includes('session_notes') ? `${change} and client_id is not null` : change, [thief.id, victim.therapist.id]);
    const { text } = await thief.get('/api/client/dashboard').expect(200);
    expect(text).not.toContain('CANARY');
    expect(logged).toHaveBeenCalled();
  });

  it('is not opened by an emergency access to another client’s record', async () => {
    const [admin, hers] = [await signInEmergencyAdmin(test), await begin(victim, ANSWER)];
    const own = await begin(victim, 'own', newEmail(), 2);
    await proveBookings(test, own.email);
    const person = await personOf(test, hers.email);
    await addNote(test, { therapistId: victim.therapist.id, clientId: person, content: 'CANARY content' });
    await addPlan(test, { therapistId: victim.therapist.id, clientId: person, title: 'CANARY plan' });
    const { body } = await admin.post('/api/admin/break-glass', { client: own.email, reason: 'The therapist is in hospital since today.', ...admin.proof() }).expect(201);
    for (const table of ['bookings', 'session_notes', 'care_plans']) await sql(`update ${table} set client_id = $1 where client_id = $2`, [await personOf(test, own.email), person]);
    for (const section of ['bookings', 'session_notes', 'care_plans']) {
      const { text } = await admin.get(`/api/admin/break-glass/${(body as { id: string }).id}/record?section=${section}`).expect(200);
      expect([section, text.includes(ANSWER), text.includes('CANARY content'), text.includes('CANARY plan')]).toEqual([section, false, false, false]);
    }
    await endGrants(test);
  });
});

describe('a recorded session', () => {
  const give = (to: Practice, id: string) => sql('update meeting_sessions set therapist_id = $1 where id = $2', [to.therapist.id, id]);

  it('given to another account is not heard there, nor with its key given too; put back it plays', async () => {
    const { session_id: id } = await recordedSession(test, victim.therapist, toneOf(32_000));
    await test.database.query(`update meeting_sessions set phase = 'completed' where id = $1`, [id]);
    const sound = (by: Practice) => by.therapist.get(`${MEETINGS}/session/${id}/sound`);
    await sound(victim).expect(200);
    await give(mallory, id);
    await sound(mallory).expect(404);
    await sql('update meeting_session_keys set therapist_id = $1 where id = $2', [mallory.therapist.id, id]);
    await sound(mallory).expect(404);
    await sql('update meeting_session_keys set therapist_id = $1 where id = $2', [victim.therapist.id, id]);
    await give(victim, id);
    await sound(victim).expect(200);
  });

  it('given to another account while it is recorded shows its device no key', async () => {
    const session = await beginOnDevice(victim.therapist, await agreedConsent(victim.therapist));
    await sendChunk(victim.therapist, session, 0).expect(200);
    const key = (by: Practice) => by.therapist.get(`${MEETINGS}/session/${session.session_id}/device-key`);
    await key(victim).expect(200);
    await give(mallory, session.session_id);
    await key(mallory).expect(409);
  });
});

describe('what belongs to somebody else for good reasons', () => {
  it('opens for them: two persons who are one, there and back', async () => {
    const hers = await begin(victim, ANSWER);
    const done = await begin(victim, 'done', hers.email, 2);
    await complete(done);
    const other = await begin(victim, 'the other’s', newEmail(), 3);
    const [from, into] = [await personOf(test, hers.email), await personOf(test, other.email)];
    for (const clientId of [from, into]) await addPlan(test, { therapistId: victim.therapist.id, clientId, title: 'A plan' });
    await addNote(test, { therapistId: victim.therapist.id, clientId: from, content: 'by person' });
    await addNote(test, { therapistId: victim.therapist.id, bookingId: hers.bookingId, content: 'by appointment' });
    await addNote(test, { therapistId: victim.therapist.id, bookingId: other.bookingId, content: 'by the other appointment' });
    await hers.browser.post('/api/forms/code', { token: hers.token }).expect(202);
    for (const [first, second] of [[from, into], [into, from]] as const) {
      await work(new RecordsMoved(first, second));
      const { text } = await victim.therapist.get('/api/therapist/bookings').expect(200);
      for (const note of [ANSWER, 'done', 'the other’s']) expect(text).toContain(`${note} ${NOTES}`);
      await Promise.all([hers, done, other].map(async ({ bookingId }) => expect(await manageToken(test, bookingId)).toHaveLength(43)));
      expect((await open(hers.browser, hers.token)).body.form?.answers).toMatchObject([{ value: ANSWER }]);
      expect((await victim.therapist.get(`/api/therapist/intake-requests/${done.requestId}/answers`).expect(200)).body).toMatchObject({ signed_name: 'CANARY Vera', questions: [{ answer: 'done' }] });
      const { entries: notes } = await test.app.get(SharedNotesService, { strict: false }).newestFor(second, true);
      expect(notes.map(({ client_visible_notes }) => client_visible_notes).sort()).toEqual(['by appointment', 'by person', 'by the other appointment']);
      expect((await test.app.get(PublishedPlansService, { strict: false }).newestFor(second, true)).entries.map(({ title }) => title)).toEqual(['A plan', 'A plan']);
    }
    expect(logged).not.toHaveBeenCalled();
  });

  it('opens by the new link only, after a change of address', async () => {
    const hers = await begin(victim, ANSWER);
    await proveBookings(test, hers.email);
    const person = await personOf(test, hers.email);
    const earlier = await manageToken(test, hers.bookingId);
    await work(new ClientAddressChanged(person, hers.email, newEmail()));
    expect((await open(hers.browser, hers.token)).status).toBe(404);
    expect((await open(hers.browser, await newestToken(test))).body.form?.answers).toMatchObject([{ value: ANSWER }]);
    await hers.browser.post('/api/bookings/manage', { token: earlier }).expect(404);
    await hers.browser.post('/api/bookings/manage', { token: await manageToken(test, hers.bookingId) }).expect(200);
    expect((await victim.therapist.get('/api/therapist/bookings').expect(200)).text).toContain(ANSWER);
    expect(logged).not.toHaveBeenCalled();
  });

  it('opens after the form was changed meanwhile, and answered on', async () => {
    const hers = await begin(victim, ANSWER);
    await addVersion(test, hers.formId, 2, [question('q_why'), question('q_more')]);
    await hers.browser.put('/api/forms/answer', { token: hers.token, version: 2, question_id: 'q_more', value: 'more' }).expect(200);
    expect((await open(hers.browser, hers.token)).body.form?.answers.map(({ value }) => value).sort()).toEqual([ANSWER, 'more']);
    await hers.browser.post('/api/forms/complete', { token: hers.token, version: 2, signed_name: 'Vera' }).expect(200);
    expect((await victim.therapist.get(`/api/therapist/intake-requests/${hers.requestId}/answers`).expect(200)).body).toMatchObject({ version: 2, questions: [{ answer: ANSWER }, { answer: 'more' }] });
    expect(logged).not.toHaveBeenCalled();
  });

  it('is given no further when it was somebody else’s in the table first', async () => {
    const hers = await begin(victim, ANSWER);
    const thief = await begin(mallory, 'own', newEmail(), 2);
    const [person, own] = [await personOf(test, hers.email), await personOf(test, thief.email)];
    const [other] = await sql('insert into clients (id, email, name) values ($1, $2, $3) returning id', [newId(), newEmail(), 'Other']);
    await sql('update bookings set client_id = $1 where client_id = $2', [own, person]);
    await work(new RecordsMoved(own, other?.['id'] as string));
    await sql('update bookings set therapist_id = $1, service_id = $2 where id = $3', [mallory.therapist.id, mallory.serviceId, hers.bookingId]);
    const { body, text } = await mallory.therapist.get('/api/therapist/bookings').expect(200);
    expect(body).toHaveLength(2);
    expect([text.includes(`own ${NOTES}`), text.includes(ANSWER)]).toEqual([true, false]);
  });
});
