import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { newToken } from '../../../common/crypto/tokens';
import { newId, type Queryable } from '../../../common/database/database';
import { DomainError, refusedField } from '../../../common/errors/domain-error';
import { RepeatGuard } from '../../../common/idempotency/repeat-guard';
import { Limit, Limits } from '../../../common/limits/limits';
import { countingRefusals } from '../../../common/limits/refusals';
import { Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { ClientsService } from '../../clients/persons/persons.service';
import { MINUTE_MS, WallTime } from '../../scheduling/rules/calendar';
import { startInstant } from '../../scheduling/rules/free-times';
import { AvailabilityRepository, BookableService } from '../availability/availability.repository';
import { AvailabilityService, practiceLine, Slot } from '../availability/availability.service';
import type { OutsideAnswers } from '../availability/outside-calendar.service';
import { BookingRepository, BookingRow, KnownClient } from '../booking.repository';
import { happened } from '../changes/booking-changes.service';
import { BookedUnchecked } from '../changes/booking.events';
import { BookingNews } from '../changes/booking-news.service';
import * as messages from '../messages';
import { BookForClientDto, MoveForClientDto } from './client-booking.dto';
import { placeOf } from './place';
import { JudgedStart, judgeStarts } from './start-rule';

/** Each mails the client. */
const MADE: Limit = { scope: 'bookings-for-clients', max: 120, windowMs: 3_600_000 };
/** Mails to addresses that nobody has proved: a practice that moves here enters its people by and by. */
const FOR_NEW_PEOPLE: Limit = { scope: 'bookings-for-new-people', max: 40, windowMs: 3_600_000 };
const MOVED: Limit = { scope: 'bookings-moved-for-clients', max: 30, windowMs: 3_600_000 };
/** A whole week of appointments, and more: each move waits for a mail to both sides. */
const ALL_MOVED: Limit = { scope: 'bookings-moved-by-therapist', max: 150, windowMs: 3_600_000 };

/** Each was looked at in the practice's turn, which bookings wait for. What is asked first, and then meant, is refused once. */
const REFUSED: Limit = { scope: 'bookings-for-clients-refused', max: 240, windowMs: 3_600_000 };

type Therapist = Actor & { id: string };
type WantedTime = Pick<BookForClientDto, 'appointment_date' | 'appointment_time' | 'on_purpose'>;
/** For whom an appointment is, and where. */
export type WhoAndWhere = Pick<BookForClientDto, 'client_id' | 'client_name' | 'client_email' | 'client_phone' | 'session_place'>;

/** Appointments that therapists make for their clients, and move, at any time to come that no other appointment has. */
@Injectable()
export class ClientBookingService {
  constructor(
    private readonly works: Works,
    private readonly limits: Limits,
    private readonly repeats: RepeatGuard,
    private readonly repository: BookingRepository,
    private readonly availability: AvailabilityService,
    private readonly services: AvailabilityRepository,
    private readonly clients: ClientsService,
    private readonly news: BookingNews,
    private readonly config: AppConfig,
  ) {}

  /**
   * The client is told by mail, as of every booking.
   * @param key the Idempotency-Key, if any: a repeat gets the first answer
   * @throws DomainError not_found for a service or a client that is not theirs; conflict where another appointment lies; rule, at `on_purpose`,
   *   for a time that clients could not book, unless it is meant; too_many
   */
  async book<Answer extends object>(actor: Therapist, request: BookForClientDto, key: string | undefined, answer: (row: BookingRow) => Answer): Promise<Answer> {
    const repeat = this.repeats.of<Answer>(`POST /api/therapist/bookings ${actor.id}`, key, request);
    const service = await this.availability.ownService(actor.id, request.service_id);
    const outside = await this.availability.askOutsideOfAll(service, [wallTimeOfRequest(request)]);
    return this.counted(actor, async (work) => {
      const earlier = await repeat?.claim(work);
      if (earlier) return earlier;
      const row = await this.bookNow(work, service, request, outside);
      const given = answer(row);
      await repeat?.remember(work, given);
      return given;
    });
  }

  /**
   * The appointment keeps its id, its length and its link; the client is told.
   * @param key as for {@link book}
   * @throws DomainError not_found; conflict when it is not confirmed, was moved meanwhile, or another appointment lies there; rule as {@link book}; too_many
   */
  async move<Answer extends object>(actor: Therapist, id: string, request: MoveForClientDto, key: string | undefined, answer: (row: BookingRow) => Answer): Promise<Answer> {
    const repeat = this.repeats.of<Answer>(`PUT /api/therapist/bookings/${id}/time ${actor.id}`, key, request);
    const booked = await this.repository.findOwned(actor.id, id);
    const service = booked && (await this.services.findBooked(booked.service_id));
    if (!service) throw new DomainError('not_found', messages.noSuchBooking);
    const outside = await this.availability.askOutsideOfAll({ ...service, duration_minutes: booked.duration_minutes }, [wallTimeOfRequest(request)]);
    return this.counted(actor, async (work) => {
      const earlier = await repeat?.claim(work);
      if (earlier) return earlier;
      const given = answer(await this.moveNow(work, { id, service, outside }, request));
      await repeat?.remember(work, given);
      return given;
    });
  }

  private counted<Answer>(actor: Therapist, run: (work: Work) => Promise<Answer>): Promise<Answer> {
    return countingRefusals(this.limits, [REFUSED, actor.id], messages.tooManyRefused, () => this.works.beginInLine(practiceLine({ therapist_id: actor.id }), actor, run));
  }

  /** {@link move}, as part of what else is done. @param minutes another length, where it gets one. @param outside what was answered for the new time, where it was asked */
  async moveNow(work: Work, { id, service, minutes, outside = new Map() }: { id: string; service: BookableService; minutes?: number; outside?: OutsideAnswers }, request: MoveForClientDto): Promise<BookingRow> {
    const { therapist_id } = service;
    await this.availability.lock(work, { therapist_id });
    const booking = await this.repository.findOwned(therapist_id, id, work.tx);
    if (!booking) throw new DomainError('not_found', messages.noSuchBooking);
    if (booking.status !== 'confirmed') throw new DomainError('conflict', messages.onlyConfirmedMove(booking.status));
    if (booking.starts_at.getTime() !== Date.parse(request.starts_at)) throw new DomainError('conflict', messages.movedMeanwhile);
    const slot = await this.slotOf(work, { ...service, duration_minutes: minutes ?? booking.duration_minutes }, request, { outside, movingId: id });
    if (slot.starts_at.getTime() === booking.starts_at.getTime()) throw new DomainError('rule', messages.sameTime);
    const wait = await this.limits.reserveIn(work.tx, [[MOVED, id], [ALL_MOVED, therapist_id]]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyMovesHere, { retryAfterSeconds: wait });
    await this.news.setWord(work, booking, request.word);
    const row = await this.repository.moveBooking({ id, sequence: booking.sequence, client_timezone: null, ...slot }, work.tx);
    if (!row) throw new DomainError('conflict', messages.changedMeanwhile);
    await this.news.tell(work, { ...happened(row), kind: 'moved', actor: 'therapist', previous_starts_at: booking.starts_at });
    await this.tellUnchecked(work, [row], outside);
    return row;
  }

  private async bookNow(work: Work, service: BookableService, request: BookForClientDto, outside: OutsideAnswers): Promise<BookingRow> {
    await this.availability.lock(work, { therapist_id: service.therapist_id });
    const slot = await this.slotOf(work, service, request, { outside });
    const row = await this.store(work, { service, person: await this.personFor(work, service.therapist_id, request), slot, request });
    await this.news.tell(work, { ...happened(row), kind: 'booked', actor: 'therapist' });
    await this.tellUnchecked(work, [row], outside);
    return row;
  }

  /** Those of appointments whose times were asked about, and nobody could tell. */
  async tellUnchecked(work: Work, rows: readonly BookingRow[], outside: OutsideAnswers): Promise<void> {
    for (const { id, therapist_id, starts_at } of rows) if (outside.get(starts_at.getTime()) === 'unknown') await work.publish(new BookedUnchecked(id, therapist_id));
  }

  /** @returns the stored appointment, of which nobody is told yet. @throws DomainError conflict where another appointment lies; rule for a place that is missing */
  async store(work: Work, { service, person, slot, request, seriesId }: { service: BookableService; person: KnownClient; slot: Slot; request: WhoAndWhere; seriesId?: string }): Promise<BookingRow> {
    const phone = request.client_phone ?? person.phone ?? undefined;
    const id = newId();
    const booking = {
      ...slot,
      ...placeOf({ ...request, ...(phone !== undefined && { client_phone: phone }) }, service, messages.clientPhoneMissing),
      id,
      client_id: person.id,
      client_name: person.name,
      client_email: person.email,
      client_phone: phone ?? null,
      // The therapist did not type them: they are no better known by that.
      called_as_typed: person.name_typed,
      phone_as_typed: person.phone_typed && phone === person.phone,
      service_id: service.service_id,
      service_name: service.service_name,
      client_timezone: null,
      by_stranger: !person.is_confirmed,
      created_at: work.now(),
      ...(seriesId !== undefined && { series_id: seriesId }),
    };
    if (!(await this.repository.insertBooking({ ...booking, manage_token: newToken() }, work.tx))) throw new DomainError('conflict', messages.ownAppointmentThere);
    const stored = await this.repository.findOwned(service.therapist_id, id, work.tx);
    if (!stored) throw new Error('an appointment that was stored is gone');
    return stored;
  }

  /** What clients could not book is asked about; where another appointment lies there is nothing to ask. */
  private async slotOf(work: Work, service: BookableService, request: WantedTime, { outside, movingId }: { outside: OutsideAnswers; movingId?: string }): Promise<Slot> {
    const { on_purpose } = request;
    const [judged] = await this.judge(service, [wallTimeOfRequest(request)], { now: work.now(), on: work.tx, ignoredIds: movingId === undefined ? [] : [movingId], outside });
    const { slot, obstacle } = judged ?? {};
    if (obstacle?.kind === 'appointment') throw new DomainError('conflict', obstacle.reason);
    if (obstacle && !(obstacle.kind === 'not-bookable' && on_purpose)) throw refusedField(obstacle.field, obstacle.reason);
    if (!slot) throw new Error('a time without an obstacle is a slot');
    return slot;
  }

  /**
   * What stands in the way of appointments of this service at these times, the first one first, by the clock of the therapist's zone.
   * @param ignoredIds appointments that move away
   * @param outside what the therapist's own calendar says, where it was asked
   */
  async judge(service: BookableService, times: readonly WallTime[], { now, on, ignoredIds, outside }: { now: Date; on?: Queryable; ignoredIds: readonly string[]; outside: OutsideAnswers }): Promise<JudgedStart[]> {
    const instants = times.flatMap(({ date, time }) => {
      const start = startInstant(service.timezone, date, time);
      return start === 'skipped' ? [] : [start.startsAt.getTime()];
    });
    if (instants.length === 0) return judgeStarts(service, times, { appointments: [], busy: [], outside, now: now.getTime() });
    const span = { therapist_id: service.therapist_id, starts_at: new Date(Math.min(...instants)), ends_at: new Date(Math.max(...instants) + service.duration_minutes * MINUTE_MS) };
    const taken = await this.repository.findAppointmentsIn(span, on, ignoredIds);
    const appointments = taken.map(({ starts_at, ends_at }) => ({ startsAt: starts_at.getTime(), endsAt: ends_at.getTime() }));
    const around = { appointments, busy: await this.availability.busyAround(span, { now, on, ignoredIds }), outside, now: now.getTime() };
    return judgeStarts(service, times, around);
  }

  /** Whom so many appointments are made for, counted as one who is mailed. @throws DomainError not_found for no client of theirs; too_many; rule for more than a practice has */
  async personFor(work: Work, therapistId: string, request: WhoAndWhere, appointments = 1): Promise<KnownClient> {
    const most = this.config.booking.limitPerPractice;
    if ((await this.repository.countUpcoming(therapistId, work.now(), most, work.tx)) + appointments > most) throw new DomainError('rule', messages.practiceFull(most));
    const person = await this.personOf(work, therapistId, request);
    const wait = await this.limits.reserveIn(work.tx, [[MADE, therapistId], ...(person.is_confirmed ? [] : [[FOR_NEW_PEOPLE, therapistId] as const])]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyForClients, { retryAfterSeconds: wait });
    return person;
  }

  private async personOf(work: Work, therapistId: string, { client_id, client_name: name, client_email: email }: WhoAndWhere): Promise<KnownClient> {
    if (client_id !== undefined) {
      const known = await this.repository.findKnownClient(therapistId, client_id, work.tx);
      if (!known) throw new DomainError('not_found', messages.noSuchClient);
      return known;
    }
    if (!name) throw refusedField('client_name', messages.whoseAppointment);
    if (!email) throw refusedField('client_email', messages.whoseAppointment);
    const id = await this.clients.personOfBooking(work, { email, name }, therapistId);
    return { id, email, name, phone: null, name_typed: false, phone_typed: false, is_confirmed: await this.repository.isConfirmedClient(therapistId, id, work.tx) };
  }
}

function wallTimeOfRequest({ appointment_date: date, appointment_time: time }: WantedTime): WallTime {
  return { date, time };
}
