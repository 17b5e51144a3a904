import { REQUEST_STATUSES } from '../../src/modules/intake-forms/sending/request-status';
import { IntakeRequestRepository } from '../../src/modules/intake-forms/sending/request.repository';
import { IntakeRequestsService } from '../../src/modules/intake-forms/sending/requests.service';
import { ClientBrowser } from '../harness/client-browser';
import { addForm, bookingTokens, newestToken, question } from '../harness/intake-forms';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { signInAnew } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let practice: Practice;
let other: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', BOOKING_WAVE_LIMIT: '1000' });
  [practice, other] = [await openPractice(test), await openPractice(test)];
});
afterAll(() => test.close());

async function booked(at: Practice, day: number, email: string, time?: string): Promise<string> {
  const { body } = await book(test, at, { appointment_date: workday(test, day), client_email: email, ...(time && { appointment_time: time }) }).expect(201);
  return (body as { id: string }).id;
}

const waitingMails = async (kind: string): Promise<number> => {
  const rows = await test.database.query(`select 1 from outbox where job = 'send-intake-mail' and payload->>'kind' = $1`, [kind]);
  return rows.length;
};

it('a service’s forms go out with its bookings: once, until completed, or every time', async () => {
  const questions = [question('q_a')];
  await addForm(test, practice.therapist.id, questions, { serviceId: practice.serviceId });
  await addForm(test, practice.therapist.id, questions, { serviceId: practice.serviceId, everyBooking: true });
  const first = await booked(practice, 3, 'often@example.org');
  const tokens = await bookingTokens(test, first);
  expect(tokens).toHaveLength(2);
  expect(await bookingTokens(test, first)).toEqual(tokens);
  const browser = await ClientBrowser.open(test);
  for (const token of tokens) await browser.post('/api/forms/complete', { token, version: 1, signed_name: 'Often Here' }).expect(200);
  expect(await bookingTokens(test, first)).toEqual([]);
  expect(await bookingTokens(test, await booked(practice, 4, 'often@example.org'))).toHaveLength(1);
});

it('a therapist sends a form by hand to a person of their own, sees how far it is, sends it again and withdraws it', async () => {
  const formId = await addForm(test, practice.therapist.id, [question('q_a')], { title: 'By hand' });
  const booking_id = await booked(practice, 5, 'hand@example.org');
  const { body: sent } = await practice.therapist.post('/api/therapist/intake-requests', { form_id: formId, booking_id }).expect(201);
  expect(sent).toMatchObject({ status: 'sent', title: 'By hand', client_name: 'Nadia Öztürk', booking_id });
  const { id, client_id } = sent as { id: string; client_id: string };
  await practice.therapist.post('/api/therapist/intake-requests', { form_id: formId, booking_id }).expect(409);
  await practice.therapist.post('/api/therapist/intake-requests', { form_id: formId }).expect(400);
  await other.therapist.post('/api/therapist/intake-requests', { form_id: formId, client_id }).expect(404);
  await other.therapist.post('/api/therapist/intake-requests', { form_id: formId, booking_id }).expect(404);
  await other.therapist.post(`/api/therapist/intake-requests/${id}/send-again`).expect(404);
  await other.therapist.post(`/api/therapist/intake-requests/${id}/withdraw`).expect(404);
  const token = await newestToken(test);
  const browser = await ClientBrowser.open(test);
  await browser.post('/api/forms/open', { token }).expect(200);
  const status = async (): Promise<string> => ((await practice.therapist.get(`/api/therapist/intake-requests?booking_id=${booking_id}&form_id=${formId}`).expect(200)).body as { status: string }[])[0]?.status ?? '';
  expect(await status()).toBe('opened');
  await browser.put('/api/forms/answer', { token, version: 1, question_id: 'q_a', value: 'x' }).expect(200);
  expect(await status()).toBe('started');
  for (let time = 0; time < 3; time += 1) await practice.therapist.post(`/api/therapist/intake-requests/${id}/send-again`).expect(200);
  await practice.therapist.post(`/api/therapist/intake-requests/${id}/send-again`).expect(429);
  await practice.therapist.post(`/api/therapist/intake-requests/${id}/withdraw`).expect(200);
  expect((await browser.post('/api/forms/open', { token }).expect(200)).body).toMatchObject({ status: 'withdrawn', form: null });
  await practice.therapist.post(`/api/therapist/intake-requests/${id}/send-again`).expect(409);
  expect((await other.therapist.get('/api/therapist/intake-requests').expect(200)).body).toEqual([]);
});

it('the forms of several appointments come in one call, page by page, with their status; others’ stay out', async () => {
  const formId = await addForm(test, practice.therapist.id, [question('q_a')], { title: 'Together' });
  const bookings = [await booked(practice, 12, 'one@example.org'), await booked(practice, 13, 'two@example.org'), await booked(practice, 14, 'three@example.org')];
  const ids: string[] = [];
  for (const booking_id of bookings) ids.unshift(((await practice.therapist.post('/api/therapist/intake-requests', { form_id: formId, booking_id }).expect(201)).body as { id: string }).id);
  const LIST = '/api/therapist/intake-requests?';
  const list = async (query: string): Promise<{ id: string; status: string }[]> => (await practice.therapist.get(`${LIST}${query}`).expect(200)).body as { id: string; status: string }[];
  const both = `booking_id=${bookings[0]}&booking_id=${bookings[1]?.toUpperCase()}`;
  const page = await practice.therapist.get(`${LIST}${both}&limit=1`).expect(200);
  expect(page.body).toMatchObject([{ id: ids[1] }]);
  const [, next = ''] = /<([^>]+)>/.exec(page.headers['link'] as string) ?? [];
  expect((await practice.therapist.get(next).expect(200)).body).toMatchObject([{ id: ids[2] }]);
  expect((await other.therapist.get(`${LIST}${both}`).expect(200)).body).toEqual([]);
  await practice.therapist.get(`${LIST}booking_id=me`).expect(400);
  await practice.therapist.get(`${LIST}status=lost`).expect(400);
  await practice.therapist.get(`${LIST}${bookings.flatMap((id) => Array<string>(34).fill(`booking_id=${id}`)).join('&')}`).expect(400);

  const [newest] = ids;
  await practice.therapist.post(`/api/therapist/intake-requests/${newest}/withdraw`).expect(200);
  await practice.therapist.put(`/api/therapist/bookings/${bookings[1]}/status`, { status: 'cancelled' }).expect(200);
  const all = await list(`form_id=${formId}`);
  expect(all.map(({ status }) => status)).toEqual(['withdrawn', 'cancelled', 'sent']);
  for (const status of REQUEST_STATUSES) expect(await list(`form_id=${formId}&status=${status}`)).toEqual(all.filter((one) => one.status === status));
  const [deed] = await test.database.query<{ client_ids: string[] }>(`select client_ids from activity_log where action = 'read_sent_forms' order by seq desc limit 1`);
  expect(deed?.client_ids).toHaveLength(1);
});

it('every status that a form can have is found by its name', async () => {
  const formId = await addForm(test, practice.therapist.id, [question('q_a')], { title: 'Each status' });
  const changes = {
    sent: 'opened_at = null',
    opened: 'opened_at = created_at',
    started: 'opened_at = created_at, started_at = created_at',
    completed: 'completed_at = created_at, signed_name = token',
    withdrawn: 'withdrawn_at = created_at',
    // A form with an appointment stays open with it; by itself it is over when its time is.
    expired: 'expires_at = created_at, booking_id = null',
  };
  for (const [index, change] of Object.values(changes).entries()) {
    const booking_id = await booked(practice, 16 + index, `status${index}@example.org`);
    const { body } = await practice.therapist.post('/api/therapist/intake-requests', { form_id: formId, booking_id }).expect(201);
    await test.database.query(`update intake_requests set ${change} where id = $1`, [(body as { id: string }).id]);
  }
  for (const status of Object.keys(changes)) {
    const { body } = await practice.therapist.get(`/api/therapist/intake-requests?form_id=${formId}&status=${status}`).expect(200);
    expect(body).toMatchObject([{ status }]);
  }
});

it('reminds once, two days before, and only who had the form before that and has not completed it', async () => {
  const started = test.clock.now();
  await addForm(test, other.therapist.id, [question('q_a')], { serviceId: other.serviceId, everyBooking: true });
  const bookings = [await booked(other, 8, 'waits@example.org'), await booked(other, 9, 'done@example.org'), await booked(other, 10, 'gone@example.org')];
  const [, [done = ''] = []] = await Promise.all(bookings.map((id) => bookingTokens(test, id)));
  await (await ClientBrowser.open(test)).post('/api/forms/complete', { token: done, version: 1, signed_name: 'Done' }).expect(200);
  await other.therapist.put(`/api/therapist/bookings/${bookings[2]}/status`, { status: 'cancelled' }).expect(200);
  const requests = test.app.get(IntakeRequestsService);
  await requests.remind();
  expect(await waitingMails('reminder')).toBe(0);
  const [{ starts_at }] = (await test.database.query<{ starts_at: Date }>('select starts_at from bookings where id = $1', [bookings[0]])) as [{ starts_at: Date }];
  test.clock.advance(starts_at.getTime() - started.getTime() - 47 * 3_600_000);
  await requests.remind();
  await requests.remind();
  expect(await waitingMails('reminder')).toBe(1);
  // Moved a week on: two days before its new time is another day.
  test.clock.advance(3_600_000);
  const later = workday(test, 14);
  other = { ...other, therapist: await signInAnew(test, other.therapist) };
  await other.therapist.put(`/api/therapist/bookings/${bookings[0]}/time`, { starts_at, appointment_date: later, appointment_time: '09:00', on_purpose: true }).expect(200);
  await requests.remind();
  expect(await waitingMails('reminder')).toBe(1);
  const [moved] = await test.database.query<{ starts_at: Date }>('select starts_at from bookings where id = $1', [bookings[0]]);
  test.clock.advance((moved?.starts_at.getTime() ?? 0) - test.clock.now().getTime() - 47 * 3_600_000);
  await requests.remind();
  await requests.remind();
  expect(await waitingMails('reminder')).toBe(2);
  test.clock.advance(started.getTime() - test.clock.now().getTime());
});

describe('many reminders of forms', () => {
  const HOUR = 3_600_000;
  const reminded = async (practice: Practice): Promise<number> =>
    (await test.database.query<{ n: number }>('select count(*)::int as n from intake_requests where therapist_id = $1 and reminded_at is not null', [practice.therapist.id]))[0]!.n;
  const startOf = async (id: string): Promise<number> => (await test.database.query<{ starts_at: Date }>('select starts_at from bookings where id = $1', [id]))[0]!.starts_at.getTime();

  async function practiceWithForms(forms: number): Promise<Practice> {
    const practice = await openPractice(test);
    for (let form = 0; form < forms; form += 1) await addForm(test, practice.therapist.id, [question('q_a')], { serviceId: practice.serviceId, everyBooking: true });
    return practice;
  }

  it('of one practice keep nobody else’s waiting', async () => {
    const started = test.clock.now();
    const [busy, quiet] = [await practiceWithForms(1), await practiceWithForms(1)];
    const first = await booked(busy, 8, 'one@example.org');
    const more = [await booked(busy, 8, 'two@example.org', '11:00'), await booked(quiet, 8, 'three@example.org', '11:00')];
    for (const id of [first, ...more]) await bookingTokens(test, id);
    test.clock.advance((await startOf(first)) - started.getTime() - 47 * HOUR);
    await test.database.transaction((tx) => test.app.get(IntakeRequestRepository).markReminded(test.clock.now(), 2, tx));
    expect([await reminded(busy), await reminded(quiet)]).toEqual([1, 1]);
    test.clock.advance(started.getTime() - test.clock.now().getTime());
  });

  it('are no mails for each move of an appointment, nor for each form of a practice that somebody never confirmed', async () => {
    const started = test.clock.now();
    const practice = await practiceWithForms(5);
    const requests = test.app.get(IntakeRequestsService);
    const id = await booked(practice, 10, 'moved@example.org');
    expect(await bookingTokens(test, id)).toHaveLength(5);
    test.clock.advance((await startOf(id)) - started.getTime() - 47 * HOUR);
    const before = await waitingMails('reminder');
    await requests.remind();
    expect((await waitingMails('reminder')) - before).toBe(3);
    await requests.remind();
    expect((await waitingMails('reminder')) - before).toBe(3);
    test.clock.advance(HOUR);
    await test.database.query(`insert into booking_events select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'kind', 'moved', 'sequence', e.sequence + 1, 'previous_starts_at', e.starts_at, 'created_at', $2::timestamptz))).*
      from booking_events e where e.booking_id = $1`, [id, test.clock.now()]);
    test.clock.advance(HOUR);
    await requests.remind();
    expect((await waitingMails('reminder')) - before).toBe(3);
    test.clock.advance(20 * HOUR);
    await requests.remind();
    expect((await waitingMails('reminder')) - before).toBe(6);
    test.clock.advance(started.getTime() - test.clock.now().getTime());
  });
});

it('nobody’s mailbox is filled: ten mails about forms an hour from one practice, whatever the forms are and whether they were withdrawn', async () => {
  const own = await openPractice(test);
  const bookingId = await booked(own, 5, 'filled@example.org');
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    const formId = await addForm(test, own.therapist.id, [question('q_a')]);
    const { status, body } = await own.therapist.post('/api/therapist/intake-requests', { form_id: formId, booking_id: bookingId });
    statuses.push(status);
    if (status === 201) await own.therapist.post(`/api/therapist/intake-requests/${(body as { id: string }).id}/withdraw`).expect(200);
    else expect(body).toMatchObject({ detail: 'This client got many mails about forms already. Please try again later.' });
  }
  expect(statuses).toEqual([...Array<number>(10).fill(201), 429, 429]);
  // What one practice sent takes nothing from another.
  const elsewhere = await openPractice(test);
  const formId = await addForm(test, elsewhere.therapist.id, [question('q_a')]);
  await elsewhere.therapist.post('/api/therapist/intake-requests', { form_id: formId, booking_id: await booked(elsewhere, 6, 'filled@example.org') }).expect(201);
});

it('the list of sent forms, read again and again, is one entry of the log', async () => {
  const reader = await openPractice(test);
  const formId = await addForm(test, reader.therapist.id, [question('q_a')]);
  await reader.therapist.post('/api/therapist/intake-requests', { form_id: formId, booking_id: await booked(reader, 12, 'listed@example.org') }).expect(201);
  for (let look = 0; look < 10; look += 1) await reader.therapist.get('/api/therapist/intake-requests').expect(200);
  const entries = await test.database.query(`select 1 from activity_log where action = 'read_sent_forms' and actor_id = $1`, [reader.therapist.id]);
  expect(entries).toHaveLength(1);
});
