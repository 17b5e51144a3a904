import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { PermanentFailure } from '../../common/queues/job-failure';
import { AppConfig } from '../../config/app-config';
import { Mailer, MailFailure, OutgoingMail } from '../../integrations/mail/mailer';
import { AddressChangeRepository } from './address-change.repository';
import { addressTakenMail, codeMail, objectionMail } from './client-mail';
import { CodeSecrets } from './code-secrets';
import { CodeMailRow, SignInCodeRepository } from './sign-in-code.repository';

/** Sends what sign-in and changes of address have to say; in the worker. A repeat carries the same Message-ID. */
@Injectable()
export class ClientMailer {
  constructor(
    private readonly codes: SignInCodeRepository,
    private readonly changes: AddressChangeRepository,
    private readonly secrets: CodeSecrets,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * The mail of a code; nothing when it went out before, was used, was replaced by a newer one or belongs to nobody.
   * @throws PermanentFailure when no further try can deliver it in time
   */
  async sendCode(codeId: string): Promise<void> {
    const code = await this.codes.findForMail(codeId);
    if (!code?.mail_secret) return;
    const mail = this.mailOf(code, code.mail_secret);
    const inTime = code.expires_at > this.clock.now();
    if (mail && inTime) await this.deliver(mail);
    await this.codes.dropSecret(codeId);
    if (mail && !inTime) throw new PermanentFailure('The code ran out before the mail server took the mail.');
  }

  /** The notice to an address that was left; nothing when it went out before. @throws PermanentFailure when no further try can deliver it */
  async sendObjection(addressChangeId: string): Promise<void> {
    const notice = await this.changes.findForMail(addressChangeId);
    if (!notice) return;
    await this.deliver(objectionMail({ id: notice.id, to: notice.oldEmail }, notice.token, this.config.publicUrl));
    await this.changes.dropToken(addressChangeId);
  }

  private mailOf(code: CodeMailRow, mailSecret: Buffer): OutgoingMail | undefined {
    const to = code.purpose === 'address_change' ? code.new_email : code.account_email;
    if (to === null || code.used_at) return undefined;
    if (code.new_email_taken) return addressTakenMail({ id: code.id, to }, this.config.publicUrl);
    return codeMail({ id: code.id, purpose: code.purpose, to }, this.secrets.open(code.id, mailSecret), this.config.publicUrl);
  }

  private async deliver(mail: OutgoingMail): Promise<void> {
    try {
      await this.mailer.send(mail);
    } catch (error) {
      if (error instanceof MailFailure && error.permanent) throw new PermanentFailure(error.reason, { cause: error });
      throw error;
    }
  }
}
