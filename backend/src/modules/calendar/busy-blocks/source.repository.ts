import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { Channel } from '../../../integrations/google/google-calendar';
import { CalendarAppointment, CalendarSource, SOURCE_OWNER } from '../calendar.entity';
import type { OpenSource } from '../sync/turn';

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
const READ = statement('calendar-source-read', `update calendar_sources set sync_token = $3, timezone = $4, synced_at = $5, full_synced_at = coalesce($6, full_synced_at),
           changed_at = case when changed_at is distinct from $7 then changed_at end
         where id = $1 and therapist_id = $2`);
const APPOINTMENTS = statement<EventOfAppointment>('calendar-events-of-appointments', 'select event_id, therapist_id, starts_at from calendar_appointments where event_id = any($1::text[])');
const CHANNELS = statement<Pick<CalendarSource, 'channel_id' | 'channel_resource'>>('calendar-channels', 'select channel_id, channel_resource from calendar_sources where therapist_id = $1 and channel_id is not null');
const WATCHED = statement<WatchedSource>('calendar-source-watched', 'select id, therapist_id, channel_secret_hash, channel_resource, changed_at from calendar_sources where channel_id = $1');
const WATCHED_LOCK = statement<WatchedSource>('calendar-source-watched-lock', 'select id, therapist_id, channel_secret_hash, channel_resource, changed_at from calendar_sources where channel_id = $1 for update');

const NO_CHANNEL = { channel_id: null, channel_secret_hash: null, channel_resource: null, channel_ends_at: null };

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
    await tx.query(READ, [key.id, key.therapist_id, token, until.timezone, until.now, until.fullSince, until.changedAt]);
  }

  async markGone(key: SourceKey, now: Date, tx: Queryable): Promise<void> {
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
