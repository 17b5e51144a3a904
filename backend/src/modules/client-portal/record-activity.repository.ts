import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database';

export interface RecordActivityRow {
  id: string;
  at: Date;
  action: string;
  actor_type: 'visitor' | 'client' | 'therapist' | 'admin' | 'system';
  actor_id: string | null;
  actor_name: string | null;
}

export interface RecordActivityCursor {
  at: Date;
  id: string;
}

const OF_CLIENT = {
  name: 'activity-of-client',
  text: `select a.id, a.at, a.action, a.actor_type, a.actor_id,
           case when a.actor_type = 'therapist' then coalesce(p.display_name, u.name) end as actor_name
         from activity_log a
         left join users u on u.id = a.actor_id and a.actor_type = 'therapist'
         left join therapist_profiles p on p.therapist_id = u.id
         where a.client_ids && (select array_agg(id) from (select $1::uuid as id union all select former_id from former_persons where person_id = $1) own) and ($5 or ((a.actor_type <> 'client' or a.actor_id <> $1) and a.action <> 'request_code')) and ($2::timestamptz is null or (a.at, a.id) < ($2, $3::uuid))
         order by a.at desc, a.id desc limit $4`,
};

/** The activity log as one client may read it. */
@Injectable()
export class RecordActivityRepository {
  constructor(private readonly database: Database) {}

  /** Newest first. @param own whether what the client did is listed too, and codes asked for with the address, which open nothing */
  async list(clientId: string, page: { after: RecordActivityCursor | undefined; limit: number; own: boolean }): Promise<RecordActivityRow[]> {
    const { after, limit, own } = page;
    return this.database.query<RecordActivityRow>(OF_CLIENT, [clientId, after?.at ?? null, after?.id ?? null, limit, own]);
  }
}
