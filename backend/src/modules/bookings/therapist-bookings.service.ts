import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { ColumnCipher } from '../../common/crypto/column-cipher';
import { Database, Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { ActivityLog } from '../activity-log/activity-log.service';
import { BookingHistory } from './booking-history.service';
import { BookingRepository, BookingRow, BookingStatus } from './booking.repository';
import { TherapistBookingDto } from './dto/therapist-booking.dto';
import { toTherapistBooking } from './booking.mapper';
import * as messages from './messages';

const UNDO_MS = 10 * 60_000;
const ALLOWED: Record<BookingStatus, readonly BookingStatus[]> = {
  confirmed: ['completed', 'cancelled'],
  completed: ['cancelled', 'confirmed'],
  cancelled: [],
};
const ACTIONS = { completed: 'complete_session', confirmed: 'reopen_session' } as const;

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
      await this.activity.record(tx, actor, { action: ACTIONS[to], subjectType: 'booking', subjectId: bookingId, clientIds: [clientId] });
      return;
    }
    await this.history.add(tx, actor, { bookingId, clientId, kind: 'cancelled', by: 'therapist', sequence, startsAt, endsAt });
  }
}
