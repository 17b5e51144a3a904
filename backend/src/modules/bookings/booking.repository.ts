import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../common/crypto/column-cipher';
import { KeyRing } from '../../common/crypto/key-ring';
import { Marked, RowMarks } from '../../common/crypto/row-marks';
import { hashToken, newToken } from '../../common/crypto/tokens';
import { columnsOf, Database, insertInto, NewRow, Queryable, sqlState, statement } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import type { Client } from '../clients/client.entity';
import { knownAs, phoneGiven, practicesGoneTo } from '../clients/persons/persons.service';
import { BOOKING_MARKING } from './marking';
import { shownDetail } from './booking/place';
import { Booking, BookingStatus, LINK_OWNER, NOTES_OWNER } from './booking.entity';
import * as messages from './messages';
import { bookingOfVisitorToken, LinkReach, reachOfVisitorToken, visitorToken } from './visitor-link';

const FOREIGN_KEY_VIOLATION = '23503';

/** What no list tells: what only mails and counts are about, and the secret of the client's own link. */
const UNLISTED = ['client_timezone', 'manage_token_hash', 'manage_token', 'cancelled_at', 'by_stranger', 'booked_by_stranger', 'called_as_typed', 'mark'] as const satisfies readonly (keyof Booking)[];

/** A row of `bookings`. */
export interface BookingRow extends Omit<Booking, 'notes' | 'word' | (typeof UNLISTED)[number]> {
  /** What the client wrote; opened only for who shows it. Null as well where it does not open: the row was given to somebody else. */
  notes(): string | null;
  /** What the therapist says about their last change of it; opened as the notes are. */
  word(): string | null;
  /** Of a number that a visitor typed: the one that the client gave last at this practice, or the therapist typed. */
  own_phone: string | null;
}

/** A booking to store, confirmed; its notes and the secret of the client's own link are plain. */
export interface NewBooking extends Omit<NewRow<Booking>, 'by_visitor' | 'called_as_typed' | 'phone_as_typed' | 'status' | 'sequence' | 'notes' | 'manage_token_hash' | 'manage_token' | 'mark' | 'by_stranger' | 'booked_by_stranger' | 'series_id'>, Pick<Booking, 'by_stranger'> {
  /** Left out: it was not typed by somebody who did not sign in. */
  by_visitor?: boolean;
  /** Left out: they are not what a visitor typed. */
  called_as_typed?: boolean;
  phone_as_typed?: boolean;
  notes?: string;
  series_id?: string;
  manage_token: string;
}

/** What the limits and the wave of strangers are judged by. */
export interface StandingRow {
  /** Confirmed appointments still to come which the signed-in client has booked. What others booked in their name is not among them. */
  upcoming: number;
  /** Bookings of unproved addresses with this therapist that were stored lately, counted as far as was asked. */
  strangers: number;
  /** Whether the address is the signed-in client's own. */
  own_address: boolean;
}

/** A row as SQL gives it back. */
export type SealedBooking<Row extends BookingRow = BookingRow> = Omit<Row, 'notes' | 'word'> & Pick<Booking, 'notes' | 'word'>;

/** A client as their therapist knows them. */
export interface KnownClient extends Pick<Client, 'id' | 'name' | 'email' | 'phone'> {
  /** They booked here themselves, or took the practice for theirs. */
  is_confirmed: boolean;
  /** The name is what a visitor typed, and so is the number. */
  name_typed: boolean;
  phone_typed: boolean;
}

/** Whose link is renewed. */
export type LinkRow = Pick<Booking, 'id' | 'therapist_id' | 'client_id'>;

/** Whose link is renewed, and the appointment that the new one opens. */
export type ReaddressedRow = LinkRow & Pick<Booking, 'sequence' | 'starts_at' | 'ends_at'> & {
  /** The client is told the new link; of what is over or cancelled it waits for the day on which the appointment stands again. */
  is_to_come: boolean;
};

/** @param now $n */
export const readdressedColumns = (now: string): string => `id, therapist_id, client_id, sequence, starts_at, ends_at, status = 'confirmed' and ends_at > ${now} as is_to_come`;

type SealedLink = LinkRow & Pick<Booking, 'manage_token_hash' | 'manage_token'>;

/** Of a row of `bookings` under its own name: whether its number is what a visitor typed, and the client's own beside it. */
export const PHONE_BY_VISITOR = '(by_visitor or phone_as_typed)';
export const OWN_PHONE = `case when ${PHONE_BY_VISITOR} then ${phoneGiven('bookings.therapist_id', 'bookings.client_id')} end as own_phone`;

/** The select list of {@link SealedBooking}. */
export const BOOKING_COLUMNS = [...columnsOf(Booking, UNLISTED), OWN_PHONE]
  .map((column) => (column === 'local_date' ? `to_char(local_date, 'YYYY-MM-DD') as local_date` : column))
  .join(', ');

const NEW_COLUMNS = columnsOf(Booking, ['completed_at', 'cancelled_at', 'no_show_at', 'ran_until', 'word']);
const INSERT = statement<Pick<Booking, 'id'>>('booking-insert', `${insertInto('bookings', NEW_COLUMNS)} on conflict do nothing returning id`, { plan: 'generic' });

// No index by time may be taken for the appointments of one person: all those to come of everybody would be read. A wave needs no more than to be seen.
const STANDING = statement<StandingRow>('booking-standing', `select
           (select count(*)::int from bookings b where b.client_id = $5::uuid and coalesce(b.status = 'confirmed' and b.starts_at > $3, false) and not b.by_stranger
             and not exists (select from booking_events e where e.booking_id = b.id and e.kind = 'booked' and e.actor = 'therapist')) as upcoming,
           (select count(*)::int from (select from bookings where therapist_id = $1 and by_stranger and created_at > $4 limit $6::bigint) s) as strangers,
           exists (select from clients where id = $5::uuid and email = $2 and not by_address) as own_address`, { plan: 'generic' });

const BOOKING_OWNED = statement<SealedBooking>('booking-owned', `select ${BOOKING_COLUMNS} from bookings where id = $1 and therapist_id = $2`);
const BOOKING_BY_TOKEN = statement<SealedBooking & Pick<Booking, 'manage_token_hash' | 'manage_token'>>('booking-by-token', `select ${BOOKING_COLUMNS}, manage_token_hash, manage_token from bookings where manage_token_hash = $1`);
const BOOKING_OF_VISITOR = statement<SealedBooking & Pick<Booking, 'manage_token_hash' | 'manage_token'>>('booking-of-visitor', `select ${BOOKING_COLUMNS}, manage_token_hash, manage_token from bookings where id = $1`);

/** What is completed took its time, too. */
const APPOINTMENTS_IN = statement<Pick<Booking, 'starts_at' | 'ends_at'>>('booking-appointments-in', `select starts_at, ends_at from bookings where therapist_id = $1 and status <> 'cancelled'
         and tstzrange(starts_at, ends_at) && tstzrange($2, $3) and id <> all($4::uuid[])`);
/** From one appointment of a series on. */
const FOLLOWING = statement<SealedBooking>('booking-following', `select ${BOOKING_COLUMNS} from bookings
         where therapist_id = $1 and series_id = $2 and starts_at >= $3 and status = 'confirmed' order by starts_at, id for update`);
const TIMES_FOLLOWING = statement<Pick<Booking, 'starts_at'>>('booking-times-following', `select starts_at from bookings
         where therapist_id = $1 and series_id = $2 and starts_at >= $3 and status = 'confirmed' order by starts_at, id`);
const KNOWN_AS = statement<KnownClient>('booking-client-known', `select $2::uuid as id, k.*, exists (select from confirmed_clients c where c.therapist_id = $1 and c.client_id = $2) as is_confirmed
         from (${knownAs('$1', '$2')}) k`);
const IS_CONFIRMED = statement<{ confirmed: boolean }>('booking-client-confirmed', 'select exists (select from confirmed_clients where therapist_id = $1 and client_id = $2) as confirmed');

const UPCOMING = statement<{ count: number }>('bookings-upcoming-of-practice', `select count(*)::int as count from (select from bookings where therapist_id = $1 and starts_at > $2 and status = 'confirmed' limit $3::bigint) b`);
const SET_STATUS = statement<SealedBooking>('booking-set-status', `update bookings set status = $3,
         completed_at = case when $3 = 'completed' then $4::timestamptz when $3 = 'confirmed' then null else completed_at end,
         cancelled_at = case when $3 = 'cancelled' then $4::timestamptz end,
         no_show_at = case when $3 <> 'cancelled' then no_show_at end,
         ran_until = case when $3 <> 'cancelled' then ran_until end,
         sequence = sequence + case when 'cancelled' in ($2, $3) then 1 else 0 end
       where id = $1 and status = $2 and sequence = $5 returning ${BOOKING_COLUMNS}`);

const MOVE = statement<SealedBooking>('booking-move', `update bookings set starts_at = $3, ends_at = $4, timezone = $5, local_date = $6, local_time = $7, client_timezone = coalesce($8, client_timezone), duration_minutes = $9, sequence = sequence + 1, no_show_at = null, ran_until = null
       where id = $1 and sequence = $2 and status = 'confirmed' returning ${BOOKING_COLUMNS}`);

// What was agreed stands: a link is only given where none was.
const SET_VIDEO_LINK = statement('booking-set-video-link', `update bookings set place_detail = $3 where id = $1 and therapist_id = $2 and place_kind = 'video' and place_detail is null and status <> 'cancelled'`);

/** They may have become another person's since they were read: what is said is sealed for whose they are. */
const LOCK_OWNER = statement<Pick<Booking, 'id' | 'therapist_id' | 'client_id'>>('booking-lock-owner', 'select id, therapist_id, client_id from bookings where id = $1 for update');
const SET_WORD = statement('booking-set-word', 'update bookings set word = $2 where id = $1 and word is distinct from $2');

// What was cancelled as somebody else's stays theirs.
const TAKE_FOR_OWN = statement<Pick<Booking, 'id'>>('booking-take-for-own', `update bookings set by_visitor = false where id = $1 and by_visitor and status <> 'cancelled' returning id`);
const LOCK_TYPED = statement<ReaddressedRow>('booking-lock-typed', `select ${readdressedColumns('$3')} from bookings
         where id = $1 and ($2::bytea is null or manage_token_hash = $2) and by_visitor and status = 'confirmed' and ends_at > $3 for update`);
const SET_NO_SHOW = statement<SealedBooking>('booking-set-no-show', `update bookings set no_show_at = $3 where id = $1 and therapist_id = $2 and status <> 'cancelled' returning ${BOOKING_COLUMNS}`);
const SET_RAN_UNTIL = statement<SealedBooking>('booking-set-ran-until', `update bookings set ran_until = $4 where id = $1 and therapist_id = $2 and starts_at = $3 and status <> 'cancelled' returning ${BOOKING_COLUMNS}`);

// What somebody booked in the client's name with a practice that they do not go to stays as it is: that one learns no other address, and by no link that dies that there is an account.
const AT_OWN_PRACTICE = `client_id = $1 and therapist_id in ${practicesGoneTo('array[$1::uuid]')}`;
/** Also what is over: the therapist writes to where the client is now. */
const READDRESS = statement('bookings-readdress', `update bookings set client_email = $2 where ${AT_OWN_PRACTICE} and ($3::uuid is null or therapist_id = $3) and client_email <> $2`);
const LINKS_LEFT_BEHIND = statement<ReaddressedRow>('bookings-links-left-behind', `select ${readdressedColumns('$2')} from bookings
       where ${AT_OWN_PRACTICE} and ($3::uuid is null or therapist_id = $3) order by id for update`);

/** Sealing so many takes some milliseconds. */
const LINKS_AT_ONCE = 500;
const RENEW_TOKENS = statement('booking-links-renew', `update bookings b set manage_token_hash = link.hash, manage_token = link.sealed
         from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as link (id, hash, sealed) where b.id = link.id`);
const TO_REASSIGN = statement<SealedLink & Pick<Booking, 'notes' | 'word'> & Marked>('bookings-to-reassign', `select id, therapist_id, client_id, manage_token_hash, manage_token, notes, word, ${BOOKING_MARKING.select()} from bookings
       where client_id = $1 and ($2::uuid is null or therapist_id = $2) order by id for update`);
const REASSIGN = statement('bookings-reassign', `update bookings b set client_id = $1, notes = v.notes, manage_token = v.manage_token, word = v.word
       from unnest($2::uuid[], $3::bytea[], $4::bytea[], $5::bytea[]) as v(id, notes, manage_token, word) where b.id = v.id`);

@Injectable()
export class BookingRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly marks: RowMarks,
    private readonly keys: KeyRing,
  ) {}

  /** @returns false when the time was taken. @throws DomainError not_found when the service was deleted in the meantime */
  async insertBooking({ notes, manage_token, ...booking }: NewBooking, on: Queryable): Promise<boolean> {
    const row: NewRow<Booking> = {
      ...booking,
      ...this.sealedToken(booking, manage_token),
      notes: notes ? this.cipher.encrypt(notes, NOTES_OWNER.place('notes', booking)) : null,
      series_id: booking.series_id ?? null,
      by_visitor: booking.by_visitor ?? false,
      called_as_typed: booking.called_as_typed ?? false,
      phone_as_typed: booking.phone_as_typed ?? false,
      status: 'confirmed',
      sequence: 0,
      booked_by_stranger: booking.by_stranger,
      mark: this.marks.markOf(BOOKING_MARKING, [booking.id, booking.therapist_id, booking.client_id, String(booking.by_stranger)]),
    };
    const rows = await on.query(INSERT, NEW_COLUMNS.map((column) => row[column])).catch(serviceIsGone);
    return rows.length === 1;
  }

  /** What a booking is judged by. @param clientId the signed-in client, if one is */
  async findStanding(
    request: { therapistId: string; email: string; now: Date; strangersSince: Date; strangersAtMost: number; clientId: string | null },
    on: Queryable,
  ): Promise<StandingRow> {
    const [row] = await on.query(STANDING, [request.therapistId, request.email, request.now, request.strangersSince, request.clientId, request.strangersAtMost]);
    if (!row) throw new Error('a count gave no row');
    return row;
  }

  async findOwned(therapistId: string, id: string, on: Queryable = this.database): Promise<BookingRow | undefined> {
    const [row] = await on.query(BOOKING_OWNED, [id, therapistId]);
    return row && opened(row, this.cipher);
  }

  /** Where other appointments of the therapist lie in a time. @param exceptIds those that are about to move */
  findAppointmentsIn({ therapist_id, starts_at, ends_at }: Pick<Booking, 'therapist_id' | 'starts_at' | 'ends_at'>, on: Queryable = this.database, exceptIds: readonly string[] = []): Promise<Pick<Booking, 'starts_at' | 'ends_at'>[]> {
    return on.query(APPOINTMENTS_IN, [therapist_id, starts_at, ends_at, exceptIds]);
  }

  /** The confirmed appointments of a series from this one on, the first one first; nobody else changes them meanwhile. */
  async findFollowing({ therapist_id, series_id, starts_at }: Pick<Booking, 'therapist_id' | 'series_id' | 'starts_at'>, on: Queryable): Promise<BookingRow[]> {
    const rows = await on.query(FOLLOWING, [therapist_id, series_id, starts_at]);
    return rows.map((row) => opened(row, this.cipher));
  }

  /** When these are, while everybody may still change them. */
  listTimesFollowing({ therapist_id, series_id, starts_at }: Pick<Booking, 'therapist_id' | 'series_id' | 'starts_at'>): Promise<Pick<Booking, 'starts_at'>[]> {
    return this.database.query(TIMES_FOLLOWING, [therapist_id, series_id, starts_at]);
  }

  /** @returns undefined for somebody who is no client of the therapist */
  async findKnownClient(therapistId: string, clientId: string, on: Queryable): Promise<KnownClient | undefined> {
    const [row] = await on.query(KNOWN_AS, [therapistId, clientId]);
    return row;
  }

  /** @returns how many confirmed appointments a practice has ahead; no more than `most` are counted */
  async countUpcoming(therapistId: string, now: Date, most: number, on: Queryable): Promise<number> {
    return (await on.query(UPCOMING, [therapistId, now, most]))[0]?.count ?? 0;
  }

  async isConfirmedClient(therapistId: string, clientId: string, on: Queryable): Promise<boolean> {
    const [row] = await on.query(IS_CONFIRMED, [therapistId, clientId]);
    return row?.confirmed === true;
  }

  /** A link that was laid to another booking in the table leads nowhere. */
  async findByToken(token: string): Promise<{ booking: BookingRow; reach: LinkReach } | undefined> {
    const visited = bookingOfVisitorToken(token);
    const [[mailed], [booked]] = await Promise.all([this.database.query(BOOKING_BY_TOKEN, [hashToken(token)]), visited === undefined ? [] : this.database.query(BOOKING_OF_VISITOR, [visited])]);
    const row = mailed ?? booked;
    const reach = mailed ? 'all' : booked && reachOfVisitorToken(this.keys, token, booked);
    const secret = row && this.cipher.tryDecrypt(row.manage_token, LINK_OWNER.place('manage_token', row));
    if (!row || !reach || !secret || !hashToken(secret).equals(row.manage_token_hash)) return undefined;
    return { booking: opened(row, this.cipher), reach };
  }

  /** The link for whoever booked and has not proved the address: it opens no more than what they know. @param booking as it is stored now */
  visitorToken(booking: Pick<Booking, 'id' | 'place_detail'>, manageToken: string): string {
    return visitorToken(this.keys, { ...booking, manage_token_hash: hashToken(manageToken) });
  }

  /** Compare and set. @returns the new row, or undefined when the status was not the expected one any more */
  async setStatus(
    change: { id: string; from: BookingStatus; to: BookingStatus; sequence: number; now: Date },
    on: Queryable,
  ): Promise<BookingRow | undefined> {
    const [row] = await on.query(SET_STATUS, [change.id, change.from, change.to, change.now, change.sequence]);
    return row && opened(row, this.cipher);
  }

  /** Moves a confirmed booking that has not changed since it was read. A client's zone that is not known stays the earlier one. */
  async moveBooking(
    change: Pick<Booking, 'id' | 'sequence' | 'starts_at' | 'ends_at' | 'timezone' | 'local_date' | 'local_time' | 'client_timezone' | 'duration_minutes'>,
    on: Queryable,
  ): Promise<BookingRow | undefined> {
    const { id, sequence, starts_at, ends_at, timezone, local_date, local_time, client_timezone, duration_minutes } = change;
    const [row] = await on.query(MOVE, [id, sequence, starts_at, ends_at, timezone, local_date, local_time, client_timezone, duration_minutes]);
    return row && opened(row, this.cipher);
  }

  /** Where a video session that has no link yet takes place. */
  async setVideoLink({ id, therapist_id }: Pick<Booking, 'id' | 'therapist_id'>, link: string, on: Queryable): Promise<void> {
    await on.query(SET_VIDEO_LINK, [id, therapist_id, link]);
  }

  /** What the therapist says about the change that follows; undefined: nothing, and what was said of an earlier one is gone. */
  async setWord({ id }: Pick<Booking, 'id'>, word: string | undefined, on: Queryable): Promise<void> {
    const [owned] = word === undefined ? [] : await on.query(LOCK_OWNER, [id]);
    await on.query(SET_WORD, [id, word === undefined || !owned ? null : this.cipher.encrypt(word, NOTES_OWNER.place('word', owned))]);
  }

  /** @param at null: they came after all. @returns undefined when it is cancelled */
  async setNoShow({ id, therapist_id }: Pick<Booking, 'id' | 'therapist_id'>, at: Date | null, on: Queryable): Promise<BookingRow | undefined> {
    const [row] = await on.query(SET_NO_SHOW, [id, therapist_id, at]);
    return row && opened(row, this.cipher);
  }

  /** @param until null: it ended as planned. @returns undefined when it was cancelled or moved meanwhile */
  async setRanUntil({ id, therapist_id, starts_at }: Pick<Booking, 'id' | 'therapist_id' | 'starts_at'>, until: Date | null, on: Queryable): Promise<BookingRow | undefined> {
    const [row] = await on.query(SET_RAN_UNTIL, [id, therapist_id, starts_at, until]);
    return row && opened(row, this.cipher);
  }

  /** Two persons are one: the first one's bookings are the second one's. */
  async reassignBookings(fromClientId: string, toClientId: string, therapistId: string | undefined, on: Queryable): Promise<void> {
    const rows = await on.query(TO_REASSIGN, [fromClientId, therapistId]);
    const sealed = rows.map((row) => {
      const theirs = { ...row, client_id: toClientId };
      const notes = row.notes && this.cipher.move(row.notes, NOTES_OWNER.place('notes', row), NOTES_OWNER.place('notes', theirs));
      const word = row.word && this.cipher.move(row.word, NOTES_OWNER.place('word', row), NOTES_OWNER.place('word', theirs));
      return { id: row.id, notes, word, manage_token: this.cipher.move(row.manage_token, LINK_OWNER.place('manage_token', row), LINK_OWNER.place('manage_token', theirs)) };
    });
    if (sealed.length > 0) await on.query(REASSIGN, [toClientId, sealed.map(({ id }) => id), sealed.map(({ notes }) => notes), sealed.map(({ manage_token }) => manage_token), sealed.map(({ word }) => word)]);
    await this.marks.renew(BOOKING_MARKING, rows.flatMap((row) => (this.marks.isOurs(BOOKING_MARKING, row) ? [row.id] : [])), on);
  }

  /** Of practices that the client goes to, also what was booked there by somebody who did not sign in. @returns all whose links went to another mailbox, also what is over: its therapist may move it */
  async readdressBookings({ clientId, therapistId }: { clientId: string; therapistId?: string }, email: string, now: Date, on: Queryable): Promise<ReaddressedRow[]> {
    await on.query(READDRESS, [clientId, email, therapistId ?? null]);
    return on.query(LINKS_LEFT_BEHIND, [clientId, now, therapistId ?? null]);
  }

  /** Whoever reads the mails of its address says that they booked it. @returns whether that was said now; what is cancelled stays as it was typed */
  async takeForOwn({ id }: Pick<Booking, 'id'>, on: Queryable): Promise<boolean> {
    return (await on.query(TAKE_FOR_OWN, [id])).length === 1;
  }

  /** An appointment to come that somebody typed who did not sign in; nobody else changes it meanwhile. @param token of its mailed link, where that is what it was found by */
  async lockTyped({ id }: Pick<Booking, 'id'>, token: string | undefined, now: Date, on: Queryable): Promise<ReaddressedRow | undefined> {
    const [row] = await on.query(LOCK_TYPED, [id, token === undefined ? null : hashToken(token), now]);
    return row;
  }

  /** The links of earlier mails open nothing any more. @returns the secrets of the new ones, in this order */
  async renewTokens(bookings: readonly LinkRow[], on: Queryable): Promise<string[]> {
    const links = bookings.map((booking) => ({ booking, token: newToken() }));
    for (let at = 0; at < bookings.length; at += LINKS_AT_ONCE) {
      const some = links.slice(at, at + LINKS_AT_ONCE);
      const sealed = some.map(({ booking, token }) => this.sealedToken(booking, token));
      await on.query(RENEW_TOKENS, [some.map(({ booking }) => booking.id), sealed.map((link) => link.manage_token_hash), sealed.map((link) => link.manage_token)]);
    }
    return links.map(({ token }) => token);
  }

  private sealedToken({ id, therapist_id, client_id }: LinkRow, manageToken: string): Pick<Booking, 'manage_token_hash' | 'manage_token'> {
    const manage_token_hash = hashToken(manageToken);
    return { manage_token_hash, manage_token: this.cipher.encrypt(manageToken, LINK_OWNER.place('manage_token', { id, therapist_id, client_id, manage_token_hash })) };
  }
}

/** Gives a row its texts. It is changed in place: lists are long. */
export function opened<Row extends BookingRow>(row: SealedBooking<Row>, cipher: ColumnCipher): Row {
  const { notes, word } = row;
  const open = (column: 'notes' | 'word', sealed: Buffer | null) => () => sealed && (cipher.tryDecrypt(sealed, NOTES_OWNER.place(column, row)) ?? null);
  return Object.assign(row, { notes: open('notes', notes), word: open('word', word), place_detail: shownDetail(row) }) as unknown as Row;
}

function serviceIsGone(error: unknown): never {
  if (sqlState(error) === FOREIGN_KEY_VIOLATION) throw new DomainError('not_found', messages.serviceUnknown);
  throw error;
}
