import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { DomainError } from '../../common/errors/domain-error';
import { AvailabilityRepository } from './availability.repository';
import { BookingClaims } from './booking-claims.service';
import { BookingHolds } from './booking-holds.service';
import { BookingLimits } from './booking-limits.service';
import { BookingConfirmationDto } from './dto/create-booking.dto';
import * as messages from './messages';
import { RepeatGuard } from './repeat-guard.service';
import { SlotService } from './slot.service';

/** Makes a booking of a held time, once the mailed code shows that the address is the visitor's. */
@Injectable()
export class HoldConfirmation {
  constructor(
    private readonly holds: BookingHolds,
    private readonly availability: AvailabilityRepository,
    private readonly slots: SlotService,
    private readonly limits: BookingLimits,
    private readonly repeats: RepeatGuard,
    private readonly claims: BookingClaims,
  ) {}

  /**
   * Everything that a booking does, limits included. The same code again gets the same answer and books nothing.
   * @throws DomainError not_found for an unknown hold, a service that is gone or a therapist who is; unauthenticated for a wrong,
   *   late or exhausted code; conflict when the time went meanwhile; too_many past the limits
   */
  async verify(holdId: string, code: string, actor: Actor): Promise<BookingConfirmationDto> {
    const hold = await this.holds.prove(holdId, code);
    if (hold.answer) return hold.answer;
    const { booking, repeat } = hold;
    const service = await this.availability.bookable(booking.service_id);
    if (!service) throw new DomainError('not_found', messages.serviceUnknown);
    const slot = this.slots.allowed(service, booking.appointment_date, booking.appointment_time, hold.createdAt);
    // The therapist has changed zone: the hour on the clock is another one now.
    if (slot.startsAt.getTime() !== hold.startsAt.getTime()) throw new DomainError('conflict', messages.timeTaken);
    return this.claims.inTurn(actor.address, slot, async (tx) => {
      const meanwhile = await this.holds.waitFor(tx, holdId);
      if (meanwhile) return meanwhile;
      await this.slots.assertFree(tx, service, slot, holdId);
      const booker = { address: actor.address, therapistId: slot.therapistId, email: booking.client_email, clientId: null };
      this.limits.assertFewUpcoming(await this.limits.standing(tx, booker));
      const answer = await this.claims.store(tx, { booking, service, slot, actor });
      await this.holds.confirm(tx, holdId, answer);
      if (repeat) await this.repeats.resume(repeat).remember(tx, answer.id, answer);
      return answer;
    });
  }
}
