import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LaunchError, reasonOf } from './process/launch-error';
import { PartLog } from './process/part-log';
import { ensurePracticeDatabase } from './postgres/practice-database';
import { startPostgres } from './postgres/server';
import { runOnce } from './stack/one-off';
import { readSecrets } from './stack/secrets';
import { settle, type StackSettings } from './stack/stack-options';

const ROOT = resolve(__dirname, '..', '..', '..');
const WITHOUT_DATABASE = new Set(['bot', 'backup keygen', 'backup check']);
/** The database may be of an older version, as it is before an update, or not be there yet: the command itself knows what to do. */
const OF_ANY_VERSION = new Set(['backup create', 'backup restore']);
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

interface BorrowedDatabase {
  env: NodeJS.ProcessEnv;
  /** Stops what was started for this command; a product that runs keeps its database. */
  giveBack(): Promise<void>;
}

/** `node docker/local/dist/backend-command.js <admin|audit|keys|storage|backup|practice|bot> …`: a command of the backend, with the database that `npm start` uses. */
async function main(): Promise<number> {
  const [command = '', ...args] = process.argv.slice(2);
  const settings = settle({ port: 0, dataDir: process.env.DATA_DIR ?? resolve(ROOT, '.data'), root: ROOT });
  const script = join(ROOT, 'backend', 'dist', `main.${command}.js`);
  if (!existsSync(script)) throw new LaunchError(`There is no command "${command}".`);
  // Ctrl-C reaches the command too: it ends first, and the database after it.
  for (const signal of SIGNALS) process.on(signal, () => undefined);
  if (settings.given.database !== null || [command, `${command} ${args[0]}`].some((each) => WITHOUT_DATABASE.has(each))) return run(script, args, settings.env);
  const database = await borrowDatabase(settings, `${command} ${args[0]}`);
  try {
    return await run(script, args, database.env);
  } finally {
    await database.giveBack();
  }
}

/** The embedded database of this data folder: the running one, or started for as long as the command takes and brought up to date. */
async function borrowDatabase(settings: StackSettings, command: string): Promise<BorrowedDatabase> {
  const { dataDir, postgresDir } = settings;
  if (command !== 'backup restore' && !existsSync(join(postgresDir, 'PG_VERSION'))) {
    throw new LaunchError('There is no local practice yet: run `npm start` once, or set DATABASE_URL.');
  }
  const { secrets } = readSecrets(dataDir);
  const postgres = await startPostgres({ dataDir: postgresDir, password: secrets.postgres_superuser });
  const giveBack = async (): Promise<void> => (postgres.adopted ? undefined : postgres.stop());
  try {
    const roles = { ownerPassword: secrets.postgres_owner, appPassword: secrets.postgres_app };
    const { appUrl, ownerUrl } = await ensurePracticeDatabase(postgres.adminUrl, roles);
    const env = { NODE_ENV: 'development', ...settings.env, HOST: '127.0.0.1', DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl, DATA_DIR: dataDir };
    if (!postgres.adopted && !OF_ANY_VERSION.has(command)) await migrate(dataDir, env);
    return { env, giveBack };
  } catch (error) {
    await giveBack();
    throw error;
  }
}

async function migrate(dataDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  const log = new PartLog('migrate', join(dataDir, 'logs', 'migrate.log'), false);
  await runOnce({ script: join(ROOT, 'backend', 'dist', 'main.migrate.js'), cwd: ROOT, env, log }).finally(() => log.close());
}

function run(script: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, env, stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code) => done(code ?? 130));
  });
}

main()
  .then((code) => process.exit(code))
  .catch((error: unknown) => {
    console.error(`\n${reasonOf(error)}`);
    process.exit(1);
  });
