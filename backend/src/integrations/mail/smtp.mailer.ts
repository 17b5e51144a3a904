import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { createTransport, Transporter } from 'nodemailer';
import { getDomain } from 'tldts';
import { traced } from '../../common/tracing/tracing';
import { AppConfig } from '../../config/app-config';
import { assertSafeHeaders, parseSender } from './mail-header';
import { senderInNameOf } from './mail-name';
import { MailTurns } from './mail-turns';
import { MailAddress, Mailer, MailFailure, MailTurn, OutgoingMail } from './mailer';
import { mailFailure } from './smtp-failure';

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
const MAX_CONNECTIONS = 5;
/** A server that answers byte by byte keeps no connection longer; before the job is handed over anew. */
const DELIVERED_WITHIN_MS = 45_000;
/** What takes longer keeps one connection at most: more than a server takes that looks closely at every mail. */
const SLOW_MS = 5_000;

/** A few connections that stay open between mails, and whose turn it is on them. */
interface Line {
  transport: Transporter;
  turns: MailTurns;
}

/** Mail over SMTP. What somebody waits for has connections of its own. */
@Injectable()
export class SmtpMailer extends Mailer implements OnApplicationShutdown {
  readonly sender: MailAddress;
  private readonly lines: { usual: Line; awaited: Line } | undefined;
  protected readonly deliveredWithinMs: number = DELIVERED_WITHIN_MS;
  protected readonly waitsForTurnMs: number | undefined;

  constructor(config: AppConfig) {
    super();
    this.sender = parseSender(config.mail.from);
    const { url, requireTls } = config.mail;
    if (url !== undefined) this.lines = { usual: openLine(url, requireTls), awaited: openLine(url, requireTls) };
  }

  async send(mail: OutgoingMail, { isAwaited, practice }: MailTurn = {}): Promise<void> {
    assertSafeHeaders(mail);
    const line = this.lines?.[isAwaited ? 'awaited' : 'usual'];
    if (!line) throw new MailFailure(false, 'No mail server is configured. Set SMTP_URL.');
    // One is left for others, whatever the many are; and slow ones have one place.
    const keys = [{ name: `to ${siteOf(mail.to.address)}`, places: MAX_CONNECTIONS - 1, isSite: true } as const, ...(practice === undefined ? [] : [{ name: `of ${practice}`, places: 1 }])];
    await line.turns.take(keys, () => traced('mail server', 'send', () => this.handOver(mail, line.transport)), this.waitsForTurnMs, Math.min(SLOW_MS, this.deliveredWithinMs / 2));
  }

  private async handOver(mail: OutgoingMail, transport: Transporter): Promise<void> {
    try {
      await transport.sendMail({
        signal: AbortSignal.timeout(this.deliveredWithinMs),
        messageId: mail.messageId,
        from: plain(mail.from ?? senderInNameOf(this.sender, mail.inNameOf)),
        to: plain(mail.to),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
        ...(mail.ics && {
          icalEvent: { method: mail.ics.method, filename: 'appointment.ics', content: mail.ics.content },
        }),
      });
    } catch (error) {
      throw mailFailure(error);
    }
  }

  onApplicationShutdown(): void {
    for (const { transport } of Object.values(this.lines ?? {})) (transport as Transporter).close();
  }
}

function openLine(url: string, requireTls: boolean): Line {
  return { transport: openTransport(url, requireTls), turns: new MailTurns(MAX_CONNECTIONS) };
}

/** Whoever has a domain has all below it; below `co.uk` and the like everybody has one of their own. */
function siteOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain;
}

function openTransport(url: string, requireTLS: boolean): Transporter {
  return createTransport(
    {
      url,
      requireTLS,
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
    },
    // A mail is made of texts only: nothing in it may make the mailer read a file or fetch a URL.
    { disableFileAccess: true, disableUrlAccess: true, xMailer: false },
  );
}

/** Always as an object: a text would be parsed for further addresses. */
function plain({ name, address }: MailAddress): { name: string; address: string } {
  return { name: name ?? '', address };
}
