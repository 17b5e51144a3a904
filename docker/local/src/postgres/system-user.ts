import { readFileSync } from 'node:fs';
import { LaunchError } from '../process/launch-error';

export interface SystemUser {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root, so as root it runs as `nobody`, which every system has. Null: run as ourselves. */
export function postgresUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody');
  const uid = Number(entry?.[2]);
  const gid = Number(entry?.[3]);
  if (!Number.isInteger(uid) || !Number.isInteger(gid) || uid === 0) {
    throw new LaunchError(
      'PostgreSQL does not run as root and this system has no user "nobody" to run it as. ' +
        'Run as an ordinary user, or set DATABASE_URL.',
    );
  }
  return { uid, gid };
}
