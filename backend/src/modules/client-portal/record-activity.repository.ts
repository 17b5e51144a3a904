import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../common/database/database';
import type { ActivityLogEntry } from '../activity-log/activity.entity';
import { practicesGoneTo } from '../clients/persons/persons.service';
import { entryOf, EntryMarks, MarkedEntry } from '../activity-log/entry-marks.service';

export interface RecordActivityRow extends Pick<ActivityLogEntry, 'id' | 'at' | 'action' | 'actor_type' | 'actor_id'> {
  actor_name: string | null;
  is_you: boolean;
}

/** Where a walk through a client's part of the log stands. */
export interface Place extends Pick<ActivityLogEntry, 'id' | 'at'> {
  /** At the deeds of practices that the client has nothing to do with, which come last. */
  strangers: boolean;
}

export interface Walk {
  /** Whether what the client did is listed too. */
  own: boolean;
  /** The sign-in events instead of those of the record. */
  signIn: boolean;
  /** Under which ids the account did what it did. */
  you: readonly string[];
  strangers: boolean;
  after: Pick<Place, 'id' | 'at'> | undefined;
  rows: number;
}

/** Also where the account had another id. $6: the account's own ids, those of before included; what is kept of its address may have been somebody else's doing. */
const IS_YOU = `coalesce(a.actor_type = 'client' and a.actor_id = any($6::uuid[]), false)`;
/** Anybody is a practice with a Google account, and books for anybody's address. */
const OF_STRANGER = `coalesce(a.actor_type = 'therapist' and a.actor_id <> all(array${practicesGoneTo('$1::uuid[]')}), false)`;
/**
 * Signing in, and what belongs to it. Strangers can cause them as often as they like, so they do not stand among those who read. The index is of
 * these.
 */
const SIGN_IN_EVENTS = `('register', 'login', 'logout', 'request_code', 'client_verify', 'client_verify_failed', 'trust_browser', 'revoke_trusted_browser')`;

const listSql = (which: string): string => `select a.id, a.at, a.action, a.actor_type, a.actor_id,
           case when a.actor_type = 'therapist' then coalesce(p.display_name, u.name) end as actor_name,
           ${IS_YOU} as is_you, ${entryOf('a')} as entry
         from activity_log a
         left join users u on u.id = a.actor_id and a.actor_type = 'therapist'
         left join therapist_profiles p on p.therapist_id = u.id
         where a.client_ids && $1::uuid[] and ($5 or not ${IS_YOU}) and ${which}
           and ($2::timestamptz is null or (a.at, a.id) < ($2, $3::uuid))
         order by a.at desc, a.id desc limit $4`;

const OF_RECORD = statement<RecordActivityRow & { entry: MarkedEntry }>('activity-of-record', listSql(`a.action not in ${SIGN_IN_EVENTS} and ${OF_STRANGER} = $7`));
const OF_SIGN_IN = statement<RecordActivityRow & { entry: MarkedEntry }>('activity-of-sign-in', listSql(`a.action in ${SIGN_IN_EVENTS}`));

/** The activity log as one client may read it. */
@Injectable()
export class RecordActivityRepository {
  constructor(
    private readonly database: Database,
    private readonly marks: EntryMarks,
  ) {}

  /** Newest first. @returns the entries that the product wrote, and how far they go; nothing when that is the end */
  async listEntries(clientIds: readonly string[], { own, signIn, you, strangers, after, rows }: Walk): Promise<{ entries: RecordActivityRow[]; end: Pick<Place, 'id' | 'at'> | undefined }> {
    const given = [clientIds, after?.at ?? null, after?.id ?? null, rows, own, you];
    const found = signIn ? await this.database.query(OF_SIGN_IN, given) : await this.database.query(OF_RECORD, [...given, strangers]);
    const genuine = new Set(await this.marks.genuine(found.map(({ entry }) => entry), this.database));
    return { entries: found.filter(({ entry }) => genuine.has(entry)), end: found.length < rows ? undefined : found.at(-1) };
  }
}
