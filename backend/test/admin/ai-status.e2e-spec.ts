import { AiRuns } from '../../src/integrations/ai/ai-runs';
import { SignedInAdmin, signInAdmin } from '../harness/signed-in-admin';
import { signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let admin: SignedInAdmin;
let runs: AiRuns;
let therapist_id: string;

beforeAll(async () => {
  test = await startTestApp({ OPENAI_API_KEY: 'canary-key', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_MODEL: 'text-model' });
  admin = await signInAdmin(test);
  runs = test.app.get(AiRuns);
  therapist_id = (await signInTherapist(test)).id;
  await test.database.query(`insert into worker_heartbeats values ('w', now() + interval '1 hour', 'ok', 'redis', '{}')`);
});
afterAll(() => test.close());

async function status(): Promise<{ ai: object; part: object }> {
  const { body } = (await admin.get('/api/admin/dashboard').expect(200)) as { body: { ai: object; integrations: { part: string }[] } };
  expect(JSON.stringify(body)).not.toContain('canary');
  return { ai: body.ai, part: body.integrations.find(({ part }) => part === 'ai')! };
}

async function run(state: 'done' | 'failed', engine = 'openai'): Promise<void> {
  const id = await runs.begin({ therapist_id, purpose: 'analysis', engine, model: null });
  if (typeof id !== 'string') throw new Error('nothing was begun');
  await runs.end(id, { state, failure: state === 'failed' ? 'busy' : null });
}

it('tells the engine, the last success and the failures of the last day', async () => {
  expect(await status()).toMatchObject({
    ai: { engine: 'text-model', model_configured: true, model_allowed: true, last_success: null, successes_last_day: 0, failures_last_day: 0 },
    part: { engine: 'text-model', state: 'ok' },
  });
  // Rules run beside a model: what they made says nothing of how it does.
  await run('done', 'rules');
  expect((await status()).ai).toMatchObject({ last_success: null, successes_last_day: 0 });
  for (let count = 0; count < 10; count += 1) await run('done');
  await run('failed');
  expect(await status()).toMatchObject({ ai: { last_success: expect.stringMatching(/^20\d\d-/) as string, successes_last_day: 10, failures_last_day: 1 }, part: { state: 'ok' } });
  await run('failed');
  expect((await status()).part).toMatchObject({ state: 'degraded', note: expect.stringContaining('2 of the last day’s runs failed') as string });
  await test.database.query(`update ai_runs set begun_at = begun_at - interval '25 hours'`);
  expect(await status()).toMatchObject({ ai: { successes_last_day: 0, failures_last_day: 0 }, part: { state: 'ok' } });
});

it('switches the language model off and on, which the activity log tells', async () => {
  expect((await admin.put('/api/admin/ai/model', { allowed: false }).expect(200)).body).toMatchObject({ engine: 'rule-based summary', model_configured: true, model_allowed: false });
  await admin.put('/api/admin/ai/model', { allowed: false }).expect(200);
  expect((await status()).part).toMatchObject({ engine: 'rule-based summary', state: 'ok', note: 'The language model is switched off here. Notes are summarised by rules on this server.' });
  expect((await admin.put('/api/admin/ai/model', { allowed: true }).expect(200)).body).toMatchObject({ engine: 'text-model', model_allowed: true });
  await admin.put('/api/admin/ai/model', { allowed: 'no' }).expect(400);
  const log = await test.database.query<{ action: string; actor_type: string }>(`select action, actor_type from activity_log where action like '%language_model' order by seq`);
  expect(log).toEqual(['forbid_language_model', 'allow_language_model'].map((action) => ({ action, actor_type: 'admin' })));
});
