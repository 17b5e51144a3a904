/** What a developer's shell says about real services must not reach a test. */
const OURS = /^(DATABASE_|MIGRATION_DATABASE_|REDIS_|SMTP_|GOOGLE_|REMOTE_|SHELL_ORIGIN|REMOTES_ORIGIN|PUBLIC_URL|PORT$|HOST$|DATA_DIR$|NODE_ENV$|ENCRYPTION_KEYS|STORAGE$|STORAGE_PER_|STORAGE_OF_|DISK_RESERVE_|S3_|NOTE_FILE_|SESSION_|BOOKING_|TRUST_PROXY|QUEUE_ENGINE|ACTIVE_QUEUES|DEMO_SEED|MAIL_FROM|LOG_LEVEL)/;

/** This process's environment without the product's own variables. */
export function testEnvironment(source: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(source).filter(([name]) => !OURS.test(name));
  return {
    ...Object.fromEntries(kept),
    NX_DAEMON: 'false',
    NX_NO_CLOUD: 'true',
    NX_TUI: 'false',
  };
}
