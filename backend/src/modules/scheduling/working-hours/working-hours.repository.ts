import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../../common/database/database';
import { StoredHours, WorkingHours } from '../rules/working-rules';

export interface WorkingHoursRow {
  /** The profile's; null without a profile. */
  timezone: string | null;
  hours: StoredHours | null;
}

const FIND = statement('working-hours-find', `select p.timezone, to_json(w) as hours
         from users u
         left join therapist_profiles p on p.therapist_id = u.id
         left join working_hours w on w.therapist_id = u.id
         where u.id = $1`);

const SAVE = statement('working-hours-save', `insert into working_hours (therapist_id, weekly, overrides, buffer_before_minutes, buffer_after_minutes,
           minimum_notice_hours, horizon_days, cancellation_notice_hours, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (therapist_id) do update set
           weekly = excluded.weekly, overrides = excluded.overrides,
           buffer_before_minutes = excluded.buffer_before_minutes, buffer_after_minutes = excluded.buffer_after_minutes,
           minimum_notice_hours = excluded.minimum_notice_hours, horizon_days = excluded.horizon_days,
           cancellation_notice_hours = excluded.cancellation_notice_hours, updated_at = excluded.updated_at`);

@Injectable()
export class WorkingHoursRepository {
  constructor(private readonly database: Database) {}

  async findHours(therapistId: string, on: Queryable = this.database): Promise<WorkingHoursRow | undefined> {
    const [row] = await on.query<WorkingHoursRow>(FIND, [therapistId]);
    return row;
  }

  async saveHours(therapistId: string, hours: WorkingHours, at: Date, on: Queryable): Promise<void> {
    await on.query(SAVE, [
      therapistId,
      JSON.stringify(hours.weekly),
      JSON.stringify(hours.overrides),
      hours.bufferBeforeMinutes,
      hours.bufferAfterMinutes,
      hours.minimumNoticeHours,
      hours.horizonDays,
      hours.cancellationNoticeHours,
      at,
    ]);
  }
}
