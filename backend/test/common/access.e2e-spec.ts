import { Controller, Get, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import * as supertest from 'supertest';
import { ApiModule } from '../../src/api.module';
import { AccessBootCheck } from '../../src/common/access/access.guard';
import { AppConfig } from '../../src/config/app-config';
import { signInTherapist } from '../harness/signed-in';
import { signInAdmin } from '../harness/signed-in-admin';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

type Method = 'get' | 'post' | 'put' | 'delete';
const ABSENT = '0192d3a4-0000-7000-8000-000000000000';
const fill = (path: string): string => `/api${path.replace(/:hash[^/]*/, `${'0'.repeat(64)}.webp`).replace(/:\w+/g, ABSENT)}`;

describe('every door', () => {
  it('declares who may enter, and what is not public answers 401 to a visitor', async () => {
    const routes = test.app.get(AccessBootCheck).routes();
    expect(routes.length).toBeGreaterThan(25);
    for (const { method, path, policy } of routes) {
      expect(policy).toBeDefined();
      if (policy?.kind !== 'roles') continue;
      const answer = await supertest.default(test.app.getHttpServer())[method.toLowerCase() as Method](fill(path));
      expect({ path, status: answer.status }).toEqual({ path, status: 401 });
      expect(Object.keys(answer.body as object).sort()).toEqual(['detail', 'request_id']);
    }
  });

  it('shows nothing of a session to the address bar, where no logout on its way clears the screen', async () => {
    const therapist = await signInTherapist(test);
    const routes = test.app.get(AccessBootCheck).routes().filter(({ method, path, policy }) => method === 'GET' && (policy?.kind === 'roles' || path === '/auth/me'));
    for (const { path } of routes) {
      const answer = await therapist.get(fill(path)).set('Sec-Fetch-Mode', 'navigate');
      expect({ path, status: answer.status, detail: answer.body.detail }).toEqual({ path, status: 403, detail: 'This address is not a page. Please open Attune instead.' });
    }
    await therapist.get('/api/auth/me').set('Sec-Fetch-Mode', 'cors').expect(200);
    await therapist.get('/api/auth/google').set('Sec-Fetch-Mode', 'navigate').expect(302);
  });

  it('public doors are exactly these', () => {
    const open = test.app.get(AccessBootCheck).routes().filter(({ policy }) => policy?.kind === 'public');
    expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toMatchInlineSnapshot(`
[
  "GET /admin/login-hint",
  "GET /auth/google",
  "GET /auth/google/calendar/callback",
  "GET /auth/google/callback",
  "GET /auth/me",
  "GET /calendar-feeds/:token.ics",
  "GET /health/live",
  "GET /health/ready",
  "GET /public/images/:hash.webp",
  "GET /public/therapist/:id",
  "GET /public/therapist/:id/availability",
  "GET /public/therapist/:id/services",
  "GET /public/therapist/slug/:slug",
  "GET /public/therapist/slug/:slug/services",
  "POST /admin/login",
  "POST /admin/logout",
  "POST /auth/client/address-objection",
  "POST /auth/client/login",
  "POST /auth/client/register",
  "POST /auth/client/verify",
  "POST /auth/logout",
  "POST /auth/session",
  "POST /bookings",
  "POST /bookings/hold/code",
  "POST /bookings/hold/release",
  "POST /bookings/manage",
  "POST /bookings/manage/availability",
  "POST /bookings/manage/cancel",
  "POST /bookings/manage/event.ics",
  "POST /bookings/manage/move",
  "POST /bookings/manage/not-own",
  "POST /bookings/manage/own",
  "POST /bookings/verify",
  "POST /calendar-pushes",
  "POST /forms/code",
  "POST /forms/complete",
  "POST /forms/leave",
  "POST /forms/open",
  "POST /forms/verify",
  "POST /meeting-consents/answer",
  "POST /meeting-consents/open",
  "POST /practice-mails/:token",
  "POST /practice-mails/choice",
  "POST /reminders/choice",
  "POST /waiting-list",
  "POST /waiting-list/accept",
  "POST /waiting-list/confirm",
  "POST /waiting-list/decline",
  "POST /waiting-list/leave",
  "POST /waiting-list/request",
  "PUT /forms/answer",
  "PUT /practice-mails/choice",
  "PUT /reminders/choice",
]
`);
  });

  it('a route that declares nothing stops the boot', async () => {
    @Controller('forgotten')
    class ForgottenController {
      @Get()
      open(): string {
        return 'open';
      }
    }
    @Module({ imports: [ApiModule], controllers: [ForgottenController] })
    class CarelessModule {}
    const module = await Test.createTestingModule({ imports: [CarelessModule] }).overrideProvider(AppConfig).useValue(test.config).compile();
    const app = module.createNestApplication({ logger: false });
    await expect(app.init()).rejects.toThrow('Routes without @Public() or @Roles(): ForgottenController.open');
    await app.close();
  });

  it('every changing route wants the CSRF token from who is signed in', async () => {
    const therapist = await signInTherapist(test);
    const admin = await signInAdmin(test);
    const cookie = `${therapist.cookie}; ${admin.cookie.split('; ')[0]}`;
    const changing = test.app.get(AccessBootCheck).routes().filter(({ method }) => method !== 'GET');
    for (const { method, path } of changing) {
      const answer = await supertest
        .default(test.app.getHttpServer())
        [method.toLowerCase() as Method](fill(path))
        .set('Cookie', cookie)
        .set('Origin', 'http://localhost:3000');
      expect({ path, status: answer.status }).toEqual({ path, status: 403 });
    }
  });
});

describe('errors', () => {
  it('have one body, and tell nothing of the inside', async () => {
    const answer = await supertest.default(test.app.getHttpServer()).get('/api/nothing/here').expect(404);
    expect(answer.body).toEqual({ detail: 'There is nothing here.', request_id: answer.headers['x-request-id'] });
    const bad = await supertest.default(test.app.getHttpServer()).get('/api/public/therapist/%E0%A4%A');
    expect(bad.status).toBe(400);
    expect(bad.body.detail).toBe('The request could not be read.');
  });
});

describe('the activity log', () => {
  it('can be added to and read by the application, never changed', async () => {
    await expect(test.database.query(`update activity_log set action = 'x'`)).rejects.toThrow(/permission denied/);
    await expect(test.database.query('delete from activity_log')).rejects.toThrow(/permission denied/);
    await expect(test.database.query('truncate activity_log')).rejects.toThrow(/permission denied/);
    await expect(test.database.query('drop table activity_log')).rejects.toThrow(/must be owner/);
  });
});

describe('readiness', () => {
  it('is 200 with a degraded queue while no worker is there', async () => {
    const answer = await supertest.default(test.app.getHttpServer()).get('/api/health/ready').expect(200);
    expect(answer.body).toMatchObject({ status: 'ok', queue: 'degraded', activity_log: 'enforced' });
  });
});
