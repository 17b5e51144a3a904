import { Injectable } from '@nestjs/common';
import { Actor, CurrentUserData } from '../../common/access/actor';
import { Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { AvailabilityRepository } from './availability.repository';
import { BookingClaims } from './booking-claims.service';
import { BookingHolds, WantedHold } from './booking-holds.service';
import { BookingLimits } from './booking-limits.service';
import { BookingConfirmationDto, BookingHeldDto, CreateBookingDto } from './dto/create-booking.dto';
import * as messages from './messages';
import { Repeat, RepeatGuard } from './repeat-guard.service';
import { SlotService } from './slot.service';

const ROUTE = 'POST /api/bookings';

/** Stored at once, or held until the address is proved. */
export type BookingAnswer = BookingConfirmationDto | BookingHeldDto;

/** Who sends a booking. */
export interface Visitor {
  actor: Actor;
  /** The signed-in client with a proved address, if there is one. */
  client: CurrentUserData | undefined;
}

/** Takes a visitor's booking: all of it in one transaction, or none. */
@Injectable()
export class BookingService {
  constructor(
    private readonly availability: AvailabilityRepository,
    private readonly slots: SlotService,
    private readonly limits: BookingLimits,
    private readonly repeats: RepeatGuard,
    private readonly claims: BookingClaims,
    private readonly holds: BookingHolds,
  ) {}

  /**
   * In a wave of strangers the time is held until the code that is mailed comes back, whoever asks: what differed would tell who
   * is a client. Only a signed-in client with their own address has proved it already.
   * @param key the Idempotency-Key, if any: a repeat gets the first answer
   * @throws DomainError not_found for an unknown or archived service; rule when the time breaks a rule;
   *   conflict when it is taken; too_many past the limits
   */
  async book(booking: CreateBookingDto, key: string | undefined, visitor: Visitor): Promise<BookingAnswer> {
    if (booking.website) throw new DomainError('rule', messages.honeypot);
    const repeat = this.repeats.of<BookingAnswer>(ROUTE, key, booking);
    const earlier = await this.earlierAnswer(repeat);
    if (earlier) return earlier;
    const service = await this.availability.bookable(booking.service_id);
    if (!service) throw new DomainError('not_found', messages.serviceUnknown);
    const slot = this.slots.allowed(service, booking.appointment_date, booking.appointment_time);
    const { address } = visitor.actor;
    return this.claims.inTurn<BookingAnswer>(address, slot, async (tx) => {
      const meanwhile = await this.earlierAnswer(repeat, tx);
      if (meanwhile) return meanwhile;
      await this.slots.assertFree(tx, service, slot);
      const booker = { address, therapistId: slot.therapistId, email: booking.client_email, clientId: visitor.client?.id ?? null };
      const standing = await this.limits.standing(tx, booker);
      if (standing.wave) return this.hold(tx, { booking, slot, actor: visitor.actor }, repeat);
      this.limits.assertFewUpcoming(standing);
      const actor = standing.ownAddress ? asClient(visitor) : visitor.actor;
      const answer = await this.claims.store(tx, { booking, service, slot, actor });
      await repeat?.remember(tx, answer.id, answer);
      return answer;
    });
  }

  private async hold(tx: Queryable, wanted: WantedHold, repeat: Repeat<BookingAnswer> | undefined): Promise<BookingHeldDto> {
    const held = await this.holds.hold(tx, wanted, repeat?.mark ?? null);
    await repeat?.remember(tx, null, held);
    return held;
  }

  /** A held time is the answer for as long as it is held. */
  private async earlierAnswer(repeat: Repeat<BookingAnswer> | undefined, on?: Queryable): Promise<BookingAnswer | undefined> {
    const answer = await repeat?.earlierAnswer(on);
    if (answer?.status === 'code_sent' && !(await this.holds.isOpen(answer.hold_id, on))) return undefined;
    return answer;
  }
}

function asClient({ actor, client }: Visitor): Actor {
  return client ? { type: 'client', id: client.id, sessionId: client.sessionId, address: actor.address } : actor;
}
