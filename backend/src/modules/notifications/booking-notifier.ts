import { Injectable } from '@nestjs/common';
import { Handles, PermanentFailure } from '../../common/jobs/job';
import { AppConfig } from '../../config/app-config';
import { Mailer } from '../../integrations/mail/mailer';
import { NoticeRecipient, sendBookingMail } from '../bookings/changes/booking-news.service';
import { PersonAddresses } from '../auth/addresses/person-addresses.service';
import { ClientsService } from '../clients/persons/persons.service';
import { IntakeRequestsService } from '../intake-forms/sending/requests.service';
import { bookingMail } from './booking-mail';
import { BookingNoticeRepository } from './booking-notice.repository';
import { FOREIGN_ADDRESS } from './messages';
import { seriesMail } from './series-mail';

/** Tells the people of a booking what happened to it. */
@Injectable()
export class BookingNotifier {
  constructor(
    private readonly notices: BookingNoticeRepository,
    private readonly clients: ClientsService,
    private readonly addresses: PersonAddresses,
    private readonly forms: IntakeRequestsService,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
  ) {}

  /**
   * Sends the one mail that `recipient` gets about a booking event. Sent again, it carries the same Message-ID.
   * @throws PermanentFailure when no further try can deliver it
   */
  @Handles(sendBookingMail)
  async send({ booking_event_id: eventId, recipient }: { booking_event_id: string; recipient: NoticeRecipient }): Promise<void> {
    const found = await this.notices.findNotice(eventId);
    if (!found) throw new PermanentFailure('The booking event is no longer there, so nothing was sent.');
    const { client_id, client_email } = found.notice;
    if (recipient === 'client' && !(await this.clients.hasAddress(client_id, client_email))) throw new PermanentFailure(FOREIGN_ADDRESS);
    const therapist_email = recipient === 'therapist' ? await this.addresses.ofTherapist(found.therapistId) : '';
    const formLinks = recipient === 'client' && found.notice.kind === 'booked' ? await this.forms.linksForBooking(found.notice.booking_id) : [];
    const origin = { publicUrl: this.config.publicUrl, sender: this.mailer.sender };
    const notice = { ...found.notice, therapist_email };
    const told = await this.notices.findTold(eventId);
    if (told.length > 1) return this.mailer.deliver(seriesMail(notice, told, recipient, origin, formLinks));
    await this.mailer.deliver(bookingMail(notice, recipient, recipient === 'client' ? found.manageToken() : '', origin, formLinks));
  }
}
