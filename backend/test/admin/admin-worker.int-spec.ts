import { newId } from '../../src/common/database/database';
import { AdminModule } from '../../src/modules/admin/admin.module';
import { sendBreakGlassNotice } from '../../src/modules/admin/break-glass/break-glass.service';
import { createTestDatabase, TestDatabase } from '../harness/test-database';
import { MailCatcher } from '../harness/mail-catcher';
import { TcpProxy } from '../harness/outbox-proxy';
import { describeWithRedis, eventually, idleHandlersBeside, startTestWorker, TEST_REDIS_URL, testRedisUrl, TestWorker } from '../harness/outbox-worker';

let testDatabase: TestDatabase;
let catcher: MailCatcher;
let worker: TestWorker;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  catcher = await MailCatcher.start();
  const parts = { imports: [AdminModule] };
  worker = await startTestWorker(
    testDatabase.url,
    { ...parts, providers: idleHandlersBeside(parts) },
    { SMTP_URL: catcher.url, PUBLIC_URL: 'https://attune.localhost' },
  );
});
afterAll(async () => {
  await worker.stop();
  await catcher.close();
  await testDatabase.drop();
});

async function grant(email: string): Promise<{ id: string; jobId: string; adminId: string; therapistId: string }> {
  const [id, adminId, therapistId] = [newId(), newId(), newId()];
  await worker.database.query(`insert into administrators (id, username, password_hash, created_at) values ($1, $2, 'none', now())`, [adminId, `jane-${adminId}`]);
  await worker.database.query(`insert into users (id, user_type, email, name) values ($1, 'therapist', $2, 'Ada')`, [therapistId, email]);
  await worker.database.query(
    `insert into therapist_profiles (therapist_id, display_name, languages, timezone) values ($1, 'Dr. Ada', '{English}', 'America/New_York')`,
    [therapistId],
  );
  await worker.database.query(
    `insert into break_glass_grants (id, admin_id, reason, created_at, expires_at) values ($1, $2, 'canary-reason', '2026-11-20T15:00:00Z', '2026-11-20T16:00:00Z')`,
    [id, adminId],
  );
  await worker.database.query('insert into break_glass_therapists (grant_id, therapist_id) values ($1, $2)', [id, therapistId]);
  const [jobId = ''] = await worker.database.transaction((tx) => worker.outbox.add(tx, sendBreakGlassNotice, [{ grant_id: id, therapist_id: therapistId }]));
  return { id, jobId, adminId, therapistId };
}

describe('the mail about an emergency access', () => {
  it('tells the therapist who, since when and until when in their own zone, and never the reason', async () => {
    const email = 'ada@practice.example';
    const { id, jobId, adminId, therapistId } = await grant(email);
    await eventually(async () => expect(await worker.row(jobId)).toMatchObject({ state: 'done' }));
    const mail = catcher.mails.find(({ messageId }) => messageId === `<break-glass.${id}.${therapistId}@attune.localhost>`);
    expect(mail?.subject).toBe('An administrator has opened a record of yours');
    expect(mail?.to).toMatchObject({ text: email });
    expect(mail?.text).toContain('Opened: Fri 20 Nov at 10:00 (America/New York)');
    expect(mail?.text).toContain('Ends by itself at the latest: Fri 20 Nov at 11:00 (America/New York)');
    expect(mail?.text).toContain(`Administrator: jane-${adminId}`);
    expect(mail?.text).toMatch(/Please sign in to read[^]*https:\/\/attune\.localhost\/dashboard/);
    expect(`${mail?.text}${mail?.html}${mail?.subject}`).not.toMatch(/canary/);
  });

  it('that is not delivered leaves its reason with the mail part, without an address', async () => {
    catcher.refused.set('refused@practice.example', { code: 550, text: 'no such user refused@practice.example' });
    const { jobId } = await grant('refused@practice.example');
    await eventually(async () => expect(await worker.row(jobId)).toMatchObject({ state: 'failed' }));
    await eventually(async () => {
      const [failure] = await worker.database.query<{ reason: string }>(`select reason from part_failures where part = 'mail'`);
      expect(failure?.reason).toBe("The mail server refused the recipient's address (550). Reach the person another way.");
    });
  });
});

describe('the worker’s round', () => {
  it('counts the figures soon after the start', async () => {
    await eventually(async () => {
      const rows = await worker.database.query<{ zone: string; age: number }>('select zone, extract(epoch from now() - computed_at)::float as age from practice_totals');
      expect(rows).toMatchObject([{ zone: 'UTC' }]);
      expect(rows[0]?.age).toBeLessThan(60);
    }, 20_000);
  });

  it('tells which server the queue runs on', async () => {
    await eventually(async () => {
      const [sign] = await worker.database.query<{ server: string }>(`select details ->> 'queue_server' as server from worker_heartbeats where queue_state = 'ok'`);
      expect(sign).toBeDefined();
      if (TEST_REDIS_URL !== undefined) expect(sign?.server).toMatch(/^(Redis|Valkey) \d+\.\d+/);
    });
  });
});

describeWithRedis('Redis', () => {
  it('that goes away is noted', async () => {
    const proxy = await TcpProxy.start(testRedisUrl());
    const second = await startTestWorker(testDatabase.url, { providers: idleHandlersBeside({}) }, { REDIS_URL: proxy.url, ACTIVE_QUEUES: 'note-files' });
    await eventually(async () => {
      const rows = await second.database.query(`select 1 from worker_heartbeats where queue_state = 'ok'`);
      expect(rows).toHaveLength(2);
    });
    await proxy.cut();
    await eventually(async () => {
      expect(await second.database.query(`select reason from part_failures where part = 'redis'`)).toEqual([{ reason: 'Redis does not answer.' }]);
    }, 20_000);
    await proxy.restore();
    await second.stop();
    await proxy.cut();
  });
});
