import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { newToken } from '../../../common/crypto/tokens';
import { newId } from '../../../common/database/database';
import { DomainError, refusedField } from '../../../common/errors/domain-error';
import { RepeatGuard } from '../../../common/idempotency/repeat-guard';
import { Limit, Limits } from '../../../common/limits/limits';
import { Work, Works } from '../../../common/work/work';
import { ClientsService } from '../../clients/persons/persons.service';
import { DAY_MS, MINUTE_MS } from '../../scheduling/rules/calendar';
import { checkStart, startInstant } from '../../scheduling/rules/free-times';
import { bookingRules } from '../../scheduling/rules/working-rules';
import { BookableService } from '../availability/availability.repository';
import { AvailabilityService, Slot } from '../availability/availability.service';
import { BookingRepository, BookingRow, KnownClient } from '../booking.repository';
import { BookingChangesService } from '../changes/booking-changes.service';
import * as messages from '../messages';
import { BookForClientDto } from './client-booking.dto';
import { placeOf } from './place';

/** Each mails the client. */
const MADE: Limit = { scope: 'bookings-for-clients', max: 120, windowMs: 3_600_000 };
/** Mails to addresses that nobody has proved: a practice that moves here enters its people by and by. */
const FOR_NEW_PEOPLE: Limit = { scope: 'bookings-for-new-people', max: 40, windowMs: 3_600_000 };
const FARTHEST_DAYS = 731;

type Therapist = Actor & { id: string };

/** Appointments that therapists make for their clients, at any time to come that no other appointment has. */
@Injectable()
export class ClientBookingService {
  constructor(
    private readonly works: Works,
    private readonly limits: Limits,
    private readonly repeats: RepeatGuard,
    private readonly repository: BookingRepository,
    private readonly availability: AvailabilityService,
    private readonly clients: ClientsService,
    private readonly changes: BookingChangesService,
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
    return this.works.begin(actor, async (work) => {
      const earlier = await repeat?.claim(work);
      if (earlier) return earlier;
      const row = await this.bookNow(work, service, request);
      const given = answer(row);
      await repeat?.remember(work, given);
      return given;
    });
  }

  private async bookNow(work: Work, service: BookableService, request: BookForClientDto): Promise<BookingRow> {
    const { therapist_id: therapistId } = service;
    await this.availability.lock(work, { therapist_id: therapistId });
    const slot = await this.slotOf(work, service, request);
    const person = await this.personOf(work, therapistId, request);
    const wait = await this.limits.reserveIn(work.tx, [[MADE, therapistId], ...(person.is_confirmed ? [] : [[FOR_NEW_PEOPLE, therapistId] as const])]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyForClients, { retryAfterSeconds: wait });
    const phone = request.client_phone ?? person.phone ?? undefined;
    const booking = {
      ...slot,
      ...placeOf({ ...request, ...(phone !== undefined && { client_phone: phone }) }, service, messages.clientPhoneMissing),
      id: newId(),
      client_id: person.id,
      client_name: person.name,
      client_email: person.email,
      client_phone: phone ?? null,
      service_id: service.service_id,
      service_name: service.service_name,
      client_timezone: null,
      by_stranger: !person.is_confirmed,
      created_at: work.now(),
    };
    if (!(await this.repository.insertBooking({ ...booking, manage_token: newToken() }, work.tx))) throw new DomainError('conflict', messages.ownAppointmentThere);
    const { id: booking_id, client_id, starts_at, ends_at } = booking;
    await this.changes.tell(work, { booking_id, client_id, kind: 'booked', actor: 'therapist', sequence: 0, starts_at, ends_at });
    const stored = await this.repository.findOwned(therapistId, booking_id, work.tx);
    if (!stored) throw new Error('an appointment that was stored is gone');
    return stored;
  }

  /** What clients could not book is asked about; where another appointment lies there is nothing to ask. */
  private async slotOf(work: Work, service: BookableService, { appointment_date: date, appointment_time: time, on_purpose }: BookForClientDto): Promise<Slot> {
    const rules = bookingRules(service.timezone, service.hours);
    const start = startInstant(service.timezone, date, time);
    if (start === 'skipped') throw refusedField('appointment_time', messages.skippedTime(time));
    const { startsAt } = start;
    const now = work.now().getTime();
    if (startsAt.getTime() <= now) throw refusedField('appointment_date', messages.inThePast);
    if (startsAt.getTime() > now + FARTHEST_DAYS * DAY_MS) throw refusedField('appointment_date', messages.tooFarAhead);
    const slot: Slot = {
      therapist_id: service.therapist_id,
      starts_at: startsAt,
      ends_at: new Date(startsAt.getTime() + service.duration_minutes * MINUTE_MS),
      timezone: service.timezone,
      local_date: date,
      local_time: time,
      duration_minutes: service.duration_minutes,
      cancellation_notice_hours: rules.cancellationNoticeHours,
    };
    if (await this.repository.hasAppointmentIn(slot, work.tx)) throw new DomainError('conflict', messages.ownAppointmentThere);
    if (on_purpose) return slot;
    const allowed = checkStart(rules, date, time, now);
    if ('rule' in allowed) throw refusedField('on_purpose', messages.outsideHours(allowed.rule));
    await this.availability.assertFree(work, service, slot).catch((error: unknown) => {
      throw error instanceof DomainError && error.code === 'conflict' ? refusedField('on_purpose', messages.inTimeOff) : error;
    });
    return slot;
  }

  private async personOf(work: Work, therapistId: string, { client_id, client_name: name, client_email: email }: BookForClientDto): Promise<KnownClient> {
    if (client_id !== undefined) {
      const known = await this.repository.findKnownClient(therapistId, client_id, work.tx);
      if (!known) throw new DomainError('not_found', messages.noSuchClient);
      return known;
    }
    if (!name) throw refusedField('client_name', messages.whoseAppointment);
    if (!email) throw refusedField('client_email', messages.whoseAppointment);
    const id = await this.clients.personOfBooking(work, { email, name }, therapistId);
    return { id, email, name, phone: null, is_confirmed: await this.repository.isConfirmedClient(therapistId, id, work.tx) };
  }
}
