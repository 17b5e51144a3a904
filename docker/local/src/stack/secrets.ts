import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface StackSecrets {
  postgres_superuser: string;
  postgres_owner: string;
  postgres_app: string;
  redis: string;
  google_client_secret: string;
}

const NAMES: (keyof StackSecrets)[] = ['postgres_superuser', 'postgres_owner', 'postgres_app', 'redis', 'google_client_secret'];

export interface KnownSecrets {
  secrets: StackSecrets;
  /** True when there was no file: a database that exists already has passwords nobody knows any more. */
  isNew: boolean;
}

/** The passwords of this data folder's own servers, made at the first start, readable by its owner alone. */
export function readSecrets(dataDir: string): KnownSecrets {
  const file = join(dataDir, 'secrets.json');
  const isNew = !existsSync(file);
  const known = isNew ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Partial<StackSecrets>);
  const secrets = Object.fromEntries(
    NAMES.map((name) => [name, known[name] ?? randomBytes(24).toString('base64url')]),
  ) as unknown as StackSecrets;
  if (NAMES.some((name) => known[name] === undefined)) {
    writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return { secrets, isNew };
}
