import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { hashToken } from '../../../common/crypto/tokens';
import { Database } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { ActivityLog } from '../../activity-log/activity-log.service';
import { AvailabilityRepository } from '../availability/availability.repository';
import { toManagedBooking } from '../booking.mapper';
import { BookingRepository } from '../booking.repository';
import * as messages from '../messages';
import { Appointment, BookingChanges, movable, noticeOf } from './booking-changes.service';
import { ManagedBookingDto } from './manage-booking.dto';

/** The appointment behind a mail's link, for whoever holds the link. */
@Injectable()
export class ManageBookingService {
  constructor(
    private readonly database: Database,
    private readonly repository: BookingRepository,
    private readonly availability: AvailabilityRepository,
    private readonly changes: BookingChanges,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found when the token belongs to no appointment */
  async view(token: string, actor: Actor): Promise<ManagedBookingDto> {
    const appointment = await this.find(token);
    const { id, client_id } = appointment.booking;
    await this.activity.record(this.database, actor, { action: 'view_appointment', subjectType: 'booking', subjectId: id, clientIds: [client_id] });
    return this.present(appointment);
  }

  async cancel(token: string, actor: Actor): Promise<ManagedBookingDto> {
    const appointment = await this.find(token);
    return this.present({ ...appointment, booking: await this.changes.cancel(actor, appointment) });
  }

  /** Moves to a free time; the appointment keeps its id and its link. */
  async move(token: string, newDate: string, newTime: string, actor: Actor): Promise<ManagedBookingDto> {
    const appointment = await this.find(token);
    return this.present({ ...appointment, booking: await this.changes.move(actor, appointment, newDate, newTime) });
  }

  /** What free times are asked for when this appointment may move. */
  async movable(token: string): Promise<ReturnType<typeof movable>> {
    return movable((await this.find(token)).booking);
  }

  private async find(token: string): Promise<Appointment> {
    const booking = await this.repository.findByTokenHash(hashToken(token));
    const service = booking && (await this.availability.bookable(booking.service_id, true));
    if (!booking || !service) throw new DomainError('not_found', messages.noSuchLink);
    return { booking, service };
  }

  private present({ booking, service }: Appointment): ManagedBookingDto {
    return toManagedBooking(booking, service, noticeOf(service), this.clock.now().getTime());
  }
}
