import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { sealedPlace } from '../../../common/crypto/sealed';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, isId, Queryable, statement } from '../../../common/database/database';
import type { Booking } from '../../bookings/booking.entity';
import type { Client } from '../../clients/client.entity';
import { DEFAULT_RULES } from '../../scheduling/rules/working-rules';
import { BookingReminder, StoppedReminders } from './reminder.entity';
import { DEFAULT_REMINDERS } from './reminder-settings.service';

/** The longest time before an appointment, and a day of quiet hours before that. */
const HORIZON = `interval '192 hours'`;
/** So long before the quiet hours a reminder goes out that would be due in them. */
const BEFORE_QUIET = `interval '30 minutes'`;
/** Whoever was told of an appointment later than so long before its reminder has just read of it. */
const JUST_TOLD = `interval '1 hour'`;
/** Whoever has not confirmed the practice gets one reminder of it a day: anybody can be booked for. A little less, as rounds are not always as late. */
const A_DAY = `interval '20 hours'`;
/** Reminders of appointments that are over are kept for a while: what became of their mails is asked for. */
const KEPT = `interval '30 days'`;

/** By so much a reminder's moment can lie before it is due: quiet hours are less than a day, and a clock may be put forward in them. */
const LONGEST_QUIET = `interval '26 hours'`;

/** Minutes of a day within the quiet hours of `q`, which may go over midnight. */
const isQuiet = (minute: string): string => `(q.quiet_from is not null and case when q.quiet_from < q.quiet_to then ${minute} >= q.quiet_from and ${minute} < q.quiet_to
             else ${minute} >= q.quiet_from or ${minute} < q.quiet_to end)`;
const minuteOf = (local: string): string => `(extract(hour from ${local}) * 60 + extract(minute from ${local}))::int`;

/**
 * $1: now, $2: how many, $3-$5: the defaults. A client's zone that this server does not know is not asked about: one bad name would keep
 * everybody's reminders back. Nobody is reminded of what they booked or moved after the reminder's moment, or shortly before it.
 * A reminder that would be due in quiet hours has its moment before them. Zones and quiet hours are looked at only of those that may be due: they take longer than all else.
 */
const PUT_IN_LINE = statement<Pick<BookingReminder, 'id'>>('reminders-put-in-line', `with zones as materialized (select name from pg_timezone_names)
         insert into booking_reminders (id, booking_id, starts_at, created_at)
         select gen_random_uuid(), d.id, d.starts_at, $1 from (
         select b.id, b.starts_at, b.therapist_id, b.client_id, row_number() over (partition by b.therapist_id, b.client_id order by b.starts_at, b.id) as turn
         from (select b.id, b.starts_at, b.therapist_id, b.client_id, b.client_timezone, b.timezone, b.created_at, b.starts_at - h.hours * interval '1 hour' as due,
             case when s.therapist_id is null then $4::int else s.quiet_from end as quiet_from, case when s.therapist_id is null then $5::int else s.quiet_to end as quiet_to
           from bookings b
           join users u on u.id = b.therapist_id and u.is_active
           left join reminder_settings s on s.therapist_id = b.therapist_id
           left join service_reminders o on o.service_id = b.service_id
           cross join lateral (select coalesce(o.hours_before, s.hours_before, $3::int) as hours) h
           where b.status = 'confirmed' and b.starts_at > $1 and b.starts_at < $1::timestamptz + ${HORIZON} and h.hours > 0
             and b.starts_at - h.hours * interval '1 hour' <= $1::timestamptz + ${LONGEST_QUIET}
             and not exists (select from booking_reminders r where r.booking_id = b.id and r.starts_at = b.starts_at)
           offset 0) b
         cross join lateral (select case when b.client_timezone in (select name from zones) then b.client_timezone else zone_or_utc(b.timezone) end as zone, b.quiet_from, b.quiet_to) q
         cross join lateral (select b.due at time zone q.zone as local, ${minuteOf('b.due at time zone q.zone')} as minute, ${minuteOf('$1::timestamptz at time zone q.zone')} as now_minute) m
         cross join lateral (select case when ${isQuiet('m.minute')}
             then (date_trunc('day', m.local) - case when m.minute < q.quiet_from then interval '1 day' else interval '0' end + q.quiet_from * interval '1 minute' - ${BEFORE_QUIET}) at time zone q.zone
             else b.due end as moment) t
         where t.moment <= $1
           and not ${isQuiet('m.now_minute')}
           and not exists (select from stopped_reminders k where k.client_id = b.client_id)
           and t.moment >= ${JUST_TOLD} + coalesce((select max(e.created_at) from booking_events e where e.booking_id = b.id and e.kind in ('booked', 'moved')), b.created_at)
         ) d
         where exists (select from confirmed_clients k where k.therapist_id = d.therapist_id and k.client_id = d.client_id)
           or d.turn = 1 and not exists (select from booking_reminders r join bookings o on o.id = r.booking_id
             where o.therapist_id = d.therapist_id and o.client_id = d.client_id and o.id <> d.id and r.created_at > $1::timestamptz - ${A_DAY})
         order by d.starts_at limit $2
         on conflict do nothing returning id`);

/** What a reminder tells: time, therapist and place, as the mails about what happened do. */
export interface ReminderNotice extends Pick<Booking, 'starts_at' | 'ends_at' | 'timezone' | 'client_timezone' | 'place_kind' | 'place_detail' | 'client_id'> {
  id: string;
  client_email: Client['email'];
  therapist_name: string;
  by_anybody: boolean;
  cancellation_notice_hours: number;
}

const FOR_MAIL = statement<ReminderNotice & Pick<Booking, 'manage_token' | 'manage_token_hash' | 'therapist_id'> & { booking_id: string }>('reminder-for-mail', `select r.id, r.booking_id, b.starts_at, b.ends_at, b.timezone, b.client_timezone,
                b.place_kind, b.place_detail, b.client_id, c.email as client_email, b.manage_token, b.manage_token_hash, b.therapist_id,
                b.by_stranger and not exists (select from bookings k where k.client_id = b.client_id and k.therapist_id = b.therapist_id and not k.by_stranger) as by_anybody,
                coalesce(p.display_name, u.name) as therapist_name, coalesce(h.cancellation_notice_hours, $3) as cancellation_notice_hours
           from booking_reminders r
           join bookings b on b.id = r.booking_id and b.starts_at = r.starts_at and b.status = 'confirmed' and b.starts_at > $2
           join clients c on c.id = b.client_id
           join users u on u.id = b.therapist_id and u.is_active
           left join therapist_profiles p on p.therapist_id = b.therapist_id
           left join working_hours h on h.therapist_id = b.therapist_id
          where r.id = $1 and not exists (select from stopped_reminders k where k.client_id = b.client_id)`);

const STOP = statement('reminders-stop', 'insert into stopped_reminders (client_id, stopped_at) values ($1, $2) on conflict do nothing');
const STOP_MERGED = statement('reminders-stop-merged', `insert into stopped_reminders (client_id, stopped_at) select $2, stopped_at from stopped_reminders where client_id = $1 on conflict do nothing`);
const DELETE_OLD = statement<Pick<BookingReminder, 'id'>>('reminders-delete-old', `delete from booking_reminders where id in (select id from booking_reminders where starts_at < $1::timestamptz - ${KEPT} limit 5000) returning id`);

/** A reminder with the secrets of its links. */
export interface FoundReminder {
  notice: ReminderNotice;
  therapistId: string;
  manageToken: string;
  choiceToken: string;
}

const WHOSE = statement<{ client_id: Booking['client_id']; client_email: Client['email'] }>('reminder-whose', `select b.client_id, c.email as client_email from booking_reminders r
         join bookings b on b.id = r.booking_id join clients c on c.id = b.client_id where r.id = $1`);

/** Which appointments are to be reminded of, and who wants no reminders. */
@Injectable()
export class ReminderRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly keys: KeyRing,
  ) {}

  /** @returns those that are put in line now, `limit` at most: the next appointments first */
  async putInLine(now: Date, limit: number, tx: Queryable): Promise<string[]> {
    const { hours_before, quiet_from, quiet_to } = DEFAULT_REMINDERS;
    return (await tx.query(PUT_IN_LINE, [now, limit, hours_before, quiet_from, quiet_to])).map(({ id }) => id);
  }

  /** @returns undefined when there is nothing to be reminded of any more, or the client wants none */
  async findForMail(id: string, now: Date): Promise<FoundReminder | undefined> {
    const [row] = await this.database.query(FOR_MAIL, [id, now, DEFAULT_RULES.cancellationNoticeHours]);
    if (!row) return undefined;
    const { manage_token, manage_token_hash, therapist_id, booking_id, ...notice } = row;
    const place = sealedPlace('bookings', 'manage_token', { id: booking_id, therapist_id, client_id: notice.client_id, manage_token_hash });
    return { notice, therapistId: therapist_id, manageToken: this.cipher.decrypt(manage_token, place), choiceToken: `${id}.${this.proofOf(id, notice).toString('base64url')}` };
  }

  /**
   * Only who got the mail has its token, and it ends when the client has another address.
   * @param idsOf under which ids a client was known: the appointment may have become another one's of the same address since the mail
   * @returns the client's id
   */
  async findByToken(token: string, idsOf: (clientId: string) => Promise<string[]>): Promise<string | undefined> {
    const [id = '', proof = ''] = token.split('.');
    const [row] = isId(id) ? await this.database.query(WHOSE, [id]) : [];
    if (!row) return undefined;
    const given = Buffer.from(proof, 'base64url');
    const proves = (client_id: string): boolean => equalInConstantTime(given, this.proofOf(id, { ...row, client_id }));
    return proves(row.client_id) || (await idsOf(row.client_id)).some(proves) ? row.client_id : undefined;
  }

  private proofOf(id: string, { client_id, client_email }: Pick<ReminderNotice, 'client_id' | 'client_email'>): Buffer {
    return this.keys.digest('choice of reminders', JSON.stringify([id, client_id, client_email]));
  }

  async markSent(id: string, now: Date): Promise<void> {
    await this.database.manager.update(BookingReminder, { id }, { sent_at: now });
  }

  async isStopped(clientId: string): Promise<boolean> {
    return (await this.database.manager.findOneBy(StoppedReminders, { client_id: clientId })) !== null;
  }

  async stop(clientId: string, now: Date, tx: Queryable): Promise<void> {
    await tx.query(STOP, [clientId, now]);
  }

  async start(clientIds: readonly string[], tx: Queryable): Promise<void> {
    await tx.manager.delete(StoppedReminders, { client_id: In([...clientIds]) });
  }

  /** Two persons are one: who wanted no reminders as either of them gets none. */
  async mergeStopped(fromId: string, intoId: string, tx: Queryable): Promise<void> {
    await tx.query(STOP_MERGED, [fromId, intoId]);
  }

  /** @returns how many went */
  async deleteOld(now: Date): Promise<number> {
    return (await this.database.query(DELETE_OLD, [now])).length;
  }
}
