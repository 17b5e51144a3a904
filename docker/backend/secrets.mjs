// Makes what an installation needs and nobody should know, each thing once; what is there stays as it is.
// Kept together with copies of the database: without the encryption key nothing in it can be read. Each part gets what it needs, and nothing else, in a folder of its own.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '/secrets', shares = '/shares', host = 'postgres'] = process.argv.slice(2);
const SHARES = {
  product: ['database-app-url', 'encryption-keys', 'storage-key-id', 'storage-key', 'administrator-password'],
  database: ['database-superuser-password', 'database-owner-password', 'database-app-password'],
  storage: ['storage-key-id', 'storage-key'],
};
const word = () => randomBytes(24).toString('base64url');

/** @returns what stands in the file from now on, or undefined where it was there before */
function make(name, text) {
  const path = join(folder, name);
  if (existsSync(path)) return undefined;
  writeFileSync(path, `${text}\n`, { mode: 0o444, flag: 'wx' });
  process.stdout.write(`made ${name}\n`);
  return text;
}

mkdirSync(folder, { recursive: true });
for (const role of ['owner', 'app']) {
  const password = make(`database-${role}-password`, word());
  if (password !== undefined) make(`database-${role}-url`, `postgres://attune_${role}:${password}@${host}:5432/attune`);
}
make('database-superuser-password', word());
make('encryption-keys', `first:${randomBytes(32).toString('base64')}`);
make('storage-key-id', randomBytes(10).toString('hex').toUpperCase());
make('storage-key', word());
make('administrator-password', word());

// Anew each time: what was changed in the first folder, such as a newer encryption key, is what they get.
for (const [share, names] of Object.entries(SHARES)) {
  mkdirSync(join(shares, share), { recursive: true });
  for (const name of names) {
    const path = join(shares, share, name);
    writeFileSync(`${path}.new`, readFileSync(join(folder, name)), { mode: 0o444 });
    renameSync(`${path}.new`, path);
  }
}
