import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { createTransport, Transporter } from 'nodemailer';
import { AppConfig } from '../../config/app-config';
import { assertSafeHeaders, parseSender } from './mail-header';
import { senderInNameOf } from './mail-name';
import { MailAddress, Mailer, MailFailure, OutgoingMail } from './mailer';
import { mailFailure } from './smtp-failure';

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
const MAX_CONNECTIONS = 3;

/** Mail over SMTP, on a few connections that stay open between mails. */
@Injectable()
export class SmtpMailer extends Mailer implements OnApplicationShutdown {
  readonly sender: MailAddress;
  private readonly transport: Transporter | undefined;

  constructor(config: AppConfig) {
    super();
    this.sender = parseSender(config.mail.from);
    this.transport = config.mail.url === undefined ? undefined : openTransport(config.mail.url, config.mail.requireTls);
  }

  async send(mail: OutgoingMail): Promise<void> {
    assertSafeHeaders(mail);
    if (!this.transport) throw new MailFailure(false, 'No mail server is configured. Set SMTP_URL.');
    try {
      await this.transport.sendMail({
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
    this.transport?.close();
  }
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
