import { join } from 'node:path';
import type { StackSettings } from './stack-options';

export interface Addresses {
  publicUrl: string;
  gatewayPort: number;
  apiPort: number;
  databaseUrl: string;
  ownerDatabaseUrl: string;
  smtpUrl: string;
  /** Null when real Google is configured. */
  demoGoogle: { clientId: string; clientSecret: string } | null;
  /** The worker alone talks to Redis; null when it takes its jobs straight from the outbox. */
  redisUrl: string | null;
}

/** The environment of the API, the migrations and the seed: only these names pass between launcher and backend. */
export function backendEnvironment(settings: StackSettings, at: Addresses): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {
    NODE_ENV: 'development',
    // Half of what Node would keep for what lives shortly: the API stays below 250 MB under load, and is as fast.
    NODE_OPTIONS: '--max-semi-space-size=8',
    ...settings.env,
    HOST: '127.0.0.1',
    PORT: String(at.apiPort),
    PUBLIC_URL: at.publicUrl,
    DATABASE_URL: at.databaseUrl,
    MIGRATION_DATABASE_URL: settings.env.MIGRATION_DATABASE_URL ?? at.ownerDatabaseUrl,
    QUEUE_ENGINE: at.redisUrl === null ? 'builtin' : 'redis',
    SMTP_URL: at.smtpUrl,
    DATA_DIR: settings.dataDir,
    SHELL_ORIGIN: settings.env.SHELL_ORIGIN ?? join(settings.frontends, 'shell', 'dist'),
    REMOTES_ORIGIN: settings.env.REMOTES_ORIGIN ?? settings.frontends,
  };
  // The API never talks to the queue, so it is not told where it is.
  delete environment.REDIS_URL;
  if (at.demoGoogle !== null) {
    Object.assign(environment, {
      GOOGLE_CLIENT_ID: at.demoGoogle.clientId,
      GOOGLE_CLIENT_SECRET: at.demoGoogle.clientSecret,
      GOOGLE_AUTH_URL: `${at.publicUrl}/dev/google/authorize`,
      GOOGLE_TOKEN_URL: `http://127.0.0.1:${at.gatewayPort}/dev/google/token`,
      GOOGLE_USERINFO_URL: `http://127.0.0.1:${at.gatewayPort}/dev/google/userinfo`,
      GOOGLE_REVOKE_URL: `http://127.0.0.1:${at.gatewayPort}/dev/google/revoke`,
      GOOGLE_CALENDAR_URL: `http://127.0.0.1:${at.gatewayPort}/dev/google/`,
      GOOGLE_DEMO: 'true',
    });
  }
  return environment;
}

/** The worker's: the same and the queue. */
export function workerEnvironment(api: NodeJS.ProcessEnv, redisUrl: string | null): NodeJS.ProcessEnv {
  return redisUrl === null ? api : { ...api, REDIS_URL: redisUrl };
}
