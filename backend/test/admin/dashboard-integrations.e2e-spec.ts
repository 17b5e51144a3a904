import { Client } from 'pg';
import * as supertest from 'supertest';
import { newId } from '../../src/common/database/database';
import { PartFailures } from '../../src/common/health/part-failures';
import { SignedInAdmin, signInAdmin } from '../harness/signed-in-admin';
import { startTcpFault, TcpFault } from '../harness/tcp-fault';
import { startTestApp, TestApp } from '../harness/test-app';

let fault: TcpFault;
let test: TestApp;
let admin: SignedInAdmin;

interface Part {
  part: string;
  engine: string;
  state: string;
  note: string;
  last_failure: { at: string; reason: string } | null;
}

beforeAll(async () => {
  const server = new URL(process.env['TEST_DATABASE_ADMIN_URL'] ?? '');
  fault = await startTcpFault({ host: server.hostname, port: Number(server.port) });
  const environment = {
    SMTP_URL: 'smtp://canary-user:canary-password@mail.example.org:587',
    // Nobody listens there.
    GOOGLE_TOKEN_URL: 'http://127.0.0.1:9/token',
  };
  test = await startTestApp(environment, (url) => {
    url.hostname = '127.0.0.1';
    url.port = String(fault.port);
  });
  admin = await signInAdmin(test);
});
afterAll(async () => {
  await test.close();
  await fault.close();
});

async function status(): Promise<Record<string, Part>> {
  const { body } = await admin.get('/api/admin/dashboard').expect(200);
  expect(JSON.stringify(body)).not.toContain('canary');
  return Object.fromEntries((body.integrations as Part[]).map((part) => [part.part, part]));
}

async function worker(state: 'ok' | 'down', engine: string, server: string | null): Promise<void> {
  await test.database.query('delete from worker_heartbeats');
  await test.database.query(`insert into worker_heartbeats values ('w', now(), $1, $2, $3)`, [state, engine, JSON.stringify({ queues: [], queue_server: server })]);
}

async function eventually(check: () => Promise<void>): Promise<void> {
  for (const until = Date.now() + 20_000; ; ) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const role = (): string => new URL(test.testDatabase.url).username;

async function asOwner(sql: string): Promise<void> {
  const owner = new Client({ connectionString: test.testDatabase.ownerUrl });
  await owner.connect();
  await owner.query(sql).finally(() => owner.end());
}

describe('how the installation runs', () => {
  const operation = async () => (await admin.get('/api/admin/dashboard').expect(200)).body.operation as Record<string, unknown> & { storage: Record<string, unknown> };
  const put = (queue: string, state: string, ago: string, finished = 'null') =>
    test.database.query(`insert into outbox (id, queue, job, payload, state, available_at, finished_at) values ($1, $2, 'send-booking-mail', '{}', $3, now() - $4::interval, ${finished})`, [newId(), queue, state, ago]);

  it('tells what waits and since when, mails sent and given up, the version and the storage', async () => {
    await test.database.query('delete from outbox');
    expect(await operation()).toMatchObject({ jobs_waiting: 0, oldest_job_at: null, mails_sent_last_hour: 0, mails_failed: 0 });
    await put('mail', 'pending', '3 minutes');
    await put('pictures', 'queued', '1 minute');
    await put('mail', 'pending', '-1 hour');
    for (const finished of ['now()', `now() - interval '59 minutes'`, `now() - interval '61 minutes'`]) await put('mail', 'done', '2 hours', finished);
    await put('pictures', 'done', '2 hours', 'now()');
    await put('mail', 'failed', '2 days', `now() - interval '1 day'`);
    await put('pictures', 'failed', '2 days', 'now()');
    const told = await operation();
    expect(told).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+/), jobs_waiting: 2, mails_sent_last_hour: 2, mails_failed: 1 });
    expect(Date.now() - Date.parse(String(told['oldest_job_at']))).toBeGreaterThan(170_000);
    expect(told.storage).toMatchObject({ kind: 'disk', files: 0, files_bytes: 0 });
    expect(told.storage['database_bytes']).toBeGreaterThan(1_000_000);
    await test.database.query('delete from outbox');
  });
});

describe('the integration status', () => {
  it('tells when the clocks of the server and the database are not the same', async () => {
    test.clock.advance(10 * 60_000);
    expect((await status())['database']).toMatchObject({ state: 'degraded', note: expect.stringContaining('10 minutes ahead of the database’s') as string });
    test.clock.advance(-12 * 60_000);
    expect((await status())['database']).toMatchObject({ state: 'degraded', note: expect.stringContaining('2 minutes behind the database’s') as string });
    test.clock.advance(2 * 60_000);
    expect((await status())['database']).toMatchObject({ state: 'ok' });
  });

  it('tells when records are kept longer than their term', async () => {
    const failures = test.app.get(PartFailures);
    await failures.note('retention', 'Older than they are kept: sign-ins (3).');
    expect((await status())['database']).toMatchObject({ state: 'degraded', note: expect.stringContaining('days longer than their term') as string, last_failure: { reason: 'Older than they are kept: sign-ins (3).' } });
    await failures.clear('retention');
    expect((await status())['database']).toMatchObject({ state: 'ok' });
  });

  it('names the engines as they are, and what is not there', async () => {
    const parts = await status();
    const [{ version }] = (await test.database.query<{ version: string }>(`select split_part(current_setting('server_version'), ' ', 1) as version`)) as [{ version: string }];
    expect(Object.keys(parts)).toEqual(['database', 'queue', 'mail', 'sign_in', 'calendar', 'ai', 'transcription', 'storage', 'activity_log']);
    expect(parts).toMatchObject({
      database: { engine: `PostgreSQL ${version}`, state: 'ok', last_failure: null },
      queue: { engine: 'none', state: 'degraded', note: 'No worker is running. Jobs wait in the database until one is started.' },
      mail: { engine: 'SMTP mail.example.org:587', state: 'ok', last_failure: null },
      sign_in: { engine: 'Google', state: 'ok', last_failure: null },
      calendar: { engine: 'Google Calendar', state: 'ok', note: 'Nobody has connected a calendar yet.' },
      ai: { engine: 'rule-based summary', state: 'degraded', note: 'No worker is running, so no note is analysed until one is started.', last_failure: null },
      transcription: { engine: 'none', state: 'off', note: expect.stringContaining('TRANSCRIPTION_MODEL_DIR') as string },
      activity_log: { state: 'ok' },
    });
  });

  it('tells the queue’s engine, that Redis is away, and that a worker is no longer heard', async () => {
    await worker('ok', 'redis', 'Redis 7.2.4');
    expect((await status())['queue']).toMatchObject({ engine: 'Redis 7.2.4', state: 'ok' });
    await worker('down', 'redis', null);
    expect((await status())['queue']).toMatchObject({ engine: 'Redis', state: 'degraded' });
    await worker('ok', 'builtin', null);
    expect((await status())['queue']).toMatchObject({ engine: 'Built-in queue', state: 'ok' });
    for (const queue of ['maintenance', 'deletions']) {
      const id = newId();
      await test.database.query(`insert into outbox (id, queue, job, payload, state, available_at) values ($1, $2, 'delete-stored-file', '{}', 'queued', now() - interval '16 minutes')`, [id, queue]);
      expect((await status())['queue']).toMatchObject({ state: 'degraded', note: expect.stringContaining('waited for more than 15 minutes') as string });
      await test.database.query('delete from outbox where id = $1', [id]);
    }
    await test.database.query(`update worker_heartbeats set seen_at = now() - interval '30 seconds'`);
    expect((await status())['queue']).toMatchObject({ engine: 'none', state: 'degraded' });
  });

  it('tells the last failure of each part, and that mails wait', async () => {
    const failures = test.app.get(PartFailures);
    await failures.note('mail', new Error('550 no such user kim@example.org\nsecond line'));
    await failures.note('redis', 'Redis does not answer.');
    await failures.note('maintenance', 'A later failure of upkeep.');
    let parts = await status();
    expect(parts['mail']).toMatchObject({ state: 'ok', last_failure: { at: expect.any(String), reason: '550 no such user [address] second line' } });
    expect(parts['queue']?.last_failure?.reason).toBe('A later failure of upkeep.');
    await test.database.query(`insert into outbox (id, queue, job, payload, state, attempts, last_error) values ($1, 'mail', 'send-booking-mail', '{}', 'pending', 1, 'refused')`, [newId()]);
    parts = await status();
    expect(parts['mail']).toMatchObject({ state: 'degraded', note: 'Mails could not be handed over and wait for their next try.' });
    expect(parts['database']?.last_failure).toBeNull();
  });

  it('tells that Google could not be asked, without what was sent', async () => {
    const browser = supertest.agent(test.app.getHttpServer());
    const begun = await browser.get('/api/auth/google').expect(302);
    const state = new URL(begun.headers['location'] ?? '').searchParams.get('state') ?? '';
    await browser.get(`/api/auth/google/callback?code=canary-code&state=${state}`).expect(302).expect('Location', '/?auth_error=1');
    await eventually(async () => expect((await status())['sign_in']?.last_failure?.reason).toMatch(/^Google [^]*not signed in\.$/));
  });

  it('tells after an outage of Postgres for how long it was', async () => {
    await fault.refuse();
    await eventually(async () => {
      await supertest.default(test.app.getHttpServer()).get('/api/health/ready').expect(503);
    });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await fault.heal();
    await eventually(async () => expect((await status())['database']?.last_failure?.reason).toMatch(/^PostgreSQL did not answer for \d+ seconds?\.$/));
  });

  it('tells that a mail is due for longer than a moment, though nobody tried it', async () => {
    await test.database.query(`delete from outbox where queue = 'mail'`);
    const due = (ago: string) => test.database.query(`insert into outbox (id, queue, job, payload, state, available_at) values ($1, 'mail', 'send-booking-mail', '{}', 'queued', now() - $2::interval)`, [newId(), ago]);
    await due('1 minute');
    expect((await status())['mail']).toMatchObject({ state: 'ok' });
    await due('3 minutes');
    expect((await status())['mail']).toMatchObject({ state: 'degraded' });
  });

  it.each(['update', 'delete', 'truncate'])('says that the log is not enforced when its role was granted %s', async (right) => {
    expect((await status())['activity_log']).toMatchObject({ state: 'ok' });
    await asOwner(`grant ${right} on activity_log to ${role()}`);
    expect((await status())['activity_log']).toMatchObject({ state: 'degraded' });
    await asOwner(`revoke ${right} on activity_log from ${role()}`);
  });

  it('says where the parts are a developer’s, and what is not enforced', async () => {
    const { config } = test;
    Object.assign(config.mail, { url: 'smtp://127.0.0.1:2525' });
    Object.assign(config.google, { demo: true });
    await asOwner(`grant delete on activity_log to ${role()}`);
    expect(await status()).toMatchObject({
      mail: { engine: 'SMTP 127.0.0.1:2525' },
      sign_in: { engine: 'Demo Google', note: 'A demo Google signs anybody in. It is not for real practices.' },
      activity_log: { state: 'degraded', note: expect.stringMatching(/^Not enforced/) },
    });
    Object.assign(config.mail, { url: undefined });
    Object.assign(config.google, { demo: false, clientId: undefined });
    expect(await status()).toMatchObject({ mail: { engine: 'none', state: 'off' }, sign_in: { engine: 'none', state: 'off' } });
  });
});
