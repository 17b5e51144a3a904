import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMAINS } from '../../src/domains';
import { MetricsServer } from '../../src/common/metrics/metrics-server';
import { startTestWorker, TestWorker } from '../harness/outbox-worker';
import { openPractice, book } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let worker: TestWorker;

beforeAll(async () => {
  test = await startTestApp({ METRICS_PORT: '0', ATTUNE_VERSION: '1.2.3', ATTUNE_REVISION: 'abc1234' });
  worker = await startTestWorker(test.testDatabase.url, { imports: [...DOMAINS] }, { METRICS_PORT: '0' });
});
afterAll(async () => {
  await worker.stop();
  await test.close();
});

const ask = (server: MetricsServer, path = '/metrics', method = 'GET') => fetch(`http://127.0.0.1:${server.port}${path}`, { method });
const figures = async (server: MetricsServer): Promise<string> => (await ask(server)).text();

it('tells routes, deeds, jobs, connections and what the domains measure, and nobody’s name, address or id', async () => {
  const practice = await openPractice(test);
  const { body } = await book(test, practice, { client_email: 'canary-mail@example.org', client_name: 'Canary Name', notes: 'Canary note' }).expect(201);
  await test.http.get('/api/public/therapist/0192d3a4-0000-7000-8000-000000000000').expect(404);
  await test.http.get('/api/canary-path').expect(404);
  const [api, jobs] = [await figures(test.app.get(MetricsServer, { strict: false })), await figures(worker.module.get(MetricsServer, { strict: false }))];
  expect(api).toMatch(/attune_http_request_duration_seconds_count\{method="POST",route="\/api\/bookings",status="201"\} 1/);
  expect(api).toMatch(/attune_http_request_duration_seconds_count\{method="GET",route="\/api\/public\/therapist\/:id",status="404"\} 1/);
  expect(api).toMatch(/attune_deeds_total\{actor="visitor",action="\w+"\} [1-9]/);
  expect(api).toContain('attune_build_info{version="1.2.3",revision="abc1234"} 1');
  expect(api).toMatch(/attune_database_connections\{state="open"\} [1-9]/);
  expect(api).not.toContain('attune_jobs{');
  for (const name of ['attune_jobs', 'attune_oldest_job_seconds', 'attune_workers', 'attune_log_unsealed_seconds', 'attune_calendar_connections', 'attune_meeting_sessions']) expect(jobs).toContain(`# TYPE ${name} gauge`);
  expect(jobs).toMatch(/attune_workers \d/);
  expect(jobs).not.toMatch(/attune_measure_failures_total\{/);
  for (const text of [api, jobs]) {
    expect(text).not.toMatch(/canary/i);
    expect(text).not.toContain((body as { id: string }).id);
    expect(text).not.toContain(practice.therapist.id);
  }
});

it('answers nothing else, and several questions at once with one look', async () => {
  const server = test.app.get(MetricsServer, { strict: false });
  expect((await ask(server, '/')).status).toBe(404);
  expect((await ask(server, '/metrics', 'POST')).status).toBe(404);
  expect((await ask(server, '/live')).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(server)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await test.http.get('/metrics')).text).not.toContain('attune_');
});

it('every figure that the alerts and the dashboard ask for is there', async () => {
  const told = [await figures(test.app.get(MetricsServer, { strict: false })), await figures(worker.module.get(MetricsServer, { strict: false }))].join('\n');
  const known = new Set([...told.matchAll(/^# TYPE (\S+) (\w+)/gm)].flatMap(([, name, kind]) => (kind === 'histogram' ? ['count', 'sum', 'bucket'].map((part) => `${name}_${part}`) : [name])));
  const asked = ['alerts.yml', 'dashboard.json'].flatMap((file) => readFileSync(join(__dirname, '../../../docker/monitoring', file), 'utf8').match(/\b(?:attune|nodejs|process)_\w+(?=[\s{\[)"])/g) ?? []);
  expect(asked.length).toBeGreaterThan(20);
  expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([]);
});
