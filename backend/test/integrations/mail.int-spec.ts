import { AppConfig } from '../../src/config/app-config';
import { readEnvironment } from '../../src/config/environment';
import { MailFailure, OutgoingMail } from '../../src/integrations/mail/mailer';
import { SmtpMailer } from '../../src/integrations/mail/smtp.mailer';
import { MailCatcher } from '../harness/mail-catcher';

const MAIL: OutgoingMail = {
  messageId: '<one.client@attune.example>',
  to: { name: 'Żółć „Q”, יעל', address: 'kim@example.org' },
  subject: 'Your appointment on Tue 24 Nov at 10:00 – naïve',
  text: 'Hello,\n\nשלום',
  html: '<p>Hello <span dir="auto">שלום</span></p>',
  ics: { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n' },
  headers: { 'X-Kind': 'booked' },
};

function mailerFor(url: string | undefined): SmtpMailer {
  return new SmtpMailer(
    new AppConfig(
      readEnvironment({
        NODE_ENV: 'test',
        DATABASE_URL: 'postgres://a@127.0.0.1/a',
        MAIL_FROM: 'Attune <post@attune.example>',
        ...(url && { SMTP_URL: url }),
      }),
    ),
  );
}

describe('SmtpMailer', () => {
  let catcher: MailCatcher;
  let mailer: SmtpMailer;

  beforeAll(async () => {
    catcher = await MailCatcher.start();
    mailer = mailerFor(catcher.url);
  });
  afterAll(async () => {
    mailer.onApplicationShutdown();
    await catcher.close();
  });
  const failure = (mail: OutgoingMail, from = mailer): Promise<MailFailure> =>
    from.send(mail).then(
      () => Promise.reject(new Error('was sent')),
      (error: unknown) => (error instanceof MailFailure ? error : Promise.reject(error)),
    );

  it('sends text, page and calendar with the given Message-ID', async () => {
    await mailer.send(MAIL);
    const [mail] = catcher.mails;
    expect(mail?.messageId).toBe('<one.client@attune.example>');
    expect(mail?.subject).toBe(MAIL.subject);
    expect(mail?.from?.value).toEqual([{ name: 'Attune', address: 'post@attune.example' }]);
    expect(mail?.to).toMatchObject({ value: [{ name: 'Żółć „Q”, יעל', address: 'kim@example.org' }] });
    expect(mail?.text?.trim()).toBe(MAIL.text);
    expect(mail?.html).toContain('<span dir="auto">שלום</span>');
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail?.headers.get('x-kind')).toBe('booked');
    const calendars = mail?.attachments.filter(({ contentType }) => /calendar|ics/.test(contentType)) ?? [];
    expect(calendars.length).toBeGreaterThan(0);
    for (const { content } of calendars) expect(content.toString()).toBe(MAIL.ics?.content);
  });

  it('sends nothing when a header could be broken', async () => {
    const before = catcher.mails.length;
    expect(await failure({ ...MAIL, subject: 'x\r\nBcc: all@evil.example' })).toMatchObject({ permanent: true });
    expect(await failure({ ...MAIL, to: { address: 'kim@example.org, all@evil.example' } })).toMatchObject({
      permanent: true,
    });
    expect(catcher.mails).toHaveLength(before);
  });

  it('tells a refused recipient from a busy one and from a relay that does not know us', async () => {
    catcher.refused.set('gone@example.org', { code: 550, text: '5.1.1 no such mailbox' });
    catcher.refused.set('busy@example.org', { code: 451, text: 'try later' });
    catcher.refused.set('far@example.org', { code: 554, text: '5.7.1 Relay access denied' });
    expect(await failure({ ...MAIL, to: { address: 'gone@example.org' } })).toMatchObject({
      permanent: true,
      reason: expect.stringContaining('550') as string,
    });
    expect(await failure({ ...MAIL, to: { address: 'busy@example.org' } })).toMatchObject({ permanent: false });
    expect(await failure({ ...MAIL, to: { address: 'far@example.org' } })).toMatchObject({ permanent: false });
    await mailer.send({ ...MAIL, messageId: '<two@attune.example>' });
  });

  it('says what to look at when there is no server, and sends again when it is back', async () => {
    await catcher.close();
    const gone = await failure(MAIL);
    expect(gone).toMatchObject({ permanent: false });
    expect(gone.reason).toMatch(/cannot be reached \(\w+\)\. Check SMTP_URL/);
    await catcher.open();
    await mailer.send({ ...MAIL, messageId: '<three@attune.example>' });
    expect(catcher.messageIds).toContain('<three@attune.example>');
    expect(await failure(MAIL, mailerFor(undefined))).toMatchObject({
      permanent: false,
      reason: 'No mail server is configured. Set SMTP_URL.',
    });
  });
});
