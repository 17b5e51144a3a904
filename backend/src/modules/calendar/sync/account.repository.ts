import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, Queryable, statement } from '../../../common/database/database';
import { CalendarConnection, CalendarReading, CalendarSource, SOURCE_OWNER, TroubleReason } from '../calendar.entity';
import type { OpenSource } from './turn';

/** Longer than the longest request to Google and what comes of it; a worker that died is waited for as long. */
export const TURN_MS = 90_000;
/** How old what is known may be: where Google does not tell of changes, and where it does. */
export const POLL_MS = 5 * 60_000;
export const POLL_WITH_CHANNEL_MS = 10 * 60_000;

export type TakenTurn = Pick<CalendarConnection, 'therapist_id' | 'generation' | 'refresh_token' | 'titles' | 'meet_links' | 'state' | 'reason' | 'connected_at' | 'last_synced_at' | 'failed_syncs' | 'goes_on_until'>;

type Whose = Pick<CalendarConnection, 'therapist_id' | 'generation'> & { worker: string };

/** Reasons that pass by themselves, or with a choice of the therapist's. */
const PASSING: readonly TroubleReason[] = ['failing', 'channel', 'target_gone'];
const MAY_BE_ASKED = `(c.state <> 'needs_reconnect' or c.reason in (${PASSING.map((reason) => `'${reason}'`).join(', ')}))`;

const TAKE = statement<TakenTurn>('calendar-turn-take', `update calendar_connections c set working_by = $2, working_until = $4
         from users u where c.therapist_id = $1 and u.id = c.therapist_id and u.is_active and ${MAY_BE_ASKED}
           and (c.working_until is null or c.working_until < $3) and (c.not_before is null or c.not_before <= $3)
         returning c.therapist_id, c.generation, c.refresh_token, c.titles, c.meet_links, c.state, c.reason, c.connected_at, c.last_synced_at, c.failed_syncs, c.goes_on_until`);
/** Somebody else has it for so long yet; if they are just coming to their end, that is waited for. */
const BUSY = statement<{ wait_ms: number }>('calendar-turn-busy', `select (extract(epoch from working_until - $2::timestamptz) * 1000)::int as wait_ms
         from calendar_connections where therapist_id = $1 and working_until >= $2 for update`);
const KEEP = statement<{ kept: true }>('calendar-turn-keep', `update calendar_connections set working_until = $4
         where therapist_id = $1 and generation = $2 and working_by = $3 returning true as kept`);
/** Until then reading is left to a job that stands in line. */
const PASS_ON = statement('calendar-turn-pass-on', 'update calendar_connections set working_by = null, working_until = null, goes_on_until = $3 where therapist_id = $1 and generation = $2');
const RELEASE = statement('calendar-turn-release', 'update calendar_connections set working_by = null, working_until = null where therapist_id = $1 and working_by = $2');
/** The turn is over with it. Trouble that lasts although everything was read was raised before. */
const SUCCEED = statement('calendar-sync-succeed', `update calendar_connections set working_by = null, working_until = null, goes_on_until = null, last_synced_at = $4, failed_syncs = 0, not_before = null,
           state = case when $3 then 'ok' else state end, reason = case when $3 then null else reason end, told_at = case when $3 then null else told_at end
         where therapist_id = $1 and generation = $2`);
const FAIL = statement('calendar-sync-fail', 'update calendar_connections set failed_syncs = failed_syncs + 1, not_before = $3, goes_on_until = null where therapist_id = $1 and generation = $2');
const PAUSE = statement('calendar-sync-pause', `update calendar_connections set state = 'paused', reason = 'asked_to_wait' where therapist_id = $1 and generation = $2 and state <> 'needs_reconnect'`);
/** @returns untold: nobody was mailed about the trouble yet */
const RAISE = statement<{ untold: boolean }>('calendar-trouble-raise', `with before as (select told_at from calendar_connections where therapist_id = $1 and generation = $2 for update)
         update calendar_connections c set state = 'needs_reconnect', reason = $3, told_at = coalesce(c.told_at, $4) from before
         where c.therapist_id = $1 and c.generation = $2 returning before.told_at is null as untold`);
const MISS = statement('calendar-appointments-miss', 'update calendar_appointments set missing_since = $2 where therapist_id = $1 and due and missing_since is null');
/** What was tried in this turn and could not be done is left to the next look. */
const LEFT = statement<{ due: boolean; changed: boolean }>('calendar-sync-left', `select exists (select from calendar_appointments where therapist_id = $1 and due and updated_at >= $2) as due,
           exists (select from calendar_sources where therapist_id = $1 and gone_at is null and (blocks or takes_appointments) and changed_at is not null) as changed`);
const BEGUN = statement<Pick<CalendarReading, 'source_id'>>('calendar-reading-begun', 'select source_id from calendar_readings where therapist_id = $1');
/** Accounts that nobody has looked at for long enough, and those that were to be left alone until now. */
const DUE = statement<Pick<CalendarConnection, 'therapist_id'>>('calendar-accounts-due', `select c.therapist_id from calendar_connections c join users u on u.id = c.therapist_id and u.is_active
         where ${MAY_BE_ASKED} and (c.working_until is null or c.working_until < $1) and (c.not_before is null or c.not_before <= $1) and c.therapist_id > $4
           and (c.not_before is not null or c.last_synced_at is null or exists (select from calendar_appointments a where a.therapist_id = c.therapist_id and a.due)
             or exists (select from calendar_sources s where s.therapist_id = c.therapist_id and s.gone_at is null and (s.blocks or s.takes_appointments)
               and (s.changed_at is not null or s.synced_at is null or s.synced_at < case when s.channel_ends_at > $1 then $3::timestamptz else $2::timestamptz end)))
         order by c.therapist_id limit $5`);

/** Whose turn it is with an account, and how that went. */
@Injectable()
export class AccountRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  /** @returns undefined where somebody else has it, it is to be left alone, or there is nothing to connect to */
  async takeTurn(therapistId: string, worker: string, now: Date): Promise<(TakenTurn & { refreshToken: string }) | undefined> {
    const [turn] = await this.database.query(TAKE, [therapistId, worker, now, new Date(now.getTime() + TURN_MS)]);
    return turn && { ...turn, refreshToken: this.cipher.decrypt(turn.refresh_token, { table: 'calendar_connections', column: 'refresh_token', rowId: therapistId }) };
  }

  /** Until the work ends they do not come to their end. @returns for how long somebody else has the account at most; undefined where nobody has it */
  async lockWait(therapistId: string, now: Date, tx: Queryable): Promise<number | undefined> {
    const [row] = await tx.query(BUSY, [therapistId, now]);
    return row?.wait_ms;
  }

  /** Within a unit of work: it is undone where the turn is over. @returns false then */
  async keepTurn({ therapist_id, generation, worker }: Whose, now: Date, tx: Queryable): Promise<boolean> {
    return (await tx.query(KEEP, [therapist_id, generation, worker, new Date(now.getTime() + TURN_MS)])).length === 1;
  }

  async releaseTurn({ therapist_id, worker }: Pick<Whose, 'therapist_id' | 'worker'>): Promise<void> {
    await this.database.query(RELEASE, [therapist_id, worker]);
  }

  /**
   * Those that matter and were not deleted at Google; the target that was is told apart. The one that was begun is the first, then those that were
   * not read for longest: who has many that change again and again has all of them read.
   */
  async openSources(therapistId: string): Promise<{ sources: OpenSource[]; targetGone: boolean }> {
    const [begun] = await this.database.query(BEGUN, [therapistId]);
    const rows = await this.database.manager.find(CalendarSource, { where: { therapist_id: therapistId }, order: { is_primary: 'DESC', id: 'ASC' } });
    const open = (row: CalendarSource): OpenSource => ({
      ...row,
      calendar: this.cipher.decrypt(row.calendar, SOURCE_OWNER.place('calendar', row)),
      syncToken: row.sync_token && this.cipher.decrypt(row.sync_token, SOURCE_OWNER.place('sync_token', row)),
      isBegun: row.id === begun?.source_id,
    });
    const readAt = ({ isBegun, synced_at }: OpenSource): number => (isBegun ? -1 : (synced_at?.getTime() ?? 0));
    return {
      sources: rows.filter(({ gone_at }) => gone_at === null).map(open).sort((one, other) => readAt(one) - readAt(other)),
      targetGone: rows.some(({ gone_at, takes_appointments }) => gone_at !== null && takes_appointments),
    };
  }

  /** With it the turn is over, though not all was written or read. @param until null: no reading was begun */
  async passOn({ therapist_id, generation }: Whose, until: Date | null, tx: Queryable): Promise<void> {
    await tx.query(PASS_ON, [therapist_id, generation, until]);
  }

  /** With it the turn is over. @param well nothing is left that its therapist has to do */
  async succeed({ therapist_id, generation }: Whose, well: boolean, now: Date, tx: Queryable): Promise<void> {
    await tx.query(SUCCEED, [therapist_id, generation, well, now]);
  }

  async fail({ therapist_id, generation }: Whose, notBefore: Date, tx: Queryable): Promise<void> {
    await tx.query(FAIL, [therapist_id, generation, notBefore]);
  }

  async pause({ therapist_id, generation }: Whose, tx: Queryable): Promise<void> {
    await tx.query(PAUSE, [therapist_id, generation]);
  }

  /** From now on the therapist is told; appointments that wait are not in the calendar. @returns whether it is news */
  async raise({ therapist_id, generation }: Whose, reason: TroubleReason, now: Date, tx: Queryable): Promise<boolean> {
    const [raised] = await tx.query(RAISE, [therapist_id, generation, reason, now]);
    if (raised) await tx.query(MISS, [therapist_id, now]);
    return raised?.untold === true;
  }

  /** Why the therapist is to be told, if that still holds. */
  async findTrouble(therapistId: string): Promise<TroubleReason | undefined> {
    const row = await this.database.manager.findOne(CalendarConnection, { select: { therapist_id: true, reason: true }, where: { therapist_id: therapistId, state: 'needs_reconnect' } });
    return row?.reason ?? undefined;
  }

  /** Whether something came meanwhile: appointments that are due, and calendars that changed. @param since when the turn began */
  async findLeft(therapistId: string, since: Date, tx: Queryable): Promise<{ due: boolean; changed: boolean }> {
    const [row] = await tx.query(LEFT, [therapistId, since]);
    return row ?? { due: false, changed: false };
  }

  /** In the order of their ids. */
  async listDue(now: Date, after: string, limit: number, tx: Queryable): Promise<string[]> {
    const ago = (ms: number): Date => new Date(now.getTime() - ms);
    return (await tx.query(DUE, [now, ago(POLL_MS), ago(POLL_WITH_CHANNEL_MS), after, limit])).map(({ therapist_id }) => therapist_id);
  }
}
