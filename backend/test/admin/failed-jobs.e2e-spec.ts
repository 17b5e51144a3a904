import { Client } from 'pg';
import { newId } from '../../src/common/database/database';
import { OUTBOX_CHANNEL } from '../../src/common/jobs/outbox.service';
import { SignedInAdmin, signInAdmin } from '../harness/signed-in-admin';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let admin: SignedInAdmin;

beforeAll(async () => {
  test = await startTestApp();
  admin = await signInAdmin(test);
});
afterAll(() => test.close());
afterEach(() => test.database.query('delete from outbox'));

async function job(state: string, ageMinutes = 0): Promise<string> {
  const id = newId();
  await test.database.query(
    `insert into outbox (id, queue, job, payload, state, attempts, last_error, created_at, finished_at)
     values ($1, 'mail', 'send-booking-mail', $2, $3, 18, 'The mail server cannot be reached (ECONNREFUSED).', now() - interval '1 day',
             case when $3 in ('failed', 'done', 'discarded') then now() - $4 * interval '1 minute' end)`,
    [id, JSON.stringify({ booking_event_id: newId(), recipient: 'client' }), state, ageMinutes],
  );
  return id;
}

async function row(id: string): Promise<Record<string, unknown>> {
  const [found] = await test.database.query<Record<string, unknown>>('select state, attempts, last_error, finished_at, available_at <= now() as due from outbox where id = $1', [id]);
  return found ?? {};
}

describe('failed jobs', () => {
  it('are listed with the reason, the last one first, and counted on the overview', async () => {
    for (const state of ['pending', 'queued', 'done', 'discarded']) await job(state);
    const older = await job('failed', 10);
    const newer = await job('failed', 1);
    const { body } = await admin.get('/api/admin/jobs?state=failed').expect(200);
    expect(body.jobs.map(({ id }: { id: string }) => id)).toEqual([newer, older]);
    expect(body.jobs[0]).toEqual({
      id: newer,
      queue: 'mail',
      job: 'send-booking-mail',
      reason: 'The mail server cannot be reached (ECONNREFUSED).',
      attempts: 18,
      created_at: expect.any(String),
      failed_at: expect.any(String),
    });
    const first = await admin.get('/api/admin/jobs?limit=1').expect(200);
    const next = /<http:\/\/localhost:3000([^>]+)>/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    const second = await admin.get(next).expect(200);
    expect(second.body.jobs.map(({ id }: { id: string }) => id)).toEqual([older]);
    expect(second.headers['link']).toBeUndefined();
    const { body: dashboard } = await admin.get('/api/admin/dashboard').expect(200);
    expect(dashboard.failed_jobs).toBe(2);
  });

  it('are put in line again with all their tries, and the relay is woken', async () => {
    const id = await job('failed');
    const listener = new Client({ connectionString: test.testDatabase.url });
    await listener.connect();
    await listener.query(`listen ${OUTBOX_CHANNEL}`);
    const heard = new Promise<string>((resolve) => listener.on('notification', ({ channel }) => resolve(channel)));
    const { body } = await admin.post(`/api/admin/jobs/${id}/retry`).expect(200);
    expect(body).toEqual({ status: 'queued' });
    expect(await row(id)).toEqual({ state: 'pending', attempts: 0, last_error: null, finished_at: null, due: true });
    expect(await heard).toBe(OUTBOX_CHANNEL);
    await listener.end();
    await admin.post(`/api/admin/jobs/${id}/retry`).expect(409);
    expect(await logged(id)).toEqual([{ action: 'retry_job', actor_id: admin.id, details: { queue: 'mail', job: 'send-booking-mail' } }]);
  });

  it('are discarded for good, once', async () => {
    const id = await job('failed');
    expect((await admin.post(`/api/admin/jobs/${id}/discard`).expect(200)).body).toEqual({ status: 'discarded' });
    expect(await row(id)).toMatchObject({ state: 'discarded', attempts: 18 });
    await admin.post(`/api/admin/jobs/${id}/discard`).expect(409);
    await admin.post(`/api/admin/jobs/${id}/retry`).expect(409);
    expect((await admin.get('/api/admin/jobs').expect(200)).body.jobs).toEqual([]);
    expect(await logged(id)).toMatchObject([{ action: 'discard_job' }]);
  });

  it('that two people act on at once are settled by one of them', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await job('failed');
      const answers = await Promise.all(['retry', 'discard', 'retry', 'discard'].map((deed) => admin.post(`/api/admin/jobs/${id}/${deed}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      expect(await logged(id)).toHaveLength(1);
    }
  });

  it('that are running, done or unknown are left alone', async () => {
    for (const state of ['pending', 'queued', 'done']) {
      const id = await job(state);
      const { body } = await admin.post(`/api/admin/jobs/${id}/discard`).expect(409);
      expect(body.detail).toBe('This job is no longer among the failed ones. Please refresh the list.');
      expect(await row(id)).toMatchObject({ state });
    }
    await admin.post(`/api/admin/jobs/${newId()}/retry`).expect(404);
    await admin.post('/api/admin/jobs/nothing/discard').expect(404);
  });

  const logged = (id: string): Promise<unknown[]> =>
    test.database.query(`select action, actor_id, details from activity_log where subject_type = 'job' and subject_id = $1 order by seq`, [id]);
});
