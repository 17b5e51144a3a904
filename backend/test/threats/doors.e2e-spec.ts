import { type AddressInfo, connect, type Server } from 'node:net';
import * as supertest from 'supertest';
import { AccessBootCheck } from '../../src/common/access/access.guard';
import { BODY_WITHIN_MS } from '../../src/common/http/bodies';
import { book, openPractice, Practice } from '../harness/practice';
import { signInTherapist } from '../harness/signed-in';
import { signInAdmin } from '../harness/signed-in-admin';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let mine: Practice;
let theirs: Practice;
let theirBooking: string;

beforeAll(async () => {
  test = await startTestApp();
  mine = await openPractice(test);
  theirs = await openPractice(test);
  theirBooking = ((await book(test, theirs).expect(201)).body as { id: string }).id;
});
afterAll(() => test.close());

describe('threat 6: another owner’s id', () => {
  it('threat 6: is not found, whatever is done to it, and stays as it was', async () => {
    const client = await signInClient(test);
    await mine.therapist.put(`/api/therapist/bookings/${theirBooking}/status`, { status: 'cancelled' }).expect(404);
    await mine.therapist.put(`/api/therapist/services/${theirs.serviceId}`, { name: 'Mine now' }).expect(404);
    await mine.therapist.delete(`/api/therapist/services/${theirs.serviceId}`).expect(404);
    await client.post(`/api/client/bookings/${theirBooking}/cancel`).expect(404);
    const { body } = await theirs.therapist.get('/api/therapist/bookings').expect(200);
    expect(body).toMatchObject([{ id: theirBooking, status: 'confirmed', service_name: 'Session' }]);
  });
});

describe('threat 7: fields that nobody offered', () => {
  it('threat 7: are refused by name, and change nothing', async () => {
    const client = await signInClient(test);
    const tries: [supertest.Test, string][] = [
      [mine.therapist.put('/api/therapist/profile', { display_name: 'Me', is_active: true }), 'is_active'],
      [mine.therapist.put(`/api/therapist/services/${mine.serviceId}`, { name: 'S', therapist_id: theirs.therapist.id }), 'therapist_id'],
      [client.put('/api/client/account', { name: 'Me', email: 'new@example.org' }), 'email'],
      [client.put('/api/client/account', { name: 'Me', verified: true }), 'verified'],
      [book(test, theirs, { status: 'completed' }), 'status'],
    ];
    for (const [attempt, field] of tries) {
      const { body } = await attempt.expect(400);
      expect(body.errors).toEqual([{ field, message: `${field} is not a known field` }]);
    }
  });

  it('threat 7: answers to everybody hold what the page shows and nothing else', async () => {
    const { body } = await test.http.get(`/api/public/therapist/${theirs.therapist.id}`).expect(200);
    const shown = ['address', 'bio', 'bookings_paused', 'bookings_paused_message', 'credentials', 'custom_slug', 'display_name', 'id', 'languages', 'phone', 'profile_image', 'timezone'];
    expect(Object.keys(body).sort()).toEqual(shown);
    expect(JSON.stringify(body)).not.toContain(theirs.therapist.email);
  });
});

describe('threat 38: a link that takes another’s place', () => {
  it.each(['admin', 'api', 'client', 'pricing', 'dev'])('threat 38: %s stays the product’s own', async (custom_slug) => {
    await mine.therapist.put('/api/therapist/profile', { display_name: 'Me', custom_slug }).expect(422);
  });

  it('threat 38: a lookalike in another alphabet is no link, and a released one is held for its owner', async () => {
    await mine.therapist.put('/api/therapist/profile', { display_name: 'Me', custom_slug: 'аmelie' }).expect(400);
    const before = mine.slug;
    await mine.therapist.put('/api/therapist/profile', { display_name: 'Me', custom_slug: `${before}-new` }).expect(200);
    await theirs.therapist.put('/api/therapist/profile', { display_name: 'They', custom_slug: before }).expect(409);
    await mine.therapist.put('/api/therapist/profile', { display_name: 'Me', custom_slug: before }).expect(200);
  });
});

describe('threat 39: what is left in a cache', () => {
  it('threat 39: no answer to a signed-in person may be kept, and signing out clears what was', async () => {
    const people = { therapist: await signInTherapist(test), client: await signInClient(test), admin: await signInAdmin(test) };
    let asked = 0;
    for (const { method, path, policy } of test.app.get(AccessBootCheck).routes()) {
      if (method !== 'GET' || policy?.kind !== 'roles') continue;
      const role = policy.roles[0] ?? 'therapist';
      const answer = await people[role].get(`/api${path.replace(/:\w+/g, '0192d3a4-0000-7000-8000-000000000000')}`);
      expect({ path, cache: answer.headers['cache-control'] }).toEqual({ path, cache: 'no-store' });
      asked += 1;
    }
    expect(asked).toBeGreaterThan(20);
    for (const [person, path] of [[people.client, '/api/auth/logout'], [people.therapist, '/api/auth/logout'], [people.admin, '/api/admin/logout']] as const) {
      const { headers } = await person.post(path).expect(200);
      expect(headers['clear-site-data']).toBe('"cache"');
    }
  });
});

describe('threat 41: requests that cost more than they weigh', () => {
  it('threat 41: patterns answer at once to texts made to stop them', async () => {
    const long = `${'a.'.repeat(120)}@${'b-'.repeat(100)}`;
    await test.http.post('/api/auth/client/login').query({ email: `${long}!`.slice(0, 240) }).expect(400);
    await test.http.get(`/api/public/therapist/slug/${'-'.repeat(4_000)}`).expect(404);
    await book(test, theirs, { client_email: `${'!'.repeat(50_000)}@` }).expect(400);
  });

  it.each([
    ['nested a thousand times', `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`],
    ['that reaches for prototypes', '{"__proto__":{"is_active":true},"email":"a@example.org"}'],
    ['that reaches for constructors', '{"constructor":{"prototype":{"x":1}}}'],
  ])('threat 41: JSON %s is refused', async (_, json) => {
    await test.http.post('/api/auth/client/register').set('Content-Type', 'application/json').send(json).expect(400);
    expect(({} as { is_active?: boolean }).is_active).toBeUndefined();
  });

  it('threat 41: a body of more than 64 kB is refused, and connections that say nothing do not stay', async () => {
    await test.http.post('/api/bookings').set('Content-Type', 'application/json').send(`{"notes":"${'x'.repeat(70_000)}"}`).expect(413);
    const server = test.app.getHttpServer() as Server & { headersTimeout: number; requestTimeout: number };
    expect(server.headersTimeout).toBeLessThanOrEqual(10_000);
    // Whatever a route allows for its body; a usual one has `BODY_WITHIN_MS`.
    expect(server.requestTimeout).toBeLessThanOrEqual(330_000);
    expect(BODY_WITHIN_MS).toBeLessThanOrEqual(30_000);
    expect(server.maxConnections).toBeGreaterThan(999);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'));
      socket.on('data', (chunk) => resolve(chunk.toString().split('\r\n')[0] ?? ''));
      socket.on('close', () => resolve('closed'));
    });
    expect(answer).toMatch(/400|closed/);
  });
});
