import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { PermanentFailure } from '../../common/queues/job-failure';
import { AppConfig } from '../../config/app-config';
import { Mailer, MailFailure } from '../../integrations/mail/mailer';
import { BookingHoldRepository } from '../bookings/booking-hold.repository';
import { HoldSecrets } from '../bookings/hold-secrets';
import { holdCodeMail } from './hold-code-mail';

/** Mails the code that makes a booking of a held time. */
@Injectable()
export class HoldCodeNotifier {
  constructor(
    private readonly holds: BookingHoldRepository,
    private readonly secrets: HoldSecrets,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends the newest code of a hold and forgets it. A hold that is booked or over, or whose code was sent, needs no mail.
   * @throws PermanentFailure when no further try can deliver it
   */
  async send(holdId: string): Promise<void> {
    const hold = await this.holds.findUnsent(holdId, this.clock.now());
    if (!hold) return;
    const { code, email, client_timezone } = this.secrets.openMail(holdId, hold.mail_secret);
    const mail = holdCodeMail(
      {
        holdId,
        code,
        email,
        codeSentAt: hold.code_sent_at,
        startsAt: hold.starts_at,
        endsAt: hold.ends_at,
        timezone: hold.timezone,
        clientTimezone: client_timezone,
        therapistName: hold.therapist_name,
      },
      this.config.publicUrl,
    );
    try {
      await this.mailer.send(mail);
    } catch (error) {
      if (error instanceof MailFailure && error.permanent) throw new PermanentFailure(error.reason, { cause: error });
      throw error;
    }
    await this.holds.forgetMail(holdId, hold.code_sent_at);
  }
}
