import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { withStatedSettings } from './stated-settings';
import { Environment } from './environment';
import { databaseRole, DEVELOPMENT_ADMIN } from './production';
import { pickQueues, QueueName } from './queue-names';
import { RedisAddress, redisAddress } from './redis-address';
import { SpeechModel, speechModelIn } from './speech-model';
import { TracesTo, tracesTo } from './tracing-settings';

export const REMOTE_NAMES = ['public_booking', 'therapist', 'client_portal', 'admin'] as const;
export type RemoteName = (typeof REMOTE_NAMES)[number];

/** Where a built front-end is read from: a folder on this machine or another server's base URL. */
export type Origin = { kind: 'folder'; path: string } | { kind: 'url'; url: string };

/** A bucket of Amazon's, or of another service that speaks S3. */
export interface S3Config {
  bucket: string;
  /** Undefined: Amazon's. */
  endpoint: string | undefined;
  region: string;
  /** Undefined: the machine's own role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** The bucket in the path instead of the host's name. */
  pathStyle: boolean;
}

/** The checked configuration, grouped by who uses it. */
export class AppConfig {
  readonly nodeEnv: Environment['NODE_ENV'];
  readonly production: boolean;
  /** Else only this machine: a development server shows a password. */
  readonly answersAll: boolean;
  readonly port: number;
  readonly host: string;
  /** Where Prometheus asks for figures; nowhere without a port. `build`: which one this is, as an image says it, else 'unknown'. */
  readonly metrics: { port: number | undefined; host: string; build: { version: string; revision: string } };
  /** Where traces go; nothing is traced where it is undefined. */
  readonly tracing: TracesTo | undefined;
  readonly publicUrl: string;
  /** Origins a browser may send from: the public URL and, for localhost, its 127.0.0.1 twin. */
  readonly ownOrigins: readonly string[];
  readonly secureCookies: boolean;
  /** In Express's notation: names and addresses, how many proxies, or nobody. */
  readonly trustProxy: string | number | false;
  readonly logLevel: string;
  readonly dataDir: string;
  readonly encryptionKeys: string | undefined;
  /** Where files are kept: below the data folder, or in a bucket; `fromDisk`: what is not there yet is read from the data folder, while files move. */
  readonly storage: { kind: 'disk' } | ({ kind: 's3'; fromDisk: boolean } & S3Config);
  /**
   * Connections state the product's settings, but for those that a pooler lends for one transaction at a time (`pooled`): it has to state them. `sessionUrl`: for what
   * lasts longer than a transaction. `prepared`: whether statements keep their names. `transactionTimeoutMs`: of what requests do, from its begin to its end.
   */
  readonly database: { url: string; sessionUrl: string; migrationUrl: string; rolesSeparated: boolean; pooled: boolean; prepared: boolean; poolSize: number; transactionTimeoutMs: number };
  readonly queue: { redis: RedisAddress | undefined; engine: 'redis' | 'builtin'; active: readonly QueueName[] };
  readonly google: {
    clientId: string | undefined;
    clientSecret: string | undefined;
    authUrl: string | undefined;
    tokenUrl: string | undefined;
    userInfoUrl: string | undefined;
    revokeUrl: string | undefined;
    /** Where paths of the Calendar API begin; it ends with a slash. */
    calendarUrl: string | undefined;
    demo: boolean;
  };
  /** Of foreign calendars, the one origin that may be of this machine; none in production. */
  readonly calendarFeedTestOrigin: string | undefined;
  /** The program that reads compressed sound, where there is one. */
  readonly ffmpeg: string | undefined;
  /** The notetaker that joins meetings: none without a browser. `testOrigin`: the one origin of this machine whose links count as meetings. */
  readonly notetaker: { chromium: string | undefined; sandbox: boolean; slots: number; testOrigin: string | undefined };
  readonly mail: { url: string | undefined; from: string; requireTls: boolean };
  readonly session: { idleMs: number; absoluteMs: number };
  /** Of one connection, whatever they ask for; twice as many of one network. */
  readonly requestsPerSecond: number;
  /** How many changes of one connection a process works on at a time. */
  readonly changesAtWork: number;
  readonly readsAtWork: number;
  readonly atWorkOfAccount: { reads: number; changes: number };
  /** Of everybody with a session, in this process. */
  readonly signedInReadsAtWork: number;
  readonly signedInChangesAtWork: number;
  /** Requests whose sessions are being looked for, in this process. */
  readonly sessionLooksAtWork: number;
  /** What one network has at work in this process, whatever it asks for: half of the longest of these lines, and half of that once it was worked on for so long within a minute. */
  readonly ofNetwork: { places: number; busyMs: number };
  /** Of what is being sent, in this process: how many of one account, and how many bytes of all. */
  readonly largeBodies: { perAccount: number; bytes: number };
  /** Whether what visitors read is answered before Express is reached, and how many bytes of it are kept. */
  readonly publicAnswers: { lane: boolean; keptBytes: number };
  /** Of everybody without a session, in this process; `unknown`: what is not there, of one connection in 10 minutes. */
  readonly publicAtWork: { reads: number; changes: number; unknown: number };
  readonly booking: {
    /** Stored bookings of one connection in an hour; ten refused ones count as one. */
    limitPerIp: number;
    /** How long mails about moves and cancellations wait for a changed mind. */
    changeMailDelayMs: number;
    /** Upcoming appointments that a signed-in client with a proved address may have booked. */
    limitPerClient: number;
    /** Upcoming appointments up to which a therapist makes more for clients. */
    limitPerPractice: number;
    /** More stored bookings of unproved addresses than this for one therapist in 10 minutes ask for a code. */
    waveLimit: number;
  };
  /** An OpenAI-compatible endpoint; without a key there is none. */
  readonly ai: {
    apiKey: string | undefined;
    baseUrl: string;
    model: string;
    visionModel: string;
    /** Of one try. */
    timeoutMs: number;
    /** Questions of one therapist within a day. */
    dailyLimit: number;
    /** Questions of all therapists together on one day (UTC): accounts are free to make. */
    dailyLimitInAll: number;
  };
  /** What makes text of recorded sound: a model on this machine, or an OpenAI-compatible endpoint; without one, or its key, there is nothing. */
  readonly transcription: {
    local: SpeechModel | undefined;
    model: string | undefined;
    apiKey: string | undefined;
    baseUrl: string;
    /** Of one try. */
    timeoutMs: number;
    /** Stretches of sound, of a few minutes each, that are sent for one therapist within a day. */
    dailyLimit: number;
    /** Those of all therapists together on one day (UTC). */
    dailyLimitInAll: number;
  };
  /** Pictures that one therapist sends in an hour, whatever becomes of them. */
  readonly imageUploadLimit: number;
  /** Files of notes: how many one therapist sends in an hour, whatever becomes of them, and how many bytes they may keep in all. */
  readonly noteFiles: { uploadLimit: number; spaceBytes: number };
  /** What all recordings and files of one therapist may take. */
  readonly storageBytesOfTherapist: number;
  /** What those of all therapists together may take whom no client has confirmed; and all that is stored, where it is in a bucket, which says neither how large it is nor how full. */
  readonly storageBytes: { ofNewcomers: number; inAll: number };
  /** What files leave free of the disk that they are on: for the database, the queue and the logs. */
  readonly diskReserveBytes: number;
  /** How often addresses without an account may be asked for: per connection in 10 minutes, per subnet and in all in an hour. */
  readonly unknownClients: { perIp: number; perSubnet: number; inAll: number };
  /** One-time codes in an hour: how many one connection may enter wrongly and ask for, and from how many in all on the operator is told. */
  readonly codes: { wrongPerConnection: number; askedPerConnection: number; wrongAlarm: number; askedAlarm: number };
  /** What pictures of pages are read in; the first one counts most. */
  readonly ocrLanguages: readonly string[];
  readonly administration: {
    /** The operator's IANA zone: days and weeks of the dashboard are counted in it. */
    timezone: string;
    /** Failed sign-ins of one name from one connection in 15 minutes. */
    failureLimit: number;
    /** An administrator that the environment names: made at the start when it is not there. */
    first: { username: string; password: string } | undefined;
  };
  /** Who may not work without a second factor. */
  readonly secondFactorRequired: { administrators: boolean; therapists: boolean };
  /** `copies`: the folder with `shell/dist` and `<remote>/dist` from which pages of front ends on other servers are drawn. */
  readonly frontends: { shell: Origin | undefined; remotes: Readonly<Record<RemoteName, Origin | undefined>>; copies: string | undefined };

  constructor(env: Environment) {
    this.nodeEnv = env.NODE_ENV;
    this.production = env.NODE_ENV === 'production';
    this.answersAll = this.production || env.FOREIGN_VISITORS;
    this.port = env.PORT;
    this.metrics = { port: env.METRICS_PORT, host: env.METRICS_HOST, build: { version: env.ATTUNE_VERSION, revision: env.ATTUNE_REVISION } };
    this.tracing = tracesTo(env);
    this.host = env.HOST;
    this.publicUrl = withoutEndSlash(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`);
    this.ownOrigins = ownOrigins(this.publicUrl);
    this.secureCookies = new URL(this.publicUrl).protocol === 'https:';
    this.trustProxy = env.TRUST_PROXY === 'false' ? false : /^\d+$/.test(env.TRUST_PROXY) ? Number(env.TRUST_PROXY) : env.TRUST_PROXY;
    this.logLevel = env.LOG_LEVEL;
    this.dataDir = env.DATA_DIR;
    this.storage = storage(env);
    this.encryptionKeys = env.ENCRYPTION_KEYS;
    this.database = database(env);
    this.queue = { redis: env.REDIS_URL === undefined ? undefined : redisAddress(env.REDIS_URL, env.REDIS_KIND, { name: env.REDIS_SENTINEL_NAME, password: env.REDIS_SENTINEL_PASSWORD }), engine: env.QUEUE_ENGINE, active: pickQueues(env.ACTIVE_QUEUES) };
    this.google = {
      clientId: env.GOOGLE_CLIENT_ID,
      clientSecret: env.GOOGLE_CLIENT_SECRET,
      authUrl: env.GOOGLE_AUTH_URL,
      tokenUrl: env.GOOGLE_TOKEN_URL,
      userInfoUrl: env.GOOGLE_USERINFO_URL,
      revokeUrl: env.GOOGLE_REVOKE_URL,
      calendarUrl: env.GOOGLE_CALENDAR_URL && `${withoutEndSlash(env.GOOGLE_CALENDAR_URL)}/`,
      demo: env.GOOGLE_DEMO,
    };
    this.calendarFeedTestOrigin = env.CALENDAR_FEED_TEST_ORIGIN && new URL(env.CALENDAR_FEED_TEST_ORIGIN).origin;
    this.ffmpeg = env.FFMPEG_PATH ?? programOnPath('ffmpeg', env.PATH);
    this.notetaker = { chromium: env.MEETING_BOT_CHROMIUM, sandbox: env.MEETING_BOT_SANDBOX, slots: env.MEETING_BOT_SLOTS, testOrigin: env.MEETING_BOT_TEST_ORIGIN && new URL(env.MEETING_BOT_TEST_ORIGIN).origin };
    this.mail = { url: env.SMTP_URL, from: env.MAIL_FROM, requireTls: this.production };
    this.session = { idleMs: env.SESSION_IDLE_MINUTES * 60_000, absoluteMs: env.SESSION_ABSOLUTE_HOURS * 3_600_000 };
    this.requestsPerSecond = env.REQUESTS_PER_SECOND_PER_CONNECTION;
    this.changesAtWork = env.CHANGES_AT_WORK_PER_CONNECTION;
    this.readsAtWork = env.READS_AT_WORK_PER_CONNECTION;
    this.atWorkOfAccount = { reads: env.READS_AT_WORK_PER_ACCOUNT, changes: env.CHANGES_AT_WORK_PER_ACCOUNT };
    this.signedInReadsAtWork = env.SIGNED_IN_READS_AT_WORK;
    this.signedInChangesAtWork = env.SIGNED_IN_CHANGES_AT_WORK;
    this.sessionLooksAtWork = env.SESSION_LOOKS_AT_WORK;
    const longestLine = Math.max(env.SIGNED_IN_READS_AT_WORK, env.SIGNED_IN_CHANGES_AT_WORK, env.SESSION_LOOKS_AT_WORK, env.PUBLIC_READS_AT_WORK, env.PUBLIC_CHANGES_AT_WORK);
    this.ofNetwork = { places: Math.ceil(longestLine / 2), busyMs: env.BUSY_SECONDS_PER_NETWORK * 1_000 };
    this.largeBodies = { perAccount: env.LARGE_BODIES_PER_ACCOUNT, bytes: env.LARGE_BODIES_MB * 1024 * 1024 };
    this.publicAnswers = { lane: env.PUBLIC_LANE, keptBytes: env.PUBLIC_KEPT_MB * 1024 * 1024 };
    this.publicAtWork = { reads: env.PUBLIC_READS_AT_WORK, changes: env.PUBLIC_CHANGES_AT_WORK, unknown: env.PUBLIC_UNKNOWN_LIMIT };
    this.booking = { changeMailDelayMs: env.BOOKING_CHANGE_MAIL_DELAY_S * 1_000, limitPerIp: env.BOOKING_LIMIT_PER_IP, limitPerClient: env.BOOKING_LIMIT_PER_CLIENT, limitPerPractice: env.BOOKING_LIMIT_PER_PRACTICE, waveLimit: env.BOOKING_WAVE_LIMIT };
    this.ai = ai(env);
    this.transcription = {
      local: speechModel(env.TRANSCRIPTION_MODEL_DIR),
      model: env.TRANSCRIPTION_MODEL,
      // A key is told to nobody but the endpoint that it is for.
      apiKey: env.TRANSCRIPTION_API_KEY ?? (env.TRANSCRIPTION_BASE_URL === undefined ? env.OPENAI_API_KEY : undefined),
      baseUrl: withoutEndSlash(env.TRANSCRIPTION_BASE_URL ?? env.OPENAI_BASE_URL),
      timeoutMs: env.TRANSCRIPTION_TIMEOUT_SECONDS * 1_000,
      dailyLimit: env.TRANSCRIPTION_DAILY_LIMIT,
      dailyLimitInAll: env.TRANSCRIPTION_DAILY_LIMIT_IN_ALL,
    };
    this.imageUploadLimit = env.IMAGE_UPLOAD_LIMIT;
    this.noteFiles = { uploadLimit: env.NOTE_FILE_UPLOAD_LIMIT, spaceBytes: env.NOTE_FILE_SPACE_MB * 1024 * 1024 };
    this.storageBytesOfTherapist = env.STORAGE_PER_THERAPIST_MB * 1024 * 1024;
    this.storageBytes = { ofNewcomers: env.STORAGE_OF_NEWCOMERS_MB * 1024 * 1024, inAll: env.STORAGE_IN_ALL_MB * 1024 * 1024 };
    this.diskReserveBytes = env.DISK_RESERVE_MB * 1024 * 1024;
    this.unknownClients = { perIp: env.CLIENT_UNKNOWN_LIMIT_PER_IP, perSubnet: env.CLIENT_UNKNOWN_LIMIT_PER_SUBNET, inAll: env.CLIENT_UNKNOWN_LIMIT };
    this.codes = {
      wrongPerConnection: env.CODE_WRONG_LIMIT,
      askedPerConnection: env.CODE_ASKED_LIMIT,
      wrongAlarm: env.CODE_WRONG_ALARM,
      askedAlarm: env.CODE_ASKED_ALARM,
    };
    this.ocrLanguages = [...new Set(env.OCR_LANGUAGES.split(','))];
    this.administration = { timezone: env.ADMIN_TIMEZONE, failureLimit: env.ADMIN_FAILURE_LIMIT, first: firstAdministrator(env) };
    const required = env.REQUIRE_SECOND_FACTOR?.split(',') ?? [];
    this.secondFactorRequired = { administrators: required.includes('administrators'), therapists: required.includes('therapists') };
    this.frontends = frontends(env);
  }
}

/** The environment's administrator; a development machine has one that the sign-in page shows. */
function firstAdministrator(env: Environment): { username: string; password: string } | undefined {
  if (env.ADMIN_PASSWORD) return { username: (env.ADMIN_USERNAME ?? 'admin').trim().toLowerCase(), password: env.ADMIN_PASSWORD };
  return env.NODE_ENV === 'production' ? undefined : DEVELOPMENT_ADMIN;
}

function database(env: Environment): AppConfig['database'] {
  const migrationUrl = env.MIGRATION_DATABASE_URL ?? env.DATABASE_URL;
  const pooled = env.DATABASE_POOLER === 'transaction';
  return {
    url: pooled ? env.DATABASE_URL : withStatedSettings(env.DATABASE_URL),
    sessionUrl: withStatedSettings(env.DATABASE_SESSION_URL ?? env.DATABASE_URL),
    migrationUrl: withStatedSettings(migrationUrl),
    rolesSeparated: databaseRole(migrationUrl) !== databaseRole(env.DATABASE_URL),
    pooled,
    // Many a pooler gives the next transaction a connection on which nothing of that name was prepared.
    prepared: env.DATABASE_PREPARED_STATEMENTS ?? !pooled,
    poolSize: env.DATABASE_POOL_SIZE,
    transactionTimeoutMs: env.DATABASE_TRANSACTION_TIMEOUT_S * 1_000,
  };
}

function ai(env: Environment): AppConfig['ai'] {
  return {
    apiKey: env.OPENAI_API_KEY,
    baseUrl: withoutEndSlash(env.OPENAI_BASE_URL),
    model: env.OPENAI_MODEL,
    visionModel: env.OPENAI_VISION_MODEL ?? env.OPENAI_MODEL,
    timeoutMs: env.OPENAI_TIMEOUT_SECONDS * 1_000,
    dailyLimit: env.OPENAI_DAILY_LIMIT,
    dailyLimitInAll: env.OPENAI_DAILY_LIMIT_IN_ALL,
  };
}

function storage(env: Environment): AppConfig['storage'] {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!bucket || env.STORAGE === 'disk') return { kind: 'disk' };
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
  return { kind: 's3', bucket, endpoint, region: env.S3_REGION, credentials, pathStyle: env.S3_PATH_STYLE ?? endpoint !== undefined, fromDisk: env.STORAGE_FROM_DISK };
}

function ownOrigins(publicUrl: string): string[] {
  const url = new URL(publicUrl);
  if (url.hostname !== 'localhost') return [url.origin];
  return [url.origin, `${url.protocol}//127.0.0.1${url.port ? `:${url.port}` : ''}`];
}

function withoutEndSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}

function origin(value: string | undefined): Origin | undefined {
  if (!value) return undefined;
  return /^https?:\/\//.test(value) ? { kind: 'url', url: withoutEndSlash(value) } : { kind: 'folder', path: value };
}

function frontends(env: Environment): AppConfig['frontends'] {
  const remote = (url: string | undefined, folder: string): Origin | undefined =>
    origin(url) ?? (env.REMOTES_ORIGIN ? { kind: 'folder', path: join(env.REMOTES_ORIGIN, folder, 'dist') } : undefined);
  return {
    shell: origin(env.SHELL_ORIGIN),
    copies: env.FRONTEND_COPIES,
    remotes: {
      public_booking: remote(env.REMOTE_PUBLIC_BOOKING_URL, 'public-booking'),
      therapist: remote(env.REMOTE_THERAPIST_URL, 'therapist'),
      client_portal: remote(env.REMOTE_CLIENT_PORTAL_URL, 'client-portal'),
      admin: remote(env.REMOTE_ADMIN_URL, 'admin'),
    },
  };
}

/** Looked at when the environment was checked. */
function speechModel(folder: string | undefined): SpeechModel | undefined {
  const model = folder === undefined ? undefined : speechModelIn(folder);
  return typeof model === 'string' ? undefined : model;
}

function programOnPath(name: string, path: string | undefined): string | undefined {
  return (path ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((program) => {
      try {
        accessSync(program, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
