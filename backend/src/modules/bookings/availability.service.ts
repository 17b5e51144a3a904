import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { DomainError } from '../../common/errors/domain-error';
import { BusyInterval, busyRange, freeTimes } from '../scheduling/free-times';
import { DAY_MS, parseDate } from '../scheduling/local-calendar';
import { bookingRules } from '../scheduling/stored-hours';
import { AvailabilityRepository } from './availability.repository';
import { AvailabilityDto } from './dto/availability.dto';
import * as messages from './messages';

const MAX_DAYS = 62;

export interface AvailabilityRequest {
  therapistId: string;
  serviceId: string;
  /** Local dates, both included. */
  from: string;
  to: string;
  /** A booking that is about to move: its own time is free. */
  ignoredBookingId?: string;
  /** Its length, where it differs from what the service is now. */
  durationMinutes?: number;
}

/** Which start times of a service are free. */
@Injectable()
export class AvailabilityService {
  constructor(
    private readonly repository: AvailabilityRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Free times of every day from `from` to `to`, in the therapist's zone.
   * @throws DomainError not_found when the therapist or the service is not there (or not theirs); invalid for a bad range
   */
  async freeTimes(request: AvailabilityRequest): Promise<AvailabilityDto> {
    const { from, to } = request;
    assertRange(from, to);
    const now = this.clock.now();
    const facts = await this.repository.facts({
      therapistId: request.therapistId,
      serviceId: request.serviceId,
      ...busyRange(from, to),
      ignoredId: request.ignoredBookingId ?? null,
      now,
    });
    if (!facts) throw new DomainError('not_found', messages.serviceUnknown);
    const rules = bookingRules(facts.timezone, facts.hours);
    const days = freeTimes({ rules, durationMinutes: request.durationMinutes ?? facts.duration_minutes, from, to, now: now.getTime(), busy: toIntervals(facts.busy) });
    return { timezone: facts.timezone, cancellation_notice_hours: rules.cancellationNoticeHours, days };
  }
}

export function toIntervals(busy: readonly [number, number][]): BusyInterval[] {
  return busy.map(([startsAt, endsAt]) => ({ startsAt, endsAt }));
}

function assertRange(from: string, to: string): void {
  const span = (dayOf(to) - dayOf(from)) / DAY_MS;
  if (span < 0) throw new DomainError('invalid', messages.rangeBackwards, { errors: [{ field: 'from', message: messages.rangeBackwards }] });
  if (span >= MAX_DAYS) throw new DomainError('invalid', messages.rangeTooLong, { errors: [{ field: 'to', message: messages.rangeTooLong }] });
}

function dayOf(date: string): number {
  return (parseDate(date) ?? 0) * DAY_MS;
}
