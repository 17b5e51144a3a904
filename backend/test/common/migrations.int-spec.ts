import { DataSource } from 'typeorm';
import { newId } from '../../src/common/database/database';
import { migrations } from '../../src/migrations';
import { createTestDatabase, TestDatabase } from '../harness/test-database';

/** What the first installations have. */
const FIRST = 2;

let testDatabase: TestDatabase;
let source: DataSource;

const open = (part: typeof migrations): Promise<DataSource> =>
  new DataSource({ type: 'postgres', url: testDatabase.ownerUrl, migrations: part, migrationsTransactionMode: 'each' }).initialize();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  source = await open(migrations.slice(0, FIRST));
  await source.query('drop schema public cascade');
  await source.query('create schema public');
  await source.query('create extension btree_gist');
  await source.runMigrations();
});
afterAll(async () => {
  await source.destroy();
  await testDatabase.drop();
});

interface Registered {
  id: string;
  email: string;
}

/** Somebody with an account, as it was written then: under the person's id. */
async function register(email: string, { proved, tiedTo }: { proved: boolean; tiedTo?: string }): Promise<Registered> {
  const id = newId();
  await source.query(`insert into clients (id, email, name) values ($1, $2, 'Kim')`, [id, email]);
  if (tiedTo) await source.query('insert into therapist_clients (therapist_id, client_id) values ($1, $2)', [tiedTo, id]);
  await source.query(`insert into users (id, user_type, email, name) values ($1, 'client', $2, 'Kim')`, [id, email]);
  await source.query(`insert into client_accounts (client_id, date_of_birth, registered_at, verified_at) values ($1, 'sealed', now(), ${proved ? 'now()' : 'null'})`, [id]);
  await source.query(
    `insert into sessions (id, token_hash, kind, user_id, user_type, created_at, last_seen_at, idle_expires_at, absolute_expires_at)
     values ($1, $2, 'user', $3, 'client', now(), now(), now() + interval '1 hour', now() + interval '1 hour')`,
    [newId(), Buffer.from(id), id],
  );
  await source.query(
    `insert into trusted_browsers (id, user_id, browser_hash, label, created_at, last_used_at, expires_at) values ($1, $2, $3, 'Firefox', now(), now(), now() + interval '9 days')`,
    [newId(), id, Buffer.from(id)],
  );
  await source.query(`insert into activity_log (id, action, actor_type, actor_id, client_ids) values ($1, 'login', 'client', $2, $3)`, [newId(), id, [id]]);
  return { id, email };
}

it('an installation that is in use comes up to date, and keeps what people have', async () => {
  const therapist = newId();
  await source.query(`insert into users (id, user_type, email, name) values ($1, 'therapist', 'ada@practice.example', 'Ada')`, [therapist]);
  const proved = await register('proved@example.org', { proved: true, tiedTo: therapist });
  const claimed = await register('claimed@example.org', { proved: false, tiedTo: therapist });
  const alone = await register('alone@example.org', { proved: false });
  const foreign = await register('kim@müller.example', { proved: true, tiedTo: therapist });
  await source.query(`update clients set phone = case id when $1 then '+1 555' else '+1 666' end`, [foreign.id]);
  await source.query(`update client_accounts set phone = '+1 555' where client_id = $1`, [foreign.id]);
  await source.destroy();

  source = await open(migrations);
  expect(await source.runMigrations()).toHaveLength(migrations.length - FIRST);

  const accounts = await source.query<{ email: string; is_person: boolean; has_birth_date: boolean }[]>(
    `select u.email, u.id = any($1) as is_person, a.date_of_birth is not null as has_birth_date
     from client_accounts a join users u on u.id = a.client_id order by u.email`,
    [[proved.id, claimed.id, alone.id, foreign.id]],
  );
  // What nobody has proved could be anybody's: it is registered anew.
  expect(accounts).toEqual([
    { email: 'kim@xn--mller-kva.example', is_person: true, has_birth_date: true },
    { email: proved.email, is_person: true, has_birth_date: true },
  ]);
  // A phone number is the client's who gave it in a proved account.
  expect(await source.query('select email, phone from clients order by email')).toEqual([
    { email: claimed.email, phone: null },
    { email: 'kim@xn--mller-kva.example', phone: '+1 555' },
    { email: proved.email, phone: null },
  ]);
  // People sign in once more.
  expect(await source.query('select from sessions')).toEqual([]);
  expect(await source.query('select from trusted_browsers')).toEqual([]);
  expect(await source.query('select from activity_log')).toHaveLength(4);
});
