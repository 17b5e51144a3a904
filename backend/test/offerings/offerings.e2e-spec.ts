import * as supertest from 'supertest';
import { newId } from '../../src/common/database/database';
import { SignedInTherapist, signInTherapist } from '../harness/signed-in';
import { startTestApp, TEST_ORIGIN, TestApp } from '../harness/test-app';

const MISSING = '018f0000-0000-7000-8000-000000000000';

interface Service {
  id: string;
  name: string;
}

let test: TestApp;
let therapist: SignedInTherapist;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  therapist = await signInTherapist(test);
});

const visitor = (): ReturnType<typeof supertest.agent> => supertest.agent(test.app.getHttpServer());

async function made(body: object = { name: 'Intro call' }, as = therapist): Promise<Service> {
  const answer = await as.post('/api/therapist/services', body).expect(201);
  return answer.body as Service;
}

async function names(path = '/api/therapist/services', as = therapist): Promise<string[]> {
  const answer = await as.get(path).expect(200);
  return (answer.body as Service[]).map(({ name }) => name);
}

/** A booking row as the bookings module would have left it. */
async function book(serviceId: string): Promise<void> {
  const clientId = newId();
  await test.database.query('insert into clients (id, email, name) values ($1, $2, $3)', [clientId, `${clientId}@example.org`, 'A Client']);
  await test.database.query(
    `insert into bookings (id, therapist_id, service_id, client_id, starts_at, ends_at, timezone, local_date, local_time, duration_minutes,
       service_name, session_type, client_name, client_email, status, manage_token_hash, manage_token, created_at)
     values ($1, $2, $3, $4, '2027-01-11T14:00:00Z', '2027-01-11T15:00:00Z', 'America/New_York', '2027-01-11', '09:00', 60,
       'Any', 'online', 'A Client', 'a@example.org', 'cancelled', $5, $5, now())`,
    [newId(), therapist.id, serviceId, clientId, Buffer.from(newId())],
  );
}

describe('own services', () => {
  it.each([
    ['get', '/api/therapist/services'],
    ['post', '/api/therapist/services'],
    ['put', `/api/therapist/services/${MISSING}`],
    ['delete', `/api/therapist/services/${MISSING}`],
  ] as const)('need a signed-in therapist: %s %s', async (method, path) => {
    const answer = await visitor()[method](path).set('Origin', TEST_ORIGIN).expect(401);
    expect(answer.body).toEqual({ detail: 'Please sign in first.', request_id: expect.any(String) as string });
  });

  it('begin with the defaults', async () => {
    const answer = await therapist.post('/api/therapist/services', { name: '  Intro call ' }).expect(201);
    expect(answer.body).toEqual({
      id: expect.any(String) as string,
      name: 'Intro call',
      description: '',
      duration_minutes: 60,
      price: 0,
      is_free: true,
      session_type: 'online',
      address: null,
      online_place: 'video',
      video_link: null,
      visibility: 'everybody',
      created_at: expect.any(String) as string,
    });
  });

  it('keep cents exactly, and cost nothing when free', async () => {
    const paid = { name: 'Couples', description: 'For two', duration_minutes: 90, price: 119.99, is_free: false, session_type: 'in-person' };
    expect(await made(paid)).toMatchObject(paid);
    expect(await made({ ...paid, is_free: true })).toMatchObject({ price: 0, is_free: true });
  });

  it.each([
    [{}, 'name', 'Service name is required'],
    [{ name: ' ' }, 'name', 'Service name is required'],
    [{ name: 'x'.repeat(121) }, 'name', 'The service name can have at most 120 characters.'],
    [{ name: 'A', duration_minutes: 14 }, 'duration_minutes', 'The duration must be 15 to 240 minutes.'],
    [{ name: 'A', duration_minutes: 241 }, 'duration_minutes', 'The duration must be 15 to 240 minutes.'],
    [{ name: 'A', duration_minutes: 30.5 }, 'duration_minutes', 'The duration must be 15 to 240 minutes.'],
    [{ name: 'A', duration_minutes: '60' }, 'duration_minutes', 'The duration must be 15 to 240 minutes.'],
    [{ name: 'A', price: -1 }, 'price', 'The price must be 0 to 100000 with at most two decimals.'],
    [{ name: 'A', price: 10.999 }, 'price', 'The price must be 0 to 100000 with at most two decimals.'],
    [{ name: 'A', price: 100_001 }, 'price', 'The price must be 0 to 100000 with at most two decimals.'],
    [{ name: 'A', price: '10' }, 'price', 'The price must be 0 to 100000 with at most two decimals.'],
    [{ name: 'A', is_free: 'no' }, 'is_free', 'is_free must be a boolean value'],
    [{ name: 'A', session_type: 'phone' }, 'session_type', 'The session type must be online, in-person or both.'],
    [{ name: 'A', description: 'x'.repeat(2001) }, 'description', 'The description can have at most 2000 characters.'],
    [{ name: 'A', therapist_id: MISSING }, 'therapist_id', 'therapist_id is not a known field'],
  ])('refuse %j', async (body, field, message) => {
    const answer = await therapist.post('/api/therapist/services', body).expect(400);
    expect(answer.body).toEqual({ detail: message, errors: [{ field, message }], request_id: expect.any(String) as string });
    expect(await names()).toEqual([]);
  });

  it('need a price when paid', async () => {
    const answer = await therapist.post('/api/therapist/services', { name: 'A', is_free: false }).expect(422);
    expect(answer.body).toMatchObject({ detail: 'A paid service needs a price.', errors: [{ field: 'price', message: 'A paid service needs a price.' }] });
    await therapist.post('/api/therapist/services', { name: 'A', is_free: false, price: 0 }).expect(422);
  });

  it('can be changed, keeping what was left out', async () => {
    const { id } = await made({ name: 'Couples', price: 90, duration_minutes: 90 });
    const changed = await therapist.put(`/api/therapist/services/${id}`, { name: 'Pairs', session_type: 'both' }).expect(200);
    expect(changed.body).toMatchObject({ id, name: 'Pairs', price: 90, is_free: false, duration_minutes: 90, session_type: 'both' });
    await therapist.put(`/api/therapist/services/${id}`, {}).expect(400);
    const log = await test.database.query<{ details: unknown }>(`select details from activity_log where subject_id = $1 and action = 'update_service'`, [id]);
    expect(log).toEqual([{ details: { fields: ['name', 'session_type'] } }]);
  });

  it("are nobody else's", async () => {
    const { id } = await made();
    const other = await signInTherapist(test);
    const refused = await other.put(`/api/therapist/services/${id}`, { name: 'Mine' }).expect(404);
    expect(refused.body).toMatchObject({ detail: 'There is no such service.' });
    await other.delete(`/api/therapist/services/${id}`).expect(404);
    expect(await names('/api/therapist/services', other)).toEqual([]);
    expect(await names()).toEqual(['Intro call']);
    await therapist.put('/api/therapist/services/not-a-uuid', { name: 'A' }).expect(404);
    await therapist.delete(`/api/therapist/services/${MISSING}`).expect(404);
  });

  it('are deleted when they were never booked, else archived', async () => {
    const unused = await made({ name: 'Unused' });
    const booked = await made({ name: 'Booked' });
    await book(booked.id);
    expect((await therapist.delete(`/api/therapist/services/${unused.id}`).expect(200)).body).toEqual({ status: 'deleted' });
    expect((await therapist.delete(`/api/therapist/services/${booked.id}`).expect(200)).body).toEqual({ status: 'archived' });
    expect(await names()).toEqual([]);
    await therapist.delete(`/api/therapist/services/${booked.id}`).expect(404);
    await therapist.put(`/api/therapist/services/${booked.id}`, { name: 'Back' }).expect(404);
    const rows = await test.database.query<{ id: string }>('select id from services where therapist_id = $1', [therapist.id]);
    expect(rows).toEqual([{ id: booked.id }]);
    const log = await test.database.query<{ action: string }>(
      `select action from activity_log where actor_id = $1 and action in ('delete_service', 'archive_service') order by at`,
      [therapist.id],
    );
    expect(log).toEqual([{ action: 'delete_service' }, { action: 'archive_service' }]);
  });

  it('are listed by creation, page by page, and found by name', async () => {
    for (const name of ['One', 'Two', 'Three 100%', 'Four', 'Five']) await made({ name });
    const first = await therapist.get('/api/therapist/services?limit=2').expect(200);
    const link = /^<(.+)>; rel="next"$/.exec(first.headers['link'] ?? '')?.[1]?.replace(TEST_ORIGIN, '') ?? '';
    expect((first.body as Service[]).map(({ name }) => name)).toEqual(['One', 'Two']);
    const second = await therapist.get(link).expect(200);
    expect((second.body as Service[]).map(({ name }) => name)).toEqual(['Three 100%', 'Four']);
    expect(await names('/api/therapist/services?q=0%25')).toEqual(['Three 100%']);
    expect(await names('/api/therapist/services?q=f')).toEqual(['Four', 'Five']);
    const all = await therapist.get('/api/therapist/services').expect(200);
    expect(all.headers['link']).toBeUndefined();
  });

  it.each(['limit=0', 'limit=501', 'limit=x', 'cursor=abc', 'unknown=1'])('refuse the query %s', (query) =>
    therapist.get(`/api/therapist/services?${query}`).expect(400),
  );
});

describe('public services', () => {
  it('show exactly the public fields, by id and by slug, in the order they were made', async () => {
    await therapist.post('/api/therapist/profile', { display_name: 'A', custom_slug: 'with-services' }).expect(201);
    expect((await visitor().get(`/api/public/therapist/${therapist.id}/services`).expect(200)).body).toEqual([]);
    const free = await made({ name: 'Intro' });
    const paid = await made({ name: 'Long', price: 80, duration_minutes: 90, session_type: 'both' });
    const byId = await visitor().get(`/api/public/therapist/${therapist.id}/services`).expect(200);
    expect(byId.body).toEqual([
      { id: free.id, name: 'Intro', description: '', duration_minutes: 60, price: 0, is_free: true, session_type: 'online', online_place: 'video', address: null },
      { id: paid.id, name: 'Long', description: '', duration_minutes: 90, price: 80, is_free: false, session_type: 'both', online_place: 'video', address: null },
    ]);
    const bySlug = await visitor().get('/api/public/therapist/slug/With-Services/services').expect(200);
    expect(bySlug.body).toEqual(byId.body);
    await book(free.id);
    await therapist.delete(`/api/therapist/services/${free.id}`).expect(200);
    const rest = await visitor().get(`/api/public/therapist/${therapist.id}/services`).expect(200);
    expect((rest.body as Service[]).map(({ id }) => id)).toEqual([paid.id]);
  });

  it.each([
    `/api/public/therapist/${MISSING}/services`,
    '/api/public/therapist/slug/nobody-here/services',
    '/api/public/therapist/slug/%00a/services',
  ])('are 404 at %s', async (path) => {
    const answer = await visitor().get(path).expect(404);
    expect(answer.body).toEqual({ detail: 'Therapist not found', request_id: expect.any(String) as string });
  });

  it('are gone while the therapist is not active or has no profile', async () => {
    await made();
    await visitor().get(`/api/public/therapist/${therapist.id}/services`).expect(404);
    await therapist.post('/api/therapist/profile', { display_name: 'A' }).expect(201);
    await visitor().get(`/api/public/therapist/${therapist.id}/services`).expect(200);
    await test.database.query('update users set is_active = false where id = $1', [therapist.id]);
    await visitor().get(`/api/public/therapist/${therapist.id}/services`).expect(404);
  });
});
