import * as supertest from 'supertest';
import { newId } from '../../src/common/database/database';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '10000' });
});
afterAll(() => test.close());
beforeEach(async () => {
  practice = await openPractice(test);
});

const visitor = (): supertest.Agent => supertest.default(test.app.getHttpServer()) as unknown as supertest.Agent;

async function make(name: string, more: object = {}): Promise<string> {
  const { body } = await practice.therapist.post('/api/therapist/services', { name, ...more }).expect(201);
  return body.id as string;
}

const namesOf = ({ body }: supertest.Response): string[] => (body as { name: string }[]).map(({ name }) => name);
const order = (ids: string[]): supertest.Test => practice.therapist.put('/api/therapist/services/order', { ids });

describe('the order of services', () => {
  it('is the therapist’s own, everywhere, with new ones last', async () => {
    const [b, c] = [await make('B'), await make('C')];
    expect(namesOf(await order([c, practice.serviceId, b.toUpperCase()]).expect(200))).toEqual(['C', 'Session', 'B']);
    await make('D');
    const expected = ['C', 'Session', 'B', 'D'];
    expect(namesOf(await practice.therapist.get('/api/therapist/services').expect(200))).toEqual(expected);
    expect(namesOf(await visitor().get(`/api/public/therapist/slug/${practice.slug}/services`).expect(200))).toEqual(expected);
    const page = await practice.therapist.get('/api/therapist/services?limit=2').expect(200);
    const next = /<[^>]*(\/api[^>]*)>/.exec(page.headers['link'] ?? '')?.[1] ?? '';
    expect([...namesOf(page), ...namesOf(await practice.therapist.get(next).expect(200))]).toEqual(expected);
  });

  it('is refused when the services are not those any more, and stays', async () => {
    const [b, c] = [await make('B'), await make('C')];
    const stale = [c, b, practice.serviceId];
    await practice.therapist.delete(`/api/therapist/services/${b}`).expect(200);
    const { body } = await order(stale).expect(409);
    expect(body.detail).toBe('Your services have changed in the meantime. Please look at them again, then put them in order.');
    await order([c]).expect(409);
    await order([c, practice.serviceId, newId()]).expect(409);
    await order([c, c]).expect(400);
    await order(['x']).expect(400);
    expect(namesOf(await practice.therapist.get('/api/therapist/services').expect(200))).toEqual(['Session', 'C']);
  });

  it('is not moved by two tabs at once into something else', async () => {
    const [b, c] = [await make('B'), await make('C')];
    const one = [c, b, practice.serviceId];
    const other = [b, practice.serviceId, c];
    expect((await Promise.all([order(one), order(other), order(one), order(other)])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const ids = ((await practice.therapist.get('/api/therapist/services').expect(200)).body as { id: string }[]).map(({ id }) => id);
    expect([one, other]).toContainEqual(ids);
  });
});

describe('a service that is not for everybody', () => {
  const day = (): string => workday(test, 3);
  const freeTimes = (id: string): supertest.Test =>
    visitor().get(`/api/public/therapist/${practice.therapist.id}/availability`).query({ service_id: id, from: day(), to: day() });

  /** A client of the practice: somebody who has been there and whose address is proved. */
  async function clientOf(): Promise<SignedInClient> {
    const email = `own-${practice.slug}@example.org`;
    const { body } = await book(test, practice, { client_email: email, appointment_date: workday(test, 8) }).expect(201);
    await practice.therapist.put(`/api/therapist/bookings/${body.id}/status`, { status: 'completed' }).expect(200);
    const client = await signInClient(test, { email });
    await client.post(`/api/client/practices/${practice.therapist.id}/confirm`, {}).expect(200);
    return client;
  }

  it.each(['hidden', 'clients'])('%s: is in no public answer and cannot be booked, as if there were none', async (visibility) => {
    const serviceId = await make('Quiet hour', { visibility });
    const unknown = await book(test, { ...practice, serviceId: newId() }).expect(404);
    for (const refused of [await book(test, { ...practice, serviceId }), await freeTimes(serviceId)]) {
      expect(refused.status).toBe(404);
      expect(refused.body.detail).toBe(unknown.body.detail);
    }
    for (const path of [`/api/public/therapist/${practice.therapist.id}/services`, `/api/public/therapist/slug/${practice.slug}/services`, `/t/${practice.slug}`]) {
      expect((await visitor().get(path)).text).not.toContain('Quiet hour');
    }
    expect(namesOf(await practice.therapist.get('/api/therapist/services').expect(200))).toContain('Quiet hour');
  });

  it('is booked in the portal by clients of the practice alone, and hidden ones by nobody', async () => {
    const forClients = await make('For clients', { visibility: 'clients' });
    const hidden = await make('Hidden', { visibility: 'hidden' });
    const client = await clientOf();
    const foreign = await signInClient(test);
    const services = async (of: SignedInClient): Promise<string[]> =>
      ((await of.get('/api/client/services').expect(200)).body as { services: { name: string }[] }[]).flatMap(({ services: found }) => found.map(({ name }) => name));
    expect(await services(client)).toEqual(['Session', 'For clients']);
    expect(await services(foreign)).toEqual([]);
    const times = (of: SignedInClient, id: string): supertest.Test => of.get(`/api/client/services/${id}/availability?from=${day()}&to=${day()}`);
    const booked = (of: SignedInClient, service_id: string): supertest.Test => of.post('/api/client/bookings', { service_id, new_date: day(), new_time: '10:00' });
    for (const [who, id] of [[client, hidden], [foreign, forClients], [foreign, practice.serviceId]] as const) {
      await times(who, id).expect(404);
      await booked(who, id).expect(404);
    }
    expect((await times(client, forClients).expect(200)).body.days[0].times).toContain('10:00');
    const { body } = await booked(client, forClients).expect(201);
    expect(body).toMatchObject({ service_name: 'For clients', status: 'confirmed', therapist_id: practice.therapist.id });
    await booked(client, forClients).expect(409);
    // The appointment can be moved, also once the service is hidden; it cannot be booked again then.
    await practice.therapist.put(`/api/therapist/services/${forClients}`, { name: 'For clients', visibility: 'hidden' }).expect(200);
    await client.get(`/api/client/bookings/${body.id}/availability?from=${day()}&to=${day()}`).expect(200);
    await client.post(`/api/client/bookings/${body.id}/move`, { new_date: day(), new_time: '14:00' }).expect(200);
    await practice.therapist.put(`/api/therapist/bookings/${body.id}/status`, { status: 'completed' }).expect(200);
    const again = await client.post('/api/client/rebook', { booking_id: body.id, new_date: day(), new_time: '16:00' }).expect(422);
    expect(again.body.detail).toContain('not offered any more');
  });

  it('is not opened by what somebody else booked for an address, nor does that push the own practice aside', async () => {
    const client = await clientOf();
    await make('For clients', { visibility: 'clients' });
    const loud = await openPractice(test);
    const quiet = { id: (await loud.therapist.post('/api/therapist/services', { name: 'For clients', visibility: 'clients' }).expect(201)).body.id as string };
    await test.database.query(
      `insert into services (id, therapist_id, name, description, duration_minutes, is_free, price_cents, session_type, position, created_at)
       select gen_random_uuid(), $1, 'Loud ' || n, '', 50, true, 0, 'online', n, now() from generate_series(1, 600) n`,
      [loud.therapist.id],
    );
    await book(test, loud, { client_email: client.email, appointment_date: workday(test, 9) }).expect(201);
    const { body } = await client.get('/api/client/services').expect(200);
    const practicesOf = (found: unknown) => (found as { therapist_id: string }[]).map(({ therapist_id }) => therapist_id);
    expect(practicesOf(body)).toEqual([practice.therapist.id]);
    for (const id of [quiet.id, loud.serviceId]) {
      await client.get(`/api/client/services/${id}/availability?from=${day()}&to=${day()}`).expect(404);
      await client.post('/api/client/bookings', { service_id: id, new_date: day(), new_time: '10:00' }).expect(404);
    }
    await client.post(`/api/client/practices/${loud.therapist.id}/confirm`, {}).expect(200);
    expect(new Set(practicesOf((await client.get('/api/client/services').expect(200)).body))).toEqual(new Set([practice.therapist.id, loud.therapist.id]));
    const { body: refused } = await loud.therapist.post('/api/therapist/services', { name: 'One more' }).expect(422);
    expect(refused.detail).toBe('A practice can have 100 services. Please delete one that you no longer need.');
  });

  it('gives a repeat of the same request the first answer, and books once', async () => {
    const client = await clientOf();
    const send = (): supertest.Test =>
      client.post('/api/client/bookings', { service_id: practice.serviceId, new_date: day(), new_time: '10:00' }).set('Idempotency-Key', 'portal-key-1');
    const first = await send().expect(201);
    expect((await send().expect(201)).body).toEqual(first.body);
  });
});

describe('what a therapist says of a service', () => {
  it('has an end, all services of a practice together, also for two who write at once; what is there can be shortened', async () => {
    const long = 'ä'.repeat(2_000);
    await test.database.query(
      `insert into services (id, therapist_id, name, description, duration_minutes, is_free, price_cents, session_type, position, created_at)
       select gen_random_uuid(), $1, 'Long ' || n, $2, 50, true, 0, 'online', n, now() from generate_series(1, 23) n`,
      [practice.therapist.id, long],
    );
    const both = await Promise.all(['One', 'Other'].map((name) => practice.therapist.post('/api/therapist/services', { name, description: long })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(both.find(({ status }) => status === 422)?.body.errors).toEqual([{ field: 'description', message: expect.stringContaining('together have too much text') }]);
    const text = both.find(({ status }) => status === 201)?.body as { id: string; name: string };
    await practice.therapist.put(`/api/therapist/services/${text.id}`, { name: `${text.name}, and more` }).expect(200);
    await practice.therapist.put(`/api/therapist/services/${practice.serviceId}`, { name: 'Session', description: long }).expect(422);
    await practice.therapist.put(`/api/therapist/services/${text.id}`, { name: text.name, description: 'Short' }).expect(200);
    await practice.therapist.put(`/api/therapist/services/${practice.serviceId}`, { name: 'Session', description: long }).expect(200);
  });

  it.each([
    ['an address that is a link', { address: 'Your account was opened.\nConfirm now: https://evil.example/confirm' }, 'address'],
    ['an address with a domain', { address: 'evil.example' }, 'address'],
    ['a link that is no web address', { video_link: 'room 42' }, 'video_link'],
    ['a link that is not encrypted', { video_link: 'http://video.example/room' }, 'video_link'],
    ['a link with a script', { video_link: 'javascript:alert(1)' }, 'video_link'],
    ['a link with a password in it', { video_link: 'https://me:secret@video.example/' }, 'video_link'],
    ['a link that is too long', { video_link: `https://video.example/${'x'.repeat(500)}` }, 'video_link'],
    ['an address that is too long', { address: 'x'.repeat(301) }, 'address'],
    ['another way to meet', { online_place: 'letter' }, 'online_place'],
    ['another circle', { visibility: 'friends' }, 'visibility'],
    ['a name that is the product’s', { name: 'Attune security check: confirm your account' }, 'name'],
    ['a description that speaks as the product', { description: 'Attune support: sign in at attune-login' }, 'description'],
  ])('is refused with its field: %s', async (_name, body, field) => {
    const answer = await practice.therapist.post('/api/therapist/services', { name: 'Any', ...body }).expect(400);
    expect((answer.body.errors as { field: string }[]).map((error) => error.field)).toContain(field);
  });

  it('is cleared by an empty text, and kept when it is left out', async () => {
    const id = await make('Any', { video_link: ' HTTPS://Video.Example/Room ', address: ' Old Mill 3 ' });
    const kept = await practice.therapist.put(`/api/therapist/services/${id}`, { name: 'Any' }).expect(200);
    expect(kept.body).toMatchObject({ video_link: 'https://video.example/Room', address: 'Old Mill 3' });
    const cleared = await practice.therapist.put(`/api/therapist/services/${id}`, { name: 'Any', video_link: '', address: null }).expect(200);
    expect(cleared.body).toMatchObject({ video_link: null, address: null });
  });
});
