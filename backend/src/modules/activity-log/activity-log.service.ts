import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { KeyRing } from '../../common/crypto/key-ring';
import { isId, newId, Queryable, statement } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { Limit, subnetOf } from '../../common/limits/limits';
import { ProcessCounts } from '../../common/limits/process-counts';
import { Metrics } from '../../common/metrics/metrics';
import { Activity, ActivityDetails, ActivityRecorder, ActivitySubjects, Work } from '../../common/work/work';
import { QUEUE_NAMES } from '../../config/queue-names';
import { ActivityRecurrenceRepository, NewEntry, writeEntry } from './activity-recurrence.repository';
import type { ActivityTally } from './activity.entity';
import { WrittenEntries } from './written-entries';

declare module '../../common/work/work' {
  interface ActivitySubjects {
    user: true;
    therapist: true;
    service: true;
    working_hours: true;
    client: true;
    booking: true;
    session: true;
    session_note: true;
    care_plan: true;
    intake_form: true;
    intake_request: true;
    meeting_consent: true;
    meeting_session: true;
    administrator: true;
    break_glass: true;
  }
  interface ActivityDetails {
    by?: 'code' | 'link';
    change_id?: string;
    entries?: number;
    /** When an export was made, in milliseconds. */
    exported_at?: number;
    fields?: readonly string[];
    file_id?: string;
    first?: boolean;
    found?: boolean;
    party?: 'therapist' | 'client';
    purpose?: 'sign_in' | 'proof' | 'address_change';
    /** Why something ended: a word that stands in the code. */
    reason?: string;
    recorded_by?: 'therapist' | 'client';
    seals?: number;
    section?: 'profile' | 'bookings' | 'intake_forms' | 'session_notes' | 'care_plans';
    sources?: number;
    therapist_id?: string;
    times?: number;
    trust_id?: string;
    /** The first change of address that a way back undoes. */
    undoes?: string;
    verified?: boolean;
    version?: number;
    way?: 'screen' | 'portal' | 'link';
    /** What became of the note that was made of a transcript. */
    note?: 'none' | 'destroyed' | 'kept';
  }
}

type Kind<T> = (value: unknown) => value is T;

/** The name of a field, a job or the like, as it stands in the code: no space, no @, nothing that begins a new line. */
const WORD = /^[a-z][A-Za-z0-9_.:-]{0,63}$/;
/** A birth date, a phone number or a code has such a run; no name of ours does. */
const DIGITS = /\d{4}/;
const MAX_WORDS = 100;

const isWord: Kind<string> = (value): value is string => typeof value === 'string' && WORD.test(value) && !DIGITS.test(value);
const areWords: Kind<readonly string[]> = (value): value is readonly string[] =>
  Array.isArray(value) && value.length <= MAX_WORDS && value.every(isWord);
const isCount: Kind<number> = (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isFlag: Kind<boolean> = (value): value is boolean => typeof value === 'boolean';
const oneOf =
  <W extends string>(...words: readonly W[]): Kind<W> =>
  (value): value is W =>
    words.includes(value as W);

/** All that a detail can hold: an id, a count, a flag, or words that stand in the code. */
const DETAILS: { readonly [D in keyof ActivityDetails]-?: Kind<NonNullable<ActivityDetails[D]>> } = {
  by: oneOf('code', 'link'),
  change_id: isId as Kind<string>,
  entries: isCount,
  exported_at: isCount,
  fields: areWords,
  file_id: isId as Kind<string>,
  first: isFlag,
  found: isFlag,
  job: isWord,
  party: oneOf('therapist', 'client'),
  purpose: oneOf('sign_in', 'proof', 'address_change'),
  queue: oneOf(...QUEUE_NAMES),
  reason: isWord,
  recorded_by: oneOf('therapist', 'client'),
  rows: isCount,
  seals: isCount,
  section: oneOf('profile', 'bookings', 'intake_forms', 'session_notes', 'care_plans'),
  sources: isCount,
  therapist_id: isId as Kind<string>,
  times: isCount,
  trust_id: isId as Kind<string>,
  undoes: isId as Kind<string>,
  verified: isFlag,
  version: isCount,
  way: oneOf('screen', 'portal', 'link'),
  note: oneOf('none', 'destroyed', 'kept'),
};

const SUBJECTS: Record<keyof ActivitySubjects, true> = {
  administrator: true,
  booking: true,
  break_glass: true,
  care_plan: true,
  client: true,
  intake_form: true,
  intake_request: true,
  job: true,
  meeting_consent: true,
  meeting_session: true,
  service: true,
  session: true,
  session_note: true,
  therapist: true,
  user: true,
  working_hours: true,
};

const ACTION = /^[a-z][a-z_]{0,63}$/;

/**
 * Stops whatever could be about a person's life before it is in the log for six years. A new subject or detail is declared above first.
 * @throws Error naming the action and the detail, never its value: this is a mistake in the code that writes the entry
 */
export function assertContentFree({ action, subjectType, details }: Activity): void {
  if (!ACTION.test(action)) throw new Error('An activity’s action is a snake_case verb.');
  if (subjectType !== undefined && !Object.hasOwn(SUBJECTS, subjectType)) throw new Error(`The activity ${action} has a subject that is not declared.`);
  for (const [name, value] of Object.entries(details ?? {})) {
    if (!isDetail(name)) throw new Error(`The activity ${action} carries a detail that is not declared.`);
    if (!DETAILS[name](value)) throw new Error(`The detail ${name} of the activity ${action} holds something else than was declared.`);
  }
}

function isDetail(name: string): name is keyof typeof DETAILS {
  return Object.hasOwn(DETAILS, name);
}

const HOUR_MS = 3_600_000;
const CLOSED_AT_A_TIME = 500;
const QUARTER_MS = 900_000;
/** So many networks are counted apart in an hour; all further ones count as one. */
const SOURCES = 100;

/**
 * What one person, and anybody is one with a Google account or a mailbox, can put down in an hour: entries are kept for six years. Signing in
 * and out stays open to them; it has limits of its own. So does ending a recording, which there is once for each that was begun.
 */
const ENTRIES: Limit = { scope: 'activity-entries', max: 600, windowMs: HOUR_MS };
/** Of reads, which are entries once in a quarter of an hour and from each network. */
const READS: Limit = { scope: 'activity-reads', max: 1_200, windowMs: HOUR_MS };
const UNCOUNTED = new Set([
  'login', 'logout', 'admin_login_success', 'client_verify', 'decline_recording', 'withdraw_recording_consent', 'end_recording', 'destroy_recording', 'destroy_transcript',
  // Whoever sits in somebody's session keeps the owner from none of what throws them out, nor guesses codes without a trace. Each has limits of its own, or takes away what was made before.
  'second_factor_asked', 'second_factor_failed', 'second_factor_enabled', 'recovery_code_used', 'trust_browser', 'revoke_trusted_browser', 'end_session', 'change_password', 'disconnect_calendar', 'revoke_calendar_feed', 'close_account', 'break_glass_end',
]);
const TOO_MANY = 'You have changed a great deal within the last hour. Please go on a little later.';
const READ_TOO_MANY = 'You have opened a great deal within the last hour. Please go on a little later.';

const TALLY = statement<Pick<ActivityTally, 'hits'>>(
  'activity-tally',
  `insert into activity_tallies as t (hour, action, source, hits)
   select $1, $2,
     case when exists (select from activity_tallies where hour = $1 and action = $2 and source = $3)
            or (select count(*) from activity_tallies where hour = $1 and action = $2) < $4 then $3 else '' end, 1
   on conflict (hour, action, source) do update set hits = t.hits + 1 returning hits`,
);

const CLOSE_TALLIES = statement<{ action: string; times: number; sources: number }>(
  'activity-tallies-close',
  `with closed as (delete from activity_tallies where hour < $1 returning hour, action, hits)
   select action, sum(hits)::int as times, count(*)::int as sources from closed group by hour, action having sum(hits) > count(*) order by hour, action`,
);

/** Writes who did what, when, from where, in the transaction of the deed itself. */
@Injectable()
export class ActivityLog extends ActivityRecorder {
  private readonly counts = new ProcessCounts();

  constructor(
    private readonly keys: KeyRing,
    private readonly clock: Clock,
    private readonly recurrences: ActivityRecurrenceRepository,
    private readonly written: WrittenEntries,
    private readonly metrics: Metrics,
  ) {
    super();
  }

  /** @throws DomainError too_many, which undoes the deed */
  async record(on: Queryable, actor: Actor, activity: Activity): Promise<void> {
    this.count(actor, activity, ENTRIES, TOO_MANY);
    await this.write(on, this.entryOf(actor, activity));
    this.metrics.countDeed(actor.type, activity.action);
  }

  /** @throws DomainError too_many, for what would be an entry more */
  async recordRecurring(on: Queryable, actor: Actor, activity: Activity): Promise<void> {
    const { action, subjectType, subjectId, details } = activity;
    // By its network and not by its session: whoever signs in again and again is the same one.
    const same = [actor.type, actor.id, subnetOf(actor.address), action, subjectType, subjectId, details?.['file_id']];
    const key = this.keys.digest('activity-recurrence', JSON.stringify(same));
    const entry = this.entryOf(actor, activity);
    const isNew = await this.recurrences.recordRecurring(on, { quarter: this.startOf(QUARTER_MS), key }, entry, () => this.count(actor, activity, READS, READ_TOO_MANY));
    if (!isNew) return;
    this.written.wrote(on, entry.id);
    this.metrics.countDeed(actor.type, action);
  }

  committed(tx: Queryable): void {
    this.written.committed(tx);
  }

  async tally(on: Queryable, actor: Actor, action: string): Promise<void> {
    const source = this.keys.digest('activity-source', subnetOf(actor.address));
    const [row] = await on.query(TALLY, [this.startOf(HOUR_MS), action, source, SOURCES]);
    if (row?.hits === 1) await this.record(on, actor, { action });
  }

  /** Of each hour that is over one entry says how often what was tallied happened in all, and from how many networks. @returns how many entries */
  async closeTallies(work: Work): Promise<number> {
    const totals = await work.tx.query(CLOSE_TALLIES, [this.startOf(HOUR_MS)]);
    for (const { action, times, sources } of totals) await work.record({ action, details: { times, sources } });
    return totals.length;
  }

  /**
   * Of each quarter of an hour that is over one entry says how often the same was done, if it was more than once. It names no clients: what
   * was read of them is in the entries before.
   * @returns how many entries, and whether all are closed: at most 500 are within one work, so that others come to write in between
   */
  async closeRecurrences(work: Work): Promise<{ entries: number; isAll: boolean }> {
    const closed = await this.recurrences.closeBefore(this.startOf(QUARTER_MS), CLOSED_AT_A_TIME, work.tx);
    const recurring = closed.filter(({ times }) => times > 1);
    for (const { action, actor_type, actor_id, subject_type, subject_id, times } of recurring) {
      const who: Actor = { type: actor_type, id: actor_id, sessionId: null, address: null };
      // The deeds themselves were counted.
      await this.write(work.tx, this.entryOf(who, { action, details: { times }, ...(subject_type && subject_id && { subjectType: subject_type, subjectId: subject_id }) }));
    }
    return { entries: recurring.length, isAll: closed.length < CLOSED_AT_A_TIME };
  }

  private async write(on: Queryable, entry: NewEntry): Promise<void> {
    await writeEntry(on, this.keys, entry);
    this.written.wrote(on, entry.id);
  }

  private count({ id }: Actor, { action }: Activity, limit: Limit, tooMany: string): void {
    if (id === null || UNCOUNTED.has(action)) return;
    const now = this.clock.now();
    const retryAfterSeconds = this.counts.secondsUntilAllowed(limit, id, now);
    if (retryAfterSeconds > 0) throw new DomainError('too_many', tooMany, { retryAfterSeconds });
    this.counts.count(limit, id, now);
  }

  private entryOf(actor: Actor, activity: Activity): NewEntry {
    assertContentFree(activity);
    return {
      id: newId(),
      at: this.clock.now(),
      action: activity.action,
      actor_type: actor.type,
      actor_id: actor.id,
      session_id: actor.sessionId,
      subject_type: activity.subjectType ?? null,
      subject_id: activity.subjectId ?? null,
      address_hash: actor.address === null ? null : this.keys.digest('activity-address', actor.address),
      details: JSON.stringify(activity.details ?? {}),
      client_ids: activity.clientIds && activity.clientIds.length > 0 ? [...new Set(activity.clientIds)] : null,
    };
  }

  private startOf(stepMs: number): Date {
    return new Date(Math.floor(this.clock.now().getTime() / stepMs) * stepMs);
  }
}
