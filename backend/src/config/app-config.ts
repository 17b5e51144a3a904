import { join } from 'node:path';
import { Environment } from './environment';

export const REMOTE_NAMES = ['public_booking', 'therapist', 'client_portal', 'admin'] as const;
export type RemoteName = (typeof REMOTE_NAMES)[number];

/** Where a built front-end is read from: a folder on this machine or another server's base URL. */
export type Origin = { kind: 'folder'; path: string } | { kind: 'url'; url: string };

/** The checked configuration, grouped by who uses it. */
export class AppConfig {
  readonly nodeEnv: Environment['NODE_ENV'];
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  /** Origins a browser may send from: the public URL and, for localhost, its 127.0.0.1 twin. */
  readonly ownOrigins: readonly string[];
  readonly secureCookies: boolean;
  /** In Express's notation: names and addresses, how many proxies, or nobody. */
  readonly trustProxy: string | number | false;
  readonly logLevel: string;
  readonly dataDir: string;
  readonly encryptionKeys: string | undefined;
  readonly database: { url: string; migrationUrl: string; rolesSeparated: boolean; poolSize: number };
  readonly queue: { redisUrl: string | undefined; engine: 'redis' | 'builtin'; active: readonly string[] | undefined };
  readonly google: {
    clientId: string | undefined;
    clientSecret: string | undefined;
    authUrl: string | undefined;
    tokenUrl: string | undefined;
    userInfoUrl: string | undefined;
    demo: boolean;
  };
  readonly mail: { url: string | undefined; from: string; requireTls: boolean };
  readonly session: { idleMs: number; absoluteMs: number };
  readonly booking: { limitPerIp: number; limitPerAddress: number };
  readonly frontends: { shell: Origin | undefined; remotes: Readonly<Record<RemoteName, Origin | undefined>> };

  constructor(env: Environment) {
    this.nodeEnv = env.NODE_ENV;
    this.production = env.NODE_ENV === 'production';
    this.port = env.PORT;
    this.host = env.HOST;
    this.publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
    this.ownOrigins = ownOrigins(this.publicUrl);
    this.secureCookies = new URL(this.publicUrl).protocol === 'https:';
    this.trustProxy = env.TRUST_PROXY === 'false' ? false : /^\d+$/.test(env.TRUST_PROXY) ? Number(env.TRUST_PROXY) : env.TRUST_PROXY;
    this.logLevel = env.LOG_LEVEL;
    this.dataDir = env.DATA_DIR;
    this.encryptionKeys = env.ENCRYPTION_KEYS;
    const migrationUrl = env.MIGRATION_DATABASE_URL ?? env.DATABASE_URL;
    this.database = {
      url: env.DATABASE_URL,
      migrationUrl,
      rolesSeparated: new URL(migrationUrl).username !== new URL(env.DATABASE_URL).username,
      poolSize: env.DATABASE_POOL_SIZE,
    };
    this.queue = { redisUrl: env.REDIS_URL, engine: env.QUEUE_ENGINE, active: activeQueues(env.ACTIVE_QUEUES) };
    this.google = {
      clientId: env.GOOGLE_CLIENT_ID,
      clientSecret: env.GOOGLE_CLIENT_SECRET,
      authUrl: env.GOOGLE_AUTH_URL,
      tokenUrl: env.GOOGLE_TOKEN_URL,
      userInfoUrl: env.GOOGLE_USERINFO_URL,
      demo: env.GOOGLE_DEMO,
    };
    this.mail = { url: env.SMTP_URL, from: env.MAIL_FROM, requireTls: this.production };
    this.session = { idleMs: env.SESSION_IDLE_MINUTES * 60_000, absoluteMs: env.SESSION_ABSOLUTE_HOURS * 3_600_000 };
    this.booking = { limitPerIp: env.BOOKING_LIMIT_PER_IP, limitPerAddress: env.BOOKING_LIMIT_PER_ADDRESS };
    this.frontends = frontends(env);
  }
}

function activeQueues(list: string | undefined): string[] | undefined {
  return list
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

function ownOrigins(publicUrl: string): string[] {
  const url = new URL(publicUrl);
  if (url.hostname !== 'localhost') return [url.origin];
  return [url.origin, `${url.protocol}//127.0.0.1${url.port ? `:${url.port}` : ''}`];
}

function origin(value: string | undefined): Origin | undefined {
  if (!value) return undefined;
  return /^https?:\/\//.test(value) ? { kind: 'url', url: value.replace(/\/+$/, '') } : { kind: 'folder', path: value };
}

function frontends(env: Environment): AppConfig['frontends'] {
  const remote = (url: string | undefined, folder: string): Origin | undefined =>
    origin(url) ?? (env.REMOTES_ORIGIN ? { kind: 'folder', path: join(env.REMOTES_ORIGIN, folder, 'dist') } : undefined);
  return {
    shell: origin(env.SHELL_ORIGIN),
    remotes: {
      public_booking: remote(env.REMOTE_PUBLIC_BOOKING_URL, 'public-booking'),
      therapist: remote(env.REMOTE_THERAPIST_URL, 'therapist'),
      client_portal: remote(env.REMOTE_CLIENT_PORTAL_URL, 'client-portal'),
      admin: remote(env.REMOTE_ADMIN_URL, 'admin'),
    },
  };
}
