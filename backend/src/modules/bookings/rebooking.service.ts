import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { DomainError } from '../../common/errors/domain-error';
import { AvailabilityRepository, BookableService } from './availability.repository';
import { BookingClaims } from './booking-claims.service';
import { BookingLimits } from './booking-limits.service';
import { ClientBookingReader } from './client-booking-reader.service';
import { OwnBookingRow } from './client-booking.repository';
import { ClientBookingDto } from './dto/client-booking.dto';
import { CreateBookingDto } from './dto/create-booking.dto';
import * as messages from './messages';
import { RepeatGuard } from './repeat-guard.service';
import { SlotService } from './slot.service';

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
