import { Injectable } from '@nestjs/common';
import { Database, Statement, statement } from '../../../common/database/database';
import { Keyset, keysetMoment, keysetTime } from '../../../common/paging/paging';
import { ACTOR_TYPES, ActorType } from './activity.dto';

export interface ActivityRow {
  id: string;
  at: Date;
  action: string;
  actor_type: ActorType;
  actor_id: string | null;
  subject_type: string | null;
  subject_id: string | null;
  details: Record<string, unknown>;
  keyset_at: string;
}

export interface ActivityFilter {
  action: string | undefined;
  actorType: ActorType | undefined;
  after: Keyset | undefined;
  limit: number;
}

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
    return this.database.query<ActivityRow>(LISTS[by][after ? 'next' : 'first'], values);
  }
}

function listStatement(by: 'time' | 'actor' | 'action', paged: boolean): Statement {
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
  return statement(['admin-activity-by', by, ...(paged ? ['paged'] : [])].join('-'), `select ${columns} from ${rows}`);
}

function pages(by: 'time' | 'actor' | 'action'): { first: Statement; next: Statement } {
  return { first: listStatement(by, false), next: listStatement(by, true) };
}

const LISTS = { time: pages('time'), actor: pages('actor'), action: pages('action') };
