import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { EncryptionKey, EncryptionKeys } from '../../src/common/crypto/encryption-keys';
import { InstallationSecret } from '../../src/common/crypto/installation-secret';
import { KeyRing } from '../../src/common/crypto/key-ring';
import { KeyRotation, RotatedTable } from '../../src/common/crypto/key-rotation';
import { SEALING_ANEW, sealedColumns } from '../../src/common/crypto/sealed';
import { Database } from '../../src/common/database/database';
import { Works } from '../../src/common/work/work';
import { canary, fillSealedTables, openedCanaries } from '../harness/sealed-rows';
import { keyOf, sealInto, unsealed } from '../harness/sealed-values';
import { startTestApp, TestApp } from '../harness/test-app';
import { createTestDatabase, TestDatabase } from '../harness/test-database';

const BACKEND = join(__dirname, '../..');
const key = (id: string, byte: number): EncryptionKey => ({ id, key: Buffer.alloc(32, byte) });
const OLD = key('old', 1);
const NEW = key('new', 2);
const text = (...keys: EncryptionKey[]): string => keys.map((each) => `${each.id}:${each.key.toString('base64')}`).join(',');

/** What another process with these keys has. */
function partsOf(test: TestApp, ...keys: EncryptionKey[]): { cipher: ColumnCipher; secret: InstallationSecret; rotation: KeyRotation } {
  const held = new EncryptionKeys(keys);
  const cipher = new ColumnCipher(held);
  const secret = new InstallationSecret(test.database, held, cipher);
  return { cipher, secret, rotation: new KeyRotation(test.app.get(DataSource), test.app.get(Database), held, cipher, secret, test.app.get(Works)) };
}

/** Columns of bytes that hold no cipher text. */
const NOT_SEALED = [
  'activity_checkpoints.hash', 'activity_checkpoints.public_key', 'activity_checkpoints.signature',
  'activity_log.address_hash', 'activity_log.mark',
  'activity_recurrences.clients_hash', 'activity_recurrences.key', 'activity_recurrences.mark',
  'activity_tallies.source',
  'known_browsers.browser_hash', 'activity_seals.entry_hashes', 'activity_seals.hash', 'activity_seals.mark', 'activity_seals.previous_hash',
  'address_changes.mark',
  'address_changes.object_hash',
  'administrators.mark',
  'booking_holds.code_hash',
  'booking_holds.connection_hash',
  'bookings.manage_token_hash', 'bookings.mark',
  'break_glass_grants.mark',
  'break_glass_therapists.notice_mark',
  'calendar_connections.account_key',
  'calendar_feeds.token_digest',
  'calendar_flows.browser_hash', 'calendar_flows.state_hash',
  'calendar_sources.calendar_key', 'calendar_sources.channel_secret_hash',
  'care_plans.mark', 'care_plans.texts_mark',
  'client_accounts.registration_mark', 'client_accounts.typed_by',
  'former_persons.mark', 'idempotency_keys.body_hash', 'idempotency_keys.scope_hash',
  'images.bytes', 'intake_browsers.browser_hash', 'intake_browsers.mark',
  'intake_codes.browser_hash', 'intake_codes.code_hash',
  'intake_form_versions.mark',
  'intake_requests.answers_mark', 'intake_requests.token_hash',
  // Wrapped anew for each key, by itself.
  'installation_secret.wrapped',
  'limit_hits.key_hash', 'mail_ends.address_hash',
  'meeting_consent_answers.mark', 'meeting_consent_answers.network_hash', 'meeting_consent_answers.text_hash', 'meeting_consents.mark', 'meeting_consents.text_hash', 'meeting_consents.token_hash', 'meeting_rooms.room_hash',
  'person_addresses.email_hash', 'person_addresses.mark',
  'recovery_codes.code_hash',
  'second_factors.mark',
  'session_note_versions.mark', 'session_note_versions.texts_mark',
  'session_notes.mark', 'session_notes.texts_mark',
  'sessions.address_hash', 'sessions.idle_mark', 'sessions.mark',
  'sessions.token_hash',
  'sign_in_codes.address_hash', 'sign_in_codes.browser_hash',
  'sign_in_codes.code_hash',
  'sign_in_codes.link_hash',
  'sign_in_codes.mark',
  'sign_in_flows.browser_hash', 'sign_in_flows.code_hash', 'sign_in_flows.mark', 'sign_in_flows.state_hash',
  'trusted_browsers.browser_hash',
  'trusted_browsers.mark',
  'users.mark',
  'waiting_requests.address_hash', 'waiting_requests.mark', 'waiting_requests.network_hash', 'waiting_requests.token_hash',
];

describe('rotation', () => {
  let test: TestApp;
  beforeEach(async () => {
    test = await startTestApp({ ENCRYPTION_KEYS: text(OLD) });
  });
  afterEach(() => test.close());

  const sealedNames = (): string[] => {
    const source = test.app.get(DataSource);
    return sealedColumns().map(({ entity, column }) => `${source.getMetadata(entity).tableName}.${column}`);
  };
  const wraps = async (): Promise<string[]> => (await test.database.query<{ key_id: string }>('select key_id from installation_secret order by 1')).map(({ key_id }) => key_id);

  it('knows every column of bytes: it is declared as encrypted, or is none', async () => {
    const columns = await test.database.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and data_type = 'bytea'`,
    );
    expect([...sealedNames(), ...NOT_SEALED].sort()).toEqual(columns.map(({ name }) => name).sort());
  });

  it('goes on after it was stopped; then the old key opens nothing, everything opens without it, and what is derived is the same', async () => {
    await fillSealedTables(test, 120);
    const expected = Object.fromEntries(sealedNames().map((name) => [name, name.startsWith('bookings.') ? 120 : 1]));
    expect(await openedCanaries(test, test.app.get(ColumnCipher))).toEqual({ opened: expected, closed: 0 });

    const secretBefore = await test.app.get(InstallationSecret).open();
    const first = partsOf(test, NEW, OLD);
    expect(await first.secret.open()).toEqual(secretBefore);
    expect(await wraps()).toEqual(['new', 'old']);
    const batches: RotatedTable[] = [];
    const killed = first.rotation.rotate((batch) => {
      batches.push(batch);
      if (batches.length === 4) throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    const half = await openedCanaries(test, partsOf(test, NEW).cipher);
    expect(half.closed).toBeGreaterThan(0);
    expect(Object.keys(half.opened).length).toBeGreaterThan(0);
    expect(await openedCanaries(test, first.cipher)).toEqual({ opened: expected, closed: 0 });
    await expect(partsOf(test, NEW).secret.open()).rejects.toThrow(/^The encryption key old is missing/);

    const again = await partsOf(test, NEW, OLD).rotation.rotate();
    const before = batches.reduce((sum, { rows }) => sum + rows, 0);
    expect(again).toMatchObject({ key: 'new', unused: ['old'] });
    expect([again.unreadable.size, again.inUse.size]).toEqual([0, 0]);
    expect(before + again.rows).toBe(120 + 33);
    expect(await wraps()).toEqual(['new']);

    const after = partsOf(test, NEW);
    expect(await after.secret.open()).toEqual(secretBefore);
    expect(await openedCanaries(test, after.cipher)).toEqual({ opened: expected, closed: 0 });
    expect((await openedCanaries(test, partsOf(test, OLD).cipher)).opened).toEqual({});
    expect(await test.database.query(`select details from activity_log where action = 'rotate_keys'`)).toEqual([{ details: { rows: again.rows } }]);
  });

  it('loses nothing that is written meanwhile, be it under the old key or the new one', async () => {
    await fillSealedTables(test, 60);
    const { secret, cipher, rotation } = partsOf(test, NEW, OLD);
    await secret.open();
    const ids = (await test.database.query<{ id: string }>('select id from bookings')).map(({ id }) => id);
    const last = new Map<string, string>();
    let writing = true;
    const writer = async (mine: string[], writes: ColumnCipher): Promise<void> => {
      for (let turn = 0; writing; turn += 1) {
        const id = mine[turn % mine.length] as string;
        const note = `turn ${turn}`;
        await sealInto(test.database, writes, 'bookings', id, { notes: note });
        last.set(id, note);
      }
    };
    const writers = [writer(ids.slice(0, 30), test.app.get(ColumnCipher)), writer(ids.slice(30), cipher)];
    const done = rotation.rotate();
    while (last.size < 60) await pause(50);
    writing = false;
    await Promise.all(writers);
    expect(await done).toMatchObject({ unused: ['old'] });
    expect(last.size).toBe(60);
    const now = partsOf(test, NEW).cipher;
    for (const id of ids) expect(await unsealed(test.database, now, 'bookings', 'notes', id)).toBe(last.get(id));
  });

  it('binds values of before there were owners to whose they are, also where the key stays; none of those that are bound is touched', async () => {
    await fillSealedTables(test, 3);
    const { cipher, rotation } = partsOf(test, OLD);
    const owned = sealedColumns().flatMap(({ owner, column }) => (owner ? [{ table: owner.table, column }] : []));
    expect(owned.map(({ table, column }) => `${table}.${column}`).sort()).toEqual([
      'bookings.manage_token', 'bookings.notes', 'bookings.word',
      'calendar_sources.calendar', 'calendar_sources.name', 'calendar_sources.sync_token',
      'care_plans.beginning', 'care_plans.description', 'care_plans.goals', 'care_plans.recommended_actions', 'care_plans.title',
      'client_records.remark', 'foreign_feeds.address', 'foreign_feeds.validators', 'intake_answers.value',
      'intake_codes.mail_secret',
      'intake_requests.signed_name', 'intake_requests.token',
      'meeting_analyses.result', 'meeting_consents.meeting_url', 'meeting_consents.token', 'meeting_session_keys.wrapped_key',
      'meeting_transcript_lines.original', 'meeting_transcript_lines.text',
      'session_note_analyses.result', 'session_note_analyses.summary',
      'session_note_drafts.beginning', 'session_note_drafts.fields',
      'session_note_file_pages.correction', 'session_note_file_pages.text', 'session_note_file_pages.unsure',
      'session_note_files.filename',
      'session_note_keys.wrapped_key',
      'session_note_versions.content', 'session_note_versions.remark', 'session_note_versions.tags', 'session_note_versions.title',
      'session_notes.beginning', 'session_notes.content', 'session_notes.summary', 'session_notes.tags', 'session_notes.title', 'time_off.name', 'waiting_requests.details', 'waiting_requests.token',
    ]);
    const forms = async (): Promise<number[]> => {
      const found = await Promise.all(owned.map(({ table, column }) => test.database.query<{ form: number }>(`select get_byte(${column}, 0) as form from ${table} where ${column} is not null`)));
      return [...new Set(found.flat().map(({ form }) => form))];
    };
    expect(await forms()).toEqual([2]);
    expect(await rotation.rotate()).toMatchObject({ rows: 0 });
    for (const { table, column } of owned) {
      for (const { id } of await test.database.query<{ id: string }>(`select ${keyOf(table)} as id from ${table} where ${column} is not null`)) {
        await test.database.transaction(async (tx) => {
          await tx.query(SEALING_ANEW);
          await tx.query(`update ${table} set ${column} = $2 where ${keyOf(table)} = $1`, [id, cipher.encrypt(canary(table, column), { table, column, rowId: id })]);
        });
      }
    }
    expect(await forms()).toEqual([1]);
    const before = await openedCanaries(test, cipher);
    expect(before.closed).toBe(0);
    expect(await rotation.rotate()).toMatchObject({ key: 'old', rows: 3 + 21, unused: [] });
    expect(await forms()).toEqual([2]);
    expect(await openedCanaries(test, cipher)).toEqual(before);
    await test.database.query('update bookings set client_id = (select id from clients c where c.id <> bookings.client_id limit 1)');
    expect((await openedCanaries(test, cipher)).closed).toBe(9);
  });

  it('leaves what does not open as it is, names the column, and keeps its key', async () => {
    await fillSealedTables(test);
    await test.database.query('update session_notes set signed_at = null');
    await test.database.query('update session_notes set title = content');
    const parts = partsOf(test, NEW, OLD);
    await parts.secret.open();
    const rotation = await parts.rotation.rotate();
    expect([...rotation.unreadable]).toEqual([['session_notes.title', 1]]);
    expect([...rotation.inUse]).toEqual([['old', 1]]);
    expect(rotation.unused).toEqual([]);
    expect(await wraps()).toEqual(['new', 'old']);
  });
});

/** A command as a process of its own. */
function command(main: string, args: string[], environment: Record<string, string>): Promise<{ code: number | null; out: string; errors: string }> {
  const script = ['--require', join(BACKEND, 'test/harness/outbox-typescript.cjs'), join(BACKEND, 'src', `main.${main}.ts`)];
  const child = spawn(process.execPath, [...script, ...args], { cwd: BACKEND, env: { PATH: process.env['PATH'], NODE_ENV: 'test', QUEUE_ENGINE: 'builtin', ...environment } });
  let [out, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (part: string) => (out += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, errors })));
}

describe('the start', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());
  const start = (...keys: EncryptionKey[]): Promise<TestApp> => startTestApp({ ENCRYPTION_KEYS: text(...keys) }, () => undefined, database);
  const secretOf = async (test: TestApp): Promise<Buffer> => test.app.get(InstallationSecret).open();

  it('of a new installation makes a random secret, once for all processes', async () => {
    const [one, other] = await Promise.all([start(OLD), start(OLD)]);
    const secret = await secretOf(one);
    expect(secret).toHaveLength(32);
    expect(secret).not.toEqual(OLD.key);
    expect(await secretOf(other)).toEqual(secret);
    expect(await one.database.query('select count(*)::int as rows from installation_secret')).toEqual([{ rows: 1 }]);
    await Promise.all([one.close(), other.close()]);
  });

  it('of an older one keeps what was derived from its oldest key', async () => {
    const before = await start(OLD);
    await before.database.query(`update installation_secret set key_id = 'the oldest key', wrapped = null`);
    // As nobody had a mark then.
    await before.database.query('update administrators set mark = null');
    await before.close();
    const test = await start(NEW, OLD);
    expect(test.app.get(KeyRing).derive('csrf')).toEqual(new KeyRing(OLD.key).derive('csrf'));
    expect(await test.database.query('select key_id from installation_secret order by 1')).toEqual([{ key_id: 'new' }, { key_id: 'old' }]);
    await test.close();
  });

  it.each([
    ['api', [NEW], /^The encryption key old is missing, and something here may be encrypted under it\. Put it back into ENCRYPTION_KEYS, after the newest one, until `npm run keys:rotate` says that it may be dropped\.\n$/],
    ['worker', [NEW], /^The encryption key old is missing, .+\n$/],
    ['admin', [NEW], /^The encryption key old is missing, .+\n$/],
    ['api', [key('old', 3)], /^The encryption key old is another one than before\. Put the right one back into ENCRYPTION_KEYS\.\n$/],
  ])('of the %s says in a sentence which key is missing or wrong', async (main, keys, sentence) => {
    await (await start(OLD)).close();
    const environment = { DATABASE_URL: database.url, DATA_DIR: tmpdir(), LOG_LEVEL: 'info', PORT: '0', ENCRYPTION_KEYS: text(...keys) };
    const said = await command(main, main === 'admin' ? ['list'] : [], environment);
    expect(said.code).toBe(1);
    expect(said.errors).toMatch(sentence);
    expect(said.out + said.errors).not.toContain(' at ');
    for (const each of [OLD, ...keys]) expect(said.out + said.errors).not.toContain(each.key.toString('base64'));
  });

  it('does not make another secret where the first one is gone', async () => {
    const test = await start(OLD);
    await test.database.query('delete from installation_secret');
    await test.close();
    await expect(start(OLD)).rejects.toThrow('The installation secret is gone from the database');
  });

  it.each(['a random secret', 'the oldest key'])('does not make another secret where the row says that there was none yet: %s', async (key_id) => {
    const test = await start(OLD);
    await test.database.query('delete from installation_secret');
    await test.database.query('insert into installation_secret (key_id) values ($1)', [key_id]);
    await test.close();
    await expect(start(OLD)).rejects.toThrow('The installation secret is gone from the database');
  });
});

describe('npm run keys:rotate', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'attune-keys-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('on a development machine makes a key, which the running processes take up; the old one may go', async () => {
    writeFileSync(join(folder, 'encryption.keys'), `${text(OLD)}\n`);
    const test = await startTestApp({ DATA_DIR: folder, ENCRYPTION_KEYS: undefined });
    await fillSealedTables(test, 3);
    const environment = { DATA_DIR: folder, DATABASE_URL: test.testDatabase.url, MIGRATION_DATABASE_URL: test.testDatabase.ownerUrl };
    const said = await command('keys', ['rotate'], environment);
    expect(said).toMatchObject({ code: 0, out: expect.stringMatching(/^36 rows encrypted anew under the key local-[0-9a-f]{8}\.\nThe key old is used by nothing any more and may be dropped from .+encryption\.keys\.\nThat holds once every process was restarted .+\n$/) as string });
    expect(said.errors).toContain('bookings: 3\n');
    const keys = test.app.get(EncryptionKeys);
    expect(keys.all.map(({ id }) => id)).toEqual(['old']);
    expect((await openedCanaries(test, test.app.get(ColumnCipher))).closed).toBe(0);
    expect(keys.current.id).toMatch(/^local-/);
    expect(readdirSync(folder)).toEqual(['encryption.keys']);
    writeFileSync(join(folder, 'encryption.keys'), `${text(keys.current)}\n`);
    expect(await command('keys', ['rotate'], environment)).toMatchObject({ code: 0 });
    await test.close();
  });

  it('lets a process that only writes take up the new key within a second', async () => {
    const mine = EncryptionKeys.of({ dataDir: folder } as never);
    const theirs = EncryptionKeys.of({ dataDir: folder } as never);
    expect(theirs.current).toEqual(mine.current);
    await mine.renew();
    expect(theirs.current).toEqual(mine.current);
    expect(theirs.all.map(({ id }) => id)).toEqual([mine.current.id, 'local']);
  });

  it('explains itself', async () => {
    expect(await command('keys', [], {})).toMatchObject({ code: 2, out: '', errors: expect.stringContaining('ENCRYPTION_KEYS') as string });
  });
});
