import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { Handles, NotYet, PermanentFailure } from '../../common/jobs/job';
import { AppConfig } from '../../config/app-config';
import { Mailer } from '../../integrations/mail/mailer';
import { NoticeRecipient, sendBookingMail } from '../bookings/changes/booking-news.service';
import { PersonAddresses } from '../auth/addresses/person-addresses.service';
import { CalendarAppointments } from '../calendar/appointments/appointments.service';
import { ClientsService } from '../clients/persons/persons.service';
import { IntroductionsService } from '../clients/strangers/introductions.service';
import { MailEnds } from '../clients/strangers/mail-ends.service';
import { IntakeRequestsService } from '../intake-forms/sending/requests.service';
import { bookingMail } from './booking-mail';
import { BookingNotice, BookingNoticeRepository } from './booking-notice.repository';
import { FOREIGN_ADDRESS } from './messages';
import { readdressedMail } from './readdressed-mail';
import { seriesMail } from './series-mail';

/** A link that Google makes is there within seconds, and worth waiting for. */
const LINK_PATIENCE_MS = 60_000;
const LINK_AGAIN_MS = 5_000;

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
    private readonly calendar: CalendarAppointments,
    private readonly clock: Clock,
    private readonly introductions: IntroductionsService,
    private readonly ends: MailEnds,
  ) {}

  /**
   * Sends the one mail that `recipient` gets about a booking event. Sent again, it carries the same Message-ID.
   * @throws PermanentFailure when no further try can deliver it; NotYet while the link of its meeting is being made
   */
  @Handles(sendBookingMail)
  async send(mail: { booking_event_id: string; recipient: NoticeRecipient }): Promise<void> {
    const { booking_event_id: eventId, recipient } = mail;
    const first = await this.notices.findNotice(eventId);
    if (!first) throw new PermanentFailure('The booking event is no longer there, so nothing was sent.');
    if ((await this.notices.findTold(eventId)).length === 1 && (await this.awaitsLink(first.notice))) throw new NotYet(LINK_AGAIN_MS);
    // A link that was made between the two looks goes along.
    const found = (await this.notices.findNotice(eventId)) ?? first;
    const told = await this.notices.findTold(eventId);
    const { client_id, client_email } = found.notice;
    if (recipient === 'client' && !(await this.clients.hasAddress(client_id, client_email))) throw new PermanentFailure(FOREIGN_ADDRESS);
    const end = recipient === 'client' ? await this.ends.of(found.notice) : undefined;
    if (end === 'ended') return;
    const therapist_email = recipient === 'therapist' ? await this.addresses.ofTherapist(found.notice.therapist_id) : '';
    const formLinks = recipient === 'client' && found.notice.kind === 'booked' ? await this.forms.linksForBooking(found.notice.booking_id) : [];
    const origin = { publicUrl: this.config.publicUrl, sender: this.mailer.sender };
    const links_differ = told.some(({ place_detail }) => place_detail !== found.notice.place_detail);
    const blocks = recipient === 'client' ? await this.introductions.mailBlocks(found.notice.therapist_id, client_id) : [];
    const notice = { ...found.notice, therapist_email, links_differ, first: blocks, end };
    const turn = recipient === 'client' ? { practice: found.notice.therapist_id } : undefined;
    if (told.length > 1 && notice.kind === 'readdressed') return this.mailer.deliver(readdressedMail(notice, told, origin), turn);
    if (told.length > 1) return this.mailer.deliver(seriesMail(notice, told, recipient, origin, formLinks), turn);
    await this.mailer.deliver(bookingMail(notice, recipient, recipient === 'client' ? found.manageToken() : '', origin, formLinks), turn);
  }

  /** Whether the link of a video session that was booked a moment ago is still being made. */
  private async awaitsLink({ kind, booking_id, place_kind, place_detail, created_at }: Omit<BookingNotice, 'therapist_email'>): Promise<boolean> {
    if (kind !== 'booked' || place_kind !== 'video' || place_detail !== null) return false;
    return this.clock.now().getTime() - created_at.getTime() < LINK_PATIENCE_MS && this.calendar.awaitsLink(booking_id);
  }
}
