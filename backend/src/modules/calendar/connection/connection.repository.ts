import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { ColumnCipher, ColumnPlace } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { columnsOf, Database, newId, Queryable, statement } from '../../../common/database/database';
import type { GoogleCalendarEntry } from '../../../integrations/google/google-calendar';
import type { GoogleIdentity } from '../../../integrations/google/google-identity';
import { BEYOND } from '../../scheduling/busy-blocks/busy-blocks.service';
import { CalendarConnection, CalendarFlow, CalendarSource, SOURCE_OWNER } from '../calendar.entity';

/** What the therapist sees of an account, opened. */
export interface OpenConnection extends Omit<CalendarConnection, 'account' | 'refresh_token'> {
  account: string;
  refreshToken: string;
}

export interface NamedSource extends Pick<CalendarSource, 'id' | 'timezone' | 'is_primary' | 'writable' | 'blocks' | 'takes_appointments' | 'gone_at'> {
  name: string;
}

/** What an account has: all of its calendars where the list may be read, else its main one. */
export interface Seen {
  calendars: readonly GoogleCalendarEntry[];
  mayList: boolean;
}

export interface NewFlow extends Pick<CalendarFlow, 'therapist_id' | 'code_verifier' | 'adds_list' | 'created_at' | 'expires_at'> {
  state: string;
  /** The browser's secret. */
  browser: string;
}

type TakenFlow = Pick<CalendarFlow, 'code_verifier' | 'adds_list' | 'expires_at'>;

const connectionPlace = (column: 'account' | 'refresh_token', therapistId: string): ColumnPlace => ({ table: 'calendar_connections', column, rowId: therapistId });

const TAKE_FLOW = statement<TakenFlow>('calendar-flow-take', `delete from calendar_flows
         where state_hash = $1 and browser_hash = $2 and therapist_id = $3 returning code_verifier, adds_list, expires_at`);
/** Every page of a therapist asks for it. */
const FIND = statement<CalendarConnection>('calendar-connection-find', `select ${columnsOf(CalendarConnection).join(', ')} from calendar_connections where therapist_id = $1`, { plan: 'generic', connection: 'shared' });
/** A consent given anew keeps what was chosen; another account begins anew, for its calendars are others. */
const SAVE = statement<Pick<CalendarConnection, 'therapist_id'>>('calendar-connection-save', `insert into calendar_connections
           (therapist_id, generation, account_key, account, refresh_token, state, reason, titles, meet_links, connected_at, failed_syncs)
         values ($1, $2, $3, $4, $5, 'ok', null, 'initials', false, $6, 0)
         on conflict (therapist_id) do update set generation = excluded.generation, account_key = excluded.account_key, account = excluded.account,
           refresh_token = excluded.refresh_token, state = 'ok', reason = null, connected_at = excluded.connected_at, failed_syncs = 0, not_before = null,
           working_by = null, working_until = null, goes_on_until = null, told_at = null returning therapist_id`);
interface Counts {
  busy_blocks: number;
  /** From when on they are too many to be kept. */
  known_until: Date | null;
  missing: number;
  undecided: number;
}
const COUNTS = statement<Counts>('calendar-connection-counts', `select
           (select count(*)::int from busy_blocks where therapist_id = $1 and source = 'google' and ends_at > $2 and event_key <> '${BEYOND}') as busy_blocks,
           (select min(starts_at) from busy_blocks where therapist_id = $1 and source = 'google' and event_key = '${BEYOND}') as known_until,
           count(*) filter (where a.missing_since is not null)::int as missing,
           count(*) filter (where a.google_deleted or a.google_starts_at is not null)::int as undecided
         from calendar_appointments a join bookings b on b.id = a.booking_id
         where a.therapist_id = $1 and b.therapist_id = $1 and b.status = 'confirmed' and b.ends_at > $2
           and (a.google_deleted or a.google_starts_at is not null or a.missing_since is not null)`);
/** Two therapists who connect one account at once: the second one sees the first. */
const ACCOUNT_LOCK = statement('calendar-account-lock', `select pg_advisory_xact_lock(hashtextextended('calendar-account ' || $1, 1))`);
const LOCK = statement<Pick<CalendarConnection, 'generation'>>('calendar-connection-lock', 'select generation from calendar_connections where therapist_id = $1 for update');
const ASK_ANEW = statement('calendar-sources-ask-anew', 'update calendar_sources set changed_at = $2 where therapist_id = $1 and gone_at is null');
const READ_ANEW = statement('calendar-sources-read-anew', `with begun as (delete from calendar_readings where therapist_id = $1 and source_id = any($2::uuid[]))
         update calendar_sources set sync_token = null, full_synced_at = null where therapist_id = $1 and id = any($2::uuid[])`);
/** One that an appointment stands in, or that Google still tells of, is needed to let go of them. */
const DELETE_UNUSED = statement('calendar-sources-delete-unused', `delete from calendar_sources s
         where therapist_id = $1 and not is_primary and not blocks and not takes_appointments and channel_id is null
           and not exists (select 1 from calendar_appointments a where a.therapist_id = $1 and a.source_id = s.id)`);
const FLOW_COUNT = statement<{ flows: number }>('calendar-flow-count', 'select count(*)::int as flows from calendar_flows where therapist_id = $1');
const BY_STATE = statement<Pick<CalendarConnection, 'state'> & { connections: number }>('calendar-connections-measured', 'select state, count(*)::int as connections from calendar_connections group by state');

/** The account of a therapist at Google and its calendars. Tokens, addresses and names are sealed. */
@Injectable()
export class ConnectionRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly keys: KeyRing,
  ) {}

  async insertFlow({ state, browser, ...flow }: NewFlow, tx: Queryable): Promise<void> {
    const hashes = { state_hash: this.keys.digest('calendar-flow-state', state), browser_hash: this.keys.digest('calendar-flow-browser', browser) };
    await tx.manager.insert(CalendarFlow, { id: newId(), ...flow, ...hashes });
  }

  countByState(): Promise<(Pick<CalendarConnection, 'state'> & { connections: number })[]> {
    return this.database.query(BY_STATE);
  }

  async countFlows(therapistId: string, tx: Queryable): Promise<number> {
    const [row] = await tx.query(FLOW_COUNT, [therapistId]);
    return row?.flows ?? 0;
  }

  /** A flow serves one answer of Google's, to the therapist and the browser that began it. @returns it, also when it is over */
  async takeFlow(state: string, browser: string, therapistId: string): Promise<TakenFlow | undefined> {
    const hashes = [this.keys.digest('calendar-flow-state', state), this.keys.digest('calendar-flow-browser', browser)];
    const [row] = await this.database.query(TAKE_FLOW, [...hashes, therapistId]);
    return row;
  }

  async deleteOldFlows(now: Date): Promise<number> {
    return (await this.database.manager.delete(CalendarFlow, { expires_at: LessThan(now) })).affected ?? 0;
  }

  async findConnection(therapistId: string, on: Queryable = this.database): Promise<OpenConnection | undefined> {
    const [row] = await on.query(FIND, [therapistId]);
    if (!row) return undefined;
    const { account, refresh_token, ...rest } = row;
    return {
      ...rest,
      account: this.cipher.decrypt(account, connectionPlace('account', therapistId)),
      refreshToken: this.cipher.decrypt(refresh_token, connectionPlace('refresh_token', therapistId)),
    };
  }

  /** Whether the account is a therapist's already, and whose. */
  async findOwner({ id }: GoogleIdentity, on: Queryable = this.database): Promise<string | undefined> {
    const row = await on.manager.findOne(CalendarConnection, { select: { therapist_id: true }, where: { account_key: this.accountKey(id) } });
    return row?.therapist_id;
  }

  /** Whether a connection is of this account. */
  isOf({ account_key }: Pick<CalendarConnection, 'account_key'>, { id, address }: GoogleIdentity): boolean {
    // Connections of before Google was asked for its id have the address in its place.
    return [id, address.trim().toLowerCase()].some((name) => account_key.equals(this.accountKey(name)));
  }

  async saveConnection({ therapistId, account, refreshToken, now }: { therapistId: string; account: GoogleIdentity; refreshToken: string; now: Date }, tx: Queryable): Promise<void> {
    const sealed = [
      this.cipher.encrypt(account.address, connectionPlace('account', therapistId)),
      this.cipher.encrypt(refreshToken, connectionPlace('refresh_token', therapistId)),
    ];
    await tx.query(SAVE, [therapistId, newId(), this.accountKey(account.id), ...sealed, now]);
  }

  /** A further consent of the same account, which covers the earlier one: how the connection is, and what is done with it just now, stays. */
  async replaceToken(therapistId: string, refreshToken: string, now: Date, tx: Queryable): Promise<void> {
    const refresh_token = this.cipher.encrypt(refreshToken, connectionPlace('refresh_token', therapistId));
    await tx.manager.update(CalendarConnection, { therapist_id: therapistId }, { refresh_token, connected_at: now });
  }

  /** Held until the unit of work ends. */
  async lockAccount({ id }: GoogleIdentity, tx: Queryable): Promise<void> {
    await tx.query(ACCOUNT_LOCK, [this.accountKey(id).toString('hex')]);
  }

  /** Held until the unit of work ends. */
  async lockConnection(therapistId: string, tx: Queryable): Promise<Pick<CalendarConnection, 'generation'> | undefined> {
    const [row] = await tx.query(LOCK, [therapistId]);
    return row;
  }

  /** Something may have changed in every calendar; Google is asked at once, whatever was to be waited for. */
  async askAnew(therapistId: string, now: Date, tx: Queryable): Promise<void> {
    await tx.query(ASK_ANEW, [therapistId, now]);
    await tx.manager.update(CalendarConnection, { therapist_id: therapistId }, { not_before: null });
  }

  /** What is known of these calendars’ events is not complete any more. */
  async readAnew(therapistId: string, sourceIds: readonly string[], tx: Queryable): Promise<void> {
    await tx.query(READ_ANEW, [therapistId, sourceIds]);
  }

  async updateSettings(therapistId: string, settings: Pick<CalendarConnection, 'titles' | 'meet_links'>, tx: Queryable): Promise<void> {
    await tx.manager.update(CalendarConnection, { therapist_id: therapistId }, settings);
  }

  /** Its calendars and what is known of their events go with it. */
  async deleteConnection(therapistId: string, tx: Queryable): Promise<void> {
    await tx.manager.delete(CalendarConnection, { therapist_id: therapistId });
  }

  /** The main one first. */
  async listSources(therapistId: string, on: Queryable = this.database): Promise<NamedSource[]> {
    const rows = await on.manager.find(CalendarSource, { where: { therapist_id: therapistId }, order: { is_primary: 'DESC', id: 'ASC' } });
    return rows.map((row) => ({ ...row, name: this.cipher.decrypt(row.name, SOURCE_OWNER.place('name', row)) }));
  }

  /**
   * What the account has now: new ones are added, others get their names. What is not listed any more is gone; without a list, others that are chosen
   * go on as they are, and the rest is forgotten. With the first ones the main calendar blocks times and takes appointments.
   */
  async putSources(therapistId: string, { calendars, mayList }: Seen, now: Date, tx: Queryable): Promise<void> {
    const known = await tx.manager.findBy(CalendarSource, { therapist_id: therapistId });
    const listed = new Set<string>();
    for (const entry of calendars) {
      const key = this.keys.digest('calendar-source', `${therapistId} ${entry.id}`);
      // Without a list the main one goes by the account's address, which need not be its id.
      const before = known.find(({ calendar_key }) => calendar_key.equals(key)) ?? (entry.primary ? known.find(({ is_primary }) => is_primary) : undefined);
      const row = { id: before?.id ?? newId(), therapist_id: therapistId };
      const calendar = this.cipher.encrypt(entry.id, SOURCE_OWNER.place('calendar', row));
      const name = this.cipher.encrypt(entry.name, SOURCE_OWNER.place('name', row));
      const facts = { calendar_key: key, calendar, name, timezone: entry.timezone, is_primary: entry.primary, writable: entry.writable, gone_at: null };
      if (before) {
        await tx.manager.update(CalendarSource, row, { ...facts, takes_appointments: before.takes_appointments && entry.writable });
        if (!before.calendar_key.equals(key)) await this.readAnew(therapistId, [before.id], tx);
      } else {
        const chosen = known.length === 0 && entry.primary;
        await tx.manager.insert(CalendarSource, { ...row, ...facts, blocks: chosen, takes_appointments: chosen && entry.writable });
      }
      listed.add(row.id);
    }
    const missing = known.filter(({ id, gone_at }) => gone_at === null && !listed.has(id));
    if (mayList) for (const { id } of missing) await tx.manager.update(CalendarSource, { id, therapist_id: therapistId }, { gone_at: now });
    else await tx.query(DELETE_UNUSED, [therapistId]);
    await tx.manager.update(CalendarConnection, { therapist_id: therapistId }, { may_list: mayList });
  }

  /** Another account has other calendars. */
  async deleteSources(therapistId: string, tx: Queryable): Promise<void> {
    await tx.manager.delete(CalendarSource, { therapist_id: therapistId });
  }

  /** @param blocking ids of calendars that block times. @param target the id of the one that takes appointments */
  async chooseSources(therapistId: string, blocking: readonly string[], target: string | null, tx: Queryable): Promise<void> {
    // One calendar takes appointments at a time, so none does in between.
    await tx.manager.update(CalendarSource, { therapist_id: therapistId }, { blocks: false, takes_appointments: false });
    for (const id of blocking) await tx.manager.update(CalendarSource, { id, therapist_id: therapistId }, { blocks: true });
    if (target !== null) await tx.manager.update(CalendarSource, { id: target, therapist_id: therapistId }, { takes_appointments: true });
  }

  async count(therapistId: string, now: Date): Promise<Counts> {
    const [row] = await this.database.query(COUNTS, [therapistId, now]);
    return row ?? { busy_blocks: 0, known_until: null, missing: 0, undecided: 0 };
  }

  private accountKey(id: string): Buffer {
    return this.keys.digest('calendar-account', id);
  }
}
