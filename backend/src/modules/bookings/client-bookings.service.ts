import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { DomainError } from '../../common/errors/domain-error';
import { AvailabilityRepository } from './availability.repository';
import { AvailabilityService } from './availability.service';
import { Appointment, BookingChanges, movable } from './booking-changes.service';
import { ClientBookingLists, ClientBookingReader } from './client-booking-reader.service';
import { AvailabilityDto } from './dto/availability.dto';
import { ClientBookingDto } from './dto/client-booking.dto';
import * as messages from './messages';
import { assertOffered, Rebooking, RebookRequest } from './rebooking.service';

export type { ClientBookingLists };

/** What a signed-in client sees of their appointments and may do with them. The caller makes sure that the address is proved. */
@Injectable()
export class ClientBookingsService {
  constructor(
    private readonly reader: ClientBookingReader,
    private readonly availability: AvailabilityRepository,
    private readonly times: AvailabilityService,
    private readonly changes: BookingChanges,
    private readonly rebooking: Rebooking,
    private readonly clock: Clock,
  ) {}

  /** Three statements, whatever the history. The caller writes the read into the activity log. */
  list(clientId: string, atMost?: number): Promise<ClientBookingLists> {
    return this.reader.list(clientId, atMost);
  }

  /**
   * Free times of a booking's service from `from` to `to` (local dates, both included). For an appointment to come its own time
   * and length count, as when it is moved; else it is what could be booked now.
   * @throws DomainError not_found for another person's booking; rule when the service or its therapist takes no bookings any more
   */
  async freeTimes(clientId: string, bookingId: string, from: string, to: string): Promise<AvailabilityDto> {
    const { booking, service } = await this.find(clientId, bookingId);
    if (booking.status === 'confirmed' && booking.ends_at > this.clock.now()) {
      if (!service.is_active) throw new DomainError('rule', messages.notTakingMoves);
      return this.times.freeTimes({ ...movable(booking), from, to });
    }
    assertOffered(service);
    return this.times.freeTimes({ therapistId: booking.therapist_id, serviceId: booking.service_id, from, to });
  }

  /**
   * Books the same service with the same therapist once more, within the limits of every booking.
   * @param key the Idempotency-Key, if any: a repeat gets the first answer
   * @throws DomainError not_found for another person's booking; conflict unless it is completed, or when the time is taken;
   *   rule for a time that the hours do not allow and for what is not offered any more; too_many past the limits
   */
  rebook(actor: Actor, clientId: string, request: RebookRequest, key?: string): Promise<ClientBookingDto> {
    return this.rebooking.rebook(actor, clientId, request, key);
  }

  /** @throws DomainError not_found for another person's booking; conflict when it is cancelled or over; rule when the notice has passed */
  async cancel(actor: Actor, clientId: string, id: string): Promise<ClientBookingDto> {
    await this.changes.cancel(actor, await this.find(clientId, id));
    return this.reader.show(clientId, id);
  }

  /** The same id at a free time. @throws DomainError as {@link cancel}; also rule and conflict for a time that cannot be had */
  async move(actor: Actor, clientId: string, id: string, newDate: string, newTime: string): Promise<ClientBookingDto> {
    await this.changes.move(actor, await this.find(clientId, id), newDate, newTime);
    return this.reader.show(clientId, id);
  }

  private async find(clientId: string, id: string): Promise<Appointment> {
    const booking = await this.reader.find(clientId, id);
    const service = await this.availability.bookable(booking.service_id, true);
    if (!service) throw new DomainError('rule', messages.notTakingBookings);
    return { booking, service };
  }
}
