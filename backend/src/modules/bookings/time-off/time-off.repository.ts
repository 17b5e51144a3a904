import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { Booking } from '../booking.entity';
import { TIME_OFF_OWNER, TimeOff, timeOffInstants } from './time-off.entity';

/** Which time it is; the rest is about the row. */
export type TimeOffSpan = Pick<TimeOff, 'kind' | 'starts_at' | 'ends_at' | 'first_date' | 'last_date'>;

/** Time off by the clock of a zone. */
export interface TimeOffRow extends Pick<TimeOff, 'id' | 'kind'> {
  /** Null as well where it does not open. */
  name: string | null;
  starts_at: Date;
  ends_at: Date;
  /** Of a block, to the minute: 'yyyy-MM-dd HH:mm'. */
  local_start: string;
  local_end: string;
  /** Of a holiday, 'yyyy-MM-dd'. */
  first_date: string | null;
  last_date: string | null;
}

type SealedRow = Omit<TimeOffRow, 'name'> & Pick<TimeOff, 'name' | 'therapist_id'>;

const { startsAt, endsAt } = timeOffInstants('$2');
const LIST = statement<SealedRow>('time-off-list', `select o.id, o.therapist_id, o.kind, o.name, ${startsAt} as starts_at, ${endsAt} as ends_at,
           to_char(o.starts_at at time zone $2, 'YYYY-MM-DD HH24:MI') as local_start, to_char(o.ends_at at time zone $2, 'YYYY-MM-DD HH24:MI') as local_end,
           to_char(o.first_date, 'YYYY-MM-DD') as first_date, to_char(o.last_date, 'YYYY-MM-DD') as last_date
         from time_off o
         where o.therapist_id = $1 and ($3::uuid is null or o.id = $3)
           and ($4::date is null or ${endsAt} > $4::date::timestamp at time zone $2) and ($5::date is null or ${startsAt} < ($5::date + 1)::timestamp at time zone $2)
         order by starts_at, id`);

const COUNT = statement<{ count: number }>('time-off-count', 'select count(*)::int as count from time_off where therapist_id = $1');

/** A practice may have thousands in a year, and is told of these. */
export const COUNTED_APPOINTMENTS = 100;
/** No appointment takes longer than a day. */
const APPOINTMENTS_IN = statement<Pick<Booking, 'starts_at'>>('appointments-in-time-off', `select starts_at from bookings
         where therapist_id = $1 and status = 'confirmed'
           and starts_at < coalesce($4::timestamptz, ($6::date + 1)::timestamp at time zone $2) and ends_at > coalesce($3::timestamptz, $5::date::timestamp at time zone $2)
           and starts_at > coalesce($3::timestamptz, $5::date::timestamp at time zone $2) - interval '1 day' order by starts_at limit ${COUNTED_APPOINTMENTS + 1}`);

/** Time off of therapists; names are plain on this side. */
@Injectable()
export class TimeOffRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  /** @param filter days of the zone, both included */
  async listTimeOff(therapistId: string, zone: string, filter: { id?: string | undefined; from?: string | undefined; to?: string | undefined }, on: Queryable = this.database): Promise<TimeOffRow[]> {
    const rows = await on.query(LIST, [therapistId, zone, filter.id ?? null, filter.from ?? null, filter.to ?? null]);
    return rows.map(({ therapist_id, name, ...row }) => ({ ...row, name: name && (this.cipher.tryDecrypt(name, TIME_OFF_OWNER.place('name', { id: row.id, therapist_id })) ?? null) }));
  }

  async countTimeOff(therapistId: string, on: Queryable): Promise<number> {
    const [row] = await on.query(COUNT, [therapistId]);
    return row?.count ?? 0;
  }

  /** When the first confirmed appointments of the therapist begin that lie in this time, or in a part of it: one more than are counted, at most. */
  async listAppointmentsIn(therapistId: Booking['therapist_id'], zone: string, span: TimeOffSpan, on: Queryable): Promise<Date[]> {
    const rows = await on.query(APPOINTMENTS_IN, [therapistId, zone, span.starts_at, span.ends_at, span.first_date, span.last_date]);
    return rows.map(({ starts_at }) => starts_at);
  }

  async insertTimeOff(row: Omit<TimeOff, 'name' | 'updated_at'> & { name: string | null }, on: Queryable): Promise<void> {
    await on.manager.insert(TimeOff, { ...row, name: this.sealed(row.name, row), updated_at: row.created_at });
  }

  /** @returns false when there is none of this therapist */
  async updateTimeOff(own: Pick<TimeOff, 'id' | 'therapist_id'>, change: TimeOffSpan & { name: string | null; updated_at: Date }, on: Queryable): Promise<boolean> {
    const { affected } = await on.manager.update(TimeOff, { id: own.id, therapist_id: own.therapist_id }, { ...change, name: this.sealed(change.name, own) });
    return affected === 1;
  }

  /** @returns false when there is none of this therapist */
  async deleteTimeOff({ id, therapist_id }: Pick<TimeOff, 'id' | 'therapist_id'>, on: Queryable): Promise<boolean> {
    const { affected } = await on.manager.delete(TimeOff, { id, therapist_id });
    return affected === 1;
  }

  private sealed(name: string | null, own: Pick<TimeOff, 'id' | 'therapist_id'>): Buffer | null {
    return name === null ? null : this.cipher.encrypt(name, TIME_OFF_OWNER.place('name', own));
  }
}
