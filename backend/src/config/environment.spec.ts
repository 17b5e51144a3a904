import { AppConfig } from './app-config';
import { readEnvironment } from './environment';

const LOCAL = { DATABASE_URL: 'postgres://app@localhost/attune' };
const PRODUCTION = {
  ...LOCAL,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://attune.example',
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  SMTP_URL: 'smtp://mail.example',
};

describe('the environment', () => {
  it('names every bad variable in one error', () => {
    expect(() => readEnvironment({ PORT: 'x', DATABASE_URL: 'mysql://x', SMTP_URL: 'http://x' })).toThrow(/PORT[^]*DATABASE_URL[^]*SMTP_URL/);
  });

  it('names unknown queues, and a sender that is no mailbox', () => {
    expect(() => readEnvironment({ ...LOCAL, ACTIVE_QUEUES: 'mail,mials' })).toThrow('ACTIVE_QUEUES names unknown queues: mials. Known: mail, note-files');
    for (const sender of ['Attune', 'Attune <>', 'a@b.example, c@d.example', 'X <a@b.example>\nBcc: y@z.example']) {
      expect(() => readEnvironment({ ...LOCAL, MAIL_FROM: sender })).toThrow('MAIL_FROM must be an address');
    }
    for (const sender of ['a@b.example', 'Attune <no-reply@attune.example>', '"The Practice" <a@b.example>']) {
      expect(readEnvironment({ ...LOCAL, MAIL_FROM: sender }).MAIL_FROM).toBe(sender);
    }
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
      ['QUEUE_ENGINE', 'builtin'],
      ['GOOGLE_TOKEN_URL', 'http://127.0.0.1:1/token'],
    ] as const) {
      expect(() => readEnvironment({ ...PRODUCTION, [name]: value })).toThrow(name);
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

  it('knows https whatever its spelling, and refuses a key id used twice', () => {
    expect(new AppConfig(readEnvironment({ ...LOCAL, PUBLIC_URL: 'HTTPS://attune.example' })).secureCookies).toBe(true);
  });
});
