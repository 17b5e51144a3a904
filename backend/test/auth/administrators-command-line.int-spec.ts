import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { newId } from '../../src/common/database/database';
import { AdministratorService } from '../../src/modules/auth/administrators/administrator.service';
import { parseCommand } from '../../src/modules/auth/administrators/command-line/command';
import { runCommand } from '../../src/modules/auth/administrators/command-line/run-command';
import { SecondFactorService } from '../../src/modules/auth/second-factor/second-factor.service';
import { openBrowser, post } from '../harness/browser';
import { signInAdmin } from '../harness/signed-in-admin';
import { startTestApp, TestApp } from '../harness/test-app';

const KEYS = `test:${Buffer.alloc(32, 9).toString('base64')}`;
const BACKEND = join(__dirname, '../..');

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ ENCRYPTION_KEYS: KEYS });
});
afterAll(() => test.close());

interface Said {
  code: number | null;
  out: string;
  errors: string;
}

/** The command as a process of its own, as the operator runs it. */
function admin(args: string[], typed = '', environment: Record<string, string> = {}): Promise<Said> {
  const child = spawn(process.execPath, ['--require', join(__dirname, '../harness/outbox-typescript.cjs'), join(BACKEND, 'src', 'main.admin.ts'), ...args], {
    cwd: BACKEND,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      DATABASE_URL: test.testDatabase.url,
      DATA_DIR: test.config.dataDir,
      ENCRYPTION_KEYS: KEYS,
      LOG_LEVEL: 'silent',
      ...environment,
    },
  });
  let [out, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  child.stdin.on('error', () => undefined);
  child.stdin.end(typed);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, errors })));
}

/** The same without a process of its own, which costs seconds. */
async function run(...args: string[]): Promise<string> {
  const services = { administrators: test.app.get(AdministratorService), secondFactors: test.app.get(SecondFactorService) };
  return runCommand(parseCommand(args), services, { input: process.stdin, output: process.stderr });
}

const signIn = async (username: string, password: string): Promise<number> =>
  (await post(openBrowser(test), '/api/admin/login', { username, password })).status;

it('makes an administrator with the password that is piped in, and lists them', async () => {
  const made = await admin(['create', 'Jane'], 'the password of jane\n');
  expect(made).toEqual({ code: 0, out: 'Made the administrator Jane.\n', errors: '' });
  expect(await signIn('jane', 'the password of jane')).toBe(200);
  const [head, development, jane, ...more] = (await run('list')).split('\n');
  expect(head).toMatch(/^USERNAME +STATE +TWO-STEP +MADE +LAST SIGN-IN$/);
  expect(development).toMatch(/^admin +active \(development\) +off .* never$/);
  expect(jane).toMatch(/^jane +active +off +\d{4}-\d\d-\d\d \d\d:\d\d UTC +\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  expect(more).toEqual([]);
});

it('says what is wrong in a sentence, ends with 1 and changes nothing', async () => {
  expect(await admin(['create', 'admin'], 'the password of nobody\n')).toEqual({ code: 1, out: '', errors: 'There is an administrator named admin already.\n' });
  expect(await admin([])).toMatchObject({ code: 1, out: '', errors: expect.stringMatching(/^Usage: npm run admin -- <command>/) });
  expect(await signIn('admin', 'the password of nobody')).toBe(401);
});

it('cannot reach a database that is not there, and says so', async () => {
  const said = await admin(['list'], '', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect(said).toEqual({ code: 1, out: '', errors: 'The database cannot be reached.\n' });
});

it('resets with a generated password that is printed once, and ends the sessions', async () => {
  const signedIn = await signInAdmin(test);
  const password = /The password, shown this once: ([\w-]{24})$/.exec(await run('reset', signedIn.username, '--generate'))?.[1] ?? '';
  await signedIn.get('/api/admin/sessions').expect(401);
  expect(await signIn(signedIn.username, signedIn.password)).toBe(401);
  expect(await signIn(signedIn.username, password)).toBe(200);
  const [row] = await test.database.query('select actor_type, actor_id from activity_log where action = $1 and subject_id = $2', ['reset_administrator', signedIn.id]);
  expect(row).toEqual({ actor_type: 'system', actor_id: null });
});

it('disables at once, and enables again', async () => {
  const signedIn = await signInAdmin(test);
  expect(await run('disable', signedIn.username)).toContain('every session has ended');
  await signedIn.get('/api/admin/sessions').expect(401);
  expect(await signIn(signedIn.username, signedIn.password)).toBe(401);
  expect(await run('enable', signedIn.username)).toContain('can sign in again');
  expect(await signIn(signedIn.username, signedIn.password)).toBe(200);
  const rows = await test.database.query<{ action: string }>('select action from activity_log where subject_id = $1 and actor_type = $2 order by at, id', [signedIn.id, 'system']);
  expect(rows.map(({ action }) => action)).toEqual(['create_administrator', 'disable_administrator', 'enable_administrator']);
});

it('knows nobody by a wrong name, and takes no name that would not fit', async () => {
  await expect(run('disable', 'nobody')).rejects.toThrow('There is no administrator named nobody.');
  await expect(run('reset', 'nobody', '--generate')).rejects.toThrow('There is no administrator named nobody.');
  await expect(run('drop-second-factor', 'nobody@example.org')).rejects.toThrow('There is no therapist with this email address.');
  await expect(run('create', 'jane doe', '--generate')).rejects.toThrow('A username has 2 to 60 characters');
});

it('lists a name that somebody else wrote into the table as foreign, and it does not speak to the terminal', async () => {
  await test.database.query(`insert into administrators (id, username, password_hash, created_at) values ($1, E'root\\u001b[2kx', 'x', now())`, [newId()]);
  const { out } = await admin(['list']);
  expect(out).toMatch(/root\ufffd\[2kx +foreign: cannot sign in/);
  expect(out).not.toContain('\u001b');
});
