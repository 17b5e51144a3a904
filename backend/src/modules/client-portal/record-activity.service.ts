import { Injectable } from '@nestjs/common';
import { Database, isId } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { AppConfig } from '../../config/app-config';
import * as messages from './messages';
import { RecordActivityDto, RecordActivityEntryDto, RecordActivityQueryDto } from './record-activity.dto';

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

const PAGE_ROWS = 50;

export interface RecordActivityPage extends RecordActivityDto {
  /** A `Link` header value when there is more. */
  link: string | undefined;
}

/** "Who opened my record": every read and write of a client's record, from the activity log. */
@Injectable()
export class RecordActivityService {
  constructor(
    private readonly repository: RecordActivityRepository,
    private readonly config: AppConfig,
  ) {}

  /** Newest first. @throws DomainError invalid for a cursor that no page gave */
  async page(clientId: string, query: RecordActivityQueryDto): Promise<RecordActivityPage> {
    const limit = query.limit ?? PAGE_ROWS;
    const by = query.by ?? 'all';
    const rows = await this.repository.list(clientId, { after: readCursor(query.cursor), limit: limit + 1, own: by === 'all' });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    const parameters = last && new URLSearchParams({ limit: String(limit), by, cursor: writeCursor(last) }).toString();
    return {
      entries: page.map((row) => toEntry(row, clientId)),
      link: parameters && `<${this.config.publicUrl}/api/client/activity?${parameters}>; rel="next"`,
    };
  }
}

function toEntry({ id, at, action, actor_type, actor_id, actor_name }: RecordActivityRow, clientId: string): RecordActivityEntryDto {
  return { id, at: at.toISOString(), action, actor_type, actor_name, is_you: actor_type === 'client' && actor_id === clientId };
}

function writeCursor({ at, id }: RecordActivityRow): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url');
}

function readCursor(cursor: string | undefined): RecordActivityCursor | undefined {
  if (cursor === undefined) return undefined;
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
  const at = new Date(/^\d{1,15}$/.test(time) ? Number(time) : Number.NaN);
  if (Number.isNaN(at.getTime()) || !isId(id)) {
    throw new DomainError('invalid', messages.badCursor, { errors: [{ field: 'cursor', message: messages.badCursor }] });
  }
  return { at, id };
}
