import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { KeyRing } from '../../common/crypto/key-ring';
import { Queryable } from '../../common/database/database';
import { newId } from '../../common/database/ids';
import { ActivityDetails, assertContentFree } from './activity-details';

export type ActivitySubject =
  | 'user'
  | 'therapist'
  | 'service'
  | 'working_hours'
  | 'client'
  | 'booking'
  | 'session'
  | 'session_note'
  | 'care_plan'
  | 'administrator'
  | 'break_glass'
  | 'job';

export interface Activity {
  action: string;
  subjectType?: ActivitySubject;
  subjectId?: string;
  /** The clients whose record was read or written: what "Who opened my record" is answered from. */
  clientIds?: readonly string[];
  details?: ActivityDetails;
}

const INSERT = {
  name: 'activity-insert',
  // The condition gives the transaction its id before the entry draws its number. Sealing waits for smaller ids to end, and so never
  // closes a range of numbers into which somebody is still writing.
  text: `insert into activity_log (id, at, action, actor_type, actor_id, session_id, subject_type, subject_id, address_hash, details, client_ids)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 where pg_current_xact_id() is not null`,
};

/** The activity log's write port: who did what, when, from where, in the transaction of the deed itself. */
@Injectable()
export class ActivityLog {
  constructor(
    private readonly keys: KeyRing,
    private readonly clock: Clock,
  ) {}

  /** @throws Error when the action or a detail could carry content; nothing is written then, nor is the deed of that transaction */
  async record(tx: Queryable, actor: Actor, activity: Activity): Promise<void> {
    assertContentFree(activity.action, activity.details ?? {});
    await tx.query(INSERT, [
      newId(),
      this.clock.now(),
      activity.action,
      actor.type,
      actor.id,
      actor.sessionId,
      activity.subjectType ?? null,
      activity.subjectId ?? null,
      actor.address === null ? null : this.keys.digest('activity-address', actor.address),
      JSON.stringify(activity.details ?? {}),
      activity.clientIds && activity.clientIds.length > 0 ? [...new Set(activity.clientIds)] : null,
    ]);
  }
}
