import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { Database } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { AvailabilityRepository } from './availability.repository';
import { BookingLimits } from './booking-limits.service';
import { BookingWriter } from './booking-writer.service';
import { toConfirmation } from './booking.mapper';
import { BookingConfirmationDto, CreateBookingDto } from './dto/create-booking.dto';
import * as messages from './messages';
import { RepeatGuard } from './repeat-guard.service';
import { SlotService } from './slot.service';

/** Takes a visitor's booking: all of it in one transaction, or none. */
@Injectable()
export class BookingService {
  constructor(
    private readonly database: Database,
    private readonly availability: AvailabilityRepository,
    private readonly slots: SlotService,
    private readonly limits: BookingLimits,
    private readonly repeats: RepeatGuard,
    private readonly writer: BookingWriter,
  ) {}

  /**
   * @param key the Idempotency-Key, if any: a repeat gets the first answer
   * @throws DomainError not_found for an unknown or archived service; rule when the time breaks a rule;
   *   conflict when it is taken; too_many past the limits
   */
  async book(booking: CreateBookingDto, key: string | undefined, actor: Actor): Promise<BookingConfirmationDto> {
    if (booking.website) throw new DomainError('rule', messages.honeypot);
    const repeat = this.repeats.of(key, booking);
    const earlier = await repeat?.earlierAnswer();
    if (earlier) return earlier;
    const service = await this.availability.bookable(booking.service_id);
    if (!service) throw new DomainError('not_found', messages.serviceUnknown);
    const slot = this.slots.allowed(service, booking.appointment_date, booking.appointment_time);
    return this.database.transaction(async (tx) => {
      await this.limits.lockAddress(tx, actor.address);
      await this.slots.lock(tx, slot);
      const meanwhile = await repeat?.earlierAnswer(tx);
      if (meanwhile) return meanwhile;
      await this.slots.assertFree(tx, service, slot);
      await this.limits.check(tx, { address: actor.address, therapistId: slot.therapistId, email: booking.client_email });
      const id = await this.writer.write(tx, booking, service, slot, actor);
      await this.limits.count(tx, actor.address);
      const answer = toConfirmation(id, booking, service, slot);
      await repeat?.remember(tx, id, answer);
      return answer;
    });
  }
}
