import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/errors/domain-error';
import { Work } from '../../../common/work/work';
import { MeetingRooms } from '../../offerings/meeting-rooms.service';
import { MINUTE_MS, wallTimeOf } from '../../scheduling/rules/calendar';
import { startInstant } from '../../scheduling/rules/free-times';
import { AvailabilityRepository } from '../availability/availability.repository';
import { AvailabilityService } from '../availability/availability.service';
import type { Booking } from '../booking.entity';
import { BookingRepository, BookingRow } from '../booking.repository';
import { ClientBookingService } from '../booking/client-booking.service';
import * as messages from '../messages';
import { BookingChangesService } from './booking-changes.service';

/** The table has the same limits. */
const [SHORTEST, LONGEST] = [15, 240];

export interface CalendarMove {
  /** As the calendar has it. */
  to: Pick<Booking, 'starts_at' | 'ends_at'>;
  /** Whether its length was changed there; else the appointment keeps its own. */
  resized: boolean;
  word: string | undefined;
}

/** What becomes of an appointment by what its therapist did in their own calendar, as if they had done it here: the client is told as usual. */
@Injectable()
export class CalendarChanges {
  constructor(
    private readonly repository: BookingRepository,
    private readonly services: AvailabilityRepository,
    private readonly availability: AvailabilityService,
    private readonly bookings: ClientBookingService,
    private readonly changes: BookingChangesService,
    private readonly rooms: MeetingRooms,
  ) {}

  /** Nobody books with the therapist, or moves their appointments to another time, before this work ends. */
  async hold(work: Work, therapistId: string): Promise<void> {
    await this.availability.lock(work, { therapist_id: therapistId });
  }

  /** @throws DomainError not_found; conflict where another appointment lies; rule for a time or a length that cannot be; as a therapist's own move does */
  async move(work: Work, therapistId: string, id: string, { to, resized, word }: CalendarMove): Promise<BookingRow> {
    const booking = await this.findOwned(work, therapistId, id);
    const service = await this.services.findBooked(booking.service_id, work.tx);
    if (!service) throw new DomainError('not_found', messages.noSuchBooking);
    const minutes = resized ? (to.ends_at.getTime() - to.starts_at.getTime()) / MINUTE_MS : booking.duration_minutes;
    // Who was told of a start knows of no other end.
    if (to.starts_at.getTime() === booking.starts_at.getTime()) throw new DomainError('rule', messages.onlyLonger);
    if (!Number.isInteger(minutes) || minutes < SHORTEST || minutes > LONGEST) throw new DomainError('rule', messages.oddLength);
    const { date, time } = wallTimeOf(service.timezone, to.starts_at.getTime());
    const start = startInstant(service.timezone, date, time);
    if (start === 'skipped' || start.startsAt.getTime() !== to.starts_at.getTime()) throw new DomainError('rule', messages.oddStart);
    // It was put there on purpose, and blocks its own time by now.
    const request = { starts_at: booking.starts_at.toISOString(), appointment_date: date, appointment_time: time, on_purpose: true };
    return this.bookings.moveNow(work, { id, service, minutes }, word === undefined ? request : { ...request, word });
  }

  /** @throws DomainError not_found; conflict where it is no appointment to come any more; too_many */
  async cancel(work: Work, therapistId: string, id: string, word: string | undefined): Promise<BookingRow> {
    return this.changes.setStatusNow(work, await this.findOwned(work, therapistId, id), 'cancelled', word);
  }

  /** A video session that has no link yet gets one, for good. */
  async giveLink(work: Work, booking: Pick<Booking, 'id' | 'therapist_id'>, link: string): Promise<void> {
    await this.repository.setVideoLink(booking, link, work.tx);
    await this.rooms.claim({ therapist_id: booking.therapist_id, since: work.now() }, link, work.tx);
  }

  private async findOwned(work: Work, therapistId: string, id: string): Promise<BookingRow> {
    const booking = await this.repository.findOwned(therapistId, id, work.tx);
    if (!booking) throw new DomainError('not_found', messages.noSuchBooking);
    return booking;
  }
}
