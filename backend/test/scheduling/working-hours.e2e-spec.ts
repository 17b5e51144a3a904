import * as supertest from 'supertest';
import { SignedInTherapist, signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp, TEST_ORIGIN } from '../harness/test-app';

const PATH = '/api/therapist/working-hours';
const WORKDAY = { first_start: '09:00', last_start: '17:30', every_minutes: 30 };

interface Window {
  first_start: string;
  last_start: string;
  every_minutes: number;
}

const week = (monday: Window[]): object[] => Array.from({ length: 7 }, (_, weekday) => ({ weekday, windows: weekday === 1 ? monday : [] }));

const HOURS = {
  weekly: week([WORKDAY]),
  overrides: [{ date: '2026-12-24', windows: [] as Window[] }],
  buffer_before_minutes: 10,
  buffer_after_minutes: 15,
  minimum_notice_hours: 24,
  horizon_days: 90,
  cancellation_notice_hours: 48,
};

let test: TestApp;
let therapist: SignedInTherapist;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  therapist = await signInTherapist(test);
});

describe('working hours', () => {
  it.each(['get', 'put'] as const)('need a signed-in therapist: %s', async (method) => {
    const answer = await supertest.agent(test.app.getHttpServer())[method](PATH).set('Origin', TEST_ORIGIN).expect(401);
    expect(answer.body).toEqual({ detail: 'Please sign in first.', request_id: expect.any(String) as string });
  });

  it('begin with 18 starts from Monday to Friday', async () => {
    const answer = await therapist.get(PATH).expect(200);
    expect(answer.body).toEqual({
      timezone: 'America/New_York',
      weekly: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, windows: weekday === 0 || weekday === 6 ? [] : [WORKDAY] })),
      overrides: [],
      buffer_before_minutes: 0,
      buffer_after_minutes: 0,
      minimum_notice_hours: 0,
      horizon_days: 60,
      cancellation_notice_hours: 24,
    });
  });

  it('are kept, in order, with the zone of the profile', async () => {
    const afternoon = { first_start: '14:00', last_start: '16:00', every_minutes: 60 };
    const morning = { first_start: '08:15', last_start: '08:15', every_minutes: 5 };
    const past = { date: '2020-02-29', windows: [morning] };
    const sent = { ...HOURS, weekly: week([afternoon, morning]).reverse(), overrides: [...HOURS.overrides, past] };
    const saved = await therapist.put(PATH, sent).expect(200);
    expect(saved.body).toEqual({ timezone: 'America/New_York', ...HOURS, weekly: week([morning, afternoon]), overrides: [past, ...HOURS.overrides] });
    await therapist.post('/api/therapist/profile', { display_name: 'A', timezone: 'Asia/Tokyo' }).expect(201);
    const shown = await therapist.get(PATH).expect(200);
    expect(shown.body).toEqual({ ...(saved.body as object), timezone: 'Asia/Tokyo' });
    const other = await signInTherapist(test);
    expect((await other.get(PATH).expect(200)).body).toMatchObject({ horizon_days: 60 });
  });

  it('write the names of changed fields to the activity log', async () => {
    await therapist.put(PATH, HOURS).expect(200);
    await therapist.put(PATH, { ...HOURS, horizon_days: 30 }).expect(200);
    const log = await test.database.query<{ details: { fields: string[] } }>(
      `select details from activity_log where actor_id = $1 and action = 'update_working_hours' order by at`,
      [therapist.id],
    );
    expect(log[1]?.details).toEqual({ fields: ['horizonDays'] });
  });

  it.each([
    [{ ...HOURS, weekly: week([]).slice(1) }, 'weekly', 'Each weekday, 0 (Sunday) to 6 (Saturday), must be listed once.'],
    [{ ...HOURS, weekly: [...week([]).slice(1), { weekday: 1, windows: [] }] }, 'weekly', 'Each weekday, 0 (Sunday) to 6 (Saturday), must be listed once.'],
    [{ ...HOURS, weekly: undefined }, 'weekly', 'Each weekday, 0 (Sunday) to 6 (Saturday), must be listed once.'],
    [{ ...HOURS, weekly: week([{ ...WORKDAY, first_start: '9:00' }]) }, 'weekly.1.windows.0.first_start', 'A start time must be a time of day such as 09:00.'],
    [{ ...HOURS, weekly: week([{ ...WORKDAY, last_start: '24:00' }]) }, 'weekly.1.windows.0.last_start', 'A start time must be a time of day such as 09:00.'],
    [{ ...HOURS, weekly: week([{ ...WORKDAY, every_minutes: 4 }]) }, 'weekly.1.windows.0.every_minutes', 'Start times must be 5 to 240 minutes apart.'],
    [{ ...HOURS, weekly: week([{ ...WORKDAY, every_minutes: 241 }]) }, 'weekly.1.windows.0.every_minutes', 'Start times must be 5 to 240 minutes apart.'],
    [{ ...HOURS, weekly: week(Array.from({ length: 7 }, () => WORKDAY)) }, 'weekly.1.windows', 'A day can have at most 6 windows.'],
    [{ ...HOURS, overrides: [{ date: '2027-02-30', windows: [] }] }, 'overrides.0.date', 'A special day must be a date such as 2027-01-31.'],
    [{ ...HOURS, buffer_before_minutes: 241 }, 'buffer_before_minutes', 'A buffer must be 0 to 240 minutes.'],
    [{ ...HOURS, buffer_after_minutes: -1 }, 'buffer_after_minutes', 'A buffer must be 0 to 240 minutes.'],
    [{ ...HOURS, minimum_notice_hours: 721 }, 'minimum_notice_hours', 'The minimum notice must be 0 to 720 hours.'],
    [{ ...HOURS, cancellation_notice_hours: 1.5 }, 'cancellation_notice_hours', 'The cancellation notice must be 0 to 720 hours.'],
    [{ ...HOURS, horizon_days: 0 }, 'horizon_days', 'Clients can book 1 to 365 days ahead.'],
    [{ ...HOURS, horizon_days: 366 }, 'horizon_days', 'Clients can book 1 to 365 days ahead.'],
    [{ ...HOURS, timezone: 'Asia/Tokyo' }, 'timezone', 'timezone is not a known field'],
  ])('refuse %j', async (body, field, message) => {
    const answer = await therapist.put(PATH, body).expect(400);
    expect(answer.body).toEqual({ detail: message, errors: [{ field, message }], request_id: expect.any(String) as string });
    expect((await therapist.get(PATH).expect(200)).body).toMatchObject({ horizon_days: 60 });
  });

  it.each([
    [{ ...HOURS, weekly: week([{ ...WORKDAY, last_start: '08:59' }]) }, 'On Monday the last start is before the first start.'],
    [{ ...HOURS, weekly: week([WORKDAY, { ...WORKDAY, first_start: '17:30', last_start: '18:00' }]) }, 'The windows on Monday overlap.'],
    [{ ...HOURS, overrides: [{ date: '2027-01-31', windows: [WORKDAY, WORKDAY] }] }, 'The windows on 2027-01-31 overlap.'],
    [{ ...HOURS, overrides: [...HOURS.overrides, ...HOURS.overrides] }, '2026-12-24 is listed twice.'],
  ])('break a rule with %j', async (body, detail) => {
    const answer = await therapist.put(PATH, body).expect(422);
    expect(answer.body).toEqual({ detail, request_id: expect.any(String) as string });
    expect((await therapist.get(PATH).expect(200)).body).toMatchObject({ horizon_days: 60 });
  });

  it.each([['weekly', [null, 1, 'x']], ['weekly', 'all'], ['overrides', {}], ['overrides', [{ date: '2027-01-31' }]]])('refuse %s = %j', async (field, value) => {
    await therapist.put(PATH, { ...HOURS, [field]: value }).expect(400);
  });

  it('take 366 special days and no more', async () => {
    const overrides = Array.from({ length: 366 }, (_, n) => ({ date: new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10), windows: [] }));
    await therapist.put(PATH, { ...HOURS, overrides }).expect(200);
    const refused = await therapist.put(PATH, { ...HOURS, overrides: [...overrides, { date: '2029-01-01', windows: [] }] }).expect(400);
    expect(refused.body).toMatchObject({ detail: 'There can be at most 366 special days.' });
  });
});
