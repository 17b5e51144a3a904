import ipaddr from 'ipaddr.js';
import type { Environment } from './environment';
import { isLoopbackName } from './loopback';

/** Shown on the sign-in page of a development machine, and refused in production. */
export const DEVELOPMENT_ADMIN = { username: 'admin', password: 'attune-development' } as const;

/** What production cannot do without, and what it refuses. */
export function productionProblems(environment: Environment): string[] {
  const problems: string[] = [];
  if (!environment.ENCRYPTION_KEYS) problems.push('ENCRYPTION_KEYS is required in production (id:base64 of 32 bytes, newest first).');
  const guessable = guessableKeys(environment.ENCRYPTION_KEYS);
  if (guessable.length > 0) problems.push(`ENCRYPTION_KEYS holds a key that anybody could guess: ${guessable.join(', ')}. Make one with: openssl rand -base64 32`);
  if (databaseRole(environment.DATABASE_URL) === databaseRole(environment.MIGRATION_DATABASE_URL ?? environment.DATABASE_URL)) {
    problems.push('MIGRATION_DATABASE_URL must name another role than DATABASE_URL in production: the owner of the tables could rewrite the activity log.');
  }
  if (!isPublicOrigin(environment.PUBLIC_URL)) {
    problems.push('PUBLIC_URL is required in production: an https:// origin without a path (http:// for localhost only).');
  }
  for (const name of ['GOOGLE_AUTH_URL', 'GOOGLE_TOKEN_URL', 'GOOGLE_USERINFO_URL', 'GOOGLE_REVOKE_URL', 'GOOGLE_CALENDAR_URL'] as const) {
    if (environment[name] && !environment[name].startsWith('https://')) problems.push(`${name} must be https:// in production.`);
  }
  for (const name of ['SHELL_ORIGIN', 'REMOTE_PUBLIC_BOOKING_URL', 'REMOTE_THERAPIST_URL', 'REMOTE_CLIENT_PORTAL_URL', 'REMOTE_ADMIN_URL'] as const) {
    if (isServer(environment[name]) && !isPrivateLine(environment[name]) && !isOwnNetwork(environment[name])) problems.push(`${name} must be https:// in production, or a name of your own network: its scripts run in the product.`);
  }
  // What is kept there is encrypted before, so that it may go unencrypted within a network.
  if (environment.S3_ENDPOINT && !isPrivateLine(environment.S3_ENDPOINT) && !isOwnNetwork(environment.S3_ENDPOINT)) problems.push('S3_ENDPOINT must be https:// in production, or a name of your own network.');
  if (!isPrivateLine(environment.OPENAI_BASE_URL)) problems.push('OPENAI_BASE_URL must be https:// in production: notes are sent there.');
  if (environment.TRANSCRIPTION_BASE_URL && !isPrivateLine(environment.TRANSCRIPTION_BASE_URL)) problems.push('TRANSCRIPTION_BASE_URL must be https:// in production: recorded sound is sent there.');
  // No person is in them; a collector's key may go along.
  if (environment.OTEL_EXPORTER_OTLP_ENDPOINT && !isPrivateLine(environment.OTEL_EXPORTER_OTLP_ENDPOINT) && !isOwnNetwork(environment.OTEL_EXPORTER_OTLP_ENDPOINT)) problems.push('OTEL_EXPORTER_OTLP_ENDPOINT must be https:// in production, or a name of your own network.');
  if (trustsEverybody(environment.TRUST_PROXY)) {
    problems.push('TRUST_PROXY must name the proxies in production: with a number of them, or ranges as wide as the internet, anybody says where they come from.');
  }
  if (environment.QUEUE_ENGINE === 'builtin') problems.push('QUEUE_ENGINE builtin serves one worker only and is refused in production.');
  if (environment.CALENDAR_FEED_TEST_ORIGIN) problems.push('CALENDAR_FEED_TEST_ORIGIN opens this machine to addresses that therapists enter and is refused in production.');
  if (!environment.MEETING_BOT_SANDBOX) problems.push('MEETING_BOT_SANDBOX=false gives pages of strangers the whole worker and is refused in production.');
  if (environment.MEETING_BOT_TEST_ORIGIN) problems.push('MEETING_BOT_TEST_ORIGIN opens this machine to links that therapists enter and is refused in production.');
  if (environment.GOOGLE_DEMO) problems.push('GOOGLE_DEMO signs anybody in and is refused in production.');
  if (environment.ADMIN_PASSWORD === DEVELOPMENT_ADMIN.password) problems.push('ADMIN_PASSWORD is the one of development, which everybody knows.');
  if (!environment.SMTP_URL) problems.push('SMTP_URL is required in production.');
  return problems;
}

/** Encrypted, or within this machine. */
function isPrivateLine(url: string): boolean {
  return URL.canParse(url) && (new URL(url).protocol === 'https:' || isLoopbackName(new URL(url).hostname));
}

/** A folder is none. */
function isServer(origin: string | undefined): origin is string {
  return origin !== undefined && /^https?:/i.test(origin);
}

/** A name that nobody outside of the operator's network answers for: of one word, as containers have them, or below a top level that is never given away. */
function isOwnNetwork(url: string): boolean {
  return URL.canParse(url) && /^[a-z](?:[a-z0-9-]*[a-z0-9])?$|\.(?:svc|svc\.cluster\.local|internal)$/.test(new URL(url).hostname);
}

/** Nobody's proxies fill more than the widest private network does. */
const WIDEST = { ipv4: 8, ipv6: 16 } as const;

function trustsEverybody(proxies: string): boolean {
  if (/^\d+$/.test(proxies)) return true;
  return proxies.split(',').some((part) => {
    const [address = '', mask] = part.trim().split('/');
    if (mask === undefined || !ipaddr.isValid(address)) return false;
    const ip = ipaddr.parse(address);
    const bits = /^\d+$/.test(mask) ? Number(mask) : (ipaddr.isValid(mask) ? ipaddr.parse(mask).prefixLengthFromSubnetMask() : null) ?? 0;
    return bits < WIDEST[ip.kind()] && ip.range() !== 'uniqueLocal';
  });
}

function isPublicOrigin(url: string | undefined): boolean {
  if (!url || !URL.canParse(url)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(url);
  return pathname === '/' && search === '' && hash === '' && (protocol === 'https:' || ['localhost', '127.0.0.1'].includes(hostname));
}

/** The role that a database's URL signs in with; a parameter counts before the user in front of the host. @returns '' when it names none, or is no URL */
export function databaseRole(url: string): string {
  if (!URL.canParse(url)) return '';
  const { username, searchParams } = new URL(url);
  return searchParams.get('user') ?? decodeURIComponent(username);
}

/** The ids of keys that nobody made by chance: characters that somebody typed, few different bytes, two equal halves, or equal steps from byte to byte. */
function guessableKeys(keys: string | undefined): string[] {
  return (keys ?? '').split(',').flatMap((part) => {
    const [id = '', encoded = ''] = part.trim().split(':');
    const bytes = [...Buffer.from(encoded, 'base64')];
    const half = bytes.length / 2;
    const steps = new Set(bytes.slice(1).map((byte, index) => (byte - (bytes[index] ?? 0)) & 0xff));
    const isTyped = bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
    const isGuessable = isTyped || new Set(bytes).size < half || bytes.slice(0, half).join() === bytes.slice(half).join() || steps.size === 1;
    return bytes.length > 0 && isGuessable ? [id] : [];
  });
}
