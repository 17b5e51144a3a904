import { Injectable } from '@nestjs/common';
import { Database, Statement, statement } from '../../../common/database/database';
import { Keyset, keysetMoment, keysetTime } from '../../../common/paging/paging';
import type { ActivityLogEntry } from '../../activity-log/activity.entity';
import { entryOf, EntryMarks, MarkedEntry } from '../../activity-log/entry-marks.service';
import { ACTOR_TYPES, ActorType } from './activity.dto';

export interface ActivityRow
  extends Pick<ActivityLogEntry, 'id' | 'at' | 'action' | 'actor_type' | 'actor_id' | 'subject_type' | 'subject_id' | 'details'> {
  keyset_at: string;
  /** Whether the product wrote it. */
  is_genuine: boolean;
}

type FoundRow = Omit<ActivityRow, 'is_genuine'> & { entry: MarkedEntry };

export interface ActivityFilter {
  action: string | undefined;
  actorType: ActorType | undefined;
  /** Ids of therapists and administrators; only what they did. */
  people: readonly string[] | undefined;
  from: Date | undefined;
  /** The first moment that is no longer asked for. */
  to: Date | undefined;
  after: Keyset | undefined;
  limit: number;
}

/** A therapist or an administrator, whom the operator knows by name. */
export interface NamedPerson {
  id: string;
  name: string;
}

const COLUMNS = `a.id, a.at, a.action, a.actor_type, a.actor_id, a.subject_type, a.subject_id, a.details, ${keysetTime('a.at')} as keyset_at, ${entryOf('a')} as entry`;
const NEWEST = 'order by a.at desc, a.id desc limit';

const NAMES = statement<NamedPerson>('admin-activity-names', `select u.id, coalesce(p.display_name, u.name) as name from users u
           left join therapist_profiles p on p.therapist_id = u.id where u.user_type = 'therapist' and u.id = any($1)
         union all select id, username from administrators where id = any($1)`);

/** More than so many people of one name are not told apart by it. */
const PEOPLE = 50;

/** Planned for its own text, which decides the index. */
const PEOPLE_CALLED: Statement<{ id: string }> = {
  text: `(select therapist_id as id from therapist_directory where search like '%' || lower($1) || '%' limit ${PEOPLE})
         union all (select id from administrators where lower(username) like '%' || lower($1) || '%' limit ${PEOPLE})`,
};

/** One look into the index for each action that there is. */
const ACTIONS = statement<{ action: string }>('admin-activity-actions', `with recursive known as (
           (select action from activity_log order by action limit 1)
           union all
           select (select l.action from activity_log l where l.action > k.action order by l.action limit 1) from known k where k.action is not null
         ) select action from known where action is not null`);

/** The activity log as the operator reads it; digests of addresses stay where they are. */
@Injectable()
export class AdminActivityRepository {
  constructor(
    private readonly database: Database,
    private readonly marks: EntryMarks,
  ) {}

  /** The newest first. */
  async listEntries(filter: ActivityFilter): Promise<ActivityRow[]> {
    if (filter.people?.length === 0) return [];
    const { list, values } = listOf(filter);
    const rows = await this.database.query(list, values);
    const genuine = new Set((await this.marks.genuine(rows.map(({ entry }) => entry), this.database)).map(({ id }) => id));
    return rows.map(({ entry, ...row }) => ({ ...row, is_genuine: genuine.has(entry.id) }));
  }

  /** Every action that the log holds, by its name. */
  async listActions(): Promise<string[]> {
    return (await this.database.query(ACTIONS)).map(({ action }) => action);
  }

  /** Therapists and administrators with this in their name, address or link. Clients are not found: who is one is not for an operator to look up. */
  async findPeople(text: string): Promise<string[]> {
    return (await this.database.query(PEOPLE_CALLED, [text.replace(/[\\%_]/g, (sign) => `\\${sign}`)])).map(({ id }) => id);
  }

  /** Names of those among them who are therapists or administrators. */
  async namesOf(ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    return new Map((await this.database.query(NAMES, [ids])).map(({ id, name }) => [id, name]));
  }
}

/** Each kind of list goes through the index that serves it; what else is asked for is sifted on the way. */
function listOf({ action, actorType, people, from, to, after, limit }: ActivityFilter): { list: Statement<FoundRow>; values: unknown[] } {
  const values: unknown[] = [];
  const next = (value: unknown): string => `$${values.push(value)}`;
  const conditions: string[] = [];
  // The index on actions goes on with the kind of actor, so each kind is looked up by itself.
  const each = people ? next(people) + '::uuid[]' : action ? next(actorType ? [actorType] : ACTOR_TYPES) + '::text[]' : undefined;
  if (people) conditions.push('a.actor_id = one', `a.actor_type in ('therapist', 'admin')`);
  if (action) conditions.push(`a.action = ${next(action)}`);
  if (action && !people) conditions.push('a.actor_type = one');
  else if (actorType) conditions.push(`a.actor_type = ${next(actorType)}`);
  if (from) conditions.push(`a.at >= ${next(from)}::timestamptz`);
  if (to) conditions.push(`a.at < ${next(to)}::timestamptz`);
  if (after) conditions.push(`(a.at, a.id) < (${keysetMoment(next(after.at))}, ${next(after.id)}::uuid)`);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const most = next(limit);
  const rows = each ? `unnest(${each}) as one cross join lateral (select a.* from activity_log a ${where} ${NEWEST} ${most}) a` : `activity_log a ${where}`;
  const asked = { action, person: people, kind: actorType, from, to, after };
  const name = ['admin-activity', ...Object.entries(asked).flatMap(([part, value]) => (value === undefined ? [] : [part]))].join('-');
  return { list: { name, text: `select ${COLUMNS} from ${rows} ${NEWEST} ${most}` }, values };
}
