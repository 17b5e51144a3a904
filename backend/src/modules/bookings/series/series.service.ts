import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { newId } from '../../../common/database/database';
import { DomainError, refusedField } from '../../../common/errors/domain-error';
import { Repeat, RepeatGuard } from '../../../common/idempotency/repeat-guard';
import { Limit, Limits } from '../../../common/limits/limits';
import { Work, Works } from '../../../common/work/work';
import { DAY_MS, WallTime, wallTimeOf } from '../../scheduling/rules/calendar';
import { AvailabilityRepository, BookableService } from '../availability/availability.repository';
import { AvailabilityService, practiceLine, Slot } from '../availability/availability.service';
import type { OutsideAnswers } from '../availability/outside-calendar.service';
import { BookingRepository, BookingRow } from '../booking.repository';
import { MoveForClientDto } from '../booking/client-booking.dto';
import { ClientBookingService } from '../booking/client-booking.service';
import { FARTHEST_DAYS, JudgedStart } from '../booking/start-rule';
import { BookingChangesService, happened } from '../changes/booking-changes.service';
import { BookingNews } from '../changes/booking-news.service';
import { TherapistBookingDto, toTherapistBooking } from '../lists/booking-list.dto';
import * as messages from '../messages';
import { BookSeriesDto, FollowingStatusDto, SeriesDateDto, SeriesQueryDto } from './series.dto';
import { isSeries, seriesDates, shiftedWallTime, wallMinutesBetween } from './series-dates';

/** Each mails the client, and writes up to a year of appointments. */
const SERIES: Limit = { scope: 'series-for-clients', max: 30, windowMs: 3_600_000 };
/** What is refused took as long, and others of the practice waited for it. */
const TRIED: Limit = { scope: 'series-tried', max: 120, windowMs: 3_600_000 };
const LOOKED_AT: Limit = { scope: 'series-previews', max: 600, windowMs: 3_600_000 };
const CHANGED: Limit = { scope: 'series-changed', max: 20, windowMs: 3_600_000 };
/** How many days a refusal names. */
const NAMED_DAYS = 6;

type Therapist = Actor & { id: string };

/** Appointments of one client that come week after week: made together, and from one of them on moved or cancelled together. Everything or nothing. */
@Injectable()
export class SeriesService {
  constructor(
    private readonly works: Works,
    private readonly limits: Limits,
    private readonly repeats: RepeatGuard,
    private readonly clock: Clock,
    private readonly repository: BookingRepository,
    private readonly availability: AvailabilityService,
    private readonly services: AvailabilityRepository,
    private readonly clientBookings: ClientBookingService,
    private readonly changes: BookingChangesService,
    private readonly news: BookingNews,
  ) {}

  /** What stands in the way of each appointment of a series; nothing is saved. @throws DomainError not_found for a service that is not theirs; rule for a day too far ahead; too_many */
  async preview(therapistId: string, { service_id, first_date, appointment_time: time, every_weeks, count }: SeriesQueryDto): Promise<SeriesDateDto[]> {
    const service = await this.availability.ownService(therapistId, service_id);
    if (Date.parse(first_date) > this.clock.now().getTime() + FARTHEST_DAYS * DAY_MS) throw refusedField('first_date', messages.tooFarAhead);
    const wait = await this.limits.reserve([LOOKED_AT, therapistId]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyPreviews, { retryAfterSeconds: wait });
    const dates = seriesDates(first_date, every_weeks, count);
    const times = dates.map((date) => ({ date, time }));
    const outside = await this.availability.askOutsideOfAll(service, times);
    // A year of a large practice is much to look through: one at a time for each therapist.
    const judged = await this.limits.inTurn([`series preview ${therapistId}`], () => this.clientBookings.judge(service, times, { now: this.clock.now(), ignoredIds: [], outside }));
    return dates.map((date, index) => ({ date, obstacle: judged[index]?.obstacle?.kind ?? null, reason: judged[index]?.obstacle?.reason ?? null }));
  }

  /**
   * The client is told of all of them in one mail.
   * @param key the Idempotency-Key, if any: a repeat gets the first answer
   * @throws DomainError not_found for a service or a client that is not theirs; conflict, naming the days, where other appointments lie; rule, at
   *   `on_purpose`, for days that clients could not book unless they are meant; rule for days of no series; too_many
   */
  async book(actor: Therapist, request: BookSeriesDto, key: string | undefined): Promise<TherapistBookingDto[]> {
    const repeat = this.repeats.of<TherapistBookingDto[]>(`POST /api/therapist/bookings/series ${actor.id}`, key, request);
    if (!isSeries(request.dates, request.every_weeks)) throw refusedField('dates', messages.noSeries);
    this.countTry(actor);
    const service = await this.availability.ownService(actor.id, request.service_id);
    const { dates, appointment_time: time, on_purpose = [] } = request;
    const times = dates.map((date) => ({ date, time }));
    const outside = await this.availability.askOutsideOfAll(service, times);
    return this.once(actor, repeat, async (work) => {
      await this.availability.lock(work, { therapist_id: actor.id });
      const judged = await this.clientBookings.judge(service, times, { now: work.now(), on: work.tx, ignoredIds: [], outside });
      const slots = slotsOf(judged, dates, (date) => on_purpose.includes(date));
      await this.count(work, SERIES, actor.id);
      const person = await this.clientBookings.personFor(work, actor.id, request, slots.length);
      const seriesId = newId();
      const rows: BookingRow[] = [];
      for (const slot of slots) rows.push(await this.clientBookings.store(work, { service, person, slot, request, seriesId }));
      await this.news.tellTogether(work, rows.map((row) => ({ ...happened(row), kind: 'booked', actor: 'therapist' })));
      await this.clientBookings.tellUnchecked(work, rows, outside);
      return rows;
    });
  }

  /**
   * An appointment and all of its series that follow, each by as much of the wall clock as this one; what was moved by itself keeps its
   * distance. One mail tells of all.
   * @throws DomainError as the move of one; rule for an appointment of no series
   */
  async moveFollowing(actor: Therapist, id: string, request: MoveForClientDto, key: string | undefined): Promise<TherapistBookingDto[]> {
    const repeat = this.repeats.of<TherapistBookingDto[]>(`PUT /api/therapist/bookings/${id}/following/time ${actor.id}`, key, request);
    this.countTry(actor);
    const booked = await this.repository.findOwned(actor.id, id);
    const service = booked && (await this.services.findBooked(booked.service_id));
    if (!service) throw new DomainError('not_found', messages.noSuchBooking);
    const standing = await this.repository.listTimesFollowing(booked);
    const outside = await this.availability.askOutsideOfAll({ ...service, duration_minutes: booked.duration_minutes }, shifted(service, standing, request));
    return this.once(actor, repeat, async (work) => {
      await this.availability.lock(work, { therapist_id: actor.id });
      const following = await this.followingOf(work, actor, id);
      const { moves, isLater } = await this.movesOf(work, service, { following, outside }, request);
      const moved: BookingRow[] = [];
      // Nothing may lie where something else of the series still is.
      for (const { booking, slot } of isLater ? moves.reverse() : moves) {
        await this.news.setWord(work, booking, request.word);
        const row = await this.repository.moveBooking({ id: booking.id, sequence: booking.sequence, client_timezone: null, ...slot }, work.tx);
        if (!row) throw new DomainError('conflict', messages.changedMeanwhile);
        moved.push(row);
      }
      if (isLater) moved.reverse();
      await this.news.tellTogether(work, moved.map((row, index) => ({ ...happened(row), kind: 'moved', actor: 'therapist', previous_starts_at: following[index]?.starts_at ?? row.starts_at })));
      await this.clientBookings.tellUnchecked(work, moved, outside);
      return moved;
    });
  }

  /**
   * An appointment and all of its series that follow are cancelled, or stand again while nobody was told: then those that were cancelled with it.
   * @throws DomainError not_found; rule for an appointment of no series; conflict where it was changed meanwhile, or a time was given away; too_many
   */
  setStatusOfFollowing(actor: Therapist, id: string, { status, word }: FollowingStatusDto, key: string | undefined): Promise<TherapistBookingDto[]> {
    const repeat = this.repeats.of<TherapistBookingDto[]>(`PUT /api/therapist/bookings/${id}/following/status ${actor.id}`, key, { status, word });
    return this.once(actor, repeat, async (work) => {
      await this.availability.lock(work, { therapist_id: actor.id });
      return status === 'cancelled' ? this.changes.cancelTogether(work, await this.followingOf(work, actor, id), word) : this.changes.standAgainTogether(work, actor.id, id);
    });
  }

  /** The confirmed appointments of a series from this one on. */
  private async followingOf(work: Work, actor: Therapist, id: string): Promise<BookingRow[]> {
    const booking = await this.repository.findOwned(actor.id, id, work.tx);
    if (!booking) throw new DomainError('not_found', messages.noSuchBooking);
    if (booking.series_id === null) throw new DomainError('rule', messages.ofNoSeries);
    if (booking.status !== 'confirmed') throw new DomainError('conflict', messages.onlyConfirmedMove(booking.status));
    await this.count(work, CHANGED, booking.series_id);
    return this.repository.findFollowing(booking, work.tx);
  }

  private async movesOf(work: Work, { ...service }: BookableService, { following, outside }: { following: readonly BookingRow[]; outside: OutsideAnswers }, request: MoveForClientDto): Promise<{ moves: { booking: BookingRow; slot: Slot }[]; isLater: boolean }> {
    const [first] = following;
    if (!first || first.starts_at.getTime() !== Date.parse(request.starts_at)) throw new DomainError('conflict', messages.movedMeanwhile);
    const minutes = minutesOf(service, first, request);
    if (minutes === 0) throw new DomainError('rule', messages.sameTime);
    const times = shifted(service, following, request);
    service.duration_minutes = first.duration_minutes;
    const judged = await this.clientBookings.judge(service, times, { now: work.now(), on: work.tx, ignoredIds: following.map(({ id }) => id), outside });
    const slots = slotsOf(judged, times.map(({ date }) => date), () => request.on_purpose === true);
    return { moves: following.flatMap((booking, index) => (slots[index] ? [{ booking, slot: slots[index] }] : [])), isLater: minutes > 0 };
  }

  private async once(actor: Therapist, repeat: Repeat<TherapistBookingDto[]> | undefined, run: (work: Work) => Promise<BookingRow[]>): Promise<TherapistBookingDto[]> {
    return this.works.beginInLine(practiceLine({ therapist_id: actor.id }), actor, async (work) => {
      const earlier = await repeat?.claim(work);
      if (earlier) return earlier;
      const answer = (await run(work)).map(toTherapistBooking);
      await repeat?.remember(work, answer);
      return answer;
    });
  }

  private countTry({ id }: Therapist): void {
    const retryAfterSeconds = this.limits.secondsHere(TRIED, id);
    if (retryAfterSeconds > 0) throw new DomainError('too_many', messages.tooManySeries, { retryAfterSeconds });
    this.limits.takeHere(TRIED, id);
  }

  private async count(work: Work, limit: Limit, key: string): Promise<void> {
    const wait = await this.limits.reserveIn(work.tx, [[limit, key]]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManySeries, { retryAfterSeconds: wait });
  }
}

/** By how much of the wall clock a move moves. */
function minutesOf({ timezone }: BookableService, { starts_at }: Pick<BookingRow, 'starts_at'>, { appointment_date: date, appointment_time: time }: MoveForClientDto): number {
  return wallMinutesBetween(wallTimeOf(timezone, starts_at.getTime()), { date, time });
}

/** Where appointments go when the first of them moves. */
function shifted(service: BookableService, following: readonly Pick<BookingRow, 'starts_at'>[], request: MoveForClientDto): WallTime[] {
  const [first] = following;
  if (!first) return [];
  const minutes = minutesOf(service, first, request);
  return following.map(({ starts_at }) => shiftedWallTime(service.timezone, starts_at.getTime(), minutes));
}

/** The slots of all days, or why not: first what is final, then what is to be meant. */
function slotsOf(judged: readonly JudgedStart[], dates: readonly string[], isMeant: (date: string) => boolean): Slot[] {
  const inTheWay = (isSoft: boolean) =>
    dates.flatMap((date, index) => {
      const obstacle = judged[index]?.obstacle;
      return obstacle && (obstacle.kind === 'not-bookable') === isSoft && !(isSoft && isMeant(date)) ? [{ date, reason: obstacle.reason }] : [];
    });
  const final = inTheWay(false);
  if (final[0]) throw new DomainError('conflict', messages.seriesClashes(final.length, dates.length, named(final), final[0].reason));
  const soft = inTheWay(true);
  if (soft[0]) throw refusedField('on_purpose', messages.seriesNotBookable(soft.length, dates.length, named(soft), soft[0].reason));
  return judged.flatMap(({ slot }) => (slot ? [slot] : []));
}

function named(days: readonly { date: string }[]): string {
  const words = days.slice(0, NAMED_DAYS).map(({ date }) => DateTime.fromISO(date, { zone: 'utc' }).setLocale('en').toFormat('ccc d LLL yyyy'));
  return `${words.join(', ')}${days.length > NAMED_DAYS ? ', …' : ''}`;
}
