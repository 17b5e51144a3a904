import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { Queryable } from '../../common/database/database';
import { newId } from '../../common/database/ids';
import { Outbox } from '../../common/outbox/outbox.service';
import { ActivityLog } from '../activity-log/activity-log.service';
import { BookingEvent, BookingRepository } from './booking.repository';

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
