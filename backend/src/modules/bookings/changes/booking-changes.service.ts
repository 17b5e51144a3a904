import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { hashToken, newToken } from '../../../common/crypto/tokens';
import { Database, newId, Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Outbox } from '../../../common/jobs/outbox.service';
import { DomainEvents } from '../../../common/work/domain-events';
import { ActivityLog } from '../../activity-log/activity-log.service';
import { ClientAddressChanged, PersonMerged } from '../../clients/persons/person.events';
import { bookingRules } from '../../scheduling/rules/working-rules';
import { BookableService } from '../availability/availability.repository';
import { SlotService } from '../availability/availability.service';
import { policyOf, toTherapistBooking } from '../booking.mapper';
import { BookingEvent, BookingRepository, BookingRow, BookingStatus } from '../booking.repository';
import { BookingLimits } from '../booking/booking-limits.service';
import { TherapistBookingDto } from '../lists/booking-list.dto';
import * as messages from '../messages';

const ACTIONS: Record<BookingEvent['kind'], string> = { booked: 'book_session', moved: 'move_session', cancelled: 'cancel_session' };

/** Something that happened to a booking and that both sides are told. */
export interface BookingChange {
  bookingId: string;
  clientId: string;
  kind: BookingEvent['kind'];
  by: BookingEvent['actor'];
  sequence: number;
  startsAt: Date;
  endsAt: Date;
  previousStartsAt?: Date;
}

/** Writes what happened, the mails that tell both sides and the log entry, in the transaction of the change itself. */
@Injectable()
export class BookingHistory {
  constructor(
    private readonly repository: BookingRepository,
    private readonly outbox: Outbox,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  async add(tx: Queryable, actor: Actor, change: BookingChange): Promise<void> {
    const id = newId();
    await this.repository.insertEvent(
      {
        id,
        bookingId: change.bookingId,
        kind: change.kind,
        sequence: change.sequence,
        startsAt: change.startsAt,
        endsAt: change.endsAt,
        previousStartsAt: change.previousStartsAt ?? null,
        actor: change.by,
        createdAt: this.clock.now(),
      },
      tx,
    );
    await this.outbox.addAll(
      tx,
      (['client', 'therapist'] as const).map((recipient) => ({ queue: 'mail', job: 'send-booking-mail', payload: { booking_event_id: id, recipient } })),
    );
    await this.activity.record(tx, actor, { action: ACTIONS[change.kind], subjectType: 'booking', subjectId: change.bookingId, clientIds: [change.clientId] });
  }
}

/** An appointment and the practice it was booked with, which may be closed or no longer offer the service. */
export interface Appointment {
  booking: BookingRow;
  service: BookableService;
}

/** What the client of an appointment may do with it, by the mail's link or signed in, under the therapist's notice policy. */
@Injectable()
export class BookingChanges {
  constructor(
    private readonly database: Database,
    private readonly repository: BookingRepository,
    private readonly slots: SlotService,
    private readonly history: BookingHistory,
    private readonly limits: BookingLimits,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError conflict when it is cancelled, over or was changed meanwhile; rule, with the policy, when the notice has passed */
  async cancel(actor: Actor, appointment: Appointment): Promise<BookingRow> {
    this.assertChangeable(appointment);
    const { booking } = appointment;
    return this.database.transaction(async (tx) => {
      const change = { id: booking.id, from: 'confirmed', to: 'cancelled', sequence: booking.sequence, now: this.clock.now() } as const;
      const row = await this.repository.setStatus(change, tx);
      if (!row) throw new DomainError('conflict', messages.changedMeanwhile);
      await this.tell(tx, actor, row, 'cancelled');
      return row;
    });
  }

  /**
   * Moves to a free time; the appointment keeps its id, its length and its link.
   * @throws DomainError as {@link cancel}; also rule for a time that the hours do not allow, conflict for one that is taken,
   *   too_many after five moves in an hour
   */
  async move(actor: Actor, appointment: Appointment, newDate: string, newTime: string): Promise<BookingRow> {
    this.assertChangeable(appointment);
    const { booking, service } = appointment;
    if (!service.is_active) throw new DomainError('rule', messages.notTakingMoves);
    if (booking.local_date === newDate && booking.local_time === newTime) throw new DomainError('rule', messages.sameTime);
    const slot = this.slots.allowed({ ...service, duration_minutes: booking.duration_minutes }, newDate, newTime);
    return this.database.transaction(async (tx) => {
      await this.slots.lock(tx, slot);
      await this.slots.assertFree(tx, service, slot, booking.id);
      await this.limits.countMove(tx, actor.address, booking.id);
      const row = await this.repository.move({ id: booking.id, sequence: booking.sequence, ...slot }, tx);
      if (!row) throw new DomainError('conflict', messages.changedMeanwhile);
      await this.tell(tx, actor, row, 'moved', booking.starts_at);
      return row;
    });
  }

  private assertChangeable({ booking, service }: Appointment): void {
    if (booking.status === 'cancelled') throw new DomainError('conflict', messages.alreadyCancelled);
    if (booking.status === 'completed') throw new DomainError('conflict', messages.alreadyOver);
    const now = this.clock.now().getTime();
    const startsAt = booking.starts_at.getTime();
    const noticeHours = noticeOf(service);
    if (now >= startsAt - noticeHours * 3_600_000) throw new DomainError('rule', policyOf(startsAt, noticeHours, now));
  }

  private async tell(tx: Queryable, actor: Actor, row: BookingRow, kind: 'moved' | 'cancelled', previousStartsAt?: Date): Promise<void> {
    await this.history.add(tx, actor, {
      bookingId: row.id,
      clientId: row.client_id,
      kind,
      by: 'client',
      sequence: row.sequence,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      ...(previousStartsAt ? { previousStartsAt } : {}),
    });
  }
}

/** Until how many hours before its start an appointment may be changed. */
export function noticeOf(service: BookableService): number {
  return bookingRules(service.timezone, service.hours).cancellationNoticeHours;
}

/** What free times are asked for when an appointment may move: its own time counts as free, and its length stays. */
export function movable(booking: BookingRow): { therapistId: string; serviceId: string; ignoredBookingId: string; durationMinutes: number } {
  return { therapistId: booking.therapist_id, serviceId: booking.service_id, ignoredBookingId: booking.id, durationMinutes: booking.duration_minutes };
}

const UNDO_MS = 10 * 60_000;
const ALLOWED: Record<BookingStatus, readonly BookingStatus[]> = {
  confirmed: ['completed', 'cancelled'],
  completed: ['cancelled', 'confirmed'],
  cancelled: [],
};
const STATUS_ACTIONS = { completed: 'complete_session', confirmed: 'reopen_session' } as const;

/** What a therapist does with a booking. */
@Injectable()
export class TherapistBookingsService {
  constructor(
    private readonly database: Database,
    private readonly repository: BookingRepository,
    private readonly history: BookingHistory,
    private readonly activity: ActivityLog,
    private readonly cipher: ColumnCipher,
    private readonly clock: Clock,
  ) {}

  /**
   * confirmed→completed, confirmed→cancelled, completed→cancelled, and completed→confirmed within 10 minutes.
   * @throws DomainError not_found for another therapist's booking; conflict for any other change
   */
  async setStatus(actor: Actor & { id: string }, id: string, to: BookingStatus): Promise<TherapistBookingDto> {
    const booking = await this.repository.findOwned(actor.id, id);
    if (!booking) throw new DomainError('not_found', messages.noSuchBooking);
    this.assertAllowed(booking, to);
    const row = await this.database.transaction(async (tx) => {
      const changed = await this.repository.setStatus({ id, from: booking.status, to, sequence: booking.sequence, now: this.clock.now() }, tx);
      if (!changed) throw new DomainError('conflict', messages.changedMeanwhile);
      await this.record(tx, actor, changed, to);
      return changed;
    });
    return toTherapistBooking(row, this.cipher);
  }

  private assertAllowed(booking: BookingRow, to: BookingStatus): void {
    if (!ALLOWED[booking.status].includes(to)) throw new DomainError('conflict', messages.notFromHere(booking.status, to));
    if (booking.status !== 'completed' || to !== 'confirmed') return;
    const since = this.clock.now().getTime() - (booking.completed_at?.getTime() ?? 0);
    if (since > UNDO_MS) throw new DomainError('conflict', messages.undoTooLate);
  }

  private async record(tx: Queryable, actor: Actor, row: BookingRow, to: BookingStatus): Promise<void> {
    const { id: bookingId, client_id: clientId, sequence, starts_at: startsAt, ends_at: endsAt } = row;
    if (to !== 'cancelled') {
      await this.activity.record(tx, actor, { action: STATUS_ACTIONS[to], subjectType: 'booking', subjectId: bookingId, clientIds: [clientId] });
      return;
    }
    await this.history.add(tx, actor, { bookingId, clientId, kind: 'cancelled', by: 'therapist', sequence, startsAt, endsAt });
  }
}

/** Bookings follow their person: to the one they turn out to be, and to a new address. */
@Injectable()
export class BookingOwnership {
  constructor(
    events: DomainEvents,
    private readonly repository: BookingRepository,
    private readonly cipher: ColumnCipher,
    private readonly clock: Clock,
  ) {
    events.on(PersonMerged, ({ fromId, intoId }, tx) => repository.reassign(fromId, intoId, tx));
    events.on(ClientAddressChanged, ({ clientId, newEmail }, tx) => this.readdress(clientId, newEmail, tx));
  }

  /** Whoever reads the old mailbox can no longer see, move or cancel what is to come; the portal and the next mails can. */
  private async readdress(clientId: string, email: string, tx: Queryable): Promise<void> {
    for (const id of await this.repository.readdress(clientId, email, this.clock.now(), tx)) {
      const token = newToken();
      const sealed = this.cipher.encrypt(token, { table: 'bookings', column: 'manage_token', rowId: id });
      await this.repository.renewToken(id, { hash: hashToken(token), sealed }, tx);
    }
  }
}
