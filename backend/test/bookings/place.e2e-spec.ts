import * as supertest from 'supertest';
import { holdTime, makeWave, verifyHold } from '../harness/booking-holds';
import { book, manageToken, openPractice, Practice, workday } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const WAVE = 2;
const LINK = 'https://video.example/room/42';
const ADDRESS = '12 Main Street\nSuite 4';
const PHONE = '+1 (212) 555-0199';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '10000', BOOKING_WAVE_LIMIT: String(WAVE) });
});
afterAll(() => test.close());

const visitor = (): supertest.Agent => supertest.default(test.app.getHttpServer()) as unknown as supertest.Agent;

/** A practice with an address and a number, neither of them on its public page. */
async function practiceWith(service: object): Promise<Practice> {
  const practice = await openPractice(test, service);
  await practice.therapist.put('/api/therapist/profile', { display_name: 'Dr. Test', phone: PHONE, address: ADDRESS }).expect(200);
  return practice;
}

const EITHER = { session_type: 'both', video_link: LINK };

describe('where a session takes place', () => {
  it.each([
    ['online by video', { session_type: 'online', video_link: LINK }, {}, { place_kind: 'video', place_detail: LINK }],
    ['online by video, without a link yet', { session_type: 'online' }, {}, { place_kind: 'video', place_detail: null }],
    ['at the practice', { session_type: 'in-person' }, {}, { place_kind: 'in-person', place_detail: ADDRESS }],
    ['at an address of its own', { session_type: 'in-person', address: 'Old Mill 3' }, { session_place: 'in-person' }, { place_kind: 'in-person', place_detail: 'Old Mill 3' }],
    ['by telephone, the client calling', { session_type: 'online', online_place: 'client-calls' }, {}, { place_kind: 'client-calls', place_detail: PHONE }],
    ['by telephone, the therapist calling', { online_place: 'therapist-calls' }, { client_phone: '+33 1 23' }, { place_kind: 'therapist-calls', place_detail: null }],
    ['as chosen, online', EITHER, { session_place: 'online' }, { place_kind: 'video', place_detail: LINK }],
    ['as chosen, in person', EITHER, { session_place: 'in-person' }, { place_kind: 'in-person', place_detail: ADDRESS }],
  ])('is agreed when it is booked: %s', async (_name, service, wanted, place) => {
    const practice = await practiceWith(service);
    const { body } = await book(test, practice, wanted).expect(201);
    expect(body).toMatchObject(place);
    const { body: list } = await practice.therapist.get('/api/therapist/bookings').expect(200);
    expect((list as object[])[0]).toMatchObject({ ...place, session_type: place.place_kind === 'in-person' ? 'in-person' : 'online' });
  });

  it('what a table says of a video session is shown by the rule of who enters a link', async () => {
    const practice = await practiceWith({ session_type: 'online', video_link: LINK });
    const { body } = await book(test, practice).expect(201);
    for (const written of ['http://evil.example/room', 'javascript:alert(1)', 'https://meet.google.com@evil.example/room']) {
      await test.database.query('update bookings set place_detail = $2 where id = $1', [(body as { id: string }).id, written]);
      const { body: list } = await practice.therapist.get('/api/therapist/bookings').expect(200);
      expect((list as object[])[0]).toMatchObject({ place_kind: 'video', place_detail: null });
      const { body: managed } = await visitor().post('/api/bookings/manage').send({ token: await manageToken(test, (body as { id: string }).id) }).expect(200);
      expect(managed).toMatchObject({ place_kind: 'video', place_detail: null });
    }
  });

  it.each([
    ['a choice that was not made', EITHER, {}, 422, 'Please choose: online or in person?', 'session_place'],
    ['an empty choice', EITHER, { session_place: '' }, 422, 'Please choose: online or in person?', 'session_place'],
    ['a place where it does not take place', { session_type: 'online' }, { session_place: 'in-person' }, 422, 'This service takes place online only. Please choose again.', 'session_place'],
    ['a place that is none', EITHER, { session_place: 'mars' }, 400, undefined, 'session_place'],
    ['no number to call', { online_place: 'therapist-calls' }, {}, 422, 'Please enter your phone number: your therapist calls you for this session.', 'client_phone'],
  ])('is refused in a sentence, and nothing is booked: %s', async (_name, service, wanted, status, detail, field) => {
    const practice = await practiceWith(service);
    const { body } = await book(test, practice, wanted).expect(status);
    if (detail) expect(body.detail).toBe(detail);
    expect((body.errors as { field: string }[])[0]?.field).toBe(field);
    expect((await practice.therapist.get('/api/therapist/bookings').expect(200)).body).toEqual([]);
  });

  it('stays as it was agreed when the practice moves, and is shown behind the mail’s link', async () => {
    const practice = await practiceWith({ session_type: 'in-person' });
    const { body } = await book(test, practice, { appointment_date: workday(test, 4) }).expect(201);
    await practice.therapist.put('/api/therapist/profile', { display_name: 'Dr. Test', address: 'Elsewhere 9' }).expect(200);
    const token = await manageToken(test, body.id as string);
    const managed = await visitor().post('/api/bookings/manage').send({ token }).expect(200);
    expect(managed.body).toMatchObject({ place_kind: 'in-person', place_detail: ADDRESS });
    const moved = await visitor().post('/api/bookings/manage/move').send({ token, new_date: workday(test, 3), new_time: '11:00' }).expect(200);
    expect(moved.body).toMatchObject({ place_detail: ADDRESS });
  });

  it('is kept with a held time', async () => {
    const practice = await practiceWith(EITHER);
    await makeWave(test, await withPlace(practice), WAVE);
    const held = await holdTime(test, practice, 2, { session_place: 'in-person' });
    const { body } = await verifyHold(test, held.id, held.code).expect(201);
    expect(body).toMatchObject({ place_kind: 'in-person', place_detail: ADDRESS });
  });

  it('is the same when it is booked again, unless another one is chosen', async () => {
    const practice = await practiceWith(EITHER);
    const email = `again-${practice.slug}@example.org`;
    const { body: first } = await book(test, practice, { client_email: email, session_place: 'in-person', appointment_date: workday(test, 4) }).expect(201);
    await practice.therapist.put(`/api/therapist/bookings/${first.id}/status`, { status: 'completed' }).expect(200);
    const client = await signInClient(test, { email });
    const again = (time: string, more: object = {}): supertest.Test =>
      client.post('/api/client/rebook', { booking_id: first.id, new_date: workday(test, 6), new_time: time, ...more });
    expect((await again('09:00').expect(201)).body).toMatchObject({ session_type: 'in-person', place_kind: 'in-person', offered_session_type: 'both' });
    expect((await again('11:00', { session_place: 'online' }).expect(201)).body).toMatchObject({ session_type: 'online', place_kind: 'video', place_detail: LINK });
  });

  it('is where the service takes place now when that has changed since', async () => {
    const practice = await practiceWith(EITHER);
    const email = `changed-${practice.slug}@example.org`;
    const { body: first } = await book(test, practice, { client_email: email, session_place: 'in-person', appointment_date: workday(test, 4) }).expect(201);
    await practice.therapist.put(`/api/therapist/bookings/${first.id}/status`, { status: 'completed' }).expect(200);
    await practice.therapist.put(`/api/therapist/services/${practice.serviceId}`, { name: 'Session', session_type: 'online' }).expect(200);
    const client = await signInClient(test, { email });
    const { body } = await client.post('/api/client/rebook', { booking_id: first.id, new_date: workday(test, 6), new_time: '09:00' }).expect(201);
    expect(body).toMatchObject({ session_type: 'online', place_kind: 'video', place_detail: LINK });
  });

  it('needs a number to call in the portal too, and says where to give it', async () => {
    const practice = await practiceWith(EITHER);
    const email = `called-${practice.slug}@example.org`;
    await book(test, practice, { client_email: email, session_place: 'online', appointment_date: workday(test, 4) }).expect(201);
    await practice.therapist.put(`/api/therapist/services/${practice.serviceId}`, { name: 'Session', session_type: 'online', online_place: 'therapist-calls' }).expect(200);
    const client = await signInClient(test, { email });
    await client.post(`/api/client/practices/${practice.therapist.id}/confirm`, {}).expect(200);
    const next = (): supertest.Test => client.post('/api/client/bookings', { service_id: practice.serviceId, new_date: workday(test, 6), new_time: '09:00' });
    expect((await next().expect(422)).body.detail).toBe('Your therapist calls you for this session. Please add your phone number to your account first, then book it.');
    await client.put('/api/client/account', { name: client.name, phone: '+1 212 555 0123' }).expect(200);
    expect((await next().expect(201)).body).toMatchObject({ place_kind: 'therapist-calls' });
    const [newest] = (await practice.therapist.get('/api/therapist/bookings').expect(200)).body as { client_phone: string }[];
    expect(newest?.client_phone).toBe('+1 212 555 0123');
  });

  it('is in no public answer, a link never and the rest unless the therapist shows it', async () => {
    const practice = await practiceWith({ ...EITHER, address: 'Old Mill 3' });
    const read = async (): Promise<string> => {
      const answers = await Promise.all(['', '/services'].map((part) => visitor().get(`/api/public/therapist/${practice.therapist.id}${part}`).expect(200)));
      const page = await visitor().get(`/t/${practice.slug}`);
      return [...answers.map(({ text }) => text), page.text].join(' ');
    };
    const closed = await read();
    for (const secret of ['video.example', 'Main Street', 'Old Mill', '555-0199']) expect(closed).not.toContain(secret);
    await practice.therapist.put('/api/therapist/profile', { display_name: 'Dr. Test', phone_shown: true, address_shown: true }).expect(200);
    const open = await read();
    for (const shown of ['Main Street', 'Old Mill', '555-0199']) expect(open).toContain(shown);
    expect(open).not.toContain('video.example');
  });

  it('names the number to call past the notice, where the therapist shows it', async () => {
    const practice = await practiceWith({});
    const hours = (await practice.therapist.get('/api/therapist/working-hours').expect(200)).body as object;
    await practice.therapist.put('/api/therapist/working-hours', { ...hours, timezone: undefined, cancellation_notice_hours: 720 }).expect(200);
    const { body } = await book(test, practice).expect(201);
    const token = await manageToken(test, body.id as string);
    const policy = async (): Promise<string> => (await visitor().post('/api/bookings/manage/cancel').send({ token }).expect(422)).body.detail as string;
    expect(await policy()).toMatch(/Please call your therapist\.$/);
    await practice.therapist.put('/api/therapist/profile', { display_name: 'Dr. Test', phone_shown: true }).expect(200);
    expect(await policy()).toMatch(/Please call your therapist: \+1 \(212\) 555-0199\.$/);
  });
});

/** The same practice for helpers that choose no place: its service takes place online. */
async function withPlace(practice: Practice): Promise<Practice> {
  const { body } = await practice.therapist.post('/api/therapist/services', { name: 'Online', duration_minutes: 60 }).expect(201);
  return { ...practice, serviceId: body.id as string };
}
