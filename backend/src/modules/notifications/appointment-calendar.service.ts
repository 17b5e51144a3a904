import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { DomainError } from '../../common/errors/domain-error';
import { Works } from '../../common/work/work';
import { AppConfig } from '../../config/app-config';
import { mailHost } from '../../integrations/mail/mail-origin';
import { ClientsService } from '../clients/persons/persons.service';
import { BookingNoticeRepository } from './booking-notice.repository';
import { calendarFile } from './calendar-invite';
import { CANCELLED_EVENT, NO_APPOINTMENT } from './messages';

/** Appointments as files for a calendar. */
@Injectable()
export class AppointmentCalendarService {
  constructor(
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly notices: BookingNoticeRepository,
    private readonly clients: ClientsService,
    private readonly config: AppConfig,
  ) {}

  /**
   * A client's own appointment, under the UID that the mails' invitations have.
   * @param withPlace false: for whom its place is not
   * @returns an iCalendar file
   * @throws DomainError not_found for another person's booking, conflict for a cancelled one
   */
  async eventOf(clientId: string, bookingId: string, actor: Actor, withPlace = true): Promise<string> {
    const appointment = await this.notices.findAppointment(await this.clients.recordsOf(clientId), bookingId);
    if (!appointment) throw new DomainError('not_found', NO_APPOINTMENT);
    if (appointment.status === 'cancelled') throw new DomainError('conflict', CANCELLED_EVENT);
    await this.works.recordRead(actor, { action: 'view_appointment', subjectType: 'booking', subjectId: bookingId, clientIds: [clientId] });
    return calendarFile(withPlace ? appointment : { ...appointment, place_detail: null }, this.clock.now(), mailHost(this.config.publicUrl));
  }
}
