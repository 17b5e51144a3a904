import { QueryRunner } from 'typeorm';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { newId } from '../../src/common/database/database';
import { Works } from '../../src/common/work/work';
import { EarlierTies1764740000000 } from '../../src/migrations/1764740000000-earlier-ties';
import { EarlierRecordsService } from '../../src/modules/clients/persons/earlier-records.service';
import { ClientsService } from '../../src/modules/clients/persons/persons.service';
import { ReminderRepository } from '../../src/modules/notifications/reminders/reminder.repository';
import { auditProblems } from '../harness/activity-log-tools';
import { endGrants, signInEmergencyAdmin } from '../harness/break-glass';
import { ClientBrowser, mailedCode } from '../harness/client-browser';
import { addNote, addPlan } from '../harness/client-record';
import { addForm, newestToken, question } from '../harness/intake-forms';
import { consentToken, newMeeting, requestConsent } from '../harness/meetings';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { markRows } from '../harness/sealed-values';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/**
 * What an installation of before records of addresses has after its migrations: practices that nobody went to share a row with the account of whoever has
 * the address, or with each other.
 */
let test: TestApp;
let nth = 0;

beforeEach(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '10000', BOOKING_WAVE_LIMIT: '100000', SESSION_IDLE_MINUTES: '60000', SESSION_ABSOLUTE_HOURS: '1000' });
  nth = 0;
});
afterEach(() => test.close());

interface Booked { id: string; client_id: string }
/** A client as a practice has them, with what is kept and the secrets of links that were mailed. */
interface Kept { at: Practice; booked: Booked; name: string; browser: ClientBrowser; links: { manage: string; form: string; consent: string } }

async function bookFor(client_email: string, at: Practice): Promise<Booked> {
  nth += 1;
  const { body } = await at.therapist.post('/api/therapist/bookings', { service_id: at.serviceId, client_name: 'Typed Name', client_email, appointment_date: workday(test, 1 + nth), appointment_time: '09:00' }).expect(201);
  return body as Booked;
}

/** Everything that a practice keeps of somebody who never went to it. */
async function keep(email: string, at: Practice): Promise<Kept> {
  nth += 1;
  const name = `Name ${nth}`;
  const { body } = await book(test, at, { client_email: email, client_name: name, appointment_date: workday(test, 1 + nth), appointment_time: '11:00', notes: `Words of ${name}` }).expect(201);
  const { id, manage_token: manage } = body as { id: string; manage_token: string };
  const [row] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [id]);
  const clientId = row?.client_id ?? '';
  const { therapist } = at;
  const cancelled = await bookFor(email, at);
  await therapist.put(`/api/therapist/bookings/${cancelled.id}/status`, { status: 'cancelled', word: `Said to ${name}` }).expect(200);
  await therapist.put(`/api/therapist/clients/${clientId}`, { remark: `Remark about ${name}`, discharged_on: null, version: 0 }).expect(200);
  await addNote(test, { therapistId: therapist.id, clientId, content: `Note about ${name}` });
  await addNote(test, { therapistId: therapist.id, bookingId: id, content: `Note about an appointment of ${name}` });
  await addPlan(test, { therapistId: therapist.id, clientId, title: `Plan for ${name}` });
  const form_id = await addForm(test, therapist.id, [question('q')]);
  await therapist.post('/api/therapist/intake-requests', { form_id, client_id: clientId }).expect(201);
  const form = await newestToken(test);
  const browser = await ClientBrowser.open(test);
  await browser.put('/api/forms/answer', { token: form, version: 1, question_id: 'q', value: `Answer of ${name}` }).expect(200);
  const { consent_id } = await requestConsent(therapist, { client_id: clientId, meeting_url: newMeeting() });
  return { at, booked: { id, client_id: clientId }, name, browser, links: { manage, form, consent: await consentToken(test, consent_id) } };
}

/** Whose it is now. */
async function whose({ booked }: Pick<Kept, 'booked'>): Promise<string> {
  const [row] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [booked.id]);
  return row?.client_id ?? '';
}

/** Everything that the practice is shown of a client; without the ids and versions, which are others once. */
async function seen(kept: Kept): Promise<string> {
  const id = await whose(kept);
  const { therapist } = kept.at;
  const paths = [`/api/therapist/clients/${id}`, `/api/therapist/clients/${id}/export`, ...['bookings', 'enhanced-session-notes', 'care-plans', 'intake-requests'].map((list) => `/api/therapist/${list}?client_id=${id}`), '/api/therapist/bookings?limit=100', '/api/therapist/care-plans/clients', '/api/ai-meeting/consents'];
  const answers: unknown[] = [];
  for (const path of paths) {
    const { status, body } = await therapist.get(path);
    answers.push([path, status, body]);
  }
  return JSON.stringify(answers, null, 1).replaceAll(id, 'their id').replace(/"(version|exported_at|made_at)": [^,\n]+/g, '');
}

/** What the mailed links open. */
async function opened({ links, browser }: Kept): Promise<string> {
  const { body: booking } = await test.http.post('/api/bookings/manage').send({ token: links.manage }).expect(200);
  const { body: form } = await browser.post('/api/forms/open', { token: links.form }).expect(200);
  const { body: consent } = await test.http.post('/api/meeting-consents/open').send({ token: links.consent }).expect(200);
  return JSON.stringify([booking, form, consent]);
}

/** The rows of the first are the second's, in one row, as they were before. */
async function share(from: Kept, into: string): Promise<void> {
  const former = await whose(from);
  await test.app.get(Works).begin(SYSTEM_ACTOR, (work) => test.app.get(ClientsService).merge(work, former, into));
  await test.database.query('delete from former_persons where former_id = $1', [former]);
  await test.database.query('update clients set practice_id = null where id = $1', [into]);
}

/** As the migration leaves it: the table is there in the test already. */
function migrate(): Promise<void> {
  return new EarlierTies1764740000000().up({ query: (sql: string) => (sql.startsWith('create') ? Promise.resolve() : test.database.query(sql)) } as unknown as QueryRunner);
}

const start = (): Promise<void> => test.app.get(EarlierRecordsService).separate();
const left = (): Promise<unknown[]> => test.database.query('select client_id, therapist_id from earlier_ties');
const everything = (): Promise<unknown[]> =>
  test.database.query(`select id, email, name, by_address, practice_id, (select array_agg(b.id order by b.id) from bookings b where b.client_id = c.id) as booked,
    (select array_agg(t.therapist_id order by 1) from therapist_clients t where t.client_id = c.id) as tied from clients c order by id`);

async function practices<Count extends number>(count: Count): Promise<Practice[] & { length: Count }> {
  const opened: Practice[] = [];
  while (opened.length < count) opened.push(await openPractice(test));
  return opened as Practice[] & { length: Count };
}

it('each practice that nobody went to has a record of its own with all that it keeps, and sees the same; a practice that the person went to keeps its client', async () => {
  const [stranger, second, home] = (await practices(3)) as [Practice, Practice, Practice];
  const account = await signInClient(test, { email: 'account@example.org', name: 'Their Own Name' });
  const [known, alone] = [await keep(account.email, stranger), await keep('alone@example.org', stranger)];
  const shared = [await keep('shared@example.org', stranger), await keep('shared@example.org', second)] as const;
  const own = await keep(account.email, home);
  await account.post('/api/bookings', { service_id: home.serviceId, client_name: 'Kim', client_email: account.email, appointment_date: workday(test, 40), appointment_time: '15:00' }).expect(201);
  await share(known, account.id);
  await share(shared[1], shared[0].booked.client_id);
  await stranger.therapist.post(`/api/therapist/clients/${shared[0].booked.client_id}/merged`, { client_id: account.id }).expect(200);
  await account.put('/api/client/reminders', { wanted: false }).expect(200);
  const admin = await signInEmergencyAdmin(test);
  await admin.post('/api/admin/break-glass', { client: shared[1].booked.id, reason: 'The therapist is in hospital; a client asked for the next appointment.', ...admin.proof() }).expect(201);
  const openings = async () => (await second.therapist.get('/api/therapist/record-openings').expect(200)).body as unknown;

  const all = [known, alone, ...shared, own];
  const look = async () => ({ seen: await Promise.all(all.map(seen)), opened: await Promise.all(all.map(opened)), openings: await openings() });
  const idsBefore = await Promise.all(all.map(whose));
  expect(new Set([idsBefore[0], idsBefore[4], account.id]).size).toBe(1);
  expect(idsBefore[2]).toBe(idsBefore[3]);
  await migrate();
  expect(await auditProblems(test)).toEqual([]);
  const before = await look();
  all.forEach(({ name }, index) => {
    for (const text of ['Words of', 'Said to', 'Remark about', 'Note about', 'Note about an appointment of', 'Plan for']) expect(before.seen[index]).toContain(`${text} ${name}`);
    expect(before.opened[index]).toContain(`Answer of ${name}`);
  });
  const dashboard = async (): Promise<string> => (await account.get('/api/client/dashboard').expect(200)).text;
  expect(await dashboard()).toContain(`Note about ${known.name}`);

  await start();
  const strip = (text: string, ids: readonly string[]): string => ids.reduce((rest, id) => rest.replaceAll(id, 'an id'), text);
  const ids = await Promise.all(all.map(whose));
  const after = await look();
  all.forEach((_, index) => expect(strip(after.seen[index] ?? '', ids)).toBe(strip(before.seen[index] ?? '', idsBefore)));
  expect(after.opened).toEqual(before.opened);
  expect(JSON.stringify(after.openings)).toBe(strip(JSON.stringify(before.openings), []).replaceAll(idsBefore[3] ?? '', ids[3] ?? ''));
  // Everybody's is another id once, but where the person went.
  expect(ids[4]).toBe(account.id);
  ids.slice(0, 4).forEach((id) => expect(idsBefore).not.toContain(id));
  expect(new Set(ids).size).toBe(5);
  expect(await left()).toEqual([]);
  expect(await auditProblems(test)).toEqual([]);
  // Nobody who said that they want no reminders gets one; the person said so for themselves, too.
  expect((await test.database.query<{ client_id: string }>('select client_id from stopped_reminders')).map(({ client_id }) => client_id).sort()).toEqual([account.id, ids[0]].sort());
  // Whoever has the address is shown all of it still.
  expect(await dashboard()).toContain(`Note about ${known.name}`);

  for (const [index, { at }] of all.entries()) {
    const email = index === 1 ? 'alone@example.org' : index === 2 || index === 3 ? 'shared@example.org' : account.email;
    expect((await bookFor(email, at)).client_id).toBe(ids[index]);
  }
  const state = await everything();
  await start();
  expect(await everything()).toEqual(state);
  await endGrants(test);
});

it('the account’s address changes: what the practice sees does not, and nothing follows the person', async () => {
  const [stranger] = (await practices(1)) as [Practice];
  const account = await signInClient(test, { email: 'old@example.org' });
  const kept = await keep(account.email, stranger);
  await share(kept, account.id);
  await migrate();
  await start();
  const [before, id] = [await seen(kept), await whose(kept)];
  test.clock.advance(61_000);
  await account.post('/api/client/account/email', { email: 'new@example.org' }).expect(202);
  await account.post('/api/client/account/email/confirm', { code: await mailedCode(test, 'new@example.org') }).expect(200);
  expect(await seen(kept)).toBe(before);
  expect((await bookFor('old@example.org', stranger)).client_id).toBe(id);
  expect((await bookFor('new@example.org', stranger)).client_id).not.toBe(id);
  expect((await account.get('/api/client/dashboard').expect(200)).text).not.toContain(kept.booked.id);
});

it('where somebody without an account went to one of the practices, it keeps the client; what a practice was told of the same address since goes together with what it had', async () => {
  const [home, stranger] = (await practices(2)) as [Practice, Practice];
  const [own, other] = [await keep('kim@example.org', home), await keep('kim@example.org', stranger)];
  await share(other, own.booked.client_id);
  await test.database.query('update bookings set by_stranger = false where therapist_id = $1', [home.therapist.id]);
  await markRows(test, 'bookings', 'therapist_id = $1', [home.therapist.id]);
  await migrate();
  const since = await bookFor('kim@example.org', stranger);
  expect(since.client_id).not.toBe(own.booked.client_id);
  await start();
  expect(await whose(own)).toBe(own.booked.client_id);
  expect(await test.database.query('select practice_id from clients where id = $1', [own.booked.client_id])).toEqual([{ practice_id: home.therapist.id }]);
  expect((await bookFor('kim@example.org', home)).client_id).toBe(own.booked.client_id);
  const id = await whose(other);
  expect([await whose({ booked: since }), (await bookFor('kim@example.org', stranger)).client_id]).toEqual([id, id]);
  expect(await seen(other)).toContain(`Remark about ${other.name}`);
  expect(await auditProblems(test)).toEqual([]);
});

it('goes on where it was cut short, and two processes at once do it once; a client who was given an address in the table keeps nobody from it', async () => {
  const [one, two] = (await practices(2)) as [Practice, Practice];
  const shared = [await keep('shared@example.org', one), await keep('shared@example.org', two)] as const;
  const given = await keep('given@example.org', one);
  await share(shared[1], shared[0].booked.client_id);
  await migrate();
  await test.database.query(`update clients set email = 'thief@example.org' where id = $1`, [given.booked.client_id]);
  await Promise.all([start(), start()]);
  expect(await left()).toEqual([{ client_id: given.booked.client_id, therapist_id: one.therapist.id }]);
  expect(new Set(await Promise.all(shared.map(whose))).size).toBe(2);
  await test.database.query(`update clients set email = 'given@example.org' where id = $1`, [given.booked.client_id]);
  await start();
  expect(await left()).toEqual([]);
  expect((await bookFor('given@example.org', one)).client_id).toBe(await whose(given));
  expect(await test.database.query('select from clients')).toHaveLength(3);
});

it('the link of an earlier reminder still says that no more are wanted', async () => {
  const [stranger] = (await practices(1)) as [Practice];
  const account = await signInClient(test, { email: 'account@example.org' });
  const kept = await keep(account.email, stranger);
  await share(kept, account.id);
  const reminder = newId();
  await test.database.query('insert into booking_reminders (id, booking_id, starts_at, created_at) select $1, id, starts_at, $3 from bookings where id = $2', [reminder, kept.booked.id, test.clock.now()]);
  const token = (await test.app.get(ReminderRepository).findForMail(reminder, test.clock.now()))?.choiceToken;
  await migrate();
  await start();
  const id = await whose(kept);
  expect(id).not.toBe(account.id);
  await test.http.put('/api/reminders/choice').send({ token, wanted: false }).expect(200);
  expect(await test.database.query('select client_id from stopped_reminders')).toEqual([{ client_id: id }]);
});
