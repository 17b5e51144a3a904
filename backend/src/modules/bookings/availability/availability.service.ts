import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock/clock';
import type { Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Work } from '../../../common/work/work';
import type { PublicOffering } from '../../offerings/offerings.service';
import { DAY_MS, MINUTE_MS, parseDate, parseTime, WallTime, ZoneClock } from '../../scheduling/rules/calendar';
import { BusyInterval, busyRange, checkStart, freeTimes, freeTimesChangeAt, isFree, startInstant } from '../../scheduling/rules/free-times';
import { bookingRules, gapMinutes } from '../../scheduling/rules/working-rules';
import type { PublicProfile } from '../../therapists/public/public-therapists.service';
import type { Booking } from '../booking.entity';
import * as messages from '../messages';
import { AvailabilityDto } from './availability.dto';
import { AvailabilityRepository, BookableService, Facts } from './availability.repository';
import { OutsideAnswer, OutsideAnswers, OutsideAsker, OutsideCalendar } from './outside-calendar.service';

const MAX_DAYS = 62;

export interface AvailabilityRequest {
  therapistId: string;
  serviceId: string;
  /** Local dates, both included. */
  from: string;
  to: string;
  /** A booking that is about to move: its own time is free to overlap, but no choice itself. */
  moving?: Pick<Booking, 'id' | 'starts_at'>;
  /** Its length, where it differs from what the service is now. */
  durationMinutes?: number;
  /** The signed-in client's ids, to whom more services are open than to everybody. */
  own?: readonly string[];
}

/** What everybody sees of a practice at first. */
export interface FirstView {
  profile: PublicProfile;
  offerings: PublicOffering[];
  /** Of the first of the services, and until when they stay the same (epoch milliseconds, excluded); left out where nothing can be booked. */
  times?: { service_id: string; from: string; to: string; answer: AvailabilityDto; until: number };
}

/** A start that the therapist's rules allow. */
export interface Slot extends Pick<Booking, 'therapist_id' | 'starts_at' | 'ends_at' | 'timezone' | 'local_date' | 'local_time' | 'duration_minutes'> {
  cancellation_notice_hours: number;
}

/** Which start times of a service are free, and whether one of them still is inside the unit of work that takes it. */
@Injectable()
export class AvailabilityService {
  constructor(
    private readonly repository: AvailabilityRepository,
    private readonly clock: Clock,
    private readonly outside: OutsideCalendar,
  ) {}

  /**
   * Free times of every day from `from` to `to`, in the therapist's zone; none while bookings are paused.
   * @throws DomainError not_found when the therapist or the service is not there (or not theirs); invalid for a bad range
   */
  async freeTimes(request: AvailabilityRequest): Promise<AvailabilityDto> {
    return (await this.freeTimesUntil(request)).answer;
  }

  /** {@link freeTimes}, and until when they stay the same while nothing is changed: epoch milliseconds, excluded. */
  async freeTimesUntil(request: AvailabilityRequest): Promise<{ answer: AvailabilityDto; until: number }> {
    const { from, to } = request;
    assertRange(from, to);
    const now = this.clock.now();
    const facts = await this.repository.findFacts({
      therapistId: request.therapistId,
      serviceId: request.serviceId,
      ...busyRange(from, to),
      ignoredId: request.moving?.id ?? null,
      now,
      own: request.own ?? [],
    });
    if (!facts) throw new DomainError('not_found', messages.serviceUnknown);
    return timesOf(facts, request, now);
  }

  /**
   * What a practice's page shows before anything is tapped, in one statement. Undefined unless the therapist is active.
   * @param datesOf from which to which date of a zone, now; within the next 62 days
   */
  async firstView(therapistId: string, datesOf: (zone: string, now: Date) => Pick<AvailabilityRequest, 'from' | 'to'>): Promise<FirstView | undefined> {
    const now = this.clock.now();
    const view = await this.repository.findFirstView({ therapistId, startsAt: new Date(now.getTime() - 2 * DAY_MS), endsAt: new Date(now.getTime() + (MAX_DAYS + 3) * DAY_MS), now });
    if (!view) return undefined;
    const { profile, offerings, times: facts } = view;
    const [first] = offerings;
    if (!first || !facts || profile.bookings_paused) return { profile, offerings };
    const dates = datesOf(profile.timezone, now);
    return { profile, offerings, times: { service_id: first.id, ...dates, ...timesOf(facts, dates, now) } };
  }

  /**
   * What can be booked anew, by everybody or by the client with these ids.
   * @throws DomainError not_found for an unknown or archived service, one that is not open to them, and a therapist who is gone;
   *   rule while bookings are paused
   */
  async bookable(serviceId: string, own?: readonly string[]): Promise<BookableService> {
    const service = await this.repository.findBookable(serviceId, own);
    if (!service) throw new DomainError('not_found', messages.serviceUnknown);
    return assertOpen(service);
  }

  /** What a therapist may book for others: also while clients cannot. @throws DomainError not_found for another's, and for one that is archived */
  async ownService(therapistId: string, serviceId: string): Promise<BookableService> {
    const service = await this.repository.findBooked(serviceId);
    if (!service || service.therapist_id !== therapistId || service.archived) throw new DomainError('not_found', messages.serviceUnknown);
    return service;
  }

  /**
   * @param asOf when the time was chosen, where that was earlier: a held time is not lost to the notice that runs meanwhile
   * @throws DomainError rule, with the rule that the time breaks
   */
  allowed(service: BookableService, localDate: string, localTime: string, asOf: Date = this.clock.now()): Slot {
    const rules = bookingRules(service.timezone, service.hours);
    const start = checkStart(rules, localDate, localTime, asOf.getTime());
    if ('rule' in start) throw new DomainError('rule', start.rule);
    return {
      therapist_id: service.therapist_id,
      starts_at: start.startsAt,
      ends_at: new Date(start.startsAt.getTime() + service.duration_minutes * MINUTE_MS),
      timezone: service.timezone,
      local_date: localDate,
      local_time: localTime,
      duration_minutes: service.duration_minutes,
      cancellation_notice_hours: rules.cancellationNoticeHours,
    };
  }

  /**
   * What the therapist's own calendar says of a time, where what is known of it is old; {@link assertFree} takes the answer. Call it before the unit of
   * work that takes the time: it waits for others. @param asker whose question it is: strangers of one connection get few answers
   */
  async askOutside(service: BookableService, { date, time }: WallTime, asker: OutsideAsker): Promise<OutsideAnswer> {
    const [answer = 'not_asked'] = (await this.askOutsideOfAll(service, [{ date, time }], asker)).values();
    return answer;
  }

  /** {@link askOutside} of several times at once. @param asker left out: the therapist asks */
  askOutsideOfAll(service: BookableService, wanted: readonly WallTime[], asker?: OutsideAsker): Promise<OutsideAnswers> {
    const times = wanted.flatMap(({ date, time }) => {
      const start = startInstant(service.timezone, date, time);
      return start === 'skipped' ? [] : [{ starts_at: start.startsAt, ends_at: new Date(start.startsAt.getTime() + service.duration_minutes * MINUTE_MS) }];
    });
    return this.outside.ask({ therapist_id: service.therapist_id, times, gapMinutes: gapMinutes(bookingRules(service.timezone, service.hours)), ...(asker && { asker }) });
  }

  /** Waits for the therapist's turn, in a unit of work that was begun in {@link practiceLine}; held until the unit of work ends. */
  async lock(work: Work, { therapist_id }: Pick<Slot, 'therapist_id'>): Promise<void> {
    await this.repository.lockTherapist(therapist_id, work.tx);
  }

  /**
   * Checks against what is booked or held now, buffers included; call it under {@link lock}.
   * @param ignoredId a booking that moves, or a hold that is being confirmed
   * @param outside of {@link askOutside}
   * @throws DomainError conflict when the time was taken
   */
  async assertFree(work: Work, service: BookableService, slot: Slot, { ignoredId = null, outside = 'not_asked' }: { ignoredId?: string | null; outside?: OutsideAnswer } = {}): Promise<void> {
    if (outside === 'busy') throw new DomainError('conflict', messages.timeTaken);
    const busy = await this.busyAround(slot, { now: work.now(), on: work.tx, ignoredIds: ignoredId === null ? [] : [ignoredId] });
    const rules = bookingRules(service.timezone, service.hours);
    if (!isFree(rules, busy, slot.starts_at.getTime(), slot.duration_minutes)) throw new DomainError('conflict', messages.timeTaken);
  }

  /**
   * All that clients cannot book between two instants, and a day around them.
   * @param ignoredIds bookings that move, or a hold that is being confirmed: their own time counts as free
   */
  async busyAround({ therapist_id, starts_at, ends_at }: Pick<Slot, 'therapist_id' | 'starts_at' | 'ends_at'>, { now, on, ignoredIds }: { now: Date; on?: Queryable; ignoredIds: readonly string[] }): Promise<BusyInterval[]> {
    const [startsAt, endsAt] = [new Date(starts_at.getTime() - DAY_MS), new Date(ends_at.getTime() + DAY_MS)];
    return toIntervals(await this.repository.findBusyAround({ therapistId: therapist_id, startsAt, endsAt, ignoredIds, now }, on));
  }
}

/** The line of those who wait for the turn of a practice: they do not hold all connections of the database meanwhile. */
export const practiceLine = ({ therapist_id }: Pick<Slot, 'therapist_id'>): string => `practice ${therapist_id}`;

/** @throws DomainError rule, in the therapist's words, while bookings are paused */
export function assertOpen(service: BookableService): BookableService {
  if (service.bookings_paused) throw new DomainError('rule', service.bookings_paused_message ?? messages.notTakingBookings);
  return service;
}

function timesOf(facts: Facts, { from, to, moving, durationMinutes }: Pick<AvailabilityRequest, 'from' | 'to' | 'moving' | 'durationMinutes'>, now: Date): { answer: AvailabilityDto; until: number } {
  const rules = bookingRules(facts.timezone, facts.hours);
  const days = freeTimes({ rules, durationMinutes: durationMinutes ?? facts.duration_minutes, from, to, now: now.getTime(), busy: toIntervals(facts.busy) });
  const until = Math.min(freeTimesChangeAt(rules, now.getTime(), days), facts.held_until ?? Infinity);
  if (moving) leaveOut(moving.starts_at, days, facts.timezone);
  const offered = facts.paused ? days.map(({ date }) => ({ date, times: [] })) : days;
  return { answer: { timezone: facts.timezone, cancellation_notice_hours: rules.cancellationNoticeHours, days: offered }, until };
}

function toIntervals(busy: readonly [number, number][]): BusyInterval[] {
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

/** Takes one start out of what is offered. */
function leaveOut(start: Date, days: { date: string; times: string[] }[], zone: string): void {
  const clock = ZoneClock.of(zone);
  const own = clock.dayOf(start.getTime());
  const day = days.find(({ date }) => parseDate(date) === own);
  if (day) day.times = day.times.filter((time) => clock.instantOf(own, parseTime(time) ?? 0) !== start.getTime());
}
