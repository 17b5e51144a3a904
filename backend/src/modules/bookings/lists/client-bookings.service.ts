import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { RepeatGuard } from '../../../common/idempotency/repeat-guard';
import { AvailabilityDto } from '../availability/availability.dto';
import { AvailabilityRepository, BookableService } from '../availability/availability.repository';
import { AvailabilityService, SlotService } from '../availability/availability.service';
import { toClientBooking } from '../booking.mapper';
import { BookingLimits } from '../booking/booking-limits.service';
import { CreateBookingDto } from '../booking/booking.dto';
import { BookingClaims } from '../booking/booking.service';
import { Appointment, BookingChanges, movable } from '../changes/booking-changes.service';
import * as messages from '../messages';
import { ClientBookingDto } from './booking-list.dto';
import { ClientBookingCounts, ClientBookingRepository, ClientBookingRow, OwnBookingRow } from './booking-list.repository';

/** What a screen shows of one list. */
const SCREEN_ROWS = 500;

/** A client's appointments; the counts are of all of them. */
export interface ClientBookingLists {
  /** Confirmed and not over, soonest first. */
  upcoming: ClientBookingDto[];
  /** Everything else, newest first. */
  past: ClientBookingDto[];
  counts: ClientBookingCounts;
}

/** A client's own bookings as they are shown to them. */
@Injectable()
export class ClientBookingReader {
  constructor(
    private readonly repository: ClientBookingRepository,
    private readonly cipher: ColumnCipher,
    private readonly clock: Clock,
  ) {}

  /** @param atMost of each list */
  async list(clientId: string, atMost: number = SCREEN_ROWS): Promise<ClientBookingLists> {
    const now = this.clock.now();
    const [upcoming, past, counts] = await Promise.all([
      this.repository.upcoming(clientId, now, atMost),
      this.repository.past(clientId, now, atMost),
      this.repository.counts(clientId, now),
    ]);
    return { upcoming: upcoming.map((row) => this.present(row)), past: past.map((row) => this.present(row)), counts };
  }

  /** @throws DomainError not_found for another person's booking */
  async find(clientId: string, id: string): Promise<OwnBookingRow> {
    const row = await this.repository.find(clientId, id);
    if (!row) throw new DomainError('not_found', messages.noSuchBooking);
    return row;
  }

  /** One booking that is known to be there, as it stands now. */
  async show(clientId: string, id: string, on?: Queryable): Promise<ClientBookingDto> {
    const row = await this.repository.find(clientId, id, on);
    if (!row) throw new DomainError('not_found', messages.noSuchBooking);
    return this.present(row);
  }

  private present(row: ClientBookingRow): ClientBookingDto {
    return toClientBooking(row, this.cipher, this.clock.now().getTime());
  }
}

const ROUTE = 'POST /api/client/rebook';

export interface RebookRequest {
  /** A completed booking of the client. */
  booking_id: string;
  /** 'yyyy-MM-dd' and 'HH:mm' in the therapist's zone. */
  new_date: string;
  new_time: string;
}

/** Books once more what a client has had: the same service with the same therapist. */
@Injectable()
export class Rebooking {
  constructor(
    private readonly reader: ClientBookingReader,
    private readonly availability: AvailabilityRepository,
    private readonly slots: SlotService,
    private readonly limits: BookingLimits,
    private readonly repeats: RepeatGuard,
    private readonly claims: BookingClaims,
  ) {}

  async rebook(actor: Actor, clientId: string, request: RebookRequest, key?: string): Promise<ClientBookingDto> {
    const repeat = this.repeats.of<ClientBookingDto>(`${ROUTE} ${clientId}`, key, request);
    const earlier = await repeat?.earlierAnswer();
    if (earlier) return earlier;
    const original = await this.reader.find(clientId, request.booking_id);
    if (original.status !== 'completed') throw new DomainError('conflict', messages.onlyCompleted);
    const service = assertOffered(await this.availability.bookable(original.service_id, true));
    const slot = this.slots.allowed(service, request.new_date, request.new_time);
    const booking = again(original, request);
    return this.claims.inTurn(actor.address, slot, async (tx) => {
      const meanwhile = await repeat?.earlierAnswer(tx);
      if (meanwhile) return meanwhile;
      await this.slots.assertFree(tx, service, slot);
      const booker = { address: actor.address, therapistId: slot.therapistId, email: booking.client_email, clientId };
      this.limits.assertFewUpcoming(await this.limits.standing(tx, booker));
      const { id } = await this.claims.store(tx, { booking, service, slot, actor, clientId });
      const answer = await this.reader.show(clientId, id, tx);
      await repeat?.remember(tx, id, answer);
      return answer;
    });
  }
}

/** @throws DomainError rule when the therapist is gone or the service is not offered any more */
export function assertOffered(service: BookableService | undefined): BookableService {
  if (!service?.is_active) throw new DomainError('rule', messages.notTakingBookings);
  if (service.archived) throw new DomainError('rule', messages.serviceArchived);
  return service;
}

/** Name and address as the person has them now, the phone as it was given; notes were about that appointment and stay with it. */
function again(original: OwnBookingRow, request: RebookRequest): CreateBookingDto {
  const phone = original.client_phone ?? original.person_phone;
  return {
    service_id: original.service_id,
    client_name: original.person_name,
    client_email: original.person_email,
    appointment_date: request.new_date,
    appointment_time: request.new_time,
    ...(phone === null ? {} : { client_phone: phone }),
    ...(original.client_timezone === null ? {} : { client_timezone: original.client_timezone }),
  };
}

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
