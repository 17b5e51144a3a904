import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { checkStart } from '../scheduling/booking-rule';
import { isFree } from '../scheduling/free-times';
import { DAY_MS, MINUTE_MS } from '../scheduling/local-calendar';
import { bookingRules } from '../scheduling/stored-hours';
import { AvailabilityRepository, BookableService } from './availability.repository';
import { toIntervals } from './availability.service';
import { BookingRepository } from './booking.repository';
import * as messages from './messages';

/** A start that the therapist's rules allow. */
export interface Slot {
  therapistId: string;
  startsAt: Date;
  endsAt: Date;
  timezone: string;
  localDate: string;
  localTime: string;
  durationMinutes: number;
  cancellationNoticeHours: number;
}

/** One appointment time: allowed by the rules, and still free inside the transaction that takes it. */
@Injectable()
export class SlotService {
  constructor(
    private readonly availability: AvailabilityRepository,
    private readonly bookings: BookingRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * @param asOf when the time was chosen, where that was earlier: a held time is not lost to the notice that runs meanwhile
   * @throws DomainError rule, with the rule that the time breaks
   */
  allowed(service: BookableService, localDate: string, localTime: string, asOf: Date = this.clock.now()): Slot {
    const rules = bookingRules(service.timezone, service.hours);
    const start = checkStart(rules, localDate, localTime, asOf.getTime());
    if ('rule' in start) throw new DomainError('rule', start.rule);
    return {
      therapistId: service.therapist_id,
      startsAt: start.startsAt,
      endsAt: new Date(start.startsAt.getTime() + service.duration_minutes * MINUTE_MS),
      timezone: service.timezone,
      localDate,
      localTime,
      durationMinutes: service.duration_minutes,
      cancellationNoticeHours: rules.cancellationNoticeHours,
    };
  }

  /** Waits for the therapist's turn; held until the transaction ends. */
  async lock(tx: Queryable, slot: Slot): Promise<void> {
    await this.bookings.lockTherapist(slot.therapistId, tx);
  }

  /**
   * Checks against what is booked or held now, buffers included; call it under {@link lock}.
   * @param ignoredId a booking that moves, or a hold that is being confirmed
   * @throws DomainError conflict when the time was taken
   */
  async assertFree(tx: Queryable, service: BookableService, slot: Slot, ignoredId: string | null = null): Promise<void> {
    const startsAt = new Date(slot.startsAt.getTime() - DAY_MS);
    const endsAt = new Date(slot.endsAt.getTime() + DAY_MS);
    const busy = await this.availability.busyAround({ therapistId: slot.therapistId, startsAt, endsAt, ignoredId, now: this.clock.now() }, tx);
    const rules = bookingRules(service.timezone, service.hours);
    if (!isFree(rules, toIntervals(busy), slot.startsAt.getTime(), slot.durationMinutes)) throw new DomainError('conflict', messages.timeTaken);
  }
}
