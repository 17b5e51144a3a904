import { Injectable } from '@nestjs/common';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { hashToken, newToken } from '../../../common/crypto/tokens';
import { Database, newId, Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Repeat, RepeatGuard } from '../../../common/idempotency/repeat-guard';
import { ClientsService } from '../../clients/persons/persons.service';
import { knownZone } from '../../scheduling/rules/calendar';
import { AvailabilityRepository, BookableService } from '../availability/availability.repository';
import { Slot, SlotService } from '../availability/availability.service';
import { toConfirmation } from '../booking.mapper';
import { BookingRepository } from '../booking.repository';
import { BookingHistory } from '../changes/booking-changes.service';
import { BookingHolds, WantedHold } from '../holds/hold.service';
import * as messages from '../messages';
import { BookingLimits } from './booking-limits.service';
import { BookingConfirmationDto, BookingHeldDto, CreateBookingDto } from './booking.dto';

/** A booking that is about to be stored. */
export interface WantedBooking {
  booking: CreateBookingDto;
  service: BookableService;
  slot: Slot;
  actor: Actor;
  /** The person, where that is settled; else the email address says who it is. */
  clientId?: string;
}

/** Stores a booking with its person, its history and the mails, inside the transaction that claimed the time. */
@Injectable()
export class BookingWriter {
  constructor(
    private readonly repository: BookingRepository,
    private readonly clients: ClientsService,
    private readonly history: BookingHistory,
    private readonly cipher: ColumnCipher,
    private readonly clock: Clock,
  ) {}

  /** @returns the booking's id. @throws DomainError conflict when the time was taken in the meantime */
  async write(tx: Queryable, wanted: WantedBooking): Promise<string> {
    const { booking, service, slot, actor } = wanted;
    const id = newId();
    const token = newToken();
    const person = await this.personOf(tx, wanted);
    const place = { table: 'bookings', rowId: id };
    const stored = await this.repository.insert(
      {
        ...slot,
        id,
        clientId: person.id,
        byStranger: person.stranger,
        serviceId: service.service_id,
        serviceName: service.service_name,
        sessionType: service.session_type,
        clientName: booking.client_name,
        clientEmail: booking.client_email,
        clientPhone: booking.client_phone ?? null,
        clientTimezone: knownZone(booking.client_timezone),
        notes: booking.notes ? this.cipher.encrypt(booking.notes, { ...place, column: 'notes' }) : null,
        manageTokenHash: hashToken(token),
        manageToken: this.cipher.encrypt(token, { ...place, column: 'manage_token' }),
        createdAt: this.clock.now(),
      },
      tx,
    );
    if (!stored) throw new DomainError('conflict', messages.timeTaken);
    const { startsAt, endsAt } = slot;
    await this.history.add(tx, actor, { bookingId: id, clientId: person.id, kind: 'booked', by: 'client', sequence: 0, startsAt, endsAt });
    return id;
  }

  private async personOf(tx: Queryable, { booking, slot, clientId }: WantedBooking): Promise<{ id: string; stranger: boolean }> {
    if (clientId !== undefined) return { id: clientId, stranger: false };
    const person = { email: booking.client_email, name: booking.client_name, phone: booking.client_phone ?? null };
    return this.clients.personOfBooking(tx, person, slot.therapistId);
  }
}

/** How every new booking takes its time: in its turn, and counted. */
@Injectable()
export class BookingClaims {
  constructor(
    private readonly database: Database,
    private readonly slots: SlotService,
    private readonly limits: BookingLimits,
    private readonly writer: BookingWriter,
  ) {}

  /** One transaction, once it is the turn of this connection and of this therapist. Locks are always taken in this order. */
  inTurn<T>(address: string | null, slot: Slot, work: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      await this.limits.lockAddress(tx, address);
      await this.slots.lock(tx, slot);
      return work(tx);
    });
  }

  /** Stores the booking and counts it; the time and the limits were checked in the same turn. */
  async store(tx: Queryable, wanted: WantedBooking): Promise<BookingConfirmationDto> {
    const id = await this.writer.write(tx, wanted);
    await this.limits.count(tx, wanted.actor.address);
    return toConfirmation(id, wanted.booking, wanted.service, wanted.slot);
  }
}

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
