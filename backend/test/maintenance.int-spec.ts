import { newId } from '../src/common/database/database';
import { LimitHitsTask } from '../src/common/limits/limits';
import { SignInFlowRepository, SignInLeftoversTask } from '../src/modules/auth/google/sign-in-flow.repository';
import { SessionRepository } from '../src/modules/auth/sessions/session.repository';
import { signInTherapist } from './harness/signed-in';
import { startTestApp, TestApp } from './harness/test-app';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('removes sessions that have run out and keeps the live ones', async () => {
  await signInTherapist(test);
  test.clock.advance(40 * 60_000);
  const live = await signInTherapist(test);
  const task = new SignInLeftoversTask(new SessionRepository(test.database), new SignInFlowRepository(test.database), test.clock);
  expect(await task.tidyUp()).toBe(1);
  await live.get('/api/therapist/services').expect(200);
});

it('removes counted events after two days', async () => {
  const add = (age: string) => test.database.query(`insert into limit_hits values ('t', $1, now() - $2::interval)`, [Buffer.from(newId()), age]);
  await add('3 days');
  await add('1 hour');
  expect(await new LimitHitsTask(test.database, test.clock).tidyUp()).toBe(1);
});
