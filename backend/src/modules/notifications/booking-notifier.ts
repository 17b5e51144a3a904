import { Injectable } from '@nestjs/common';
import { Handles, JobHandler, JobPayloads, PermanentFailure } from '../../common/jobs/job';
import { AppConfig } from '../../config/app-config';
import { Mailer, MailFailure } from '../../integrations/mail/mailer';
import { bookingMail } from './booking-mail';
import { BookingNoticeRepository, NoticeRecipient } from './booking-notice.repository';

/** Tells the people of a booking what happened to it. */
@Injectable()
export class BookingNotifier {
  constructor(
    private readonly notices: BookingNoticeRepository,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
  ) {}

  /**
   * Sends the one mail that `recipient` gets about a booking event. Sent again, it carries the same Message-ID.
   * @throws PermanentFailure when no further try can deliver it
   */
  async send(eventId: string, recipient: NoticeRecipient): Promise<void> {
    const found = await this.notices.find(eventId);
    if (!found) throw new PermanentFailure('The booking event is no longer there, so nothing was sent.');
    const token = recipient === 'client' ? found.manageToken() : '';
    const mail = bookingMail(found.notice, recipient, token, {
      publicUrl: this.config.publicUrl,
      sender: this.mailer.sender,
    });
    try {
      await this.mailer.send(mail);
    } catch (error) {
      if (error instanceof MailFailure && error.permanent) throw new PermanentFailure(error.reason, { cause: error });
      throw error;
    }
  }
}

/** 18 tries over about eight hours: a mail server that is down overnight loses nothing. */
@JobHandler('mail', 'send-booking-mail', { attempts: 18 })
export class SendBookingMailJob implements Handles<'send-booking-mail'> {
  constructor(private readonly notifier: BookingNotifier) {}

  async handle(payload: JobPayloads['send-booking-mail']): Promise<void> {
    await this.notifier.send(payload.booking_event_id, payload.recipient);
  }
}
