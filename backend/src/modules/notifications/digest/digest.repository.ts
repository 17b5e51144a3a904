import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { Booking } from '../../bookings/booking.entity';
import type { TherapistProfile } from '../../therapists/therapist.entity';
import { MorningDigest } from './digest.entity';

/** From when on it is sent; who turns it on in the afternoon gets the next one. */
const FROM = '06:00';
const UNTIL = '12:00';
const KEPT = `interval '7 days'`;
/** More than so many are not told one by one. */
const TOLD = 50;

/** $1: now, $2: how many. A day without appointments has no mail. */
const PUT_IN_LINE = statement<Pick<MorningDigest, 'id'>>('digests-put-in-line', `insert into morning_digests (id, therapist_id, day, created_at)
         select gen_random_uuid(), s.therapist_id, l.moment::date, $1 from reminder_settings s
         join users u on u.id = s.therapist_id and u.is_active
         join therapist_profiles p on p.therapist_id = s.therapist_id
         cross join lateral (select $1::timestamptz at time zone zone_or_utc(p.timezone) as moment) l
         where s.morning_digest and l.moment::time >= '${FROM}' and l.moment::time < '${UNTIL}'
           and not exists (select from morning_digests d where d.therapist_id = s.therapist_id and d.day = l.moment::date)
           and exists (select from bookings b where b.therapist_id = s.therapist_id and b.status = 'confirmed'
             and b.starts_at > $1 and b.starts_at < (l.moment::date + 1)::timestamp at time zone zone_or_utc(p.timezone))
         order by s.therapist_id limit $2
         on conflict do nothing returning id`);

/** A day's appointments without anything about who they are with. */
export interface DigestRow extends Pick<Booking, 'starts_at' | 'ends_at'>, Pick<TherapistProfile, 'timezone'> {
  therapist_id: string;
}

const FOR_MAIL = statement<DigestRow>('digest-for-mail', `select d.therapist_id, p.timezone, b.starts_at, b.ends_at from morning_digests d
         join reminder_settings s on s.therapist_id = d.therapist_id and s.morning_digest
         join users u on u.id = d.therapist_id and u.is_active
         join therapist_profiles p on p.therapist_id = d.therapist_id
         join bookings b on b.therapist_id = d.therapist_id and b.status = 'confirmed' and b.starts_at > $2
           and b.starts_at >= d.day::timestamp at time zone zone_or_utc(p.timezone) and b.starts_at < (d.day + 1)::timestamp at time zone zone_or_utc(p.timezone)
         where d.id = $1 order by b.starts_at limit ${TOLD}`);
const DELETE_OLD = statement<Pick<MorningDigest, 'id'>>('digests-delete-old', `delete from morning_digests where id in (select id from morning_digests where created_at < $1::timestamptz - ${KEPT} limit 5000) returning id`);

/** Whose day begins, and what is on it. */
@Injectable()
export class DigestRepository {
  constructor(private readonly database: Database) {}

  /** @returns those that are put in line now, `limit` at most */
  async putInLine(now: Date, limit: number, tx: Queryable): Promise<string[]> {
    return (await tx.query(PUT_IN_LINE, [now, limit])).map(({ id }) => id);
  }

  /** What is still to come of that day, the first appointment first; nothing once it is turned off. */
  listDay(id: string, now: Date): Promise<DigestRow[]> {
    return this.database.query(FOR_MAIL, [id, now]);
  }

  /** @returns how many went */
  async deleteOld(now: Date): Promise<number> {
    return (await this.database.query(DELETE_OLD, [now])).length;
  }
}
