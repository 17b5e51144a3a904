import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { Database, Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { bookingRules } from '../scheduling/stored-hours';
import { BookableService } from './availability.repository';
import { BookingHistory } from './booking-history.service';
import { BookingLimits } from './booking-limits.service';
import { policyOf } from './booking.mapper';
import { BookingRepository, BookingRow } from './booking.repository';
import * as messages from './messages';
import { SlotService } from './slot.service';

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
