import { assertSafeHeaders, oneLine, parseSender } from './mail-header';
import { MailFailure, OutgoingMail } from './mailer';

const GOOD: OutgoingMail = {
  messageId: '<1.client@attune.example>',
  to: { name: 'Kim', address: 'kim@example.org' },
  subject: 'Your appointment',
  text: 'Hello',
  html: '<p>Hello</p>',
};

describe('assertSafeHeaders', () => {
  it('lets an ordinary mail pass', () => {
    expect(() => assertSafeHeaders(GOOD)).not.toThrow();
    expect(() =>
      assertSafeHeaders({ ...GOOD, to: { name: 'Żółć "Q", O’Neil', address: 'k.i+m@xn--bcher-kva.example' } }),
    ).not.toThrow();
  });

  const bad: [string, Partial<OutgoingMail>][] = [
    ['a line break in the subject', { subject: 'Hi\r\nBcc: all@evil.example' }],
    ['a bare LF in the subject', { subject: 'Hi\nBcc: all@evil.example' }],
    ['a NUL in the subject', { subject: 'Hi\u0000' }],
    ['a line separator in the subject', { subject: 'Hi\u2028there' }],
    ['a line break in the name', { to: { name: 'Kim\r\nBcc: x@evil.example', address: 'kim@example.org' } }],
    ['a line break in the address', { to: { address: 'kim@example.org\r\nRCPT TO:<x@evil.example>' } }],
    ['two addresses', { to: { address: 'kim@example.org,x@evil.example' } }],
    ['an address with a comment', { to: { address: 'kim@example.org(x@evil.example)' } }],
    ['a quoted address', { to: { address: '"kim@evil.example,x"@example.org' } }],
    ['an address in brackets', { to: { address: '<kim@example.org>' } }],
    ['no address', { to: { address: '' } }],
    ['a line break in the sender', { from: { name: 'A\nB', address: 'a@example.org' } }],
    ['a Message-ID with a line break', { messageId: '<1@x>\r\nX: y' }],
    ['a Message-ID without brackets', { messageId: '1@x' }],
    ['a header with a line break', { headers: { 'X-Kind': 'a\r\nBcc: x@evil.example' } }],
    ['a header name with a colon', { headers: { 'X: y\r\nBcc': 'a' } }],
  ];
  it.each(bad)('refuses %s for good', (_, change) => {
    expect(() => assertSafeHeaders({ ...GOOD, ...change })).toThrow(
      expect.objectContaining({ permanent: true }) as MailFailure,
    );
  });
});

describe('parseSender', () => {
  it('reads a name and an address', () => {
    expect(parseSender('Attune <no-reply@attune.example>')).toEqual({
      name: 'Attune',
      address: 'no-reply@attune.example',
    });
    expect(parseSender('"The Practice" <a@b.example>')).toEqual({ name: 'The Practice', address: 'a@b.example' });
    expect(parseSender('a@b.example')).toEqual({ address: 'a@b.example' });
  });

  it.each(['', 'Attune', 'Attune <>', 'a@b.example, c@d.example', 'X <a@b.example>\nBcc: y@z.example'])(
    'refuses %j',
    (text) => {
      expect(() => parseSender(text)).toThrow('MAIL_FROM');
    },
  );
});

it('oneLine keeps a name readable', () => {
  expect(oneLine(' Eve\r\n\u0000Bcc:\u2028x ')).toBe('Eve Bcc: x');
});
