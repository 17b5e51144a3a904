import { newId } from '../../src/common/database/database';
import { Limits } from '../../src/common/limits/limits';
import { SessionService } from '../../src/modules/auth/sessions/session.service';
import { signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('removes sessions that have run out and keeps the live ones', async () => {
  await signInTherapist(test);
  test.clock.advance(40 * 60_000);
  const live = await signInTherapist(test);
  expect(await test.app.get(SessionService).deleteExpired()).toBe(1);
  await live.get('/api/therapist/services').expect(200);
});

it('removes counted events after two days', async () => {
  const add = (age: string) => test.database.query(`insert into limit_hits values ('t', $1, now() - $2::interval)`, [Buffer.from(newId()), age]);
  await add('3 days');
  await add('1 hour');
  expect(await test.app.get(Limits).deleteOld()).toBe(1);
});
