import { DataSource } from 'typeorm';
import { newId } from '../../src/common/database/database';
import { BreakGlassOfOneClient1763800300000 } from '../../src/migrations/1763800300000-break-glass-of-one-client';
import { createTestDatabase, TestDatabase } from '../harness/test-database';

let testDatabase: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: testDatabase.ownerUrl }).initialize();
});
afterAll(async () => {
  await source.destroy();
  await testDatabase.drop();
});

it('keeps accesses to whole practices with whose they were; none of them stays open, and a notice on its way arrives', async () => {
  const [admin, therapist, over, open] = [newId(), newId(), newId(), newId()];
  // As it was before.
  await source.query('drop table break_glass_therapists');
  await source.query('drop index break_glass_grants_created');
  await source.query('alter table break_glass_grants drop client_id, drop session_id, add therapist_id uuid not null references users (id)');
  await source.query(`insert into administrators (id, username, password_hash, created_at) values ($1, 'jane', 'none', now())`, [admin]);
  await source.query(`insert into users (id, user_type, email, name) values ($1, 'therapist', 'ada@practice.example', 'Ada')`, [therapist]);
  const insert = 'insert into break_glass_grants (id, admin_id, therapist_id, reason, created_at, expires_at) values';
  await source.query(`${insert} ($1, $2, $3, 'sealed', now() - interval '1 day', now() - interval '23 hours')`, [over, admin, therapist]);
  await source.query(`${insert} ($1, $2, $3, 'sealed', now(), now() + interval '1 hour')`, [open, admin, therapist]);
  await source.query(`insert into outbox (id, queue, job, payload) values ($1, 'mail', 'send-break-glass-notice', $2)`, [newId(), { grant_id: open }]);

  const runner = source.createQueryRunner();
  await runner.startTransaction();
  await new BreakGlassOfOneClient1763800300000().up(runner);
  await runner.commitTransaction();
  await runner.release();

  const grants = await source.query(
    `select g.id, g.client_id, t.therapist_id, coalesce(g.ended_at, g.expires_at) <= now() as is_over
     from break_glass_grants g join break_glass_therapists t on t.grant_id = g.id order by g.created_at`,
  );
  expect(grants).toEqual([
    { id: over, client_id: null, therapist_id: therapist, is_over: true },
    { id: open, client_id: null, therapist_id: therapist, is_over: true },
  ]);
  expect(await source.query('select payload from outbox')).toEqual([{ payload: { grant_id: open, therapist_id: therapist } }]);
});
