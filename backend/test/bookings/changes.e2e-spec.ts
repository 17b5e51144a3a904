import * as supertest from 'supertest';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { Works } from '../../src/common/work/work';
import { BookingRepository } from '../../src/modules/bookings/booking.repository';
import { book, manageToken, openPractice, Practice, sunday, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '10000' });
  practice = await openPractice(test);
});
afterAll(() => test.close());

const anonymous = (): supertest.Agent => supertest.default(test.app.getHttpServer()) as unknown as supertest.Agent;

describe('the mail’s link', () => {
  async function booked(date: string): Promise<{ id: string; token: string }> {
    const { body } = await book(test, practice, { appointment_date: date, appointment_time: '13:00' }).expect(201);
    return { id: body.id as string, token: await manageToken(test, body.id as string) };
  }
  const post = (path: string, body: object) => anonymous().post(`/api/bookings/manage${path}`).send(body);

  it('shows the appointment with the policy, moves it under the same id and cancels it', async () => {
    const { id, token } = await booked(workday(test, 14));
    const view = await post('', { token }).expect(200);
    expect(view.body).toMatchObject({ id, status: 'confirmed', can_change: true, policy: 'You can cancel or move this appointment until 24 hours before it begins.' });
    const free = await post('/availability', { token, from: workday(test, 14), to: workday(test, 14) }).expect(200);
    // What overlaps its own time is free for it; that very time is no move.
    expect(free.body.days[0].times).toEqual(expect.arrayContaining(['12:30', '13:30']));
    expect(free.body.days[0].times).not.toContain('13:00');
    const moved = await post('/move', { token, new_date: workday(test, 14), new_time: '13:30' }).expect(200);
    expect(moved.body).toMatchObject({ id, appointment_time: '13:30', status: 'confirmed' });
    const cancelled = await post('/cancel', { token }).expect(200);
    expect(cancelled.body).toMatchObject({ id, status: 'cancelled', can_change: false });
    const again = await post('/cancel', { token }).expect(409);
    expect(again.body.detail).toBe('This appointment is already cancelled.');
    const events = await test.database.query<{ kind: string; sequence: number }>('select kind, sequence from booking_events where booking_id = $1 order by sequence', [id]);
    expect(events).toEqual([{ kind: 'booked', sequence: 0 }, { kind: 'moved', sequence: 1 }, { kind: 'cancelled', sequence: 2 }]);
  });

  it('is with whoever booked as well, and gives the event of the mail as a file', async () => {
    const { body: confirmed } = await book(test, practice, { appointment_date: workday(test, 16), appointment_time: '13:00' }).expect(201);
    const { id, manage_token: token } = confirmed as { id: string; manage_token: string };
    const { text, headers } = await post('/event.ics', { token }).expect(200).expect('Content-Type', /text\/calendar/).expect('Cache-Control', 'no-store');
    expect(headers['content-disposition']).toBe('attachment; filename="appointment.ics"');
    expect(text).toMatch(new RegExp(`METHOD:PUBLISH[\\s\\S]*UID:${id}@`));
    expect(text).not.toContain(confirmed.service_name);
    await post('/event.ics', { token: 'nobody-has-this' }).expect(404);
    await post('/cancel', { token }).expect(200);
    await post('/event.ics', { token }).expect(409);
  });

  it('tells a week after the appointment no more than when and with whom it was', async () => {
    const { id, token } = await booked(workday(test, 17));
    await practice.therapist.put(`/api/therapist/bookings/${id}/status`, { status: 'cancelled', word: 'After what happened we should wait.' }).expect(200);
    const { body: fresh } = await post('', { token }).expect(200);
    expect(fresh).toMatchObject({ is_past: false, therapist_word: 'After what happened we should wait.' });
    await test.database.query(`update bookings set starts_at = starts_at - interval '60 days', ends_at = ends_at - interval '60 days' where id = $1`, [id]);
    const { body: past } = await post('', { token }).expect(200);
    expect(past).toMatchObject({ is_past: true, status: 'cancelled', therapist_name: fresh.therapist_name, client_name: '', service_name: '', therapist_word: null, place_detail: null });
  });

  it('is another one for whoever booked without proving the address: by theirs they learn no place that was given later and no word, and both end together', async () => {
    const { body } = await book(test, practice, { appointment_date: workday(test, 19), appointment_time: '13:00' }).expect(201);
    const { id, manage_token: visitors, place_kind, place_detail } = body as { id: string; manage_token: string; place_kind: string; place_detail: null };
    const mailed = await manageToken(test, id);
    expect([visitors === mailed, visitors.length, place_kind, place_detail]).toEqual([false, mailed.length, 'video', null]);
    const repository = test.app.get(BookingRepository, { strict: false });
    await test.app.get(Works).begin(SYSTEM_ACTOR, ({ tx }) => repository.setVideoLink({ id, therapist_id: practice.therapist.id }, 'https://meet.example/given-later', tx));
    const seen = (token: string) => Promise.all(['', '/event.ics'].map(async (path) => (await post(path, { token }).expect(200)).text));
    expect((await seen(mailed)).join('\n')).toMatch(/given-later[^]*given-later/);
    expect((await seen(visitors)).join('\n')).not.toContain('given-later');
    const key = 'the-same-on-both';
    const moved = { new_date: workday(test, 19), new_time: '14:00' };
    expect((await post('/move', { token: mailed, ...moved }).set('Idempotency-Key', key).expect(200)).text).toContain('given-later');
    expect((await post('/move', { token: visitors, ...moved }).set('Idempotency-Key', key)).text).not.toContain('given-later');
    expect((await post('/move', { token: visitors, ...moved, new_time: '15:00' }).expect(200)).body).toMatchObject({ id, place_detail: null });
    await practice.therapist.put(`/api/therapist/bookings/${id}/status`, { status: 'cancelled', word: 'For the client alone' }).expect(200);
    expect((await post('', { token: mailed }).expect(200)).body).toMatchObject({ status: 'cancelled', therapist_word: 'For the client alone' });
    expect((await post('', { token: visitors }).expect(200)).body).toMatchObject({ status: 'cancelled', therapist_word: null, client_name: 'Nadia Öztürk' });
    // Looks by the one take none from the other.
    for (let looks = 0; looks < 60; looks += 1) await post('', { token: visitors });
    await post('', { token: visitors }).expect(429);
    await post('', { token: mailed }).expect(200);
    const [row] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [id]);
    await test.app.get(Works).begin(SYSTEM_ACTOR, ({ tx }) => repository.renewTokens([{ id, therapist_id: practice.therapist.id, client_id: row!.client_id }], tx));
    for (const token of [mailed, visitors]) await post('', { token }).expect(404);
    await post('', { token: await manageToken(test, id) }).expect(200);
  });

  it('moves and cancels once while Enter is held', async () => {
    const { id, token } = await booked(workday(test, 18));
    const held = (path: string, body: object) => Promise.all([1, 2, 3].map(() => post(path, { token, ...body }).set('Idempotency-Key', `held-${path}`)));
    const moved = await held('/move', { new_date: workday(test, 18), new_time: '14:00' });
    const cancelled = await held('/cancel', {});
    for (const [first, ...repeats] of [moved, cancelled]) for (const { status, body } of repeats) expect({ status, body }).toEqual({ status: 200, body: first?.body });
    const events = await test.database.query<{ kind: string }>('select kind from booking_events where booking_id = $1 order by sequence', [id]);
    expect(events.map(({ kind }) => kind)).toEqual(['booked', 'moved', 'cancelled']);
  });

  it('does not move onto a taken time or against a rule', async () => {
    const first = await booked(workday(test, 15));
    await book(test, practice, { appointment_date: workday(test, 15), appointment_time: '15:00' }).expect(201);
    const taken = await post('/move', { token: first.token, new_date: workday(test, 15), new_time: '15:00' }).expect(409);
    expect(taken.body.detail).toBe('This time is no longer available. Please choose another.');
    await post('/move', { token: first.token, new_date: sunday(test), new_time: '15:00' }).expect(422);
    await post('/move', { token: first.token, new_date: '2020-01-01', new_time: '15:00' }).expect(422);
  });

  it('does not move to where it is, and not more than five times an hour', async () => {
    const day = workday(test, 17);
    const { token } = await booked(day);
    await post('/move', { token, new_date: day, new_time: '13:00' }).expect(422);
    const times = ['09:00', '09:30', '10:00', '10:30', '11:00'];
    for (const new_time of times) await post('/move', { token, new_date: day, new_time }).expect(200);
    await post('/move', { token, new_date: day, new_time: '14:00' }).expect(429);
    test.clock.advance(61 * 60_000);
    await post('/move', { token, new_date: day, new_time: '14:00' }).expect(200);
    test.clock.set(new Date().toISOString());
  });

  it('shows free times to a link a few hundred times within an hour', async () => {
    const [{ token }, other] = [await booked(workday(test, 22)), await booked(workday(test, 23))];
    const look = (linked: string) => post('/availability', { token: linked, from: workday(test, 22), to: workday(test, 22) });
    for (let looks = 0; looks < 240; looks += 1) await look(token).expect(200);
    const { body } = await look(token).expect(429);
    expect(body.detail).toMatch(/^Free times were looked at very often/);
    await look(other.token).expect(200);
  });

  it('lets a deactivated therapist’s client cancel, not move, and says when it is over', async () => {
    const gone = await openPractice(test);
    const { body } = await book(test, gone, { appointment_date: workday(test, 6) }).expect(201);
    const token = await manageToken(test, body.id as string);
    await test.database.query('update users set is_active = false where id = $1', [gone.therapist.id]);
    await post('/move', { token, new_date: workday(test, 7), new_time: '09:00' }).expect(422);
    const times = await post('/availability', { token, from: workday(test, 7), to: workday(test, 7) }).expect(422);
    expect(times.body.detail).toBe('This therapist takes no new appointments here at the moment. You can still cancel.');
    test.clock.set(new Date(Date.parse(body.starts_at as string) + 60_000).toISOString());
    expect((await post('', { token }).expect(200)).body.policy).toMatch(/is over/);
    test.clock.set(new Date().toISOString());
    await post('/cancel', { token }).expect(200);
  });

  it('says to call once the notice has passed', async () => {
    const { token } = await booked(workday(test, 2));
    const { body } = await post('', { token });
    test.clock.advance(Date.parse(body.starts_at as string) - test.clock.now().getTime() - 23 * 3_600_000);
    const late = await post('', { token }).expect(200);
    expect(late.body).toMatchObject({ can_change: false, policy: expect.stringContaining('Please call your therapist') });
    await post('/cancel', { token }).expect(422);
    await post('/move', { token, new_date: workday(test, 5), new_time: '09:00' }).expect(422);
    test.clock.set(new Date().toISOString());
  });

  it('knows no other token', async () => {
    for (const path of ['', '/cancel']) await post(path, { token: 'x'.repeat(43) }).expect(404);
    await post('', { token: '' }).expect(400);
    await post('', {}).expect(400);
  });
});
