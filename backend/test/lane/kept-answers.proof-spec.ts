import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as fc from 'fast-check';
import { DateTime } from 'luxon';
import { Client } from 'pg';
import { type PostgresOptions, type RunningPostgres, startPostgres, traversableFolder } from '../../../docker/local/src/postgres/server';
import { eventually } from '../harness/outbox-worker';
import { openPractice, Practice } from '../harness/practice';
import { sendRaw } from '../harness/raw-request';
import { startTestApp, TestApp } from '../harness/test-app';

const FULL = process.env['PROOF'] === 'full';
const STEPS = FULL ? 2_000 : 100;
/** What another process may still be told after a change. */
const TOLD_MS = 1_000;
/** Practices that are closed for a while are asked for again and again. */
const NO_LIMIT = { PUBLIC_UNKNOWN_LIMIT: '1000000' };
const ZONES = ['America/New_York', 'America/Los_Angeles', 'America/St_Johns', 'Europe/London', 'Europe/Paris', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'Africa/Cairo'];

/** A database server of its own, for it is restarted. */
let postgres: RunningPostgres;
let cluster: PostgresOptions;
const sharedUrl = process.env['TEST_DATABASE_ADMIN_URL'];
let apis: TestApp[];
/** Keeps nothing: what it says is true. */
let truth: TestApp;
/** Somebody who writes and tells nobody, such as another process or an operator. */
let outside: Client;
/** May end the connections of the application's role. */
let cutter: Client;
let practices: { practice: Practice; zone: string; changedAt: number; changedBy: unknown }[];

/** Whatever is asked meanwhile waits or is told that the database is away. */
async function restartPostgres(): Promise<void> {
  await Promise.all([outside.end(), cutter.end()]).catch(() => undefined);
  await postgres.stop();
  postgres = await startPostgres({ ...cluster, requiredPort: postgres.port });
  await connect();
}

async function connect(): Promise<void> {
  outside = new Client({ connectionString: truth.testDatabase.ownerUrl });
  cutter = new Client({ connectionString: truth.testDatabase.url });
  for (const client of [outside, cutter]) client.on('error', () => undefined);
  await Promise.all([outside.connect(), cutter.connect()]);
}

beforeAll(async () => {
  cluster = { dataDir: join(traversableFolder(mkdtempSync(join(tmpdir(), 'attune-test-'))), 'data'), password: randomBytes(9).toString('hex'), throwaway: true };
  postgres = await startPostgres(cluster);
  process.env['TEST_DATABASE_ADMIN_URL'] = postgres.adminUrl;
  truth = await startTestApp({ PUBLIC_KEPT_MB: '0', ...NO_LIMIT });
  apis = [await startTestApp(NO_LIMIT, undefined, truth.testDatabase), await startTestApp(NO_LIMIT, undefined, truth.testDatabase)];
  await connect();
  practices = [];
  for (const zone of ZONES) {
    const practice = await openPractice(truth);
    await practice.therapist.put('/api/therapist/profile', { display_name: 'Dr. Test', timezone: zone, custom_slug: practice.slug }).expect(200);
    practices.push({ practice, zone, changedAt: -Infinity, changedBy: undefined });
  }
  await pause(TOLD_MS);
});
afterAll(async () => {
  await Promise.all([outside.end(), cutter.end()]);
  for (const api of apis) await api.close();
  await truth.close();
  await postgres.stop();
  process.env['TEST_DATABASE_ADMIN_URL'] = sharedUrl;
  rmSync(dirname(cluster.dataDir), { recursive: true, force: true });
});

/** That the database is away is no lie: then it is asked again. */
async function ask(api: TestApp, path: string): Promise<string> {
  for (;;) {
    const { status, text } = await sendRaw(api.app.getHttpServer() as Server, { method: 'GET', path });
    if (status !== 503) return `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`;
    await pause(50);
  }
}

/** A connection that was cut is found out by whoever uses it next. */
const write = (api: TestApp, index: number, which: number): Promise<void> =>
  eventually(async () => void (await api.database.transaction((tx) => tx.query(WRITES[which]!, [practices[index]!.practice.therapist.id]))));

/** Changes, as SQL; $1 is the therapist. */
const WRITES = [
  `update therapist_profiles set display_name = 'Dr. ' || gen_random_uuid() where therapist_id = $1`,
  `update therapist_profiles set bookings_paused = not bookings_paused where therapist_id = $1`,
  `update services set duration_minutes = 30 + (duration_minutes + 15) % 90 where therapist_id = $1`,
  `update services set name = 'Session ' || gen_random_uuid() where therapist_id = $1`,
  `insert into busy_blocks (id, therapist_id, source, origin_id, event_key, starts_at, ends_at)
     select gen_random_uuid(), $1, 'google', gen_random_uuid(), gen_random_uuid()::text, t, t + interval '2 hours' from (select now() + random() * interval '20 days' as t) r`,
  `delete from busy_blocks where therapist_id = $1`,
  `update users set is_active = not is_active where id = $1`,
];

const at = fc.nat({ max: ZONES.length - 1 });
const step = fc.oneof(
  { weight: 48, arbitrary: fc.record({ kind: fc.constant('read' as const), api: fc.nat({ max: 1 }), at, path: fc.nat({ max: 4 }) }) },
  { weight: 20, arbitrary: fc.record({ kind: fc.constant('write' as const), api: fc.nat({ max: 1 }), at, write: fc.nat({ max: WRITES.length - 1 }) }) },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('outside' as const), at, write: fc.nat({ max: WRITES.length - 1 }) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('killed' as const), at, write: fc.nat({ max: WRITES.length - 1 }) }) },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('together' as const), api: fc.nat({ max: 1 }), at, path: fc.nat({ max: 4 }), write: fc.nat({ max: WRITES.length - 1 }) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('midnight' as const), at }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('cut' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restarted' as const), api: fc.nat({ max: 1 }), at, path: fc.nat({ max: 4 }), write: fc.nat({ max: WRITES.length - 1 }) }) },
);

it(`tells no lie in ${STEPS} steps of two processes, of which none hears of the other: writes, a writer that dies, cut connections, a database that restarts, midnights of nine zones`, async () => {
  const steps = fc.sample(step, { numRuns: STEPS, ...(FULL ? {} : { seed: 20 }) });
  const counts: Record<string, number> = {};
  const pathOf = (index: number, path: number): string => {
    const { practice, zone } = practices[index]!;
    const from = DateTime.fromJSDate(truth.clock.now(), { zone });
    const api = `/api/public/therapist/${practice.therapist.id}`;
    return [api, `${api}/services`, `/api/public/therapist/slug/${practice.slug}`, `/api/public/therapist/slug/${practice.slug}/services`, `${api}/availability?service_id=${practice.serviceId}&from=${from.toFormat('yyyy-MM-dd')}&to=${from.plus({ days: 40 }).toFormat('yyyy-MM-dd')}`][path]!;
  };
  const changed = (index: number, by: unknown): void => void Object.assign(practices[index]!, { changedAt: performance.now(), changedBy: by });
  const isTold = (index: number, api: unknown, since: number): boolean => practices[index]!.changedBy === api || since - practices[index]!.changedAt >= TOLD_MS;
  let stale = 0;
  for (const [nth, each] of steps.entries()) {
    counts[each.kind] = (counts[each.kind] ?? 0) + 1;
    if (each.kind === 'read') {
      const [path, since] = [pathOf(each.at, each.path), performance.now()];
      const told = await ask(apis[each.api]!, path);
      const now = await ask(truth, path);
      if (told === now) continue;
      stale += 1;
      expect([nth, path, told, isTold(each.at, apis[each.api], since)]).toEqual([nth, path, told, false]);
    } else if (each.kind === 'write') {
      const api = apis[each.api]!;
      await write(api, each.at, each.write);
      changed(each.at, api);
      for (const path of [0, 1, 4]) expect([nth, await ask(api, pathOf(each.at, path))]).toEqual([nth, await ask(truth, pathOf(each.at, path))]);
    } else if (each.kind === 'outside') {
      await outside.query(WRITES[each.write]!, [practices[each.at]!.practice.therapist.id]);
      changed(each.at, outside);
    } else if (each.kind === 'killed') {
      const writer = new Client({ connectionString: truth.testDatabase.ownerUrl });
      writer.on('error', () => undefined);
      await writer.connect();
      await writer.query('begin');
      await writer.query(WRITES[each.write]!, [practices[each.at]!.practice.therapist.id]);
      // Half of them die before they commit, half right after it.
      if (nth % 2) {
        await writer.query('commit');
        changed(each.at, writer);
      }
      await outside.query('select pg_terminate_backend($1)', [(writer as unknown as { processID: number }).processID]);
      await writer.end().catch(() => undefined);
    } else if (each.kind === 'together') {
      const [api, path] = [apis[each.api]!, pathOf(each.at, each.path)];
      const before = [await ask(api, path), await ask(truth, path)];
      const writing = write(api, each.at, each.write);
      const [, ...told] = await Promise.all([writing, ...apis.flatMap((one) => [ask(one, path), ask(one, path)])]);
      changed(each.at, api);
      const after = await ask(truth, path);
      const isSettled = before[0] === before[1];
      for (const text of told) if (isSettled) expect([nth, [...before, after].includes(text) || !isTold(each.at, undefined, performance.now())]).toEqual([nth, true]);
      expect([nth, await ask(api, path)]).toEqual([nth, after]);
    } else if (each.kind === 'midnight') {
      const midnight = DateTime.fromJSDate(truth.clock.now(), { zone: practices[each.at]!.zone }).plus({ days: 1 }).startOf('day');
      for (const [moment, name] of [[midnight.minus({ seconds: 30 }), 'before'], [midnight, 'after']] as const) {
        for (const { clock } of [truth, ...apis]) clock.set(moment.toUTC().toISO() ?? '');
        await pause(TOLD_MS / 20);
        if (!isTold(each.at, apis[0], performance.now())) continue;
        const path = pathOf(each.at, 4);
        expect([nth, name, await ask(apis[0]!, path)]).toEqual([nth, name, await ask(truth, path)]);
      }
    } else if (each.kind === 'restarted') {
      // It is restarted under what is asked and written: either is done, or said to be undone.
      const path = pathOf(each.at, each.path);
      const restart = restartPostgres();
      const writing = write(apis[each.api]!, each.at, each.write);
      await Promise.all([restart, writing, ...apis.map((api) => ask(api, path))]);
      changed(each.at, undefined);
      await pause(TOLD_MS);
      for (const api of apis) expect([nth, await ask(api, path)]).toEqual([nth, await ask(truth, path)]);
    } else {
      await cutter.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`);
    }
  }
  // Then fast again: all are told, and what was asked for once is kept.
  await pause(TOLD_MS);
  for (const [index] of practices.entries()) for (const api of apis) for (const path of [0, 4]) expect(await ask(api, pathOf(index, path))).toBe(await ask(truth, pathOf(index, path)));
  if (FULL) process.stdout.write(`kept answers: ${JSON.stringify(counts)}, ${stale} answers of another process were older than the last change, all by less than a second\n`);
}, 600_000);
