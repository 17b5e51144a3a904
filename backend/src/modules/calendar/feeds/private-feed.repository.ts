import { Injectable } from '@nestjs/common';
import { ColumnCipher, ColumnPlace } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { Booking } from '../../bookings/booking.entity';
import { CalendarFeed } from './feeds.entity';

/** A therapist's feed; the token is plain on this side. */
export interface PrivateFeed extends Pick<CalendarFeed, 'therapist_id' | 'created_at' | 'last_read_at'> {
  token: string;
}

export type FeedEvent = Pick<Booking, 'id' | 'starts_at' | 'ends_at' | 'sequence' | 'client_name' | 'created_at'>;

const BY_TOKEN = statement<CalendarFeed>('calendar-feed-by-token', `select f.therapist_id, f.token_digest, f.token, f.created_at, f.last_read_at
         from calendar_feeds f join users u on u.id = f.therapist_id and u.is_active where f.token_digest = $1`);

const EVENTS = statement<FeedEvent>('calendar-feed-events', `select id, starts_at, ends_at, sequence, client_name, created_at from bookings
         where therapist_id = $1 and status <> 'cancelled' and starts_at >= $2 order by starts_at, id limit $3`);

const NOTE_READ = statement('calendar-feed-note-read', 'update calendar_feeds set last_read_at = $3 where therapist_id = $1 and token_digest = $2');

const place = (therapistId: string): ColumnPlace => ({ table: 'calendar_feeds', column: 'token', rowId: therapistId });

/** The secret addresses of therapists' appointments. */
@Injectable()
export class PrivateFeedRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly keys: KeyRing,
  ) {}

  async findFeed(therapistId: string): Promise<PrivateFeed | undefined> {
    const row = await this.database.manager.findOneBy(CalendarFeed, { therapist_id: therapistId });
    return row ? this.opened(row) : undefined;
  }

  /** Of a therapist whose account is open. */
  async findByToken(token: string): Promise<PrivateFeed | undefined> {
    const [row] = await this.database.query(BY_TOKEN, [this.digest(token)]);
    const feed = row && this.opened(row);
    // A digest that somebody put into another therapist's row opens nothing.
    return feed?.token === token ? feed : undefined;
  }

  /** In place of the one before, whose address is over. */
  async putFeed({ token, ...row }: Omit<PrivateFeed, 'last_read_at'>, tx: Queryable): Promise<void> {
    const values = { ...row, token_digest: this.digest(token), token: this.cipher.encrypt(token, place(row.therapist_id)), last_read_at: null };
    const insert = tx.manager.createQueryBuilder().insert().into(CalendarFeed).values(values);
    await insert.orUpdate(['token_digest', 'token', 'created_at', 'last_read_at'], ['therapist_id']).updateEntity(false).execute();
  }

  /** @returns false when there was none */
  async deleteFeed(therapistId: string, tx: Queryable): Promise<boolean> {
    return (await tx.manager.delete(CalendarFeed, { therapist_id: therapistId })).affected === 1;
  }

  async noteRead({ therapist_id, token }: PrivateFeed, at: Date): Promise<void> {
    await this.database.query(NOTE_READ, [therapist_id, this.digest(token), at]);
  }

  /** Appointments that stand, by their start. */
  listEvents(therapistId: string, from: Date, most: number): Promise<FeedEvent[]> {
    return this.database.query(EVENTS, [therapistId, from, most]);
  }

  private opened({ therapist_id, token, created_at, last_read_at }: CalendarFeed): PrivateFeed | undefined {
    const plain = this.cipher.tryDecrypt(token, place(therapist_id));
    return plain === undefined ? undefined : { therapist_id, token: plain, created_at, last_read_at };
  }

  private digest(token: string): Buffer {
    return this.keys.digest('calendar feed address', token);
  }
}
