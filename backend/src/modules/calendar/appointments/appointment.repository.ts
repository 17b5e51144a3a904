import { Injectable } from '@nestjs/common';
import { KeyRing } from '../../../common/crypto/key-ring';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { Booking } from '../../bookings/booking.entity';
import type { EventTime } from '../busy-blocks/busy-blocks';
import type { CalendarAppointment } from '../calendar.entity';
import type { AppointmentTrouble } from './appointments.dto';

type StoredColumns = 'booking_id' | 'therapist_id' | 'event_id' | 'source_id' | 'due' | 'etag' | 'google_starts_at' | 'google_ends_at' | 'google_deleted' | 'missing_since' | 'wish' | 'link_until' | 'retitled';

/** An appointment with what is known of its event. */
export interface AppointmentRow extends Pick<CalendarAppointment, StoredColumns>, Pick<Booking, 'status' | 'starts_at' | 'ends_at' | 'timezone' | 'client_id' | 'client_name' | 'place_kind' | 'place_detail'> {
  /** As it was last written; null: it does not stand there. */
  written_starts_at: Date | null;
  written_ends_at: Date | null;
}

/** Something about an upcoming appointment that its therapist is shown. */
export interface TroubleRow extends Pick<AppointmentRow, 'booking_id' | 'client_id' | 'starts_at' | 'ends_at' | 'timezone' | 'client_name' | 'google_starts_at' | 'google_ends_at'> {
  trouble: AppointmentTrouble;
}

/** What an event was made to be. */
export interface Written extends EventTime, Pick<AppointmentRow, 'link_until' | 'retitled'> {
  source_id: string;
  etag: string | null;
}

type Key = Pick<AppointmentRow, 'booking_id' | 'therapist_id' | 'wish'>;

const MOST_SHOWN = 500;
const ROW = `a.booking_id, a.therapist_id, a.event_id, a.source_id, a.due, a.etag, a.google_starts_at, a.google_ends_at, a.google_deleted, a.missing_since, a.wish, a.link_until, a.retitled,
         a.starts_at as written_starts_at, a.ends_at as written_ends_at, b.status, b.starts_at, b.ends_at, b.timezone, b.client_id, b.client_name, b.place_kind, b.place_detail
         from calendar_appointments a join bookings b on b.id = a.booking_id and b.therapist_id = a.therapist_id`;

/** One look at an index for whoever has connected nothing. An appointment that stands in a calendar is followed there also where no new ones go to any. */
const ASK = statement<Pick<CalendarAppointment, 'booking_id'>>('calendar-appointment-ask', `insert into calendar_appointments as a (booking_id, therapist_id, event_id, due, google_deleted, missing_since, wish, updated_at)
         select b.id, b.therapist_id, $3, true, false, case when c.state <> 'ok' and b.status <> 'cancelled' then $4::timestamptz end, 1, $4
         from calendar_connections c join bookings b on b.id = $1 and b.therapist_id = c.therapist_id left join calendar_appointments k on k.booking_id = b.id
         where c.therapist_id = $2 and (k.booking_id is not null or (b.status <> 'cancelled' and b.ends_at > $4))
           and (k.source_id is not null or exists (select from calendar_sources s where s.therapist_id = c.therapist_id and s.takes_appointments))
         on conflict (booking_id) do update set due = true, wish = a.wish + 1, updated_at = excluded.updated_at,
           missing_since = (select coalesce(a.missing_since, excluded.missing_since) from bookings b where b.id = a.booking_id and b.status <> 'cancelled')
         returning a.booking_id`, { plan: 'generic' });
const TO_CATCH_UP = statement<Pick<Booking, 'id'>>('calendar-appointments-to-catch-up', `select b.id from bookings b left join calendar_appointments a on a.booking_id = b.id
         where b.therapist_id = $1 and b.ends_at > $2 and (b.status <> 'cancelled' or a.starts_at is not null) order by b.id`);
/** What was done in a calendar that is connected no more is forgotten: where it stands now is looked at anew. */
const CATCH_UP = statement('calendar-appointments-catch-up', `insert into calendar_appointments as a (booking_id, therapist_id, event_id, due, google_deleted, wish, updated_at)
         select v.booking_id, $1, v.event_id, true, false, 1, $4 from unnest($2::uuid[], $3::text[]) as v (booking_id, event_id)
         on conflict (booking_id) do update set due = true, wish = a.wish + 1, link_until = null, updated_at = excluded.updated_at,
           google_starts_at = case when a.source_id is not null then a.google_starts_at end, google_ends_at = case when a.source_id is not null then a.google_ends_at end,
           google_deleted = a.google_deleted and a.source_id is not null`);

/** Also what failed before, and what waits for its link. $3: those after it alone. */
const LIST_DUE = statement<Pick<CalendarAppointment, 'booking_id'>>('calendar-appointments-due', `select a.booking_id from calendar_appointments a join bookings b on b.id = a.booking_id
         where a.therapist_id = $1 and (a.due or a.missing_since is not null or a.link_until > $2)
           and ($3::uuid is null or (b.starts_at, b.id) > (select o.starts_at, o.id from bookings o where o.id = $3)) order by b.starts_at, b.id limit $4`);
const FIND = statement<AppointmentRow>('calendar-appointment-find', `select ${ROW} where a.booking_id = $1 and a.therapist_id = $2`);
const LIST_BY_EVENT = statement<AppointmentRow>('calendar-appointments-by-event', `select ${ROW} where a.therapist_id = $1 and a.event_id = any($2::text[])`);
const LIST_STANDING = statement<AppointmentRow>('calendar-appointments-standing', `select ${ROW}
         where a.therapist_id = $1 and a.source_id = $2 and a.starts_at is not null and coalesce(a.google_ends_at, a.ends_at) > $3 and coalesce(a.google_starts_at, a.starts_at) < $4`);

const WRITTEN = statement('calendar-appointment-written', `update calendar_appointments set source_id = $4, starts_at = $5, ends_at = $6, etag = $7, link_until = $8, due = wish <> $3, updated_at = $9, retitled = $10,
           google_starts_at = null, google_ends_at = null, google_deleted = false, missing_since = null where booking_id = $1 and therapist_id = $2`);
const REMOVED = statement('calendar-appointment-removed', `update calendar_appointments set source_id = null, starts_at = null, ends_at = null, etag = null, link_until = null, retitled = false, due = wish <> $3, updated_at = $4,
           google_starts_at = null, google_ends_at = null, google_deleted = false, missing_since = null where booking_id = $1 and therapist_id = $2`);
/** Nothing is to be written. One that no calendar takes since its own was deleted is missed. */
const SETTLED = statement('calendar-appointment-settled', `update calendar_appointments a set due = wish <> $3, updated_at = $4, link_until = null,
           missing_since = case when $5 and exists (select from calendar_sources s where s.therapist_id = a.therapist_id and s.takes_appointments) then coalesce(missing_since, $4) end
         where booking_id = $1 and therapist_id = $2`);
/** What its therapist did at Google. $6: what is to be looked at again. Whatever was asked for meanwhile is looked at by itself. */
const SEEN = statement('calendar-appointment-seen', `update calendar_appointments set google_starts_at = $4, google_ends_at = $5, google_deleted = $6, due = due or $7, wish = wish + $7::int, missing_since = null, updated_at = $8
         where booking_id = $1 and therapist_id = $2 and wish = $3`);
const MISSED = statement('calendar-appointments-missed', `update calendar_appointments a set missing_since = coalesce(a.missing_since, $3), due = $4::int is null or a.wish <> $4 from bookings b
         where b.id = a.booking_id and a.therapist_id = $1 and a.due and ($2::uuid is null or a.booking_id = $2)
           and b.status <> 'cancelled' and b.ends_at > $3 and a.google_starts_at is null and not a.google_deleted`);
/** What was seen there was written once, though the answer was lost. */
const LEFT_ALONE = statement('calendar-appointment-left-alone', `update calendar_appointments set due = false, source_id = coalesce(source_id, $4), starts_at = coalesce(starts_at, $5), ends_at = coalesce(ends_at, $6)
         where booking_id = $1 and therapist_id = $2 and wish = $3`);
const GONE = statement('calendar-target-gone', 'update calendar_sources set gone_at = $3 where id = $1 and therapist_id = $2 and gone_at is null');

const UNCHECKED = statement('calendar-appointment-unchecked', `insert into calendar_appointments (booking_id, therapist_id, event_id, due, google_deleted, unchecked_at, updated_at)
         values ($1, $2, $3, false, false, $4, $4) on conflict (booking_id) do update set unchecked_at = $4`);
const TROUBLES = statement<TroubleRow>('calendar-appointments-troubles', `select a.booking_id, b.client_id, b.starts_at, b.ends_at, b.timezone, b.client_name, a.google_starts_at, a.google_ends_at,
           case when a.google_starts_at is not null then 'moved' when a.google_deleted then 'deleted' when a.missing_since is not null then 'missing' else 'unchecked' end as trouble
         from calendar_appointments a join calendar_connections c on c.therapist_id = a.therapist_id join bookings b on b.id = a.booking_id and b.therapist_id = a.therapist_id
         where a.therapist_id = $1 and b.status = 'confirmed' and b.ends_at > $2 and (a.google_deleted or a.google_starts_at is not null or a.missing_since is not null or a.unchecked_at is not null)
         order by b.starts_at, b.id limit ${MOST_SHOWN}`);
/** The booking first, as whoever changes one has it. */
const LOCK_BOOKING = statement<Pick<Booking, 'client_id'>>('calendar-booking-lock', 'select client_id from bookings where id = $1 and therapist_id = $2 for update');
const LOCK = statement<AppointmentRow>('calendar-appointment-lock', `select ${ROW} where a.booking_id = $1 and a.therapist_id = $2 for update of a`);
const DECIDED = statement('calendar-appointment-decided', `update calendar_appointments set google_starts_at = null, google_ends_at = null, google_deleted = false, due = true, wish = wish + 1, updated_at = $4,
           etag = case when $3 then null else etag end where booking_id = $1 and therapist_id = $2`);
const CHECKED = statement('calendar-appointment-checked', 'update calendar_appointments set unchecked_at = null where booking_id = $1 and therapist_id = $2');
/** A link is asked for with the next turn, or is being made. */
const AWAITS_LINK = statement<{ awaits: boolean }>('calendar-appointment-awaits-link', `select exists (select from calendar_appointments a join bookings b on b.id = a.booking_id
           join calendar_connections c on c.therapist_id = a.therapist_id and c.state = 'ok' and c.meet_links
           join calendar_sources s on s.therapist_id = c.therapist_id and s.takes_appointments and s.gone_at is null
         where a.booking_id = $1 and b.place_kind = 'video' and b.place_detail is null and b.status = 'confirmed' and ((a.due and a.link_until is null) or a.link_until > $2)) as awaits`);

/** How appointments stand at Google, as far as it is known, and what is still to be written. */
@Injectable()
export class AppointmentRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
  ) {}

  /** The appointment is to be looked at, if its therapist has a calendar for it. @returns whether they have */
  async ask(bookingId: string, therapistId: string, now: Date, tx: Queryable): Promise<boolean> {
    return (await tx.query(ASK, [bookingId, therapistId, this.eventId(bookingId), now])).length > 0;
  }

  /** All that are to come are looked at again. */
  async askAll(therapistId: string, now: Date, tx: Queryable): Promise<void> {
    const ids = (await tx.query(TO_CATCH_UP, [therapistId, now])).map(({ id }) => id);
    if (ids.length > 0) await tx.query(CATCH_UP, [therapistId, ids, ids.map((id) => this.eventId(id)), now]);
  }

  /** Soonest first. @param after behind this one */
  async listDue(therapistId: string, now: Date, after: string | undefined, atMost: number): Promise<string[]> {
    return (await this.database.query(LIST_DUE, [therapistId, now, after ?? null, atMost])).map(({ booking_id }) => booking_id);
  }

  async findAppointment(bookingId: string, therapistId: string): Promise<AppointmentRow | undefined> {
    const [row] = await this.database.query(FIND, [bookingId, therapistId]);
    return row;
  }

  async listByEvent(therapistId: string, eventIds: readonly string[], tx: Queryable): Promise<AppointmentRow[]> {
    return tx.query(LIST_BY_EVENT, [therapistId, eventIds]);
  }

  /** Those that were written to a calendar and lie in a time. */
  async listStanding(therapistId: string, sourceId: string, { from, to }: { from: Date; to: Date }, tx: Queryable): Promise<AppointmentRow[]> {
    return tx.query(LIST_STANDING, [therapistId, sourceId, from, to]);
  }

  async storeWritten({ booking_id, therapist_id, wish }: Key, { source_id, starts_at, ends_at, etag, link_until, retitled }: Written, now: Date, tx: Queryable): Promise<void> {
    await tx.query(WRITTEN, [booking_id, therapist_id, wish, source_id, starts_at, ends_at, etag, link_until, now, retitled]);
  }

  async storeRemoved({ booking_id, therapist_id, wish }: Key, now: Date, tx: Queryable): Promise<void> {
    await tx.query(REMOVED, [booking_id, therapist_id, wish, now]);
  }

  /** @param wanted it should stand in a calendar, if there is one */
  async storeSettled({ booking_id, therapist_id, wish }: Key, wanted: boolean, now: Date, tx: Queryable): Promise<void> {
    await tx.query(SETTLED, [booking_id, therapist_id, wish, now, wanted]);
  }

  /** @param seen where its therapist moved it, or that they deleted it; undefined: it is where it was written. @param again whether it is to be looked at */
  async storeSeen({ booking_id, therapist_id, wish }: Key, seen: EventTime | 'deleted' | undefined, { again, now }: { again: boolean; now: Date }, tx: Queryable): Promise<void> {
    const times = seen === 'deleted' ? undefined : seen;
    await tx.query(SEEN, [booking_id, therapist_id, wish, times?.starts_at ?? null, times?.ends_at ?? null, seen === 'deleted', again, now]);
  }

  /** Nothing more is to be written for what was seen in this calendar. */
  async leaveAlone({ booking_id, therapist_id, wish, starts_at, ends_at }: Key & EventTime, sourceId: string, tx: Queryable): Promise<void> {
    await tx.query(LEFT_ALONE, [booking_id, therapist_id, wish, sourceId, starts_at, ends_at]);
  }

  /** What was to be written is not in the calendar. @param one this one alone, which is tried again with the next look only */
  async storeMissed(therapistId: string, one: Key | null, now: Date, tx: Queryable): Promise<void> {
    await tx.query(MISSED, [therapistId, one?.booking_id ?? null, now, one?.wish ?? null]);
  }

  async storeGone(sourceId: string, therapistId: string, now: Date, tx: Queryable): Promise<void> {
    await tx.query(GONE, [sourceId, therapistId, now]);
  }

  async storeUnchecked(bookingId: string, therapistId: string, now: Date, tx: Queryable): Promise<void> {
    await tx.query(UNCHECKED, [bookingId, therapistId, this.eventId(bookingId), now]);
  }

  /** Soonest first. */
  listTroubles(therapistId: string, now: Date, on: Queryable = this.database): Promise<TroubleRow[]> {
    return on.query(TROUBLES, [therapistId, now]);
  }

  /** One of the therapist's, and what is known of its event, if anything is. */
  async lockAppointment(bookingId: string, therapistId: string, tx: Queryable): Promise<(Pick<Booking, 'client_id'> & { row: AppointmentRow | undefined }) | undefined> {
    const [booking] = await tx.query(LOCK_BOOKING, [bookingId, therapistId]);
    return booking && { ...booking, row: (await tx.query(LOCK, [bookingId, therapistId]))[0] };
  }

  /** @param forced it is written whatever stands there */
  async storeDecided({ booking_id, therapist_id }: Key, forced: boolean, now: Date, tx: Queryable): Promise<void> {
    await tx.query(DECIDED, [booking_id, therapist_id, forced, now]);
  }

  async storeChecked({ booking_id, therapist_id }: Key, tx: Queryable): Promise<void> {
    await tx.query(CHECKED, [booking_id, therapist_id]);
  }

  async awaitsLink(bookingId: string, now: Date): Promise<boolean> {
    const [row] = await this.database.query(AWAITS_LINK, [bookingId, now]);
    return row?.awaits === true;
  }

  /** Google's ids have the letters a to v and digits. */
  private eventId(bookingId: string): string {
    const bits = BigInt(`0x${this.keys.digest('calendar-event', bookingId).subarray(0, 20).toString('hex')}`);
    return bits.toString(32).padStart(32, '0');
  }
}
