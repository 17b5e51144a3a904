import { plainToInstance, Transform, Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsNumber, IsOptional, IsString, IsUrl, Matches, Max, Min, MinLength, Validate, ValidationArguments, ValidatorConstraint, validateSync } from 'class-validator';
import { IANAZone } from 'luxon';
import { compile } from 'proxy-addr';
import { isLoopbackName } from './loopback';
import { databaseRole, productionProblems } from './production';
import { QUEUE_NAMES, unknownQueues } from './queue-names';
import { REDIS_KINDS, redisAddress, RedisKind } from './redis-address';
import { withSecretFiles } from './secret-files';
import { speechModelIn } from './speech-model';
import { PROTOCOLS, SAMPLERS, Sampler, tracingProblems } from './tracing-settings';

const Flag = () => Transform(({ value }) => (value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value));
/** One mailbox, with a name in front or not, on one line. */
const MAILBOX = String.raw`[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+`;
const SENDER = new RegExp(String.raw`^(?:(?:"[^"<>\p{Cc}\u2028\u2029]*" *|[^"<>\p{Cc}\u2028\u2029]*)<${MAILBOX}>|${MAILBOX})$`, 'u');
const url = { require_tld: false, require_protocol: true, allow_query_components: true } as const;

/** Express notation, but never "everybody": an address, a range, `loopback`, …, the number of proxies, or `false`. */
@ValidatorConstraint({ name: 'proxyTrust' })
class ProxyTrust {
  validate(value: unknown): boolean {
    if (typeof value !== 'string') return false;
    if (value === 'false' || /^[1-9]\d?$/.test(value)) return true;
    try {
      compile(value.split(',').map((part) => part.trim()));
      return true;
    } catch {
      return false;
    }
  }

  defaultMessage(): string {
    return 'TRUST_PROXY must be loopback, linklocal, uniquelocal, addresses or ranges separated by commas, a number of proxies, or false';
  }
}

@ValidatorConstraint({ name: 'knownZone' })
class KnownZone {
  validate(value: unknown): boolean {
    return typeof value === 'string' && IANAZone.isValidZone(value);
  }

  defaultMessage(): string {
    return 'ADMIN_TIMEZONE must be a zone such as UTC or Europe/Paris';
  }
}

@ValidatorConstraint({ name: 'knownQueues' })
class KnownQueues {
  validate(value: unknown): boolean {
    return typeof value === 'string' && unknownQueues(value).length === 0;
  }

  defaultMessage(about?: ValidationArguments): string {
    return `ACTIVE_QUEUES names unknown queues: ${unknownQueues(String(about?.value)).join(', ')}. Known: ${QUEUE_NAMES.join(', ')}.`;
  }
}

@ValidatorConstraint({ name: 'redisAddress' })
class RedisAddress {
  validate(value: unknown, about?: ValidationArguments): boolean {
    return typeof value === 'string' && redisAddress(value, (about?.object as Environment).REDIS_KIND) !== undefined;
  }

  defaultMessage(about?: ValidationArguments): string {
    const isOne = (about?.object as Environment).REDIS_KIND === 'single';
    return `REDIS_URL must be a redis:// URL${isOne ? '' : '; the hosts of sentinels or of a cluster stand in it with commas between them, a cluster has no numbered databases'}`;
  }
}

/** Every variable the backend reads. Names are the operator's; the rest of the code sees {@link AppConfig} only. */
export class Environment {
  @IsIn(['development', 'test', 'production']) NODE_ENV: 'development' | 'test' | 'production' = 'development';
  @Type(() => Number) @IsInt() @Min(0) @Max(65535) PORT: number = 3000;
  @IsString() HOST: string = '127.0.0.1';
  /** Of the figures for Prometheus; none without it. */
  @IsOptional() @Type(() => Number) @IsInt() @Min(0) @Max(65535) METRICS_PORT?: number;
  @IsString() METRICS_HOST: string = '127.0.0.1';
  /** Of the product as it was built, for the figures. */
  @IsString() ATTUNE_VERSION: string = 'unknown';
  @IsString() ATTUNE_REVISION: string = 'unknown';
  /** Where traces go, by the names that OpenTelemetry has given these variables; nothing is traced without it. */
  @IsOptional() @IsString() OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  @IsOptional() @IsString() OTEL_EXPORTER_OTLP_HEADERS?: string;
  @IsOptional() @IsIn(PROTOCOLS, { message: `OTEL_EXPORTER_OTLP_PROTOCOL must be ${PROTOCOLS.join(' or ')}: traces are sent in no other form` }) OTEL_EXPORTER_OTLP_PROTOCOL?: string;
  @IsOptional() @Matches(/^[\w.:/-]{1,100}$/, { message: 'OTEL_SERVICE_NAME must be a name of letters, digits, dots and dashes' }) OTEL_SERVICE_NAME?: string;
  @IsIn(SAMPLERS) OTEL_TRACES_SAMPLER: Sampler = 'parentbased_always_on';
  @Type(() => Number) @IsNumber() @Min(0) @Max(1) OTEL_TRACES_SAMPLER_ARG: number = 1;
  /** Tests come from many addresses, through a proxy that is none. */
  @Flag() @IsBoolean() FOREIGN_VISITORS: boolean = false;
  @IsOptional() @IsUrl({ ...url, protocols: ['http', 'https'] }) PUBLIC_URL?: string;
  @Matches(/^postgres(ql)?:\/\//, { message: 'DATABASE_URL must be a postgres:// URL' }) DATABASE_URL: string;
  @IsOptional() @Matches(/^postgres(ql)?:\/\//, { message: 'MIGRATION_DATABASE_URL must be a postgres:// URL' })
  MIGRATION_DATABASE_URL?: string;
  /** What stands between DATABASE_URL and Postgres; with 'transaction' a connection is this process's for one transaction at a time. */
  @IsIn(['none', 'transaction']) DATABASE_POOLER: 'none' | 'transaction' = 'none';
  /** Past the pooler. */
  @IsOptional() @Matches(/^postgres(ql)?:\/\//, { message: 'DATABASE_SESSION_URL must be a postgres:// URL' }) DATABASE_SESSION_URL?: string;
  @IsOptional() @Flag() @IsBoolean() DATABASE_PREPARED_STATEMENTS?: boolean;
  @Type(() => Number) @IsInt() @Min(2) @Max(200) DATABASE_POOL_SIZE: number = 10;
  @Type(() => Number) @IsInt() @Min(1) @Max(3_600) DATABASE_TRANSACTION_TIMEOUT_S: number = 20;
  @IsOptional() @Validate(RedisAddress) REDIS_URL?: string;
  @IsIn(REDIS_KINDS) REDIS_KIND: RedisKind = 'single';
  /** Of the servers that the sentinels watch. */
  @IsString() @MinLength(1) REDIS_SENTINEL_NAME: string = 'mymaster';
  @IsOptional() @IsString() REDIS_SENTINEL_PASSWORD?: string;
  @IsIn(['redis', 'builtin']) QUEUE_ENGINE: 'redis' | 'builtin' = 'redis';
  @IsOptional() @Validate(KnownQueues) ACTIVE_QUEUES?: string;
  @IsOptional() @IsString() GOOGLE_CLIENT_ID?: string;
  @IsOptional() @IsString() GOOGLE_CLIENT_SECRET?: string;
  @IsOptional() @IsUrl(url) GOOGLE_AUTH_URL?: string;
  @IsOptional() @IsUrl(url) GOOGLE_TOKEN_URL?: string;
  @IsOptional() @IsUrl(url) GOOGLE_USERINFO_URL?: string;
  @IsOptional() @IsUrl(url) GOOGLE_REVOKE_URL?: string;
  @IsOptional() @IsUrl(url) GOOGLE_CALENDAR_URL?: string;
  @Flag() @IsBoolean() GOOGLE_DEMO: boolean = false;
  /** A stand-in for foreign calendars, on this machine. */
  @IsOptional() @IsUrl({ ...url, protocols: ['http', 'https'] }) CALENDAR_FEED_TEST_ORIGIN?: string;
  /** The program that reads compressed sound; else one on PATH. */
  @IsOptional() @IsString() FFMPEG_PATH?: string;
  @IsOptional() @IsString() PATH?: string;
  /** The program of the browser in which a notetaker joins meetings. */
  @IsOptional() @IsString() MEETING_BOT_CHROMIUM?: string;
  /** Where the machine cannot keep a browser apart from itself. */
  @Flag() @IsBoolean() MEETING_BOT_SANDBOX: boolean = true;
  @Type(() => Number) @IsInt() @Min(1) @Max(50) MEETING_BOT_SLOTS: number = 1;
  /** A stand-in for meetings, on this machine. */
  @IsOptional() @IsUrl({ ...url, protocols: ['http'] }) MEETING_BOT_TEST_ORIGIN?: string;
  @IsOptional() @Matches(/^smtps?:\/\//, { message: 'SMTP_URL must be an smtp:// URL' }) SMTP_URL?: string;
  @Matches(SENDER, { message: 'MAIL_FROM must be an address or `Name <address>`' }) MAIL_FROM: string = 'Attune <no-reply@attune.example>';
  @IsOptional() @IsString() OPENAI_API_KEY?: string;
  @IsUrl({ ...url, protocols: ['http', 'https'] }) OPENAI_BASE_URL: string = 'https://api.openai.com/v1';
  @IsString() OPENAI_MODEL: string = 'gpt-4.1-mini';
  @IsOptional() @IsString() OPENAI_VISION_MODEL?: string;
  @Type(() => Number) @IsInt() @Min(1) @Max(600) OPENAI_TIMEOUT_SECONDS: number = 60;
  @Type(() => Number) @IsInt() @Min(1) OPENAI_DAILY_LIMIT: number = 100;
  @Type(() => Number) @IsInt() @Min(1) OPENAI_DAILY_LIMIT_IN_ALL: number = 5_000;
  /** Sound leaves this machine only where somebody named what hears it. */
  @IsOptional() @IsString() @MinLength(1) TRANSCRIPTION_MODEL?: string;
  /** Of a speech model on this machine: nothing is sent then. */
  @IsOptional() @IsString() TRANSCRIPTION_MODEL_DIR?: string;
  @IsOptional() @IsString() TRANSCRIPTION_API_KEY?: string;
  @IsOptional() @IsUrl({ ...url, protocols: ['http', 'https'] }) TRANSCRIPTION_BASE_URL?: string;
  @Type(() => Number) @IsInt() @Min(1) @Max(1800) TRANSCRIPTION_TIMEOUT_SECONDS: number = 300;
  @Type(() => Number) @IsInt() @Min(1) TRANSCRIPTION_DAILY_LIMIT: number = 600;
  @Type(() => Number) @IsInt() @Min(1) TRANSCRIPTION_DAILY_LIMIT_IN_ALL: number = 5_000;
  @IsString() DATA_DIR: string = '.data';
  @IsOptional() @IsString() ENCRYPTION_KEYS?: string;
  @IsOptional() @IsIn(['disk', 's3']) STORAGE?: 'disk' | 's3';
  /** While files move into the bucket. */
  @Flag() @IsBoolean() STORAGE_FROM_DISK: boolean = false;
  @IsOptional() @Matches(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { message: 'S3_BUCKET must be the name of a bucket' }) S3_BUCKET?: string;
  @IsOptional() @IsUrl({ ...url, protocols: ['http', 'https'] }) S3_ENDPOINT?: string;
  @IsString() S3_REGION: string = 'us-east-1';
  @IsOptional() @IsString() S3_ACCESS_KEY_ID?: string;
  @IsOptional() @IsString() S3_SECRET_ACCESS_KEY?: string;
  @IsOptional() @Flag() @IsBoolean() S3_PATH_STYLE?: boolean;
  @IsOptional() @IsString() SHELL_ORIGIN?: string;
  @IsOptional() @IsString() REMOTES_ORIGIN?: string;
  /** Builds of the front ends on this machine, from which pages of those on other servers are drawn. */
  @IsOptional() @IsString() FRONTEND_COPIES?: string;
  @IsOptional() @IsUrl(url) REMOTE_PUBLIC_BOOKING_URL?: string;
  @IsOptional() @IsUrl(url) REMOTE_THERAPIST_URL?: string;
  @IsOptional() @IsUrl(url) REMOTE_CLIENT_PORTAL_URL?: string;
  @IsOptional() @IsUrl(url) REMOTE_ADMIN_URL?: string;
  @Validate(ProxyTrust) TRUST_PROXY: string = 'loopback';
  @Type(() => Number) @IsInt() @Min(1) SESSION_IDLE_MINUTES: number = 30;
  @Type(() => Number) @IsInt() @Min(1) SESSION_ABSOLUTE_HOURS: number = 12;
  @Type(() => Number) @IsInt() @Min(1) REQUESTS_PER_SECOND_PER_CONNECTION: number = 300;
  @Type(() => Number) @IsInt() @Min(1) CHANGES_AT_WORK_PER_CONNECTION: number = 4;
  @Type(() => Number) @IsInt() @Min(1) READS_AT_WORK_PER_CONNECTION: number = 6;
  @Type(() => Number) @IsInt() @Min(1) READS_AT_WORK_PER_ACCOUNT: number = 3;
  @Type(() => Number) @IsInt() @Min(1) CHANGES_AT_WORK_PER_ACCOUNT: number = 3;
  @Type(() => Number) @IsInt() @Min(1) LARGE_BODIES_PER_ACCOUNT: number = 6;
  @Type(() => Number) @IsInt() @Min(32) LARGE_BODIES_MB: number = 128;
  @Type(() => Number) @IsInt() @Min(1) SIGNED_IN_READS_AT_WORK: number = 8;
  @Type(() => Number) @IsInt() @Min(1) SIGNED_IN_CHANGES_AT_WORK: number = 8;
  @Type(() => Number) @IsInt() @Min(1) SESSION_LOOKS_AT_WORK: number = 6;
  @Type(() => Number) @IsInt() @Min(1) BUSY_SECONDS_PER_NETWORK: number = 30;
  @Type(() => Number) @IsInt() @Min(1) PUBLIC_READS_AT_WORK: number = 6;
  @Type(() => Number) @IsInt() @Min(1) PUBLIC_UNKNOWN_LIMIT: number = 300;
  @Flag() @IsBoolean() PUBLIC_LANE: boolean = true;
  @Type(() => Number) @IsInt() @Min(0) PUBLIC_KEPT_MB: number = 64;
  @Type(() => Number) @IsInt() @Min(1) PUBLIC_CHANGES_AT_WORK: number = 4;
  @Type(() => Number) @IsInt() @Min(1) BOOKING_LIMIT_PER_IP: number = 5;
  @Type(() => Number) @IsInt() @Min(0) @Max(3600) BOOKING_CHANGE_MAIL_DELAY_S: number = 180;
  @Type(() => Number) @IsInt() @Min(1) BOOKING_LIMIT_PER_CLIENT: number = 30;
  @Type(() => Number) @IsInt() @Min(1) BOOKING_LIMIT_PER_PRACTICE: number = 5_000;
  @Type(() => Number) @IsInt() @Min(1) BOOKING_WAVE_LIMIT: number = 20;
  @Type(() => Number) @IsInt() @Min(1) IMAGE_UPLOAD_LIMIT: number = 20;
  @Type(() => Number) @IsInt() @Min(1) NOTE_FILE_UPLOAD_LIMIT: number = 120;
  @Type(() => Number) @IsInt() @Min(1) NOTE_FILE_SPACE_MB: number = 10_240;
  @Type(() => Number) @IsInt() @Min(1) STORAGE_PER_THERAPIST_MB: number = 20_480;
  @Type(() => Number) @IsInt() @Min(1) STORAGE_OF_NEWCOMERS_MB: number = 4_096;
  @Type(() => Number) @IsInt() @Min(1) STORAGE_IN_ALL_MB: number = 512_000;
  @Type(() => Number) @IsInt() @Min(0) DISK_RESERVE_MB: number = 2_048;
  @Type(() => Number) @IsInt() @Min(1) CLIENT_UNKNOWN_LIMIT_PER_IP: number = 5;
  @Type(() => Number) @IsInt() @Min(1) CLIENT_UNKNOWN_LIMIT_PER_SUBNET: number = 30;
  @Type(() => Number) @IsInt() @Min(1) CLIENT_UNKNOWN_LIMIT: number = 300;
  @Type(() => Number) @IsInt() @Min(1) CODE_WRONG_LIMIT: number = 20;
  @Type(() => Number) @IsInt() @Min(1) CODE_ASKED_LIMIT: number = 30;
  @Type(() => Number) @IsInt() @Min(1) CODE_WRONG_ALARM: number = 300;
  @Type(() => Number) @IsInt() @Min(1) CODE_ASKED_ALARM: number = 1000;
  @Type(() => Number) @IsInt() @Min(1) ADMIN_FAILURE_LIMIT: number = 5;
  @Validate(KnownZone) ADMIN_TIMEZONE: string = 'UTC';
  @IsOptional() @IsString() ADMIN_USERNAME?: string;
  @IsOptional() @IsString() @MinLength(12) ADMIN_PASSWORD?: string;
  @IsOptional() @Matches(/^(administrators|therapists)(,(administrators|therapists))*$/, { message: 'REQUIRE_SECOND_FACTOR names administrators, therapists or both, separated by a comma' })
  REQUIRE_SECOND_FACTOR?: string;
  @Matches(/^(eng|deu|spa)(,(eng|deu|spa))*$/, { message: 'OCR_LANGUAGES names eng, deu and spa, separated by commas' }) OCR_LANGUAGES: string = 'eng,deu,spa';
  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'silent']) LOG_LEVEL: string = 'info';
}

/**
 * Reads and checks the environment once.
 * @throws Error naming every bad variable in one message.
 */
export function readEnvironment(source: NodeJS.ProcessEnv): Environment {
  const { values, problems } = withSecretFiles(source);
  const known = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));
  const environment = plainToInstance(Environment, known, { exposeDefaultValues: true });
  const refused = validateSync(environment, { skipMissingProperties: false }).flatMap((error) =>
    Object.values(error.constraints ?? {}).map((text) => (text.startsWith(error.property) ? text : `${error.property}: ${text}`)),
  );
  problems.push(...refused, ...poolerProblems(environment), ...storageProblems(environment), ...transcriptionProblems(environment), ...tracingProblems(environment));
  if (environment.NODE_ENV === 'production') problems.push(...productionProblems(environment));
  else problems.push(...developmentProblems(environment));
  if (problems.length > 0) throw new Error(`The environment is not usable:\n${problems.map((text) => `  - ${text}`).join('\n')}`);
  return environment;
}

function poolerProblems({ DATABASE_POOLER: pooler, DATABASE_URL: url, DATABASE_SESSION_URL: sessions, MIGRATION_DATABASE_URL: migrations }: Environment): string[] {
  const problems: string[] = [];
  if (pooler === 'none' && sessions) problems.push('DATABASE_SESSION_URL belongs to DATABASE_POOLER=transaction.');
  if (pooler === 'transaction' && !sessions) problems.push('DATABASE_SESSION_URL is required with DATABASE_POOLER=transaction: the address of Postgres itself, for what lasts longer than a transaction.');
  if (pooler === 'transaction' && !migrations) problems.push('MIGRATION_DATABASE_URL is required with DATABASE_POOLER=transaction: migrations go past the pooler.');
  if (sessions && url && databaseRole(sessions) !== databaseRole(url)) problems.push('DATABASE_SESSION_URL must name the role of DATABASE_URL.');
  return problems;
}

function storageProblems({ STORAGE: kind, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret }: Environment): string[] {
  const problems: string[] = [];
  if (kind === 's3' && !bucket) problems.push('S3_BUCKET is required with STORAGE=s3.');
  if ((id === undefined) !== (secret === undefined)) problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together.');
  return problems;
}

/** Sound is either sent or heard here: nobody should have to guess which. */
function transcriptionProblems({ TRANSCRIPTION_MODEL: endpoint, TRANSCRIPTION_MODEL_DIR: folder }: Environment): string[] {
  if (folder === undefined) return [];
  const model = speechModelIn(folder);
  return [
    ...(endpoint === undefined ? [] : ['TRANSCRIPTION_MODEL sends sound to an endpoint, and TRANSCRIPTION_MODEL_DIR has it heard on this machine: name one of them.']),
    ...(typeof model === 'string' ? [`TRANSCRIPTION_MODEL_DIR: ${model}`] : []),
  ];
}

/** Outside production a password is shown, and demo parts sign anybody in: that is for nobody but the developer. */
function developmentProblems({ NODE_ENV: mode, HOST: host, PUBLIC_URL: url, FOREIGN_VISITORS: foreign, CALENDAR_FEED_TEST_ORIGIN: feeds, MEETING_BOT_TEST_ORIGIN: meetings }: Environment): string[] {
  const problems: string[] = [];
  const why = `and NODE_ENV is ${mode}, where anybody who comes by can sign in. Set NODE_ENV=production, or`;
  if (url && URL.canParse(url) && !isLoopbackName(new URL(url).hostname)) problems.push(`PUBLIC_URL is ${url}, ${why} PUBLIC_URL to http://localhost:3000.`);
  if (foreign && mode !== 'test') problems.push('FOREIGN_VISITORS is for tests alone.');
  for (const [name, origin] of [['CALENDAR_FEED_TEST_ORIGIN', feeds], ['MEETING_BOT_TEST_ORIGIN', meetings]]) {
    if (origin && !(URL.canParse(origin) && isLoopbackName(new URL(origin).hostname))) problems.push(`${name} must be an origin of this machine.`);
  }
  if (!isLoopbackName(host === '::1' ? '[::1]' : host)) problems.push(`HOST is ${host}, ${why} HOST to 127.0.0.1.`);
  return problems;
}
