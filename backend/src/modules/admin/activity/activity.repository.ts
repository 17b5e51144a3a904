import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../common/database/database';
import { Keyset, keysetMoment, keysetTime } from '../../../common/paging/paging';
import type { ActivityLogEntry } from '../../activity-log/activity.entity';
import { ACTOR_TYPES, ActorType } from './activity.dto';

export interface ActivityRow
  extends Pick<ActivityLogEntry, 'id' | 'at' | 'action' | 'actor_type' | 'actor_id' | 'subject_type' | 'subject_id' | 'details'> {
  keyset_at: string;
}

export interface ActivityFilter {
  action: string | undefined;
  actorType: ActorType | undefined;
  after: Keyset | undefined;
  limit: number;
}

function listSql(by: 'time' | 'actor' | 'action', paged: boolean): string {
  let placeholders = 0;
  const next = (): string => `$${(placeholders += 1)}`;
  const conditions: string[] = [];
  let from = 'activity_log a';
  if (by === 'actor') conditions.push(`a.actor_type = ${next()}`);
  if (by === 'action') {
    conditions.push(`a.action = ${next()}`, 'a.actor_type = kind');
    from = `unnest(${next()}::text[]) as kind cross join lateral`;
  }
  if (paged) conditions.push(`(a.at, a.id) < (${keysetMoment(next())}, ${next()}::uuid)`);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const page = `${where} order by a.at desc, a.id desc limit ${next()}`;
  const columns = `a.id, a.at, a.action, a.actor_type, a.actor_id, a.subject_type, a.subject_id, a.details, ${keysetTime('a.at')} as keyset_at`;
  const rows = by === 'action' ? `${from} (select a.* from activity_log a ${page}) a order by a.at desc, a.id desc limit $${placeholders}` : `${from} ${page}`;
  return `select ${columns} from ${rows}`;
}

const LISTS = {
  time: {
    first: statement<ActivityRow>('admin-activity-by-time', listSql('time', false)),
    next: statement<ActivityRow>('admin-activity-by-time-paged', listSql('time', true)),
  },
  actor: {
    first: statement<ActivityRow>('admin-activity-by-actor', listSql('actor', false)),
    next: statement<ActivityRow>('admin-activity-by-actor-paged', listSql('actor', true)),
  },
  action: {
    first: statement<ActivityRow>('admin-activity-by-action', listSql('action', false)),
    next: statement<ActivityRow>('admin-activity-by-action-paged', listSql('action', true)),
  },
};

/** The activity log as the operator reads it; digests of addresses stay where they are. */
@Injectable()
export class AdminActivityRepository {
  constructor(private readonly database: Database) {}

  /** The newest first. */
  async listEntries({ action, actorType, after, limit }: ActivityFilter): Promise<ActivityRow[]> {
    // The index on actions goes on with the kind of actor, so each kind is looked up by itself.
    const kinds = actorType ? [actorType] : ACTOR_TYPES;
    const values = [...(action ? [action, kinds] : actorType ? [actorType] : []), ...(after ? [after.at, after.id] : []), limit];
    const by = action ? 'action' : actorType ? 'actor' : 'time';
    return this.database.query(LISTS[by][after ? 'next' : 'first'], values);
  }
}
