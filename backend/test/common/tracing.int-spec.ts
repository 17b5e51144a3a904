import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as supertest from 'supertest';
import { DOMAINS } from '../../src/domains';
import { collectorOf } from '../../src/common/tracing/spans-out';
import { Tracing } from '../../src/common/tracing/tracing';
import { sendBookingMail } from '../../src/modules/bookings/changes/booking-news.service';
import { Canaries } from '../harness/canaries';
import { MailCatcher } from '../harness/mail-catcher';
import { OtlpReceiver, ReceivedSpan } from '../harness/otlp-receiver';
import { eventually, startTestWorker, TestWorker } from '../harness/outbox-worker';
import { book, openPractice } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';
import { TEST_KEYS } from '../harness/test-database';

let receiver: OtlpReceiver;
let catcher: MailCatcher;

beforeAll(async () => {
  receiver = await OtlpReceiver.start();
  catcher = await MailCatcher.start();
});
afterAll(async () => {
  await receiver.close();
  await catcher.close();
});

const named = (name: string): ReceivedSpan[] => receiver.spans.filter((span) => span.name === name);
const anybody = (test: TestApp) => supertest.default(test.app.getHttpServer());

it('requests and jobs are told with their parts, and with nothing that anybody wrote or is called', async () => {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector' };
  const test = await startTestApp(environment);
  const worker: TestWorker = await startTestWorker(test.testDatabase.url, { imports: [...DOMAINS] }, { ...environment, SMTP_URL: catcher.url });
  const canaries = new Canaries();
  const practice = await openPractice(test, { name: canaries.make() });
  const [word, email, id] = [canaries.make(), `${canaries.make()}@example.org`, canaries.add('0192d3a4-7ca9-7000-8000-0123456789ab')];
  const foreign = canaries.add(randomBytes(16).toString('hex'));
  const { body } = await book(test, practice, { client_name: canaries.make(), client_email: email, notes: canaries.make() }).expect(201);
  canaries.add((body as { id: string }).id);
  canaries.add(practice.therapist.id);
  const asked = [
    anybody(test).get(`/api/public/therapist/${id}`),
    anybody(test).get(`/api/public/therapist/slug/${practice.slug}?${canaries.make()}=${canaries.make()}`),
    anybody(test).get(`/${canaries.make()}`),
    anybody(test).get(`/api/${canaries.make()}`),
    anybody(test).get(`/api/calendar-feeds/${canaries.add(randomBytes(32).toString('base64url'))}.ics`),
    anybody(test).get(`/api/bookings/manage?token=${canaries.make()}`),
    anybody(test).get('/api/bookings/manage').set('Authorization', `Bearer ${canaries.make()}`),
    anybody(test).post('/api/bookings').set('Content-Type', 'application/json').send(`{"client_name": "${canaries.make()}`),
    anybody(test).post('/api/auth/client/code').send({ email: `${canaries.make()}@example.org` }),
    practice.therapist.get(`/api/therapist/clients?q=${canaries.make()}`).set('X-Search', `q=${canaries.make()}`),
    anybody(test).get('/api/health/ready').set({ 'X-Request-Id': canaries.make(), traceparent: `00-${foreign}-00f067aa0ba902b7-01`, baggage: `person=${word}`, Cookie: `session=${canaries.make()}`, Referer: `http://localhost/${canaries.make()}`, 'User-Agent': canaries.make() }),
  ];
  for (const each of asked) await each;
  // A job whose failure quotes whom it was for.
  catcher.refused.set(email, { code: 550, text: `no such user ${email}` });
  await eventually(async () => expect(await test.database.query(`select from outbox where state in ('done', 'failed') and job = $1`, [sendBookingMail.name])).not.toEqual([]), 20_000);
  await Promise.all([worker.stop(), test.close()]);

  const [booking] = named('POST /api/bookings').filter(({ facts }) => facts['http.response.status_code'] === 201);
  expect(booking).toMatchObject({ kind: 2, service: 'attune-api', hasFailed: false, facts: { 'http.request.method': 'POST', 'http.route': '/api/bookings', 'http.response.status_code': 201 } });
  if (!booking) throw new Error('There is no span of the booking.');
  expect(booking.parentSpanId ?? '').toBe('');
  const within = receiver.partsOf(booking);
  expect(within.map(({ name }) => name)).toContain('transaction');
  const inTransaction = within.filter(({ name }) => name === 'transaction').flatMap((transaction) => receiver.partsOf(transaction));
  expect(inTransaction.map(({ name, facts }) => [name, facts['db.query.summary']])).toContainEqual(['outbox-insert', 'outbox-insert']);
  const [job] = named(sendBookingMail.name);
  expect(job).toMatchObject({ kind: 5, service: 'attune-worker', facts: { 'messaging.destination.name': 'mail' } });
  if (!job) throw new Error('There is no span of the job.');
  expect(job.traceId).not.toBe(booking.traceId);
  expect(receiver.partsOf(job)).toContainEqual(expect.objectContaining({ name: 'mail server: send', kind: 3, facts: { 'peer.service': 'mail server' } }));
  expect(named('GET /api/public/therapist/:id').length).toBeGreaterThan(0);
  // Addresses that nothing answers are one name, however many there are.
  expect(named('GET *path').length).toBeGreaterThan(0);
  const known = (name: string): boolean => /^[A-Z]+( \/api\/[\w:./-]+| \*path)?$/.test(name) || /^[a-z][a-z\d-]+$/.test(name) || name === 'mail server: send';
  expect(receiver.spans.map(({ name }) => name).filter((name) => !known(name))).toEqual([]);
  // One of each trace came from nowhere, and nobody's trace was gone on with.
  for (const { traceId, parentSpanId } of receiver.spans) if (parentSpanId) expect(receiver.spans.filter((one) => one.spanId === parentSpanId && one.traceId === traceId)).toHaveLength(1);
  expect(receiver.headers[0]).toMatchObject({ authorization: 'Bearer of-the-collector' });
  expect(canaries.in(receiver.bodies.join('\n'))).toEqual([]);
  const names = new Set(receiver.spans.flatMap(({ facts }) => Object.keys(facts)));
  const facts = ['http.request.method', 'http.route', 'http.response.status_code', 'messaging.destination.name', 'attune.outcome', 'db.system.name', 'db.query.summary', 'db.response.status_code', 'peer.service'];
  expect([...names].filter((name) => !facts.includes(name))).toEqual([]);
});

it('a request’s parts are its own, however many stand in line with it', async () => {
  receiver.spans.length = 0;
  const test = await startTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_SERVICE_NAME: 'practice', READS_AT_WORK_PER_CONNECTION: '2', PUBLIC_READS_AT_WORK: '2', PUBLIC_LANE: 'false' });
  const practice = await openPractice(test);
  await Promise.all(Array.from({ length: 12 }, () => anybody(test).get(`/api/public/therapist/slug/${practice.slug}`).expect(200)));
  await Promise.all(Array.from({ length: 12 }, () => practice.therapist.get('/api/therapist/services').expect(200)));
  await test.close();
  const lists = named('GET /api/therapist/services');
  expect(lists).toHaveLength(12);
  const parts = lists.map((one) => receiver.partsOf(one).map(({ name }) => name).sort().join());
  expect(new Set(parts).size).toBeLessThanOrEqual(2);
  for (const one of parts) expect(one).not.toBe('');
  expect(receiver.spans.every(({ service }) => service === 'practice')).toBe(true);
});

it('as many are told as the sampler says', async () => {
  receiver.spans.length = 0;
  const test = await startTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' });
  await test.http.get('/api/health/ready').expect(200);
  await test.close();
  expect(receiver.spans).toEqual([]);
});

it.each([['is not there', 'http://127.0.0.1:9'], ['never answers', undefined], ['refuses', undefined]] as const)('a collector that %s keeps nobody waiting, and the stop neither', async (what, away) => {
  receiver.answers = what === 'refuses' ? 401 : 'silent';
  const test = await startTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: away ?? receiver.url });
  for (let asked = 0; asked < 20; asked += 1) await test.http.get('/api/health/ready').expect(200);
  await test.close();
  receiver.answers = 'well';
});

it('that a collector takes nothing is said once, and once that it does again', async () => {
  receiver.answers = 401;
  const told: string[] = [];
  const out = await collectorOf({ url: `${receiver.url}/v1/traces`, headers: { key: 'of-the-collector' }, service: undefined, share: 1 }, { process: 'api', version: '1', revision: '1' }, (text) => told.push(text));
  const refusedBefore = receiver.refused;
  // More than are sent at once, in several goes.
  for (let go = 1; go <= 2; go += 1) {
    for (let one = 0; one < 600; one += 1) out.begin('request', 'request')?.end(false);
    await eventually(() => expect(receiver.refused - refusedBefore).toBeGreaterThanOrEqual(2 * go), 20_000);
  }
  await eventually(() => expect(told).toEqual(['The collector of traces (OTEL_EXPORTER_OTLP_ENDPOINT) takes none: 401. They are lost until it does; nothing else waits for them.']));
  receiver.answers = 'well';
  await eventually(() => {
    out.begin('request', 'request')?.end(false);
    expect(told.slice(1)).toEqual(['The collector takes traces again.']);
  }, 20_000);
  await out.stop();
});

it('without a collector nothing of it is loaded, and no request is told of', async () => {
  const test = await startTestApp();
  expect(test.app.get(Tracing).isOn).toBe(false);
  expect(test.app.get(Tracing).begin('request', 'request')).toBeUndefined();
  // The library of the figures brings the bare interface along, by itself.
  expect(loadedBy(test, {}).filter((name) => name !== 'api')).toEqual([]);
  // That the look finds what is there.
  expect(loadedBy(test, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url })).toEqual(expect.arrayContaining(['exporter-trace-otlp-http', 'resources', 'sdk-trace']));
  await test.close();
});

/** The packages of OpenTelemetry that an API has in memory once it has started, in a process of its own. */
function loadedBy({ testDatabase, config }: TestApp, environment: Record<string, string>): string[] {
  const backend = join(__dirname, '../..');
  const code = `require(${JSON.stringify(join(backend, 'src/api.ts'))}).createApi('fatal').then(async (app) => {
    await app.init();
    console.log(JSON.stringify(Object.keys(require.cache)));
    await app.close();
    process.exit();
  });`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--require', join(backend, 'test/harness/outbox-typescript.cjs'), '-e', code], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', PUBLIC_URL: 'http://localhost:3000', DATABASE_URL: testDatabase.url, DATA_DIR: config.dataDir, ENCRYPTION_KEYS: TEST_KEYS, LOG_LEVEL: 'fatal', QUEUE_ENGINE: 'builtin', ...environment },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = stdout.split('\n').find((line) => line.startsWith('["/'));
  if (files === undefined) throw new Error(`It did not start: ${stderr}`);
  return [...new Set((JSON.parse(files) as string[]).flatMap((path) => /\/@opentelemetry\/([^/]+)\//.exec(path)?.[1] ?? []))].sort();
}
