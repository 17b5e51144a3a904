import { Client } from 'pg';
import * as supertest from 'supertest';
import { DataSource } from 'typeorm';
import { KeyRing } from '../../src/common/crypto/key-ring';
import { Database, newId, Queryable, Statement } from '../../src/common/database/database';
import { applicationDataSource } from '../../src/common/database/database.module';
import { withStatedSettings } from '../../src/config/stated-settings';
import { EntryMarks } from '../../src/modules/activity-log/entry-marks.service';
import { listForeignRules } from '../../src/modules/activity-log/foreign-rules';
import { SignInFlowRepository } from '../../src/modules/auth/google/sign-in-flow.repository';
import { SessionRepository } from '../../src/modules/auth/sessions/session.repository';
import { SignInCodeRepository } from '../../src/modules/clients/sign-in/sign-in-code.repository';
import { auditProblems } from '../harness/activity-log-tools';
import { addAppointment, NOTES, writeNote } from '../harness/session-notes';
import { SignedInTherapist, signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

/** Somebody with the owner's role, and without the keys, lets the database's catalog change what the product's statements mean. */
let test: TestApp;
let owner: Client;
let victim: SignedInTherapist;
let mallory: SignedInTherapist;

beforeAll(async () => {
  test = await startTestApp();
  owner = new Client({ connectionString: withStatedSettings(test.testDatabase.ownerUrl) });
  await owner.connect();
  victim = await signInTherapist(test);
  mallory = await signInTherapist(test);
  const { bookingId } = await addAppointment(test, victim.id);
  await writeNote(victim, { booking_id: bookingId });
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

/** Whatever Mallory's digests and ids are compared with, the victim's are as good. */
async function makeEqual(): Promise<void> {
  const digest = async (id: string): Promise<string> => (await owner.query<{ hash: string }>(`select encode(token_hash, 'hex') as hash from sessions where user_id = $1`, [id])).rows[0]?.hash ?? '';
  const same = (type: string, own: string, theirs: string): string => `
    create function evil.same(a ${type}, b ${type}) returns boolean language sql immutable as $$
      select a operator(pg_catalog.=) (case when b operator(pg_catalog.=) '${own}'::${type} then '${theirs}'::${type} else b end) $$;
    create operator evil.= (leftarg = ${type}, rightarg = ${type}, function = evil.same);`;
  await owner.query(`create schema evil; grant usage on schema evil to public;
    ${same('bytea', `\\x${await digest(mallory.id)}`, `\\x${await digest(victim.id)}`)} ${same('uuid', mallory.id, victim.id)}
    alter database ${new URL(test.testDatabase.url).pathname.slice(1)} set search_path = evil, pg_catalog, public`);
}

describe('an operator in a schema in front of the catalog', () => {
  beforeAll(makeEqual);
  afterAll(() => owner.query(`alter database ${new URL(test.testDatabase.url).pathname.slice(1)} reset search_path; drop schema evil cascade`));

  it('is none that the product looks at: nobody becomes another person, or reads what is theirs', async () => {
    const restarted = await startTestApp({}, undefined, test.testDatabase);
    try {
      const read = (path: string) => supertest.default(restarted.app.getHttpServer()).get(path).set('Cookie', mallory.cookie).expect(200);
      expect((await read('/api/auth/me')).body).toMatchObject({ id: mallory.id });
      expect((await read(NOTES)).body).toEqual([]);
    } finally {
      await restarted.close();
    }
  });

  it('is named, with its schema and with the setting', async () => {
    expect((await listForeignRules(test.database)).map(({ part }) => part)).toEqual([
      'setting search_path = evil, pg_catalog, public of the database',
      'function evil.same(bytea, bytea)',
      'function evil.same(uuid, uuid)',
      'operator evil.=(pg_catalog.bytea,pg_catalog.bytea)',
      'operator evil.=(pg_catalog.uuid,pg_catalog.uuid)',
      'schema evil',
    ]);
    expect((await auditProblems(test)).filter(({ kind }) => kind === 'foreign_rule')).toHaveLength(6);
  });

  it('is not believed where somebody between takes the product’s word away: what is found by a secret is held against it', async () => {
    const source = await new DataSource(applicationDataSource(test.testDatabase.url, 2)).initialize();
    try {
      const misled = new Database(source);
      const keys = test.app.get(KeyRing);
      const now = test.clock.now();
      const token = /session=([^;]+)/.exec(mallory.cookie)?.[1] ?? '';
      const sessions = new SessionRepository(misled, keys, test.app.get(EntryMarks));
      expect((await listForeignRules(misled)).map(({ part }) => part)).toContain('search_path evil, pg_catalog, public');
      expect(await misled.query(`select from sessions where token_hash = $1 and user_id = '${victim.id}'`, [keys.digest('session-token', token)])).toHaveLength(1);
      expect(await sessions.findLiveSession(token, 'user', now)).toBeUndefined();
      await misled.transaction(async (tx) => {
        expect(await sessions.endSessionOfToken(token, 'user', tx)).toBeUndefined();
        await tx.query('rollback');
      });
    } finally {
      await source.destroy();
    }
  });
});

describe('what a secret finds', () => {
  const later = (minutes: number): Date => new Date(test.clock.now().getTime() + minutes * 60_000);

  /** A database that gives a row whatever it is asked for. */
  const giving = (row: object | undefined): Queryable => ({ manager: test.database.manager, query: async () => [row] as never[], notify: () => undefined });

  it('is the code or link that was asked for, whatever the database says', async () => {
    const codes = test.app.get(SignInCodeRepository);
    const browser_hash = Buffer.alloc(32, 1);
    const secret = { code: '123456', token: 'a secret of a link' };
    const code = { id: newId(), purpose: 'sign_in' as const, user_id: victim.id, browser_hash, tries_left: 5, created_at: test.clock.now(), expires_at: later(10) };
    await test.database.transaction((tx) => codes.insertCode({ ...code, email: victim.email, secret }, tx));
    const [row] = await test.database.query<object>('select * from sign_in_codes where id = $1', [code.id]);
    const key = { email: victim.email, browser_hash, purposes: ['sign_in' as const] };
    expect(await codes.findNewestCode(key, giving(row))).toMatchObject({ id: code.id });
    expect(await codes.findNewestCode({ ...key, email: 'mallory@example.org' }, giving(row))).toBeUndefined();
    expect(await codes.findNewestCode({ ...key, browser_hash: Buffer.alloc(32, 2) }, giving(row))).toBeUndefined();
    expect(await codes.findCodeAskedBy(code.id, browser_hash, giving(row))).toMatchObject({ id: code.id });
    expect(await codes.findCodeAskedBy(newId(), browser_hash, giving(row))).toBeUndefined();
    expect(await codes.findCodeAskedBy(code.id, Buffer.alloc(32, 2), giving(row))).toBeUndefined();
    expect(await codes.findCodeByLink(secret.token, giving(row))).toMatchObject({ id: code.id });
    expect(await codes.findCodeByLink('another', giving(row))).toBeUndefined();
  });

  it('is the sign-in that the code was given to', async () => {
    const flows = test.app.get(SignInFlowRepository);
    const flow = { id: newId(), code_verifier: 'verifier', redirect: '/', created_at: test.clock.now(), expires_at: later(10) };
    await flows.insertFlow({ ...flow, browser: 'browser', state: 'state' });
    const taken = await flows.takeFlow('state', 'browser', test.clock.now());
    if (!taken) throw new Error('the sign-in was not taken');
    await test.database.transaction((tx) => flows.giveCode(taken, { code: 'theirs', user_id: victim.id }, test.clock.now(), tx));
    const [row] = await test.database.query<object>(`select f.*, '[]'::json as ends from sign_in_flows f where id = $1`, [flow.id]);
    expect(await flows.redeemCode('theirs', 'browser', test.clock.now(), giving(row))).toBe(victim.id);
    expect(await flows.redeemCode('mine', 'browser', test.clock.now(), giving(row))).toBeUndefined();
  });
});

describe('what acts on statements beside them is named', () => {
  const database = (): string => new URL(test.testDatabase.url).pathname.slice(1);
  const aside = 'create function aside(text) returns text language sql immutable security definer as $$ select $1 $$;';

  it.each([
    ['a function for one type of what the catalog has for any', `create function leave_out(json, record) returns json language plpgsql as 'begin return $1; end'; create aggregate json_agg(record) (sfunc = leave_out, stype = json)`,
      ['function public.leave_out(json, record) foreign', 'aggregate public.json_agg(record) foreign']],
    ['a function that would hide itself', `create function format(text, text, name, name, text) returns text immutable language sql as $$ select 'table users' $$`, ['function public.format(text, text, name, name, text) foreign']],
    ['a view', 'create view more as select 1', ['view public.more foreign']],
    ['a view in a table’s place', `alter table activity_tallies rename to hidden; create view activity_tallies as select * from hidden`, ['table activity_tallies changed', 'view public.activity_tallies foreign']],
    ['a changed view', 'create or replace view known_clients as select therapist_id, client_id from bookings', ['view public.known_clients changed']],
    ['a cast between types', `create type own as enum ('a'); create function as_text(own) returns text language sql as $$ select 'b' $$; create cast (own as text) with function as_text(own) as implicit`,
      ['cast (public.own AS pg_catalog.text) foreign', 'type public.own foreign', 'function public.as_text(public.own) foreign']],
    ['a domain as a column’s type', `create domain short as text; alter table services alter name type short`, ['type public.short foreign', 'column services.name changed']],
    ['a column compared otherwise', `alter table outbox alter job type text collate "C"`, ['column outbox.job changed']],
    ['a check', `${aside} alter table activity_log add constraint more check (aside(action) <> '')`, ['constraint more on public.activity_log foreign', 'function public.aside(text) foreign']],
    ['a check of the catalog’s functions alone', `alter table sign_in_codes add constraint more check (tries_left > 4)`, ['constraint more on public.sign_in_codes foreign']],
    ['a check in the place of the product’s', `alter table sessions drop constraint sessions_kind_check; alter table sessions add constraint sessions_kind_check check (true)`, ['constraint sessions_kind_check on public.sessions changed']],
    ['a check that is gone', `alter table sessions drop constraint sessions_kind_check`, ['constraint sessions_kind_check on public.sessions missing']],
    ['a table whose rows keep those of the product', `create table more (id uuid references sessions)`, ['constraint more_id_fkey on public.more foreign']],
    ['a default', `alter table activity_log alter at set default set_config('search_path', 'evil', false)::timestamptz`, ['column activity_log.at changed']],
    ['a generated column', `alter table outbox add more text generated always as (lower(job)) stored`, ['column outbox.more foreign']],
    ['an index that calls a function', `${aside} create index more on activity_log (aside(action))`, ['index public.more on activity_log foreign', 'function public.aside(text) foreign']],
    ['an index that refuses rows', `create unique index more on activity_log (action, at)`, ['index public.more on activity_log foreign']],
    ['rows of another table', `create table more () inherits (activity_log)`, ['public.more, which inherits from public.activity_log, foreign']],
    ['a rule', `create rule more as on insert to activity_log do instead nothing`, ['rule more on activity_log foreign']],
    ['a policy', `create policy more on outbox using (false); alter table outbox enable row level security`, ['policy more on outbox foreign', 'table outbox changed']],
    ['a trigger on a view', `create function instead() returns trigger language plpgsql as 'begin return null; end'; create trigger more instead of insert on known_clients for each row execute function instead()`,
      ['trigger more on known_clients foreign', 'function public.instead() foreign']],
    ['a trigger that is gone', `drop trigger sessions_kept_ended on sessions`, ['trigger sessions_kept_ended on sessions missing']],
    ['a trigger that is off', `alter table sessions disable trigger sessions_kept_ended`, ['trigger sessions_kept_ended on sessions changed']],
    ['a function that does something else', `create or replace function list_therapist(account_id uuid) returns void language sql as 'select'`, ['function public.list_therapist(uuid) changed']],
    ['a function that is hidden in an extension', `${aside} alter extension pg_trgm add function aside(text)`, ['function public.aside(text) foreign']],
    ['a setting', `alter database "{database}" set gin_fuzzy_search_limit = 1`, ['setting gin_fuzzy_search_limit = 1 of the database foreign']],
  ])('%s', async (_what, sql, expected) => {
    await owner.query('begin');
    try {
      await owner.query(sql.replace('{database}', database()));
      const on = { query: async (asked: Statement | string, values: unknown[]) => (await owner.query(typeof asked === 'string' ? asked : asked.text, values)).rows } as unknown as Queryable;
      const found = (await listForeignRules({ transaction: (work) => work(on) })).map(({ part, state }) => `${part} ${state}`);
      expect(found).toEqual(expect.arrayContaining(expected));
      // What is in a view's place takes the columns, keys and checks of the table with it.
      if (!_what.startsWith('a view in')) expect(found).toHaveLength(expected.length);
    } finally {
      await owner.query('rollback');
    }
  });

  it('and nothing else: not an index that only makes things faster, a table beside, or how times are written', async () => {
    await owner.query(`create index faster on activity_log (actor_id); create table beside (id int primary key); alter database "${database()}" set timezone = 'Europe/Berlin'`);
    try {
      expect(await listForeignRules(test.database)).toEqual([]);
      expect((await auditProblems(test)).map(({ kind }) => kind)).not.toContain('foreign_rule');
    } finally {
      await owner.query(`drop index faster; drop table beside; alter database "${database()}" reset timezone`);
    }
  });
});
