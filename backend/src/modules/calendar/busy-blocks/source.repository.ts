import { Injectable } from '@nestjs/common';
import { ColumnCipher, ColumnPlace } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { Channel } from '../../../integrations/google/google-calendar';
import { NearestTimes } from '../../scheduling/busy-blocks/busy-blocks.service';
import { CalendarAppointment, CalendarReading, CalendarSource, SOURCE_OWNER } from '../calendar.entity';
import type { OpenSource } from '../sync/turn';
import type { Awaited, Span } from './own-events';

/** Whose a calendar is. */
type SourceKey = Pick<CalendarSource, 'id' | 'therapist_id'>;

/** How far a calendar is read. */
export interface ReadUntil {
  /** Null where Google gave none: all is read anew the next time. */
  syncToken: string | null;
  timezone: string;
  now: Date;
  /** When reading everything began; null: changes were read. */
  fullSince: Date | null;
  /** The change that Google had told of before. */
  changedAt: Date | null;
  /** It took several turns: what changed meanwhile is asked for at once. */
  asksAgain: boolean;
}

/** One calendar as its pages come. */
export interface Reading {
  list: { syncToken: string } | Span;
  began: Date;
  /** The one that is next; null: the first. */
  page: string | null;
  /** How many came. */
  pages: number;
  /** Some of them in an earlier turn. */
  isResumed: boolean;
  /** What takes time, where everything is read. */
  times: NearestTimes;
  /** Our appointments that did not come up yet, where everything is read. */
  awaited: Awaited;
}

export interface NewChannel {
  id: string;
  secret: string;
  resource: string;
  endsAt: Date;
}

export type OpenChannel = Pick<Channel, 'channelId' | 'resource'>;

/** With the time that was last written to it. */
export type EventOfAppointment = Pick<CalendarAppointment, 'event_id' | 'therapist_id' | 'starts_at'>;

export interface WatchedSource extends SourceKey, Pick<CalendarSource, 'channel_secret_hash' | 'channel_resource' | 'changed_at'> {}

const LOCK = statement<Pick<CalendarSource, 'blocks' | 'takes_appointments' | 'full_synced_at'>>('calendar-source-lock', `select blocks, takes_appointments, full_synced_at from calendar_sources
         where id = $1 and therapist_id = $2 and gone_at is null for update`);
/** What Google told of since then is still to be read. */
const READ = statement('calendar-source-read', `with over as (delete from calendar_readings where therapist_id = $2 and source_id = $1)
         update calendar_sources set sync_token = $3, timezone = $4, synced_at = $5, full_synced_at = coalesce($6, full_synced_at),
           changed_at = case when $8 then $5 when changed_at is distinct from $7 then changed_at end
         where id = $1 and therapist_id = $2`);
const FIND_READING = statement<CalendarReading>('calendar-reading-find', 'select * from calendar_readings where therapist_id = $1 and source_id = $2');
const SAVE_READING = statement('calendar-reading-save', `insert into calendar_readings (therapist_id, source_id, page, pages, blocks, takes_appointments, full_synced_at, began_at, reads_from, reads_to,
           event_keys, starts_at, ends_at, known_until, awaited_events, awaited_etags)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
         on conflict (therapist_id) do update set source_id = excluded.source_id, page = excluded.page, pages = excluded.pages, blocks = excluded.blocks,
           takes_appointments = excluded.takes_appointments, full_synced_at = excluded.full_synced_at, began_at = excluded.began_at, reads_from = excluded.reads_from,
           reads_to = excluded.reads_to, event_keys = excluded.event_keys, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
           known_until = excluded.known_until, awaited_events = excluded.awaited_events, awaited_etags = excluded.awaited_etags`);
const APPOINTMENTS = statement<EventOfAppointment>('calendar-events-of-appointments', 'select event_id, therapist_id, starts_at from calendar_appointments where event_id = any($1::text[])');
const CHANNELS = statement<Pick<CalendarSource, 'channel_id' | 'channel_resource'>>('calendar-channels', 'select channel_id, channel_resource from calendar_sources where therapist_id = $1 and channel_id is not null');
const WATCHED = statement<WatchedSource>('calendar-source-watched', 'select id, therapist_id, channel_secret_hash, channel_resource, changed_at from calendar_sources where channel_id = $1');
const WATCHED_LOCK = statement<WatchedSource>('calendar-source-watched-lock', 'select id, therapist_id, channel_secret_hash, channel_resource, changed_at from calendar_sources where channel_id = $1 for update');

/** Google does not know a page for ever, and the window moves on. */
const READ_WITHIN_MS = 6 * 3_600_000;
const NO_CHANNEL = { channel_id: null, channel_secret_hash: null, channel_resource: null, channel_ends_at: null };

const readingPlace = (therapistId: string): ColumnPlace => ({ table: 'calendar_readings', column: 'page', rowId: therapistId });

/** How far calendars are read, and how Google tells of changes. */
@Injectable()
export class SourceRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly keys: KeyRing,
  ) {}

  /** @returns false when it is not the calendar any more that this turn began with: others were chosen, or it is to be read anew */
  async lockSource(therapistId: string, source: OpenSource, tx: Queryable): Promise<boolean> {
    const [row] = await tx.query(LOCK, [source.id, therapistId]);
    return row?.blocks === source.blocks && row.takes_appointments === source.takes_appointments && row.full_synced_at?.getTime() === source.full_synced_at?.getTime();
  }

  async markRead(key: SourceKey, until: ReadUntil, tx: Queryable): Promise<void> {
    const token = until.syncToken === null ? null : this.cipher.encrypt(until.syncToken, SOURCE_OWNER.place('sync_token', key));
    await tx.query(READ, [key.id, key.therapist_id, token, until.timezone, until.now, until.fullSince, until.changedAt, until.asksAgain]);
  }

  /** Where a calendar's reading stands, unless it was chosen anew since then, or it is too long ago. */
  async findReading(therapistId: string, source: OpenSource, now: Date): Promise<Reading | undefined> {
    const [row] = await this.database.query(FIND_READING, [therapistId, source.id]);
    if (!row || now.getTime() - row.began_at.getTime() > READ_WITHIN_MS) return undefined;
    const isSame = row.blocks === source.blocks && row.takes_appointments === source.takes_appointments && row.full_synced_at?.getTime() === source.full_synced_at?.getTime();
    const list = row.reads_from && row.reads_to ? { from: row.reads_from, to: row.reads_to } : source.syncToken === null ? undefined : { syncToken: source.syncToken };
    if (!isSame || !list) return undefined;
    const times = row.event_keys.map((event_key, place) => ({ event_key, starts_at: row.starts_at[place]!, ends_at: row.ends_at[place]! }));
    return {
      list,
      began: row.began_at,
      page: this.cipher.decrypt(row.page, readingPlace(therapistId)),
      pages: row.pages,
      isResumed: true,
      times: new NearestTimes(times, row.known_until ?? undefined),
      awaited: new Map(row.awaited_events.map((id, place) => [id, row.awaited_etags[place] ?? null])),
    };
  }

  /** In place of another calendar's. */
  async saveReading(therapistId: string, source: OpenSource, reading: Reading & { page: string }, tx: Queryable): Promise<void> {
    const { list, times, awaited } = reading;
    const page = this.cipher.encrypt(reading.page, readingPlace(therapistId));
    const span = 'syncToken' in list ? [null, null] : [list.from, list.to];
    const came = times.list();
    await tx.query(SAVE_READING, [
      ...[therapistId, source.id, page, reading.pages, source.blocks, source.takes_appointments, source.full_synced_at, reading.began, ...span],
      ...[came.map(({ event_key }) => event_key), came.map(({ starts_at }) => starts_at), came.map(({ ends_at }) => ends_at), times.until ?? null],
      ...[[...awaited.keys()], [...awaited.values()]],
    ]);
  }

  async deleteReading(therapistId: string, tx: Queryable): Promise<void> {
    await tx.manager.delete(CalendarReading, { therapist_id: therapistId });
  }

  async markGone(key: SourceKey, now: Date, tx: Queryable): Promise<void> {
    await tx.manager.delete(CalendarReading, { therapist_id: key.therapist_id, source_id: key.id });
    await tx.manager.update(CalendarSource, key, { gone_at: now, sync_token: null, full_synced_at: null, changed_at: null, ...NO_CHANNEL });
  }

  /** Which of these events stand for appointments, and whose. */
  listAppointments(eventIds: readonly string[], tx: Queryable): Promise<EventOfAppointment[]> {
    return tx.query(APPOINTMENTS, [eventIds]);
  }

  /** @param channel null: Google does not tell any more */
  async setChannel(key: SourceKey, channel: NewChannel | null, tx: Queryable): Promise<void> {
    const columns = channel && { channel_id: channel.id, channel_secret_hash: this.secretHash(channel.secret), channel_resource: channel.resource, channel_ends_at: channel.endsAt };
    await tx.manager.update(CalendarSource, key, columns ?? NO_CHANNEL);
  }

  /** What Google tells of at a therapist's. */
  async listChannels(therapistId: string, tx: Queryable): Promise<OpenChannel[]> {
    const rows = await tx.query(CHANNELS, [therapistId]);
    return rows.flatMap(({ channel_id: channelId, channel_resource: resource }) => (channelId !== null && resource !== null ? [{ channelId, resource }] : []));
  }

  async findWatched(channelId: string): Promise<WatchedSource | undefined> {
    const [row] = await this.database.query(WATCHED, [channelId]);
    return row;
  }

  async lockWatched(channelId: string, tx: Queryable): Promise<WatchedSource | undefined> {
    const [row] = await tx.query(WATCHED_LOCK, [channelId]);
    return row;
  }

  async markChanged(key: SourceKey, now: Date, tx: Queryable): Promise<void> {
    await tx.manager.update(CalendarSource, key, { changed_at: now });
  }

  secretHash(secret: string): Buffer {
    return this.keys.digest('calendar-channel', secret);
  }
}
