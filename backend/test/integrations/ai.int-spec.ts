import { Test, TestingModule } from '@nestjs/testing';
import { AiFailure } from '../../src/integrations/ai/ai-failure';
import { AiModel } from '../../src/integrations/ai/ai-model';
import type { AiQuestion } from '../../src/integrations/ai/ai-question';
import { AiRuns } from '../../src/integrations/ai/ai-runs';
import { AiModule } from '../../src/integrations/ai/ai.module';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { Outbox } from '../../src/common/jobs/outbox.service';
import { Clock } from '../../src/common/clock/clock';
import { Database, newId } from '../../src/common/database/database';
import { KitModule } from '../../src/common/process/kit.module';
import { AppConfig } from '../../src/config/app-config';
import { ConfigModule } from '../../src/config/config.module';
import { readEnvironment } from '../../src/config/environment';
import { ActivityLogModule } from '../../src/modules/activity-log/activity-log.module';
import { writeBooking } from '../harness/notifications-bookings';
import { OpenAiStandIn, startOpenAi } from '../harness/openai-stand-in';
import { workerEnvironment } from '../harness/outbox-worker';
import { createTestDatabase, TestDatabase } from '../harness/test-database';

let testDatabase: TestDatabase;
let endpoint: OpenAiStandIn;
let nest: TestingModule;
let model: AiModel;
let database: Database;
let therapistId: string;

async function start(environment: Record<string, string>): Promise<TestingModule> {
  const config = new AppConfig(readEnvironment({ ...workerEnvironment(testDatabase.url, '/nowhere'), ...environment }));
  const made = await Test.createTestingModule({ imports: [ConfigModule, KitModule.of('worker'), ActivityLogModule, AiModule] })
    .overrideProvider(AppConfig)
    .useValue(config)
    .compile();
  return made.init();
}

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  endpoint = await startOpenAi({ OPENAI_DAILY_LIMIT: '5' });
  nest = await start(endpoint.environment);
  model = nest.get(AiModel);
  database = nest.get(Database);
});

afterAll(async () => {
  await nest.close();
  await endpoint.close();
  await testDatabase.drop();
});

beforeEach(async () => {
  therapistId = newId();
  endpoint.requests.length = 0;
  await database.query('insert into users (id, email, name, user_type) values ($1, $2, $3, $4)', [therapistId, `${therapistId}@example.org`, 'T', 'therapist']);
});

/** Who is here for long, and has a client who has proved an address. */
async function settledTherapist(): Promise<string> {
  const { id: booking } = await writeBooking({ database, cipher: nest.get(ColumnCipher), outbox: nest.get(Outbox) }, '2026-11-24T15:00:00Z');
  const [booked] = await database.query<{ therapist_id: string; client_id: string }>('select therapist_id, client_id from bookings where id = $1', [booking]);
  if (!booked) throw new Error('nothing was booked');
  await database.query(`insert into users (id, user_type, email, name) select id, 'client', email, 'Kim' from clients where id = $1`, [booked.client_id]);
  await database.query('insert into client_accounts (client_id, registered_at, verified_at) values ($1, now(), now())', [booked.client_id]);
  await database.query(`update users set created_at = now() - interval '31 days' where id = $1`, [booked.therapist_id]);
  return booked.therapist_id;
}

interface Mood {
  mood: string;
}

function question(more: Partial<AiQuestion<Mood>> = {}): AiQuestion<Mood> {
  const schema = { type: 'object', properties: { mood: { type: 'string' } }, required: ['mood'], additionalProperties: false };
  const read = (value: unknown) => (typeof (value as Partial<Mood> | null)?.mood === 'string' ? (value as Mood) : undefined);
  return { therapistId, purpose: 'analysis', model: 'text', instructions: 'Tell the mood.', content: [{ text: 'She smiled.' }], schema: { name: 'mood', schema }, read, ...more };
}

async function failureOf(asking: Promise<unknown>): Promise<string> {
  return asking.then(
    () => 'an answer',
    (error: unknown) => (error instanceof AiFailure ? error.reason : String(error)),
  );
}

const runs = () => database.query('select purpose, engine, model, state, failure, input_tokens, output_tokens from ai_runs where therapist_id = $1', [therapistId]);

it('is answered in the form that it asks for, and what it took is written down', async () => {
  endpoint.answer({ value: { mood: 'good' }, tokens: [12, 3] });
  const answer = await model.ask(question({ model: 'vision', content: [{ text: 'Read this.' }, { image: Buffer.from('abc'), mediaType: 'image/png' }] }));
  expect(answer).toMatchObject({ value: { mood: 'good' }, model: 'vision-model-2026-01-01', inputTokens: 12, outputTokens: 3 });
  expect(endpoint.requests[0]).toMatchObject({ system: 'Tell the mood.', text: 'Read this.', images: ['data:image/png;base64,YWJj'], schemaName: 'mood' });
  expect(await runs()).toEqual([{ purpose: 'analysis', engine: 'openai', model: 'vision-model-2026-01-01', state: 'done', failure: null, input_tokens: 12, output_tokens: 3 }]);
});

it.each([
  ['429', { status: 429 }],
  ['500', { status: 500 }],
  ['a line that breaks', 'hang up' as const],
  ['another form', { value: { temper: 'good' } }],
  ['no JSON', { content: 'The mood is good.' }],
])('is asked again after %s', async (_, first) => {
  endpoint.answer(first, { value: { mood: 'good' } });
  expect((await model.ask(question())).value).toEqual({ mood: 'good' });
  expect(endpoint.requests).toHaveLength(2);
});

it.each([
  ['busy', { status: 429 }, 3],
  ['server_error', { status: 500 }, 3],
  ['server_error', { status: 503, body: '<html>' }, 3],
  ['refused_request', { status: 400 }, 1],
  ['unauthorised', { status: 403 }, 1],
  ['unreachable', { status: 307, location: 'http://127.0.0.1:9/' }, 3],
  ['unreachable', 'hang up' as const, 3],
  ['too_slow', 'no answer' as const, 3],
  ['bad_answer', { value: { temper: 'good' } }, 2],
  ['bad_answer', { content: null }, 2],
  ['bad_answer', 'an answer without end' as const, 1],
  ['refused_answer', { content: null, refusal: 'I cannot help with that.' }, 1],
  ['refused_answer', { content: '{}', finish: 'content_filter' }, 1],
])('fails as %s after %j', async (reason, answer, asked) => {
  endpoint.answer(answer);
  expect(await failureOf(model.ask(question()))).toBe(reason);
  expect(endpoint.requests).toHaveLength(asked);
  expect(await runs()).toMatchObject([{ state: 'failed', failure: reason }]);
});

it('waits no longer than the limit for all of it, however the answer trickles', async () => {
  const started = Date.now();
  endpoint.answer('half an answer, slowly');
  expect(await failureOf(model.ask(question()))).toBe('too_slow');
  expect(Date.now() - started).toBeLessThan(20_000);
});

it('is not asked again by somebody who would have to wait for an hour', async () => {
  endpoint.answer({ status: 429, retryAfterMs: 3_600_000 });
  expect(await failureOf(model.ask(question()))).toBe('busy');
  expect(endpoint.requests).toHaveLength(1);
});

it('ends at once when nobody wants the answer any more', async () => {
  endpoint.answer('no answer');
  const asking = model.ask(question({ signal: AbortSignal.timeout(200) }));
  await expect(asking).rejects.toThrow('timeout');
  expect(await runs()).toMatchObject([{ state: 'failed', failure: 'interrupted' }]);
});

it('is asked only so often for a therapist within a day, also when many ask at once', async () => {
  endpoint.answer({ value: { mood: 'good' } });
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => failureOf(model.ask(question()))));
  expect(outcomes.filter((outcome) => outcome === 'an answer')).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === 'daily_limit')).toHaveLength(3);
  await database.query(`update ai_runs set begun_at = begun_at - interval '1 day' where therapist_id = $1`, [therapistId]);
  expect(await failureOf(model.ask(question()))).toBe('an answer');
});

it('is asked only so often for all therapists together on one day, also when many ask at once; the next day it goes on', async () => {
  const clock = { now: new Date('2031-03-05T22:00:00Z') };
  const limited = await start({ ...endpoint.environment, OPENAI_DAILY_LIMIT: '4', OPENAI_DAILY_LIMIT_IN_ALL: '6' });
  jest.spyOn(limited.get(Clock), 'now').mockImplementation(() => clock.now);
  try {
    const [asked, others] = [limited.get(AiModel), [await settledTherapist(), await settledTherapist(), await settledTherapist()]];
    endpoint.answer({ value: { mood: 'good' } });
    const outcomes = await Promise.all(others.flatMap((id) => Array.from({ length: 3 }, () => failureOf(asked.ask(question({ therapistId: id }))))));
    expect(outcomes.filter((outcome) => outcome === 'an answer')).toHaveLength(6);
    expect(outcomes.filter((outcome) => outcome === 'daily_limit_in_all')).toHaveLength(3);
    expect([endpoint.requests.length, await asked.isSpent()]).toEqual([6, true]);
    clock.now = new Date('2031-03-06T00:00:00Z');
    expect([await failureOf(asked.ask(question())), await asked.isSpent()]).toEqual(['an answer', false]);
  } finally {
    await limited.close();
  }
});

it('is asked no more than half of a day’s times for all together who are here for less than a month, or have no client of their own: the others find the rest', async () => {
  const limited = await start({ ...endpoint.environment, OPENAI_DAILY_LIMIT: '4', OPENAI_DAILY_LIMIT_IN_ALL: '8' });
  try {
    const [asked, settled, young] = [limited.get(AiModel), await settledTherapist(), await settledTherapist()];
    await database.query('delete from ai_runs');
    await database.query(`update users set created_at = now() - interval '29 days' where id = $1`, [young]);
    await database.query(`update users set created_at = now() - interval '90 days' where id = $1`, [therapistId]);
    endpoint.answer({ value: { mood: 'good' } });
    const outcomes = [];
    for (const id of [young, young, young, therapistId, therapistId, young, settled, settled, settled, settled]) outcomes.push(await failureOf(asked.ask(question({ therapistId: id }))));
    expect(outcomes).toEqual([...Array<string>(4).fill('an answer'), 'daily_limit_in_all', 'daily_limit_in_all', ...Array<string>(4).fill('an answer')]);
  } finally {
    await limited.close();
  }
});

it('is not asked while an administrator has switched it off', async () => {
  const switches = nest.get(AiRuns);
  await switches.allowModels(false, new Date(), database);
  expect([await failureOf(model.ask(question())), await model.modelInUse('text')]).toEqual(['switched_off', undefined]);
  await switches.allowModels(true, new Date(), database);
  endpoint.answer({ value: { mood: 'good' } });
  expect([await failureOf(model.ask(question())), await model.modelInUse('text')]).toEqual(['an answer', 'text-model']);
});

it('is there only with a key, and a wrong one is said', async () => {
  const without = await start({});
  const wrong = await start({ ...endpoint.environment, OPENAI_API_KEY: 'another' });
  expect([without.get(AiModel).isConfigured, await without.get(AiModel).modelInUse('text'), await failureOf(without.get(AiModel).ask(question()))]).toEqual([false, undefined, 'not_configured']);
  expect(await failureOf(wrong.get(AiModel).ask(question()))).toBe('unauthorised');
  await Promise.all([without.close(), wrong.close()]);
});

afterAll(() => expect(endpoint.problems).toEqual([]));
