import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isLoopbackName } from '../http/loopback';
import { traversableFolder } from '../postgres/server';
import { LaunchError } from '../process/launch-error';

/** The remotes by their dashed names, as they appear in addresses and folders. */
export const REMOTES = ['public-booking', 'therapist', 'client-portal', 'admin'];

export interface Demo {
  therapist_id: string;
  slug: string;
}

export interface StackOptions {
  /** Where people open the product; 0 picks a free port. */
  port: number;
  /** Everything that is kept between starts. */
  dataDir: string;
  /** The checkout; found from this file when not given. */
  root?: string;
  /** The folder with shell/dist and <remote>/dist, when not the checkout's own. */
  frontends?: string;
  /** The PostgreSQL cluster's folder, when not chosen from dataDir. */
  postgresDir?: string;
  /** Over this process's own environment; undefined takes a variable away. */
  env?: Record<string, string | undefined>;
  /** Nothing on the console; logs are in dataDir/logs all the same. */
  quiet?: boolean;
  /** Fill an empty embedded database with the demo practice; on by default. */
  seed?: boolean;
  /** The data folder is a copy of one that this build filled: its schema and this demo practice are there already. */
  prepared?: Demo;
  /** A stack that is thrown away: the database does not wait for the disk. */
  throwaway?: boolean;
  /** Reload open pages after a rebuild. */
  watch?: boolean;
  /** The gateway of the containers before all, instead of the launcher's own: `program` where Caddy is not on the PATH. */
  containerGateway?: { program?: string };
  /** Told when a stage is done, with the seconds it took. */
  progress?(text: string, seconds: number): void;
  /** Stops a start that is still under way. */
  signal?: AbortSignal;
}

/** What the options and the environment come to. */
export interface StackSettings {
  root: string;
  frontends: string;
  dataDir: string;
  postgresDir: string;
  env: NodeJS.ProcessEnv;
  /** URLs given from outside: these parts are not started. */
  given: { database: string | null; redis: string | null; smtp: string | null; google: boolean };
  remoteUrls: Record<string, URL>;
}

export function settle(options: StackOptions): StackSettings {
  const root = options.root ?? resolve(__dirname, '..', '..', '..', '..');
  const env: NodeJS.ProcessEnv = { ...process.env, ...options.env };
  for (const [name, value] of Object.entries(env)) if (value === undefined || value === '') delete env[name];
  keepDevelopmentHere(env);
  const dataDir = writableFolder(resolve(options.dataDir));
  return {
    root,
    frontends: options.frontends ?? join(root, 'frontends'),
    dataDir,
    postgresDir: options.postgresDir ?? join(clusterHome(dataDir, options.throwaway === true), 'postgres'),
    env,
    given: {
      database: env.DATABASE_URL ?? null,
      redis: env.REDIS_URL ?? null,
      smtp: env.SMTP_URL ?? null,
      google: env.GOOGLE_CLIENT_ID !== undefined && env.GOOGLE_CLIENT_SECRET !== undefined,
    },
    remoteUrls: remoteUrls(env),
  };
}

/** Development shows a password, signs anybody in and lets everybody read the mail. */
function keepDevelopmentHere({ NODE_ENV: mode, PUBLIC_URL: url }: NodeJS.ProcessEnv): void {
  if (mode === 'production' || url === undefined || (URL.canParse(url) && isLoopbackName(new URL(url).hostname))) return;
  throw new LaunchError(
    `PUBLIC_URL is ${url}, and this is development, where anybody who comes by can sign in and read the mail. Leave PUBLIC_URL unset, or set it to http://localhost:<port>; to serve people, set NODE_ENV=production.`,
  );
}

function writableFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK);
    return realpathSync(path);
  } catch {
    throw new LaunchError(`The data folder ${path} cannot be written by this user. Run as the folder's owner, or set DATA_DIR to another folder.`);
  }
}

/**
 * As root PostgreSQL runs as `nobody`, who may not pass through root's home or a closed checkout: its data then lives in the
 * system's own place for such things, under a name that belongs to this data folder.
 */
function clusterHome(dataDir: string, throwaway: boolean): string {
  if (process.getuid?.() !== 0) return dataDir;
  if (throwaway) return traversableFolder(dataDir);
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  for (const place of ['/var/lib/attune', '/var/tmp/attune']) {
    try {
      traversableFolder(place);
      return traversableFolder(join(place, name));
    } catch {
      // Not writable here: the next place.
    }
  }
  throw new LaunchError('Neither /var/lib nor /var/tmp can be written, so there is no place for the database. Set DATABASE_URL.');
}

function remoteUrls(env: NodeJS.ProcessEnv): Record<string, URL> {
  const urls: Record<string, URL> = {};
  for (const remote of REMOTES) {
    const name = `REMOTE_${remote.replaceAll('-', '_').toUpperCase()}_URL`;
    const value = env[name];
    if (value === undefined) continue;
    if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
      throw new LaunchError(`${name} is not an http(s) address: ${value}`);
    }
    urls[remote] = new URL(value);
  }
  return urls;
}
