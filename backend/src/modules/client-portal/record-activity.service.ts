import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../common/database/database';
import { Keyset, pageOf, readCursor } from '../../common/paging/paging';
import { AppConfig } from '../../config/app-config';
import type { ActivityLogEntry } from '../activity-log/activity.entity';
import { entryOf, EntryMarks, MarkedEntry } from '../activity-log/entry-marks.service';
import { RecordActivityDto, RecordActivityEntryDto, RecordActivityQueryDto } from './record-activity.dto';

interface RecordActivityRow extends Pick<ActivityLogEntry, 'id' | 'at' | 'action' | 'actor_type'> {
  actor_name: string | null;
  is_you: boolean;
  entry: MarkedEntry;
}

/** A client's own ids, those of before included. */
const OWN = `select $1::uuid as id union all select former_id from former_persons where person_id = $1`;
/** Also where the account had another id. */
const IS_YOU = `coalesce(a.actor_type = 'client' and a.actor_id in (${OWN}), false)`;

const OF_CLIENT = statement<RecordActivityRow>('activity-of-client', `select a.id, a.at, a.action, a.actor_type,
           case when a.actor_type = 'therapist' then coalesce(p.display_name, u.name) end as actor_name,
           ${IS_YOU} as is_you, ${entryOf('a')} as entry
         from activity_log a
         left join users u on u.id = a.actor_id and a.actor_type = 'therapist'
         left join therapist_profiles p on p.therapist_id = u.id
         where a.client_ids && (select array_agg(id) from (${OWN}) own) and ($5 or not ${IS_YOU}) and (a.action = any($6)) = $7 and ($2::timestamptz is null or (a.at, a.id) < ($2, $3::uuid))
         order by a.at desc, a.id desc limit $4`);

/** Signing in, and what belongs to it. Strangers can cause them as often as they like, so they do not stand among those who read. */
const SIGN_IN_EVENTS = ['register', 'login', 'logout', 'request_code', 'client_verify', 'client_verify_failed', 'trust_browser', 'revoke_trusted_browser'];

/** So many pages of what others wrote into the table are passed over. */
const ROUNDS = 200;

/** The activity log as one client may read it. */
@Injectable()
export class RecordActivityRepository {
  constructor(
    private readonly database: Database,
    private readonly marks: EntryMarks,
  ) {}

  /** Newest first; what the product did not write tells nobody anything. @param own whether what the client did is listed too. @param signIn the sign-in events instead of those of the record */
  async listEntries(clientId: string, page: { after: Keyset | undefined; limit: number; own: boolean; signIn: boolean }): Promise<RecordActivityRow[]> {
    const { limit, own, signIn } = page;
    const listed: RecordActivityRow[] = [];
    let after = page.after;
    for (let round = 0; round < ROUNDS && listed.length < limit; round += 1) {
      const at = after ? new Date(Number(after.at) / 1_000) : null;
      const found: RecordActivityRow[] = await this.database.query(OF_CLIENT, [clientId, at, after?.id ?? null, limit, own, SIGN_IN_EVENTS, signIn]);
      const genuine = new Set(await this.marks.genuine(found.map(({ entry }) => entry), this.database));
      listed.push(...found.filter(({ entry }) => genuine.has(entry)));
      const last = found.at(-1);
      if (!last || found.length < limit) break;
      after = keysetOf(last);
    }
    return listed.slice(0, limit);
  }
}

const PAGE_ROWS = 50;

export interface RecordActivityPage extends RecordActivityDto {
  /** A `Link` header value when there is more. */
  link: string | undefined;
}

/** "Who opened my record": every read and write of a client's record, from the activity log; apart from them, how its account was signed in to. */
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
    const about = query.about ?? 'record';
    const found = await this.repository.listEntries(clientId, { after: readCursor(query.cursor), limit: limit + 1, own: by === 'all', signIn: about === 'sign_in' });
    const { rows, link } = pageOf(found, limit, `${this.config.publicUrl}/api/client/activity`, { limit, by, about }, keysetOf);
    return { entries: rows.map(toEntry), link };
  }
}

/** Entries are written with the application's clock, which counts milliseconds. */
function keysetOf({ at, id }: Pick<RecordActivityRow, 'at' | 'id'>): Keyset {
  return { at: `${at.getTime()}000`, id };
}

function toEntry({ id, at, action, actor_type, actor_name, is_you }: RecordActivityRow): RecordActivityEntryDto {
  return { id, at: at.toISOString(), action, actor_type, actor_name, is_you };
}
