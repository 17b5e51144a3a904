import { ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { AddressInfo } from 'node:net';

/** A mail server that keeps what it gets. */
export class MailCatcher {
  readonly mails: ParsedMail[] = [];
  /** Recipients it refuses, and with which answer. */
  readonly refused = new Map<string, { code: number; text: string }>();
  /** While set, a mail is kept but its receipt is never given: a crash between sending and knowing. */
  withholdReceipts = false;
  private server: SMTPServer | undefined;
  private port = 0;

  static async start(): Promise<MailCatcher> {
    const catcher = new MailCatcher();
    await catcher.open();
    return catcher;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  get messageIds(): string[] {
    return this.mails.map(({ messageId }) => messageId ?? '');
  }

  async open(): Promise<void> {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      closeTimeout: 100,
      onRcptTo: ({ address }, _session, done) => {
        const refusal = this.refused.get(address);
        done(refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : undefined);
      },
      onData: (stream, _session, done) => {
        simpleParser(stream).then(
          (mail) => {
            this.mails.push(mail);
            if (!this.withholdReceipts) done();
          },
          (error: Error) => done(error),
        );
      },
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.server.address() as AddressInfo).port;
    this.server = server;
  }

  async close(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(resolve));
  }
}
