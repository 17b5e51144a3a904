import type { AddressInfo } from 'node:net';
import { simpleParser, type AddressObject, type Attachment, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import type { CaughtAttachment, Mailbox } from './mailbox';

export interface SmtpCatcher {
  port: number;
  close(): Promise<void>;
}

const LARGEST_MAIL_BYTES = 25_000_000;

/** An SMTP server on loopback that delivers nothing: every mail ends in the mailbox. */
export async function startSmtpCatcher(mailbox: Mailbox, port = 0): Promise<SmtpCatcher> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: LARGEST_MAIL_BYTES,
    disableReverseLookup: true,
    logger: false,
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map((recipient) => recipient.address.toLowerCase());
      simpleParser(stream)
        .then((mail) => {
          mailbox.add(readable(mail, recipients), recipients);
          done();
        })
        .catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error))));
    },
  });
  // A client that breaks off is its own matter.
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function readable(mail: ParsedMail, recipients: string[]): Parameters<Mailbox['add']>[0] {
  return {
    to: addresses(mail.to) || recipients.join(', '),
    from: mail.from?.text ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html === false ? '' : mail.html,
    message_id: mail.messageId ?? '',
    attachments: attachments(mail.attachments),
  };
}

function addresses(header: AddressObject | AddressObject[] | undefined): string {
  return [header ?? []]
    .flat()
    .flatMap((part) => part.value)
    .map((entry) => entry.address ?? '')
    .filter((address) => address !== '')
    .join(', ');
}

/** A calendar invitation comes twice, as an alternative body without a name and as a file: one is shown. */
function attachments(parts: Attachment[]): CaughtAttachment[] {
  const all = parts.map((part) => ({
    filename: part.filename ?? '',
    content_type: part.contentType,
    text: part.content.toString('utf8'),
  }));
  return all.filter((part) => part.filename !== '' || !all.some((other) => other.filename !== '' && other.text === part.text));
}
