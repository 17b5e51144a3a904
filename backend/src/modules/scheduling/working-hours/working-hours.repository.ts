import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { TherapistProfile } from '../../therapists/therapist.entity';
import { StoredHours } from '../rules/working-rules';
import { WorkingHours } from './working-hours.entity';

export interface WorkingHoursRow {
  /** The profile's; null without a profile. */
  timezone: TherapistProfile['timezone'] | null;
  hours: StoredHours | null;
}

const FIND = statement<WorkingHoursRow>('working-hours-find', `select p.timezone, to_json(w) as hours
         from users u
         left join therapist_profiles p on p.therapist_id = u.id
         left join working_hours w on w.therapist_id = u.id
         where u.id = $1`);

@Injectable()
export class WorkingHoursRepository {
  constructor(private readonly database: Database) {}

  async findHours(therapistId: string, on: Queryable = this.database): Promise<WorkingHoursRow | undefined> {
    const [row] = await on.query(FIND, [therapistId]);
    return row;
  }

  /** In place of those that were there. */
  async saveHours(hours: WorkingHours, on: Queryable): Promise<void> {
    const columns = Object.keys(hours).filter((column) => column !== 'therapist_id');
    await on.manager.createQueryBuilder().insert().into(WorkingHours).values(hours).orUpdate(columns, ['therapist_id']).updateEntity(false).execute();
  }
}
