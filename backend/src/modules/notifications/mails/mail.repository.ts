import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { OutboxJob } from '../../../common/database/kit.entity';
import type { Booking } from '../../bookings/booking.entity';
import type { MailKind } from './mails.dto';

/** A mail about an appointment, with its job. */
export interface MailRow extends Pick<OutboxJob, 'id' | 'state' | 'last_error' | 'created_at' | 'queued_at' | 'finished_at'> {
  booking_id: Booking['id'];
  client_id: Booking['client_id'];
  kind: MailKind;
  recipient: 'client' | 'therapist';
  /** Nothing happened since that makes it wrong. */
  holds: boolean;
}

const JOB = 'o.id, o.state, o.last_error, o.created_at, o.queued_at, o.finished_at';
/** $1: therapist, $2: their bookings, $3: now. Every change is looked at once, however many there are. A reminder that was no longer needed when its turn came is no mail. */
const LIST = statement<MailRow>('booking-mails', `with mine as materialized (
           select b.id as booking_id, b.client_id, e.kind, coalesce(e.told_with, e.id) as mail_of
           from bookings b join booking_events e on e.booking_id = b.id where b.therapist_id = $1 and b.id = any($2::uuid[])
         ), told as materialized (
           select m.mail_of, t.booking_id, t.id from (select distinct mail_of from mine) m join booking_events t on t.id = m.mail_of or t.told_with = m.mail_of
         ), newest as materialized (
           select distinct on (l.booking_id) l.booking_id, l.id from booking_events l where l.booking_id in (select booking_id from told)
           order by l.booking_id, l.created_at desc, l.id desc
         ), holding as (
           select told.mail_of, bool_and(told.id = newest.id) as holds from told join newest on newest.booking_id = told.booking_id group by told.mail_of
         )
         select * from (
           select ${JOB}, m.booking_id, m.client_id, m.kind, o.payload ->> 'recipient' as recipient, h.holds
           from mine m join holding h on h.mail_of = m.mail_of
           join outbox o on o.job = 'send-booking-mail' and o.payload ->> 'booking_event_id' = m.mail_of::text
           union all
           select ${JOB}, b.id, b.client_id, 'reminder', 'client',
             b.status = 'confirmed' and b.starts_at = r.starts_at and b.starts_at > $3 and not exists (select from stopped_reminders k where k.client_id = b.client_id)
           from bookings b join booking_reminders r on r.booking_id = b.id
           join outbox o on o.job = 'send-reminder' and o.payload ->> 'reminder_id' = r.id::text
           where b.therapist_id = $1 and b.id = any($2::uuid[]) and (o.state <> 'done' or r.sent_at is not null)
         ) mails order by created_at, id limit 1000`);
const BOOKING_OF = statement<{ booking_id: Booking['id'] }>('booking-of-mail', `select e.booking_id from outbox o join booking_events e on e.id = (o.payload ->> 'booking_event_id')::uuid
         join bookings b on b.id = e.booking_id and b.therapist_id = $1 where o.id = $2 and o.job = 'send-booking-mail'
         union all
         select r.booking_id from outbox o join booking_reminders r on r.id = (o.payload ->> 'reminder_id')::uuid
         join bookings b on b.id = r.booking_id and b.therapist_id = $1 where o.id = $2 and o.job = 'send-reminder'`);

/** The mails about a therapist's appointments, as far as their jobs are still known: a week, and what failed until somebody has looked at it. */
@Injectable()
export class MailRepository {
  constructor(private readonly database: Database) {}

  /** The first one first. */
  listMails(therapistId: string, bookingIds: readonly string[], now: Date, on: Queryable = this.database): Promise<MailRow[]> {
    return on.query(LIST, [therapistId, bookingIds, now]);
  }

  async findMail(therapistId: string, id: string, now: Date, on: Queryable = this.database): Promise<MailRow | undefined> {
    const [found] = await on.query(BOOKING_OF, [therapistId, id]);
    const mails = found ? await this.listMails(therapistId, [found.booking_id], now, on) : [];
    return mails.find((mail) => mail.id === id);
  }
}
