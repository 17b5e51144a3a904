import { randomUUID } from 'node:crypto';
import * as supertest from 'supertest';
import { AdministratorService } from '../../src/modules/auth/administrators/administrator.service';
import { GoogleStrategy } from '../../src/modules/auth/google/google.strategy';
import { signInEmergencyAdmin } from '../harness/break-glass';
import { ClientBrowser } from '../harness/client-browser';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { signInTherapist } from '../harness/signed-in';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let practice: Practice;
const anonymous = () => supertest.default(test.app.getHttpServer());

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', GOOGLE_CLIENT_ID: 'test', GOOGLE_CLIENT_SECRET: 'test' });
  practice = await openPractice(test);
});
afterAll(() => test.close());

describe('an id in capital letters is the same id', () => {
  const capitals = (id: string): string => id.toUpperCase();

  it('opens no second access to the same record, and is logged and answered in one spelling', async () => {
    const admin = await signInEmergencyAdmin(test);
    const reason = 'The therapist is in hospital since today.';
    const ask = (client: string) => admin.post('/api/admin/break-glass', { client, reason, ...admin.proof() });
    const { body: booked } = await book(test, practice, { appointment_time: '15:00' }).expect(201);
    const { body: grant } = await ask(capitals(booked.id as string)).expect(201);
    await ask(booked.id as string).expect(409);
    const [entry] = await test.database.query<{ subject_id: string }>(`select subject_id from activity_log where action = 'break_glass_open'`);
    expect(entry?.subject_id).toBe(grant.id);
    expect((await admin.get(`/api/admin/break-glass/${capitals(grant.id as string)}/record?section=profile`).expect(200)).body.client.id).toBe(grant.client_id);
    await admin.post(`/api/admin/break-glass/${capitals(grant.id as string)}/end`).expect(200);
    await admin.put(`/api/admin/therapist/${capitals(practice.therapist.id)}/status`, { is_active: true }).expect(200);
  });

  it('asks for the same free times, books the same service, and repeats the same booking', async () => {
    const times = (therapist: string, service_id: string) =>
      anonymous().get(`/api/public/therapist/${therapist}/availability`).query({ service_id, from: workday(test), to: workday(test, 3) }).expect(200);
    const { id } = practice.therapist;
    expect((await times(capitals(id), capitals(practice.serviceId))).body).toEqual((await times(id, practice.serviceId)).body);
    expect((await anonymous().get(`/api/public/therapist/${capitals(id)}`).expect(200)).body.id).toBe(id);
    await anonymous().get(`/api/public/therapist/${capitals(id)}/services`).expect(200);
    const key = randomUUID();
    const first = await book(test, practice, { service_id: capitals(practice.serviceId) }).set('Idempotency-Key', key).expect(201);
    expect((await book(test, practice).set('Idempotency-Key', key).expect(201)).body).toEqual(first.body);
    await practice.therapist.put(`/api/therapist/bookings/${capitals(first.body.id as string)}/status`, { status: 'cancelled' }).expect(200);
    await practice.therapist.put(`/api/therapist/services/${capitals(practice.serviceId)}`, { name: 'Session' }).expect(200);
    const { body: page } = await practice.therapist.get(`/api/therapist/services?cursor=${capitals(practice.serviceId)}`).expect(200);
    expect(page).toEqual((await practice.therapist.get(`/api/therapist/services?cursor=${practice.serviceId}`).expect(200)).body);
  });
});

describe('a name', () => {
  const refused: [string, RegExp][] = [
    ['Free prizes at evil.com', /web or email address/],
    ['https://evil.example', /web or email address/],
    ['me@example.org', /web or email address/],
    ['Anna \u202egnp.exe', /invisible characters/],
    ['An\u200bna', /invisible characters/],
    ['Anna\r\nBcc: x', /invisible characters/],
  ];
  const kept = ["Dr. A. O'Connor-Öztürk", 'J.R.R. Tolkien', 'محمد\u200cعلی رضایی', 'דניאלה כהן־מזרחי'];

  it.each([
    ['booking', 'client_name', async (client_name: string) => book(test, practice, { client_name, client_email: `${randomUUID()}@example.org`, appointment_date: workday(test, 2 + kept.indexOf(client_name)) })],
    ['registering', 'name', async (name: string) => (await ClientBrowser.open(test)).register(`${randomUUID()}@example.org`, { name })],
    ['their details', 'name', async (name: string) => (await signInClient(test)).put('/api/client/account', { name })],
    ['a new profile', 'display_name', async (display_name: string) => (await signInTherapist(test)).post('/api/therapist/profile', { display_name })],
    ['a new service', 'name', async (name: string) => practice.therapist.post('/api/therapist/services', { name })],
    ['a service', 'name', async (name: string) => practice.therapist.put(`/api/therapist/services/${practice.serviceId}`, { name })],
    ['a profile', 'display_name', async (display_name: string) => practice.therapist.put('/api/therapist/profile', { display_name })],
  ] as const)('is a name and nothing else: %s', async (_, field, send) => {
    for (const [name, sentence] of refused) {
      const answer = await send(name);
      expect({ name, status: answer.status }).toEqual({ name, status: 400 });
      expect(answer.body).toMatchObject({ detail: expect.stringMatching(sentence) as string, errors: [{ field, message: expect.stringMatching(sentence) as string }] });
    }
    for (const name of kept) expect([200, 201]).toContain((await send(name)).status);
  });

  it('of Google that is none gives way to the address', () => {
    const named = (name: string | undefined) => test.app.get(GoogleStrategy).validate('', '', { _json: { sub: '1', email: 'Ann@Example.org', email_verified: true, name } } as never);
    expect(named('Ann Lee')).toMatchObject({ name: 'Ann Lee' });
    for (const name of [undefined, '  ', 'evil.com', 'Ann\u202e']) expect(named(name)).toMatchObject({ name: 'ann@example.org' });
  });

  it('of an administrator has small letters, digits, dots and hyphens only', async () => {
    const administrators = test.app.get(AdministratorService);
    for (const name of ['me@example.org', 'https://evil', 'an\u202ena', 'an\u200bna']) {
      await expect(administrators.create(name, 'a password of an administrator')).rejects.toThrow('A username has 2 to 60 characters');
    }
  });
});
