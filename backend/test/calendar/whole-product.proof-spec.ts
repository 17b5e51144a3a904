import { DateTime } from 'luxon';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { forkStack, RunningStack } from '../../../docker/local/src/stack/forked-stack';
import { eventually } from '../harness/outbox-worker';
import { atGoogle, StackTherapist } from '../harness/stack-therapist';

/** The API, a worker, Redis and the demo's Google as `npm start` starts them, each in its own process. */
const PUSHES = 20;
const KILLS = 12;
const AWAY = 24;
const ACCOUNT = 'amelie@demo.attune.example';
const ZONE = 'America/New_York';
/** Three pages: the nights of nearly a year. */
const FOREIGN = 5_200;
const PER_NIGHT = 15;

let stack: RunningStack;
let database: Client;
let therapist: StackTherapist;
let serviceId: string;
let visitors = 0;

beforeAll(async () => {
  stack = await forkStack();
  database = new Client({ connectionString: stack.databaseUrl });
  await database.connect();
  therapist = await StackTherapist.signIn(stack);
  const services = (await (await fetch(`${stack.url}/api/public/therapist/${stack.demo.therapist_id}/services`)).json()) as { id: string; duration_minutes: number }[];
  serviceId = services.find(({ duration_minutes }) => duration_minutes <= 30)?.id ?? '';
  await therapist.connectCalendar();
  await eventually(async () => expect(await channels()).toHaveLength(1), 60_000);
}, 180_000);
afterAll(async () => {
  await database?.end();
  await stack?.stop();
});

interface GoogleEvent {
  id: string;
  start: { dateTime: string };
  end: { dateTime: string };
  extendedProperties?: { private?: { attune?: string } };
}
interface Row {
  id: string;
  starts_at: Date;
  ends_at: Date;
  status: string;
}
interface SeenRequest {
  method: string;
  path: string;
  query: Record<string, string>;
}

const google = <Result>(deed: string, fields: object = {}): Promise<Result> => atGoogle<Result>(stack, deed, { account: ACCOUNT, ...fields });
const channels = (): Promise<object[]> => google<object[]>('channels');
const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => (await database.query(text, values)).rows as Row[];
const upcoming = (): Promise<Row[]> => rows<Row>(`select id, starts_at, ends_at, status from bookings where therapist_id = $1 and ends_at > now() order by starts_at`, [stack.demo.therapist_id]);
const span = (start: Date | string, end: Date | string): string => `${new Date(start).toISOString()} – ${new Date(end).toISOString()}`;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const chosen = <One>(from: readonly One[]): One | undefined => from[Math.floor(Math.random() * from.length)];

async function freeTimes(from = 2, days = 55): Promise<{ date: string; time: string }[]> {
  const day = (n: number): string => DateTime.now().setZone(ZONE).plus({ days: n }).toFormat('yyyy-MM-dd');
  const answer = await fetch(`${stack.url}/api/public/therapist/${stack.demo.therapist_id}/availability?${String(new URLSearchParams({ service_id: serviceId, from: day(from), to: day(from + days) }))}`);
  const { days: found } = (await answer.json()) as { days: { date: string; times: string[] }[] };
  return found.flatMap(({ date, times }) => times.map((time) => ({ date, time })));
}

async function book(): Promise<void> {
  const wish = chosen(await freeTimes());
  if (!wish) throw new Error('the demo practice has no free time');
  visitors += 1;
  const body = JSON.stringify({ service_id: serviceId, client_name: 'Load Person', client_email: `v${visitors}@load.example`, appointment_date: wish.date, appointment_time: wish.time });
  const answer = await fetch(`${stack.url}/api/bookings`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect([201, 409]).toContain(answer.status);
}

/** Something becomes of an appointment. */
async function change(): Promise<void> {
  const one = chosen((await upcoming()).filter(({ status }) => status === 'confirmed'));
  const wish = chosen(await freeTimes());
  if (!one || !wish) return;
  const path = `/api/therapist/bookings/${one.id}`;
  const answer =
    Math.random() < 0.4
      ? await therapist.ask('PUT', `${path}/status`, { status: 'cancelled' })
      : await therapist.ask('PUT', `${path}/time`, { starts_at: one.starts_at.toISOString(), appointment_date: wish.date, appointment_time: wish.time, on_purpose: true });
  expect([200, 409, 422, 429]).toContain(answer.status);
}

/** What stands at Google of ours, deleted events left out. */
async function ownEvents(): Promise<GoogleEvent[]> {
  return (await google<GoogleEvent[]>('events', { from: new Date().toISOString() })).filter(({ extendedProperties }) => extendedProperties?.private?.attune === '1');
}

/** Each appointment to come stands there once, and nothing else of ours. @returns how many */
async function expectInStep(withinMs: number): Promise<number> {
  let standing = 0;
  await eventually(async () => {
    const events = await ownEvents();
    const confirmed = (await upcoming()).filter(({ status }) => status === 'confirmed');
    standing = confirmed.length;
    expect(events.map(({ start, end }) => span(start.dateTime, end.dateTime)).sort()).toEqual(confirmed.map(({ starts_at, ends_at }) => span(starts_at, ends_at)).sort());
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect(await rows('select from calendar_appointments where due')).toHaveLength(0);
  }, withinMs);
  return standing;
}

it(`what changes at Google is in the free times within 10 s of its push, ${PUSHES} times`, async () => {
  const took: number[] = [];
  for (let one = 0; one < PUSHES; one += 1) {
    const wish = chosen(await freeTimes(7, 30));
    if (!wish) throw new Error('the demo practice has no free time');
    const start = DateTime.fromISO(`${wish.date}T${wish.time}`);
    await google('addEvent', { title: 'Dentist', start: start.toFormat("yyyy-MM-dd'T'HH:mm"), end: start.plus({ minutes: 10 }).toFormat("yyyy-MM-dd'T'HH:mm") });
    const began = performance.now();
    await eventually(async () => expect(await freeTimes(7, 30)).not.toContainEqual(wish), 30_000);
    took.push((performance.now() - began) / 1_000);
    // Now and then the account is just being looked at for the event before.
    await pause(Math.random() * 1_500);
  }
  took.sort((one, other) => one - other);
  const at = (share: number): string => (took[Math.floor((took.length - 1) * share)] ?? NaN).toFixed(2);
  process.stdout.write(`a change at Google is in the free times after its push: ${at(0)} s at best, ${at(0.5)} s in the middle, ${at(1)} s at worst, of ${took.length}\n`);
  expect(took.at(-1)).toBeLessThan(10);
}, 600_000);

it(`a worker that is killed ${KILLS} times while it writes appointments and reads page after page loses nothing and writes nothing twice`, async () => {
  const first = DateTime.now().setZone(ZONE).plus({ days: 1 }).startOf('day');
  const night = (index: number): DateTime => first.plus({ days: Math.floor(index / PER_NIGHT) }).set({ hour: Math.floor((index % PER_NIGHT) / 2), minute: (index % 2) * 30 });
  const events = Array.from({ length: FOREIGN }, (_, index) => ({ title: 'Night shift', start: night(index).toISO(), end: night(index).plus({ minutes: 20 }).toISO() }));
  await google('addEvents', { events });
  const foreign = (await google<GoogleEvent[]>('events', { from: new Date().toISOString() })).length - (await ownEvents()).length;
  const during = { writing: 0, reading: 0, between: 0 };
  for (let kill = 0; kill < KILLS; kill += 1) {
    await google('clearFaults');
    await google('expireSyncTokens');
    // So that there is a moment to be killed in.
    await google('fault', { kind: 'delay', ms: 150, times: 10_000 });
    for (let one = 0; one < 6; one += 1) await book();
    for (let one = 0; one < 3; one += 1) await change();
    // As if the time had gone by for which a worker that died is waited for.
    await rows('update calendar_connections set working_until = now() where working_until is not null');
    await google('addEvent', { title: 'One more', start: night(FOREIGN + kill).toISO(), end: night(FOREIGN + kill).plus({ minutes: 20 }).toISO() });
    await eventually(async () => expect(await rows('select from calendar_connections where working_until > now()')).toHaveLength(1), 60_000);
    await pause(Math.random() * 4_000);
    const busy = await rows('select from calendar_connections where working_until > now()');
    const last = (await google<SeenRequest[]>('requests')).at(-1);
    await stack.kill('worker');
    during[busy.length === 0 ? 'between' : last?.method === 'GET' ? 'reading' : 'writing'] += 1;
  }
  await google('clearFaults');
  const standing = await expectInStep(300_000);
  await eventually(async () => {
    const [blocks] = await rows<{ blocks: number }>(`select count(*)::int as blocks from busy_blocks where source = 'google' and ends_at > now()`);
    expect(blocks?.blocks).toBe(foreign + KILLS);
  }, 300_000);
  process.stdout.write(`kill -9 × ${KILLS} of the worker (${JSON.stringify(during)}): ${standing} appointments stand at Google once, ${foreign + KILLS} events block their time\n`);
}, 30 * 60_000);

it(`with Redis hanging, and killed, ${AWAY} appointments are made; all of them come to the calendar, none twice`, async () => {
  const pid = Number(readFileSync(join(stack.dataDir, 'redis', 'redis.pid'), 'utf8').split('\n')[0]);
  const before = (await upcoming()).length;
  process.kill(pid, 'SIGSTOP');
  for (let one = 0; one < AWAY / 2; one += 1) await book();
  await change();
  await pause(8_000);
  process.kill(pid, 'SIGCONT');
  await book();
  await stack.kill('redis');
  for (let one = 0; one < AWAY / 2 - 1; one += 1) await book();
  const came = (await upcoming()).length - before;
  const began = performance.now();
  const standing = await expectInStep(180_000);
  process.stdout.write(`Redis stopped and killed: ${came} appointments made meanwhile, ${standing} stand at Google once, ${((performance.now() - began) / 1_000).toFixed(1)} s after it came back\n`);
  expect(came).toBeGreaterThan(0);
}, 10 * 60_000);
