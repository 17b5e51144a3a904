import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppConfig } from './app-config';
import { readEnvironment } from './environment';

const LOCAL = { DATABASE_URL: 'postgres://app@localhost/attune' };
const keys = (...bytes: Buffer[]): string => bytes.map((key, index) => `k${index}:${key.toString('base64')}`).join(',');
const PRODUCTION = {
  ...LOCAL,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://attune.example',
  MIGRATION_DATABASE_URL: 'postgres://owner@localhost/attune',
  ENCRYPTION_KEYS: keys(randomBytes(32)),
  SMTP_URL: 'smtp://mail.example',
};

describe('the environment', () => {
  it('names every bad variable in one error', () => {
    expect(() => readEnvironment({ PORT: 'x', DATABASE_URL: 'mysql://x', SMTP_URL: 'http://x' })).toThrow(/PORT[^]*DATABASE_URL[^]*SMTP_URL/);
  });

  it('names unknown queues, and a sender that is no mailbox', () => {
    expect(() => readEnvironment({ ...LOCAL, ACTIVE_QUEUES: 'mail,mials' })).toThrow('ACTIVE_QUEUES names unknown queues: mials. Known: code-mail, mail, pictures, note-files');
    for (const sender of ['Attune', 'Attune <>', 'a@b.example, c@d.example', 'X <a@b.example>\nBcc: y@z.example']) {
      expect(() => readEnvironment({ ...LOCAL, MAIL_FROM: sender })).toThrow('MAIL_FROM must be an address');
    }
    for (const sender of ['a@b.example', 'Attune <no-reply@attune.example>', '"The Practice" <a@b.example>']) {
      expect(readEnvironment({ ...LOCAL, MAIL_FROM: sender }).MAIL_FROM).toBe(sender);
    }
  });

  it('names what is wrong with where traces go, and not the key that goes along', () => {
    const told = (more: Record<string, string>): string => {
      try {
        readEnvironment({ ...LOCAL, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', ...more });
        return '';
      } catch (error) {
        return String(error);
      }
    };
    for (const endpoint of ['localhost:4318', 'collector', 'grpc://collector:4317', 'http://me:secret-key@collector:4318', 'https://collector/?key=secret-key', 'https://collector/v1/traces']) {
      expect(told({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toMatch(/OTEL_EXPORTER_OTLP_ENDPOINT must be the http:\/\/ or https:\/\/ address of a collector(?!.*secret-key)/);
    }
    for (const headers of ['secret-key', 'authorization=', 'na me=secret-key', 'a=%E0%A4%A', 'a=secret-key%0Ab']) expect(told({ OTEL_EXPORTER_OTLP_HEADERS: headers })).toMatch(/OTEL_EXPORTER_OTLP_HEADERS must be name=value(?!.*secret-key)/);
    expect(told({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toContain('OTEL_EXPORTER_OTLP_PROTOCOL must be http/json');
    expect(told({ OTEL_SERVICE_NAME: 'the "service"' })).toContain('OTEL_SERVICE_NAME must be a name');
    expect(told({ OTEL_TRACES_SAMPLER: 'jaeger_remote' })).toMatch(/OTEL_TRACES_SAMPLER must be one of .*always_on/);
    for (const share of ['half', '-1', '1.5']) expect(told({ OTEL_TRACES_SAMPLER_ARG: share })).toContain('OTEL_TRACES_SAMPLER_ARG');
    expect(told({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret-key,x-practice=one' })).toBe('');
    expect(() => readEnvironment({ ...PRODUCTION, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example' })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT must be https:// in production');
    for (const endpoint of ['https://collector.example/otlp', 'http://collector.monitoring.svc:4318', 'http://collector:4318', '']) expect(() => readEnvironment({ ...PRODUCTION, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).not.toThrow();
  });

  it('reads where traces go', () => {
    const traces = (more: Record<string, string>) => new AppConfig(readEnvironment({ ...LOCAL, ...more })).tracing;
    expect(traces({ OTEL_TRACES_SAMPLER: 'always_on' })).toBeUndefined();
    expect(traces({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/', OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key, x-one = 1', OTEL_SERVICE_NAME: 'practice' })).toEqual({ url: 'https://collector.example/otlp/v1/traces', headers: { authorization: 'Bearer key', 'x-one': '1' }, service: 'practice', share: 1 });
    for (const [sampler, share] of [['always_off', 0], ['parentbased_traceidratio', 0.25], ['parentbased_always_on', 1]]) expect(traces({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_SAMPLER: String(sampler), OTEL_TRACES_SAMPLER_ARG: '0.25' })?.share).toBe(share);
  });

  it('takes production only with keys, an https origin, mail, and without demo parts', () => {
    expect(() => readEnvironment(PRODUCTION)).not.toThrow();
    for (const [name, value] of [
      ['ENCRYPTION_KEYS', ''],
      ['SMTP_URL', ''],
      ['PUBLIC_URL', ''],
      ['PUBLIC_URL', 'http://attune.example'],
      ['PUBLIC_URL', 'https://attune.example/app'],
      ['GOOGLE_DEMO', 'true'],
      ['CALENDAR_FEED_TEST_ORIGIN', 'http://127.0.0.1:4000'],
      ['QUEUE_ENGINE', 'builtin'],
      ['GOOGLE_TOKEN_URL', 'http://127.0.0.1:1/token'],
      ['OPENAI_BASE_URL', 'http://models.example/v1'],
    ] as const) {
      expect(() => readEnvironment({ ...PRODUCTION, [name]: value })).toThrow(name);
    }
  });

  it('takes no proxy in production that anybody could be, and no remote that anybody could answer for', () => {
    for (const TRUST_PROXY of ['1', '2', '0.0.0.0/1,128.0.0.0/1', '::/1,8000::/1', '0.0.0.0/0.0.0.0', '10.0.0.1,64.0.0.0/2']) {
      expect(() => readEnvironment({ ...PRODUCTION, TRUST_PROXY })).toThrow('TRUST_PROXY must name the proxies');
    }
    for (const TRUST_PROXY of ['loopback', 'uniquelocal', '10.0.0.0/8', 'fc00::/7', '10.1.2.3,192.168.0.0/255.255.0.0', 'false']) {
      expect(() => readEnvironment({ ...PRODUCTION, TRUST_PROXY })).not.toThrow();
    }
    expect(() => readEnvironment({ ...PRODUCTION, REMOTE_ADMIN_URL: 'http://remote.example' })).toThrow('REMOTE_ADMIN_URL must be https://');
    for (const SHELL_ORIGIN of ['http://shell.example', 'http://shell.svc.example', 'http://10.0.0.7:8080', 'http://shell.internal.']) {
      expect(() => readEnvironment({ ...PRODUCTION, SHELL_ORIGIN })).toThrow('SHELL_ORIGIN must be https://');
    }
    for (const SHELL_ORIGIN of ['http://shell:8080', 'http://shell.attune.svc.cluster.local', 'frontends/shell/dist']) expect(() => readEnvironment({ ...PRODUCTION, SHELL_ORIGIN })).not.toThrow();
    for (const REMOTE_ADMIN_URL of ['https://remote.example', 'http://127.0.0.1:4001', 'http://admin:8080', 'http://admin.attune.svc']) expect(() => readEnvironment({ ...PRODUCTION, REMOTE_ADMIN_URL })).not.toThrow();
  });

  it('takes no key in production that somebody typed', () => {
    expect(() => readEnvironment({ ...PRODUCTION, ENCRYPTION_KEYS: keys(Buffer.from('correct horse battery staple 123')) })).toThrow('ENCRYPTION_KEYS holds a key that anybody could guess: k0');
  });

  it('takes one database role for both everywhere but in production', () => {
    const one = { ...PRODUCTION, MIGRATION_DATABASE_URL: '' };
    expect(() => readEnvironment(one)).toThrow(/MIGRATION_DATABASE_URL must name another role than DATABASE_URL/);
    for (const [application, owner] of [
      ['postgres://app@localhost/attune', 'postgres://app:other@elsewhere/attune'],
      ['postgres://a%70p@localhost/attune', 'postgres://app@localhost/attune'],
      ['postgres://app@localhost/attune', 'postgres://localhost/attune?user=app'],
      ['postgres://localhost/attune', 'postgres://localhost:5433/attune'],
    ] as const) {
      const urls = { DATABASE_URL: application, MIGRATION_DATABASE_URL: owner };
      expect(() => readEnvironment({ ...PRODUCTION, ...urls })).toThrow('MIGRATION_DATABASE_URL must name another role');
      expect(new AppConfig(readEnvironment({ ...LOCAL, ...urls })).database.rolesSeparated).toBe(false);
    }
    expect(new AppConfig(readEnvironment(PRODUCTION)).database.rolesSeparated).toBe(true);
  });

  it.each([
    ['zeros', Buffer.alloc(32)],
    ['one byte', Buffer.alloc(32, 0xa5)],
    ['a repeated word', Buffer.from('attune'.repeat(6)).subarray(0, 32)],
    ['two equal halves', Buffer.concat([Buffer.from('0123456789abcdef'), Buffer.from('0123456789abcdef')])],
    ['counting up', Buffer.from(Array.from({ length: 32 }, (_, n) => n))],
    ['counting down by three', Buffer.from(Array.from({ length: 32 }, (_, n) => 250 - 3 * n))],
  ])('takes no key of %s in production, also not beside a good one', (_, trivial) => {
    for (const ENCRYPTION_KEYS of [keys(trivial), keys(randomBytes(32), trivial)]) {
      expect(() => readEnvironment({ ...PRODUCTION, ENCRYPTION_KEYS })).toThrow(/ENCRYPTION_KEYS holds a key that anybody could guess: k\d\./);
      expect(() => readEnvironment({ ...LOCAL, ENCRYPTION_KEYS })).not.toThrow();
    }
    for (let round = 0; round < 1_000; round += 1) expect(() => readEnvironment({ ...PRODUCTION, ENCRYPTION_KEYS: keys(randomBytes(32)) })).not.toThrow();
  });

  it('keeps development on the machine', () => {
    for (const PUBLIC_URL of ['https://attune.example', 'http://192.168.1.20:3000', 'http://localhost.example', 'http://127.0.0.1.example', 'http://0.0.0.0:3000']) {
      expect(() => readEnvironment({ ...LOCAL, PUBLIC_URL })).toThrow(/PUBLIC_URL is .*, and NODE_ENV is development/);
      expect(() => readEnvironment({ ...LOCAL, NODE_ENV: 'test', PUBLIC_URL })).toThrow(/PUBLIC_URL is .*, and NODE_ENV is test/);
      expect(() => readEnvironment({ ...LOCAL, FOREIGN_VISITORS: 'true' })).toThrow('FOREIGN_VISITORS is for tests alone.');
    }
    expect(() => readEnvironment({ ...LOCAL, CALENDAR_FEED_TEST_ORIGIN: 'https://calendar.example' })).toThrow('CALENDAR_FEED_TEST_ORIGIN must be an origin of this machine.');
    expect(() => readEnvironment({ ...LOCAL, CALENDAR_FEED_TEST_ORIGIN: 'http://127.0.0.1:4000' })).not.toThrow();
    for (const HOST of ['0.0.0.0', '::', '192.168.1.20', 'attune.example', '127.0.0.1.example', '::ffff:10.0.0.1']) {
      for (const NODE_ENV of ['development', 'test']) {
        expect(() => readEnvironment({ ...LOCAL, NODE_ENV, HOST })).toThrow(`HOST is ${HOST}, and NODE_ENV is ${NODE_ENV}, where anybody who comes by can sign in. Set NODE_ENV=production, or HOST to 127.0.0.1.`);
      }
      expect(() => readEnvironment({ ...PRODUCTION, HOST })).not.toThrow();
    }
    for (const HOST of ['127.0.0.1', '127.0.0.2', '::1', 'localhost']) expect(() => readEnvironment({ ...LOCAL, HOST })).not.toThrow();
    for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.0.0.1:3100', 'http://[::1]:3000', 'http://attune.localhost', 'https://LOCALHOST']) {
      expect(() => readEnvironment({ ...LOCAL, PUBLIC_URL })).not.toThrow();
    }
  });

  it('reads TRUST_PROXY as Express does, and refuses everybody', () => {
    const trust = (value: string) => new AppConfig(readEnvironment({ ...LOCAL, TRUST_PROXY: value })).trustProxy;
    expect(trust('1')).toBe(1);
    expect(trust('false')).toBe(false);
    expect(trust('loopback, 10.0.0.0/8')).toBe('loopback, 10.0.0.0/8');
    expect(() => trust('true')).toThrow('TRUST_PROXY');
    expect(() => trust('proxy.example')).toThrow('TRUST_PROXY');
  });

  it('reads secrets from files, and says which one it cannot read without telling it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'attune-secrets-'));
    try {
      const file = (name: string, text: string): string => {
        writeFileSync(join(folder, name), text);
        return join(folder, name);
      };
      const DATABASE_URL_FILE = file('database', 'postgres://app:word@localhost/attune\n');
      expect(readEnvironment({ DATABASE_URL_FILE }).DATABASE_URL).toBe('postgres://app:word@localhost/attune');
      expect(() => readEnvironment({ DATABASE_URL_FILE, ...LOCAL })).toThrow('DATABASE_URL and DATABASE_URL_FILE are both set');
      expect(() => readEnvironment({ ...LOCAL, SMTP_URL_FILE: join(folder, 'none') })).toThrow(/SMTP_URL_FILE: .* cannot be read \(ENOENT\)/);
      expect(() => readEnvironment({ ...LOCAL, OPENAI_API_KEY_FILE: file('empty', ' \n') })).toThrow(/OPENAI_API_KEY_FILE: .* is empty/);
      const bad = file('bad', 'mysql://app:canary@localhost/attune');
      expect(() => readEnvironment({ DATABASE_URL_FILE: bad })).toThrow('DATABASE_URL must be a postgres:// URL');
      expect(() => readEnvironment({ DATABASE_URL_FILE: bad })).not.toThrow('canary');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('knows https whatever its spelling, and refuses a key id used twice', () => {
    expect(new AppConfig(readEnvironment({ ...PRODUCTION, PUBLIC_URL: 'HTTPS://attune.example' })).secureCookies).toBe(true);
  });
});
