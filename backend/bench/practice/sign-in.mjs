import { randomBytes, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const { ColumnCipher } = require('../../dist/common/crypto/column-cipher.js');
const { EncryptionKeys } = require('../../dist/common/crypto/encryption-keys.js');

/** This build. */
export const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

/** Under which the measured processes know the encryption key. */
const KEY_ID = 'bench';

/**
 * What rows are written with before the product has started: a build's own files, since an earlier one has other digests and marks.
 * @typedef {{ ring: object, load: (file: string) => any }} Keys
 */

/**
 * Makes the encryption key's bytes the installation's secret, so that rows can be marked before the product has started.
 * @param {string} encryptionKey base64 of 32 bytes @param {string} [dist] the build that will read them
 * @returns {Promise<Keys>}
 */
export async function takeSecret(client, encryptionKey, dist = DIST) {
  const secret = Buffer.from(encryptionKey, 'base64');
  const cipher = new ColumnCipher(new EncryptionKeys([{ id: KEY_ID, key: secret }]));
  const wrapped = cipher.encrypt(secret.toString('base64'), { table: 'installation_secret', column: 'wrapped', rowId: KEY_ID });
  await client.query('update installation_secret set key_id = $1, wrapped = $2', [KEY_ID, wrapped]);
  const load = (file) => require(join(dist, file));
  const { KeyRing } = load('common/crypto/key-ring.js');
  return { ring: new KeyRing(secret), load };
}

/** What the product's repositories write with: plain inserts on this connection. */
function writer(client) {
  return {
    manager: {
      insert: async ({ name }, row) => {
        const table = name === 'Session' ? 'sessions' : 'administrators';
        // An earlier build's table may have fewer.
        const { rows } = await client.query('select column_name from information_schema.columns where table_name = $1', [table]);
        const columns = rows.map((each) => each.column_name).filter((column) => row[column] !== undefined);
        const places = columns.map((_, index) => `$${index + 1}`);
        await client.query(`insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`, columns.map((column) => row[column]));
      },
      update: async (_entity, { id }, { mark }) => void (await client.query('update administrators set mark = $2 where id = $1', [id, mark])),
      findBy: async () => (await client.query('select * from administrators where mark is null')).rows,
    },
  };
}

/** @param {Keys} keys @param {{ kind: 'user' | 'admin' }} session @returns {Promise<string>} the Cookie header of a live session */
export async function addSession(client, keys, { kind, userId, userType }) {
  const token = randomBytes(32).toString('base64url');
  const now = new Date();
  const after = (minutes) => new Date(now.getTime() + minutes * 60_000);
  const { SessionRepository } = keys.load('modules/auth/sessions/session.repository.js');
  await new SessionRepository(undefined, keys.ring).insertSession(
    {
      id: randomUUID(),
      token,
      kind,
      user_id: userId,
      user_type: userType,
      created_at: now,
      idle_expires_at: after(30),
      absolute_expires_at: after(12 * 60),
      address: null,
      verified: true,
      proved_at: null,
      pending_second_factor: false,
      sets_up_second_factor: false,
      browser: '',
    },
    writer(client),
  );
  return `__Host-${kind === 'admin' ? 'admin_session' : 'session'}=${token}`;
}

/** Marks the administrators that were inserted without the product. */
export async function adoptAdministrators(client, keys) {
  const { AdministratorRepository } = keys.load('modules/auth/administrators/administrator.repository.js');
  await new AdministratorRepository(undefined, undefined, keys.ring).adoptAdministrators(writer(client));
}
