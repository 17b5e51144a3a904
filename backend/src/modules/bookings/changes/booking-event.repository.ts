import { Injectable } from '@nestjs/common';
import { columnsOf, insertInto, Queryable, statement } from '../../../common/database/database';
import { BookingEvent } from '../booking.entity';

/** A change of a booking whose mails wait for a changed mind. */
export interface WaitingChange extends Pick<BookingEvent, 'id' | 'kind' | 'actor' | 'starts_at' | 'previous_starts_at' | 'told_with'> {
  job_ids: string[];
  /** For how long they still wait. */
  wait_ms: number;
}

const EVENT_COLUMNS = columnsOf(BookingEvent);
const INSERT = statement('booking-event-insert', insertInto('booking_events', EVENT_COLUMNS), { plan: 'generic' });

const INSERT_ALL = statement('booking-events-insert', `insert into booking_events (${EVENT_COLUMNS.join(', ')}) select ${EVENT_COLUMNS.join(', ')} from jsonb_populate_recordset(null::booking_events, $1)`);

/** A change that waits has a mail to each side, and neither was tried. Whoever hands them over has locked them until the queue has them. */
const WAITING = statement<WaitingChange>('booking-change-waiting', `select e.id, e.kind, e.actor, e.starts_at, e.previous_starts_at, e.told_with, array_agg(o.id) as job_ids,
         greatest(0, (extract(epoch from min(o.available_at) - now()) * 1000)::int) as wait_ms
       from booking_events e join (select id, payload, available_at from outbox where job = 'send-booking-mail' and state = 'pending' and attempts = 0 and available_at > now()
           and payload ->> 'booking_event_id' in (select coalesce(told_with, id)::text from booking_events where booking_id = $1) for update) o on o.payload ->> 'booking_event_id' = coalesce(e.told_with, e.id)::text
       where e.booking_id = $1 and e.kind in ('moved', 'cancelled') group by e.id having count(*) = 2 order by e.created_at desc limit 1`);
const FORGET_JOBS = statement('booking-change-forget-jobs', 'delete from outbox where id = any($1::uuid[])');
const FORGET = statement('booking-change-forget', 'delete from booking_events where id = $1');
const NEXT_TELLER = statement<Pick<BookingEvent, 'id'>>('booking-change-next-teller', 'select id from booking_events where told_with = $1 order by starts_at, id limit 1');
const TELL_WITH = statement('booking-change-tell-with', 'update booking_events set told_with = nullif($2::uuid, id) where told_with = $1');
const TOGETHER = statement<Pick<BookingEvent, 'booking_id'>>('booking-changes-together', 'select booking_id from booking_events where (told_with = $1 or id = $1 and told_with is null) order by starts_at, id');

/** What happened to bookings, and what of it is still to be told. */
@Injectable()
export class BookingEventRepository {
  async insertEvent(event: BookingEvent, on: Queryable): Promise<void> {
    await on.query(INSERT, EVENT_COLUMNS.map((column) => event[column]));
  }

  /** Many at once. */
  async insertEvents(events: readonly BookingEvent[], on: Queryable): Promise<void> {
    if (events.length > 0) await on.query(INSERT_ALL, [JSON.stringify(events)]);
  }

  /** The change that nobody was told of yet. */
  async findWaiting(bookingId: string, on: Queryable): Promise<WaitingChange | undefined> {
    const [row] = await on.query(WAITING, [bookingId]);
    return row;
  }

  /** The bookings whose change the same mails tell of, the first one first. */
  async findTogether({ id, told_with }: Pick<WaitingChange, 'id' | 'told_with'>, on: Queryable): Promise<string[]> {
    const rows = await on.query(TOGETHER, [told_with ?? id]);
    return rows.map(({ booking_id }) => booking_id);
  }

  /**
   * {@link findWaiting}, of which nobody is told any more. A change of the other side stays: whoever made it has seen it on their screen, so they
   * are told of what came after.
   * @returns also the event that is to tell of the others, where its mails told of more
   */
  async takeWaiting(bookingId: string, actor: BookingEvent['actor'], on: Queryable): Promise<{ waiting: WaitingChange; teller: string | undefined } | undefined> {
    const waiting = await this.findWaiting(bookingId, on);
    if (waiting?.actor !== actor) return undefined;
    let teller: string | undefined;
    if (waiting.told_with === null) {
      await on.query(FORGET_JOBS, [waiting.job_ids]);
      const [next] = await on.query(NEXT_TELLER, [waiting.id]);
      teller = next?.id;
      if (next) await on.query(TELL_WITH, [waiting.id, next.id]);
    }
    await on.query(FORGET, [waiting.id]);
    return { waiting, teller };
  }
}
