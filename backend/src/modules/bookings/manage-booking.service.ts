import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { hashToken } from '../../common/crypto/tokens';
import { Database, Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { bookingRules } from '../scheduling/stored-hours';
import { AvailabilityRepository, BookableService } from './availability.repository';
import { BookingHistory } from './booking-history.service';
import { BookingLimits } from './booking-limits.service';
import { policyOf, toManagedBooking } from './booking.mapper';
import { BookingRepository, BookingRow } from './booking.repository';
import { ManagedBookingDto } from './dto/manage-booking.dto';
import * as messages from './messages';
import { SlotService } from './slot.service';

interface Managed {
  booking: BookingRow;
  service: BookableService;
  noticeHours: number;
}

/** What the holder of a mail's link may do with one appointment, under the therapist's notice policy. */
@Injectable()
export class ManageBookingService {
  constructor(
    private readonly database: Database,
    private readonly repository: BookingRepository,
    private readonly availability: AvailabilityRepository,
    private readonly slots: SlotService,
    private readonly history: BookingHistory,
    private readonly limits: BookingLimits,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found when the token belongs to no appointment */
  async view(token: string): Promise<ManagedBookingDto> {
    return this.present(await this.find(token));
  }

  async cancel(token: string, actor: Actor): Promise<ManagedBookingDto> {
    const managed = await this.find(token);
    this.assertChangeable(managed);
    const { booking } = managed;
    const cancelled = await this.database.transaction(async (tx) => {
      const change = { id: booking.id, from: 'confirmed', to: 'cancelled', sequence: booking.sequence, now: this.clock.now() } as const;
      const row = await this.repository.setStatus(change, tx);
      if (!row) throw new DomainError('conflict', messages.changedMeanwhile);
      await this.tell(tx, actor, row, 'cancelled');
      return row;
    });
    return this.present({ ...managed, booking: cancelled });
  }

  /** Moves to a free time; the appointment keeps its id and its link. */
  async move(token: string, newDate: string, newTime: string, actor: Actor): Promise<ManagedBookingDto> {
    const managed = await this.find(token);
    this.assertChangeable(managed);
    const { booking, service } = managed;
    if (!service.is_active) throw new DomainError('rule', messages.notTakingMoves);
    if (booking.local_date === newDate && booking.local_time === newTime) throw new DomainError('rule', messages.sameTime);
    const slot = this.slots.allowed({ ...service, duration_minutes: booking.duration_minutes }, newDate, newTime);
    const moved = await this.database.transaction(async (tx) => {
      await this.slots.lock(tx, slot);
      await this.slots.assertFree(tx, service, slot, booking.id);
      await this.limits.countMove(tx, actor.address, booking.id);
      const row = await this.repository.move({ id: booking.id, sequence: booking.sequence, ...slot }, tx);
      if (!row) throw new DomainError('conflict', messages.changedMeanwhile);
      await this.tell(tx, actor, row, 'moved', booking.starts_at);
      return row;
    });
    return this.present({ ...managed, booking: moved });
  }

  /** What free times are asked for when this appointment may move. */
  async movable(token: string): Promise<{ therapistId: string; serviceId: string; ignoredBookingId: string; durationMinutes: number }> {
    const { booking } = await this.find(token);
    return {
      therapistId: booking.therapist_id,
      serviceId: booking.service_id,
      ignoredBookingId: booking.id,
      durationMinutes: booking.duration_minutes,
    };
  }

  private async find(token: string): Promise<Managed> {
    const booking = await this.repository.findByTokenHash(hashToken(token));
    const service = booking && (await this.availability.bookable(booking.service_id, true));
    if (!booking || !service) throw new DomainError('not_found', messages.noSuchLink);
    return { booking, service, noticeHours: bookingRules(service.timezone, service.hours).cancellationNoticeHours };
  }

  private assertChangeable({ booking, noticeHours }: Managed): void {
    if (booking.status === 'cancelled') throw new DomainError('conflict', messages.alreadyCancelled);
    if (booking.status === 'completed') throw new DomainError('conflict', messages.alreadyOver);
    const now = this.clock.now().getTime();
    const startsAt = booking.starts_at.getTime();
    if (now >= startsAt - noticeHours * 3_600_000) throw new DomainError('rule', policyOf(startsAt, noticeHours, now));
  }

  private async tell(tx: Queryable, actor: Actor, row: BookingRow, kind: 'moved' | 'cancelled', previousStartsAt?: Date): Promise<void> {
    await this.history.add(tx, actor, {
      bookingId: row.id,
      kind,
      by: 'client',
      sequence: row.sequence,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      ...(previousStartsAt ? { previousStartsAt } : {}),
    });
  }

  private present({ booking, service, noticeHours }: Managed): ManagedBookingDto {
    return toManagedBooking(booking, service, noticeHours, this.clock.now().getTime());
  }
}
