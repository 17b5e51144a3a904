import { AddressInfo, createServer, Socket } from 'node:net';
import { NotYet } from '../../src/common/jobs/job';
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

/** The product's, with waits that a test can await. */
class ImpatientMailer extends SmtpMailer {
  protected override readonly deliveredWithinMs = 1_000;
  protected override readonly waitsForTurnMs = 20;
}

function mailerFor(url: string | undefined, Kind = SmtpMailer): SmtpMailer {
  return new Kind(
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

/** A server that takes mails, and answers those to one domain byte by byte without an end. */
class TricklingServer {
  readonly taken: string[] = [];
  open = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((socket) => this.serve(socket));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    this.open += 1;
    let to = '';
    let isData = false;
    let trickle: NodeJS.Timeout | undefined;
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.open -= 1;
      clearInterval(trickle);
    });
    socket.write('220 trickle\r\n');
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (isData) {
        if (!text.endsWith('\r\n.\r\n')) return;
        isData = false;
        if (/slow\.example$|\.pw$/.test(to)) trickle = setInterval(() => socket.write('250-'), 50);
        else {
          this.taken.push(to);
          socket.write('250 ok\r\n');
        }
        return;
      }
      to = /^RCPT TO:<(.*)>/i.exec(text)?.[1] ?? to;
      isData = text.startsWith('DATA');
      socket.write(isData ? '354 go on\r\n' : '250 ok\r\n');
    });
  }
}

/** As a relay that looks the recipient's domain up while one waits, whose name servers do not answer. */
describe('a server that is slow over the mails of as many domains as somebody likes', () => {
  it('has a place for those that it was quick for', async () => {
    const server = new TricklingServer();
    const mailer = mailerFor(await server.start(), ImpatientMailer);
    const to = (address: string): OutgoingMail => ({ ...MAIL, to: { address } });
    await mailer.send(to('kim@quick.example'), { isAwaited: true });
    const domains = [...Array.from({ length: 12 }, (_, at) => `d${at}.slow.example`), ...Array.from({ length: 12 }, (_, at) => `u${at}.q7x.pw`)];
    const slow = domains.map((domain) => mailer.send(to(`p@${domain}`), { isAwaited: true }).catch((error: unknown) => error));
    await mailer.send(to('kim@quick.example'), { isAwaited: true });
    expect(server.taken).toEqual(['kim@quick.example', 'kim@quick.example']);
    const failed = (await Promise.all(slow)).filter((error) => error instanceof MailFailure);
    expect(failed.length).toBeLessThanOrEqual(8);
    server.close();
    mailer.onApplicationShutdown();
  });
});

describe('a server that is slow over the mails of some', () => {
  let server: TricklingServer;
  let mailer: SmtpMailer;

  beforeAll(async () => {
    server = new TricklingServer();
    mailer = mailerFor(await server.start(), ImpatientMailer);
  });
  afterAll(() => {
    mailer.onApplicationShutdown();
    server.close();
  });

  it('forty mails to them leave places, and later ones keep one: others’ mails and codes go out meanwhile, and each try ends with its connection', async () => {
    const to = (address: string): OutgoingMail => ({ ...MAIL, to: { address } });
    const slow = Array.from({ length: 40 }, (_, at) => mailer.send(to(`p${at}@${at % 2 ? 'a.' : ''}slow.example`)).catch((error: unknown) => error));
    const ofOne = Array.from({ length: 3 }, (_, at) => mailer.send(to(`p@many${at}.slow.example`), { practice: 'one' }).catch((error: unknown) => error));
    await mailer.send(to('kim@quick.example'), { practice: 'other' });
    await mailer.send(to('kim@quick.example'), { isAwaited: true });
    expect(server.taken).toEqual(['kim@quick.example', 'kim@quick.example']);
    expect(server.open).toBeLessThanOrEqual(6);
    const failures = await Promise.all([...slow, ...ofOne]);
    const ofKind = (kind: typeof NotYet | typeof MailFailure, of: unknown[]): unknown[] => of.filter((error) => error instanceof kind);
    expect([ofKind(NotYet, failures).length, ofKind(MailFailure, failures)]).toEqual([41, Array(2).fill(expect.objectContaining({ permanent: false, reason: expect.stringContaining('took too long') as string }))]);
    // Who was slow is known by now.
    const later = await Promise.all(Array.from({ length: 4 }, (_, at) => mailer.send(to(`q${at}@slow.example`)).catch((error: unknown) => error)));
    expect([ofKind(NotYet, later).length, ofKind(MailFailure, later).length]).toEqual([3, 1]);
    for (const until = Date.now() + 5_000; server.open > 2 && Date.now() < until; ) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.open).toBe(2);
  });
});
