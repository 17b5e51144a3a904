import { JobHandler } from '../../../common/queues/job-handler.decorator';
import { Handles, JobPayloads } from '../../../common/queues/job-catalogue';
import { BookingNotifier } from '../booking-notifier';

/** 18 tries over about eight hours: a mail server that is down overnight loses nothing. */
@JobHandler('mail', 'send-booking-mail', { attempts: 18 })
export class SendBookingMailJob implements Handles<'send-booking-mail'> {
  constructor(private readonly notifier: BookingNotifier) {}

  async handle(payload: JobPayloads['send-booking-mail']): Promise<void> {
    await this.notifier.send(payload.booking_event_id, payload.recipient);
  }
}
