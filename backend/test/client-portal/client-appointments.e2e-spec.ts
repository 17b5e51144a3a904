import { randomUUID } from 'node:crypto';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { newId } from '../../src/common/database/database';
import { Works } from '../../src/common/work/work';
import { ClientBookingsService } from '../../src/modules/bookings/lists/client-bookings.service';
import { ClientAddressChanged, RecordsMoved } from '../../src/modules/clients/persons/person.events';
import { stranger } from '../harness/booking-holds';
import { BookingClient, openBookingClient } from '../harness/booking-client';
import { manageToken, openPractice, Practice, sunday, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

const HOUR = 3_600_000;

let test: TestApp;
let practice: Practice;
let bookings: ClientBookingsService;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '30', BOOKING_LIMIT_PER_CLIENT: '4', BOOKING_WAVE_LIMIT: '100000' });
  bookings = test.app.get(ClientBookingsService);
  practice = await openPractice(test);
});
afterAll(() => test.close());
afterEach(() => test.clock.set(new Date().toISOString()));

const newClient = (from: Practice = practice): Promise<BookingClient> => openBookingClient(test, from);

const refusal = (work: Promise<unknown>): Promise<{ code: string; detail: string }> =>
  work.then(
    () => ({ code: 'done', detail: '' }),
    ({ code, detail }: { code: string; detail: string }) => ({ code, detail }),
  );

describe('a client’s appointments', () => {
  it('are those to come, soonest first, and everything else, newest first', async () => {
    const client = await newClient();
    const later = await client.book(5, '09:00', { notes: 'The side door, please.', client_timezone: 'Europe/Paris' });
    const sooner = await client.book(4, '09:00');
    const done = await client.had(3, '09:00');
    const cancelled = await client.book(6, '09:00');
    await practice.therapist.put(`/api/therapist/bookings/${cancelled}/status`, { status: 'cancelled' }).expect(200);
    const list = await bookings.list(client.id);
    expect(list.upcoming.map(({ id }) => id)).toEqual([sooner, later]);
    expect(list.past.map(({ id }) => id)).toEqual([cancelled, done]);
    expect(list.counts).toEqual({ upcoming: 2, completed: 1 });
    expect(list.upcoming[1]).toEqual({
      id: later,
      by_visitor: false, by_practice: false, client_name: 'Nadia Öztürk', client_phone: null,
      appointment_date: workday(test, 5),
      appointment_time: '09:00',
      duration_minutes: 60,
      therapist_word: null,
      client_notes: 'The side door, please.',
      status: 'confirmed',
      timezone: 'America/New_York',
      starts_at: expect.stringMatching(/Z$/),
      ends_at: expect.stringMatching(/Z$/),
      therapist_id: practice.therapist.id,
      therapist_name: 'Dr. Test',
      therapist_slug: practice.slug,
      service_id: practice.serviceId,
      service_name: 'Session',
      session_type: 'online',
      place_kind: 'video',
      place_detail: null,
      practice_confirmed: true,
      offered_session_type: 'online',
      can_change: true,
      change_deadline: expect.stringMatching(/Z$/),
      policy: 'You can cancel or move this appointment until 24 hours before it begins.',
      can_rebook: false,
    });
    expect(list.past.map(({ can_rebook, can_change }) => ({ can_rebook, can_change }))).toEqual([
      { can_rebook: false, can_change: false },
      { can_rebook: true, can_change: false },
    ]);
    test.clock.set(list.upcoming[0]?.ends_at ?? '');
    const over = await bookings.list(client.id);
    expect([over.upcoming.map(({ id }) => id), over.past.map(({ id }) => id)]).toEqual([[later], [cancelled, sooner, done]]);
    expect(over.counts).toEqual({ upcoming: 1, completed: 1 });
  });

  it('are capped, and their counts are not', async () => {
    const client = await newClient();
    const [template] = [await client.had(7, '09:00')];
    await test.database.query(
      `insert into bookings (id, therapist_id, service_id, client_id, starts_at, ends_at, timezone, local_date, local_time, duration_minutes, service_name,
         session_type, client_name, client_email, status, manage_token_hash, manage_token, created_at)
       select gen_random_uuid(), therapist_id, service_id, client_id, starts_at - n * interval '1 day', ends_at - n * interval '1 day', timezone, local_date - n,
         local_time, duration_minutes, service_name, session_type, client_name, client_email, 'completed', gen_random_uuid()::text::bytea, '', created_at
       from bookings, generate_series(1000, 1600) n where id = $1`,
      [template],
    );
    const list = await bookings.list(client.id);
    expect([list.past.length, list.counts.completed, list.upcoming.length]).toEqual([500, 602, 0]);
    expect(list.past[0]?.id).toBe(template);
  });

  it('are nobody else’s', async () => {
    const [owner, other] = [await newClient(), await newClient()];
    const [coming, done] = [await owner.book(8), await owner.had(8, '12:00')];
    const [date, time] = [workday(test, 9), '10:00'];
    expect(await bookings.list(other.id)).toEqual({ upcoming: [], past: [], counts: { upcoming: 0, completed: 0 } });
    const attempts = [
      bookings.freeTimes(other.id, coming, date, date),
      bookings.cancel(other.actor, other.id, coming),
      bookings.move(other.actor, other.id, coming, { date, time }),
      bookings.rebook(other.actor, other.id, { booking_id: done, new_date: date, new_time: time }),
      bookings.cancel(other.actor, other.id, newId()),
    ];
    for (const attempt of attempts) expect(await refusal(attempt)).toEqual({ code: 'not_found', detail: 'This booking does not exist.' });
    expect((await bookings.list(owner.id)).counts).toEqual({ upcoming: 1, completed: 1 });
  });
});

describe('changing an appointment', () => {
  it('moves it under the same id, then cancels it, tells both sides and is in the log as the client’s deed', async () => {
    const client = await newClient();
    const id = await client.book(10);
    const moved = await bookings.move(client.actor, client.id, id, { date: workday(test, 10), time: '11:00' });
    expect(moved).toMatchObject({ id, appointment_time: '11:00', status: 'confirmed', can_change: true });
    const cancelled = await bookings.cancel(client.actor, client.id, id);
    expect(cancelled).toMatchObject({ id, status: 'cancelled', can_change: false });
    const jobs = await test.database.query(
      `select e.kind, o.payload->>'recipient' as recipient from booking_events e join outbox o on o.payload->>'booking_event_id' = e.id::text
       where e.booking_id = $1 order by e.sequence, recipient`,
      [id],
    );
    expect(jobs).toEqual(['booked', 'moved', 'cancelled'].flatMap((kind) => [{ kind, recipient: 'client' }, { kind, recipient: 'therapist' }]));
    const log = await test.database.query('select action, actor_type, client_ids from activity_log where subject_id = $1 order by seq', [id]);
    expect(log).toEqual([
      { action: 'book_session', actor_type: 'client', client_ids: [client.id] },
      { action: 'move_session', actor_type: 'client', client_ids: [client.id] },
      { action: 'cancel_session', actor_type: 'client', client_ids: [client.id] },
    ]);
    expect(await refusal(bookings.cancel(client.actor, client.id, id))).toMatchObject({ code: 'conflict' });
  });

  it('happens once however often one request is repeated, and each repeat gets the first answer', async () => {
    const client = await newClient();
    const id = await client.book(41, '09:00');
    const eventsOf = async () => (await test.database.query<{ kind: string }>('select kind from booking_events where booking_id = $1 order by created_at', [id])).map(({ kind }) => kind);
    const [key, to] = [randomUUID(), { date: workday(test, 41), time: '11:00', client_timezone: 'Asia/Tokyo' }];
    const move = (time = to.time) => bookings.move(client.actor, client.id, id, { ...to, time }, key);
    const held = await Promise.all([move(), move(), move()]);
    expect([...held, await move()]).toEqual(Array(4).fill(held[0]));
    expect(await refusal(move('12:00'))).toMatchObject({ code: 'rule', detail: expect.stringContaining('Idempotency-Key') });
    const cancelling = randomUUID();
    const cancel = () => bookings.cancel(client.actor, client.id, id, cancelling);
    const cancelled = await Promise.all([cancel(), cancel()]);
    expect([...cancelled, await cancel()].map(({ status }) => status)).toEqual(Array(3).fill('cancelled'));
    expect(await eventsOf()).toEqual(['booked', 'moved', 'cancelled']);
    const [stored] = await test.database.query<{ client_timezone: string }>('select client_timezone from bookings where id = $1', [id]);
    expect(stored?.client_timezone).toBe('Asia/Tokyo');
  });

  it('by the therapist is told once however often it is pressed', async () => {
    const id = await (await newClient()).book(42, '09:00');
    const press = (status: string, key: string) => practice.therapist.put(`/api/therapist/bookings/${id}/status`, { status }).set('Idempotency-Key', key);
    const [first, second] = await Promise.all([press('cancelled', 'cancel-once'), press('cancelled', 'cancel-once')]);
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
    expect((await press('cancelled', 'cancel-twice')).status).toBe(409);
  });

  it('follows the therapist’s notice policy, and then says to call', async () => {
    const client = await newClient();
    const id = await client.book(11);
    const [before] = (await bookings.list(client.id)).upcoming;
    test.clock.set(new Date(Date.parse(before?.starts_at ?? '') - 23 * HOUR).toISOString());
    const sentence = /less than 24 hours until this appointment.*call your therapist/;
    expect(await refusal(bookings.cancel(client.actor, client.id, id))).toEqual({ code: 'rule', detail: expect.stringMatching(sentence) });
    expect(await refusal(bookings.move(client.actor, client.id, id, { date: workday(test, 12), time: '10:00' }))).toEqual({ code: 'rule', detail: expect.stringMatching(sentence) });
    expect((await bookings.list(client.id)).upcoming[0]).toMatchObject({ id, can_change: false, policy: expect.stringMatching(sentence) });
  });

  it('does not move onto a taken time, against a rule, or once it has taken place', async () => {
    const [client, other] = [await newClient(), await newClient()];
    const [id, done] = [await client.book(13), await client.had(13, '12:00')];
    await other.book(13, '14:00');
    const move = (booking: string, date: string, time: string) => refusal(bookings.move(client.actor, client.id, booking, { date, time }));
    expect(await move(id, workday(test, 13), '13:30')).toEqual({ code: 'conflict', detail: 'This time is no longer available. Please choose another.' });
    expect(await move(id, sunday(test), '10:00')).toMatchObject({ code: 'rule' });
    expect(await move(id, workday(test, 13), '10:00')).toMatchObject({ code: 'rule' });
    expect(await move(done, workday(test, 14), '10:00')).toMatchObject({ code: 'conflict' });
    expect(await refusal(bookings.cancel(client.actor, client.id, done))).toMatchObject({ code: 'conflict' });
  });
});

describe('free times of an appointment', () => {
  it('count what overlaps their own time as free while they are to come, and do not offer that very time', async () => {
    const client = await newClient();
    const date = workday(test, 15);
    const times = async (id: string) => (await bookings.freeTimes(client.id, id, date, date)).days[0]?.times ?? [];
    const id = await client.book(15);
    expect(await times(id)).not.toContain('10:00');
    expect(await times(id)).toContain('10:30');
    await practice.therapist.put(`/api/therapist/bookings/${id}/status`, { status: 'completed' }).expect(200);
    expect(await times(id)).not.toContain('10:30');
    expect(await times(id)).toContain('11:00');
  });

  it('are refused with a sentence when the service or its therapist is gone', async () => {
    const own = await openPractice(test);
    const client = await newClient(own);
    const [coming, done] = [await client.book(15), await client.had(15, '12:00')];
    const date = workday(test, 16);
    await own.therapist.delete(`/api/therapist/services/${own.serviceId}`).expect(200);
    expect(await refusal(bookings.freeTimes(client.id, done, date, date))).toEqual({ code: 'rule', detail: expect.stringMatching(/not offered any more/) });
    expect((await bookings.freeTimes(client.id, coming, date, date)).days).toHaveLength(1);
    expect((await bookings.list(client.id)).past[0]).toMatchObject({ id: done, can_rebook: false });
    await test.database.query('update users set is_active = false where id = $1', [own.therapist.id]);
    for (const id of [coming, done]) {
      expect(await refusal(bookings.freeTimes(client.id, id, date, date))).toEqual({ code: 'rule', detail: expect.stringMatching(/takes no new appointments/) });
    }
    expect(await refusal(bookings.move(client.actor, client.id, coming, { date, time: '10:00' }))).toMatchObject({ code: 'rule' });
    expect(await bookings.cancel(client.actor, client.id, coming)).toMatchObject({ status: 'cancelled' });
  });
});

describe('booking again', () => {
  const again = (client: BookingClient, booking_id: string, day: number, new_time = '10:00', key?: string) =>
    bookings.rebook(client.actor, client.id, { booking_id, new_date: workday(test, day), new_time }, key);

  it('makes a new appointment of a completed one, with the person as they are now and without the old notes', async () => {
    const client = await newClient();
    const done = await client.had(17, '09:00', { notes: 'About last week', client_phone: '+1 212 555 0100', client_timezone: 'Europe/Paris' });
    const address = `now-${client.email}`;
    await test.database.query('update clients set email = $2, name = $3 where id = $1', [client.id, address, 'Robin Now']);
    const booked = await again(client, done, 18, '09:00');
    expect(booked).toMatchObject({ client_name: 'Robin Now', client_notes: null, status: 'confirmed', service_id: practice.serviceId, appointment_time: '09:00', can_change: true });
    expect(booked.id).not.toBe(done);
    const [row] = await test.database.query('select client_id, client_email, client_phone, client_timezone, by_stranger, notes from bookings where id = $1', [booked.id]);
    expect(row).toEqual({ client_id: client.id, client_email: address, client_phone: '+1 212 555 0100', client_timezone: 'Europe/Paris', by_stranger: false, notes: null });
    const [log] = await test.database.query('select action, actor_type, actor_id, client_ids from activity_log where subject_id = $1', [booked.id]);
    expect(log).toEqual({ action: 'book_session', actor_type: 'client', actor_id: client.id, client_ids: [client.id] });
    const [jobs] = await test.database.query(
      `select count(*)::int as mails from outbox o join booking_events e on o.payload->>'booking_event_id' = e.id::text where e.booking_id = $1`,
      [booked.id],
    );
    expect(jobs).toEqual({ mails: 2 });
  });

  it('is for completed appointments, free times and what is still offered', async () => {
    const own = await openPractice(test);
    const client = await newClient(own);
    const [coming, done] = [await client.book(3), await client.had(3, '12:00')];
    expect(await refusal(again(client, coming, 4))).toEqual({ code: 'conflict', detail: 'Only a completed appointment can be booked again.' });
    expect(await refusal(again(client, done, 3, '10:00'))).toEqual({ code: 'conflict', detail: 'This time is no longer available. Please choose another.' });
    expect(await refusal(again(client, done, 3, '10:07'))).toMatchObject({ code: 'rule' });
    expect(await refusal(bookings.rebook(client.actor, client.id, { booking_id: done, new_date: '2020-01-06', new_time: '10:00' }))).toMatchObject({ code: 'rule' });
    await own.therapist.delete(`/api/therapist/services/${own.serviceId}`).expect(200);
    expect(await refusal(again(client, done, 5))).toMatchObject({ code: 'rule' });
    await test.database.query('update users set is_active = false where id = $1', [own.therapist.id]);
    expect(await refusal(again(client, done, 5))).toMatchObject({ code: 'rule', detail: expect.stringMatching(/takes no new appointments/) });
  });

  it('keeps to the limits of every booking', async () => {
    const client = await newClient();
    const done = await client.had(20, '09:00');
    // What others book in somebody's name is not theirs.
    for (const day of [16, 17, 18, 19]) await stranger(test, practice, { client_email: client.email, appointment_date: workday(test, day), appointment_time: '10:30' }).expect(201);
    for (const day of [20, 21, 22, 23]) await again(client, done, day, '13:00');
    expect(await refusal(again(client, done, 24, '13:00'))).toEqual({ code: 'too_many', detail: expect.stringMatching(/4 upcoming appointments already/) });
  });

  it('has one winner when many want the time at once', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => newClient()));
    const done: string[] = [];
    for (const [index, client] of clients.entries()) done.push(await client.had(26 + index, '15:00'));
    const outcomes = await Promise.all(clients.map((client, index) => refusal(again(client, done[index] ?? '', 25, '16:00'))));
    expect(outcomes.map(({ code }) => code).sort()).toEqual([...Array<string>(7).fill('conflict'), 'done']);
  });

  it('answers a repeat with the same key once, and keeps the keys of two clients apart', async () => {
    const [client, other] = [await newClient(), await newClient()];
    const [done, theirs] = [await client.had(34), await other.had(35)];
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => again(client, done, 36, '10:00', key)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await again(other, theirs, 37, '10:00', key)).id).not.toBe(answers[0]?.id);
    expect(await refusal(again(client, done, 36, '14:00', key))).toMatchObject({ code: 'rule' });
    expect((await bookings.list(client.id)).counts.upcoming).toBe(1);
  });
});

describe('a person', () => {
  const tell = (event: object) => test.app.get(Works).begin(SYSTEM_ACTOR, (work) => work.publish(event));

  it('who turns out to be another one takes the bookings along', async () => {
    const [from, into] = [await newClient(), await newClient()];
    const moved = await from.book(38, '09:00');
    await into.book(38, '11:00');
    await tell(new RecordsMoved(from.id, into.id));
    expect((await bookings.list(from.id)).counts.upcoming).toBe(0);
    expect((await bookings.list(into.id)).upcoming.map(({ id }) => id)).toContain(moved);
  });

  it('with a new address is known by it to the practice that they go to, also of what is over and of what was booked without signing in', async () => {
    const client = await newClient();
    const [coming, done] = [await client.book(39, '09:00'), await client.had(39, '11:00')];
    const other = await (await newClient()).book(39, '13:00');
    const strange = ((await stranger(test, practice, { client_email: client.email, appointment_date: workday(test, 39), appointment_time: '15:00' }).expect(201)).body as { id: string }).id;
    await tell(new ClientAddressChanged(client.id, client.email, `new-${client.email}`));
    const address = async (id: string) => (await test.database.query<{ client_email: string }>('select client_email from bookings where id = $1', [id]))[0]?.client_email;
    expect([await address(coming), await address(done), await address(strange)]).toEqual(Array(3).fill(`new-${client.email}`));
    expect(await address(other)).not.toContain('new-');
    // Over by the time the old address takes it back: it carries the client's own again, too.
    await practice.therapist.put(`/api/therapist/bookings/${coming}/status`, { status: 'completed' }).expect(200);
    await tell(new ClientAddressChanged(client.id, `new-${client.email}`, client.email));
    expect(await address(coming)).toBe(client.email);
  });

  it('closes the links of mails that went to the old address, and opens the new ones', async () => {
    const client = await newClient();
    const id = await client.book(40, '09:00');
    const token = await manageToken(test, id);
    await tell(new ClientAddressChanged(client.id, client.email, `new-${client.email}`));
    await test.http.post('/api/bookings/manage').send({ token }).expect(404);
    const { body } = await test.http.post('/api/bookings/manage').send({ token: await manageToken(test, id) }).expect(200);
    expect(body).toMatchObject({ id });
    const invited = () => test.database.query<{ recipient: string }>(`select o.payload->>'recipient' as recipient from outbox o join booking_events e on e.id = (o.payload->>'booking_event_id')::uuid
      where e.booking_id = $1 and e.kind = 'readdressed'`, [id]);
    expect(await invited()).toEqual([{ recipient: 'client' }]);
    await tell(new ClientAddressChanged(client.id, `new-${client.email}`, client.email));
    expect(await invited()).toHaveLength(2);
  });
});
