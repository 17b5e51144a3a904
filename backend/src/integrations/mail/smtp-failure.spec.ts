import { MailFailure } from './mailer';
import { mailFailure } from './smtp-failure';

function smtpError(fields: object): Error {
  return Object.assign(new Error("Can't send mail to kim@example.org"), fields);
}

describe('mailFailure', () => {
  const cases: [string, object, boolean, RegExp][] = [
    [
      'a refused recipient',
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 no such user' },
      true,
      /refused the recipient.*550/,
    ],
    [
      'a full mailbox for now',
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452, response: '452 4.2.2 full' },
      false,
      /refused the recipient.*452.*later/,
    ],
    [
      'relaying denied',
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 554, response: '554 5.7.1 Relay access denied' },
      false,
      /554 to RCPT TO/,
    ],
    [
      'relaying denied without a number for it',
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 Relaying to elsewhere is not allowed' },
      false,
      /550 to RCPT TO/,
    ],
    [
      'a blocklist, without a number for it',
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 Blocked, see https://lists.example/203.0.113.7' },
      false,
      /550 to RCPT TO/,
    ],
    [
      'an address that says by itself that it is about something else',
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 <relay.5.7.1@relay.example>: no such user' },
      true,
      /refused the recipient.*550/,
    ],
    [
      'the same of a server without numbers',
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.7.1@relay.example is unknown' },
      true,
      /refused the recipient.*550/,
    ],
    [
      'a relay that is out of order',
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451, response: '451 4.3.0 <kim@example.org>: Temporary lookup failure' },
      false,
      /451 to RCPT TO/,
    ],
    [
      'one in maintenance',
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 554, response: '554 5.3.2 system is in maintenance' },
      false,
      /554 to RCPT TO/,
    ],
    [
      'greylisting',
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451, response: '451 4.7.1 <kim@example.org>: come back later' },
      false,
      /451 to RCPT TO/,
    ],
    [
      'a refused sender',
      { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550, response: '550 no' },
      false,
      /550 to MAIL FROM/,
    ],
    [
      'a refused sign-in',
      { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 },
      false,
      /sign-in \(535\).*SMTP_URL/,
    ],
    ['no server', { code: 'ESOCKET' }, false, /cannot be reached \(ESOCKET\)/],
    ['a timeout', { code: 'ETIMEDOUT' }, false, /cannot be reached \(ETIMEDOUT\)/],
    ['a refused message', { code: 'EMESSAGE', command: 'DATA', responseCode: 451 }, false, /451 to DATA/],
    ['something else', {}, false, /unknown error/],
  ];
  it.each(cases)('%s', (_, fields, permanent, reason) => {
    const failure = mailFailure(smtpError(fields));
    expect(failure.permanent).toBe(permanent);
    expect(failure.reason).toMatch(reason);
    expect(failure.reason).not.toContain('kim@');
  });

  it('keeps a failure that is one already', () => {
    const failure = new MailFailure(true, 'x');
    expect(mailFailure(failure)).toBe(failure);
  });
});
