import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from './database.mjs';
import { seedPractices } from './seed.mjs';
import { DIST } from './sign-in.mjs';

const UNLIMITED = '1000000000';

/**
 * A migrated and seeded database with the environment of a production API process on it.
 * @typedef {object} Stage
 * @property {string} dist the built product
 * @property {string} apiScript
 * @property {Record<string, string>} env
 * @property {import('./seed.mjs').Practices} practices
 * @property {(name: string) => string} file a path in the run's own folder
 * @property {() => Promise<void>} clear
 */

/**
 * @param {{ bookedTherapists?: number, dist?: string, seed?: (ownerUrl: string, encryptionKey: string) => Promise<any> }} options
 *   what fills the database; the practices with that many booked therapists where nothing else is named
 * @returns {Promise<Stage>}
 */
export async function setStage({ bookedTherapists = 0, dist = DIST, seed = (ownerUrl, encryptionKey) => seedPractices(ownerUrl, encryptionKey, { bookedTherapists, dist }) }) {
  const adminUrl = process.env.TEST_DATABASE_ADMIN_URL;
  if (!adminUrl) throw new Error('TEST_DATABASE_ADMIN_URL is not set: run this through `npm run bench`.');
  const apiScript = join(dist, 'main.api.js');
  if (!existsSync(apiScript)) throw new Error('The backend is not built: run `npm run build` first.');
  const folder = mkdtempSync(join(tmpdir(), 'attune-bench-'));
  const database = await createDatabase(adminUrl);
  const clear = async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const encryptionKey = randomBytes(32).toString('base64');
    const env = productionEnvironment(database, encryptionKey, folder);
    execFileSync(process.execPath, [join(dist, 'main.migrate.js')], { env: { PATH: process.env.PATH ?? '', ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
    const practices = await seed(database.ownerUrl, encryptionKey);
    return { dist, apiScript, env, practices, file: (name) => join(folder, name), clear };
  } catch (error) {
    await clear();
    throw error;
  }
}

/** As in production; only the limits on bookings are out of the way. */
function productionEnvironment(database, encryptionKey, folder) {
  return {
    NODE_ENV: 'production',
    // As README says.
    NODE_OPTIONS: '--max-semi-space-size=8',
    PUBLIC_URL: 'https://practice.example',
    DATABASE_URL: database.url,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    DATABASE_POOL_SIZE: '10',
    REDIS_URL: process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379',
    SMTP_URL: 'smtp://127.0.0.1:2525',
    ENCRYPTION_KEYS: `bench:${encryptionKey}`,
    DATA_DIR: folder,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'info',
    BOOKING_LIMIT_PER_IP: UNLIMITED,
    REQUESTS_PER_SECOND_PER_CONNECTION: UNLIMITED,
    CHANGES_AT_WORK_PER_CONNECTION: UNLIMITED,
    READS_AT_WORK_PER_CONNECTION: UNLIMITED,
    READS_AT_WORK_PER_ACCOUNT: UNLIMITED,
    CHANGES_AT_WORK_PER_ACCOUNT: UNLIMITED,
    SIGNED_IN_READS_AT_WORK: UNLIMITED,
    SIGNED_IN_CHANGES_AT_WORK: UNLIMITED,
    SESSION_LOOKS_AT_WORK: UNLIMITED,
    PUBLIC_READS_AT_WORK: UNLIMITED,
    PUBLIC_CHANGES_AT_WORK: UNLIMITED,
    // An earlier build, which is measured beside this one, limits bookings by their address.
    BOOKING_LIMIT_PER_ADDRESS: UNLIMITED,
    BOOKING_WAVE_LIMIT: UNLIMITED,
  };
}
