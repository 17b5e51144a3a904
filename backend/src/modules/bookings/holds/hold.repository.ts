import { Injectable } from '@nestjs/common';
import { ColumnCipher, ColumnPlace } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { Database, Queryable, statement } from '../../../common/database/database';
import { RepeatMark } from '../../../common/idempotency/repeat-guard';
import { connectionOf } from '../../../common/limits/limits';
import type { BookingHold } from '../booking.entity';
import { BookingConfirmationDto, CreateBookingDto } from '../booking/booking.dto';

/** What is kept of a request until its code comes back. */
export interface HeldRequest {
  booking: CreateBookingDto;
  /** The Idempotency-Key that came with it, as it is stored. */
  repeat: RepeatMark | null;
}

/** Whose hold it is: keyed digests, in hex, of a connection and of an email address. Equal ones are recognised, and nothing else. */
export interface HoldOwner {
  connection: string;
  address: string;
}

/** A time that waits for its code. */
export interface Hold extends Pick<BookingHold, 'id' | 'starts_at' | 'created_at' | 'code_sent_at' | 'expires_at' | 'booking_id'> {
  owner: HoldOwner;
  /** Until it is confirmed. */
  request(): HeldRequest;
  /** What the confirmation was answered, once it is confirmed. */
  answer(): BookingConfirmationDto | undefined;
}

/** What the mail with the code needs. */
export interface CodeMail {
  code: string;
  email: string;
  client_timezone: string | null;
}

/** A code, and what its mail needs until it is handed over. */
export interface NewCode extends CodeMail {
  triesLeft: number;
  sentAt: Date;
}

/** A code that waits for its mail. */
export interface UnsentCode extends CodeMail, Pick<BookingHold, 'id' | 'starts_at' | 'ends_at' | 'code_sent_at'> {
  therapist_name: string;
  /** IANA zone of the appointment. */
  timezone: string;
}

export interface NewHold extends NewCode {
  id: string;
  therapistId: string;
  serviceId: string;
  startsAt: Date;
  endsAt: Date;
  request: HeldRequest;
  owner: HoldOwner;
  expiresAt: Date;
}

/** A row of `booking_holds` as SQL gives it back. */
type HoldRow = Omit<Hold, 'request' | 'answer' | 'owner'> & Pick<BookingHold, 'request' | 'answer' | 'connection_hash' | 'address_hash'>;

const COLUMNS = 'id, starts_at, request, created_at, code_sent_at, expires_at, connection_hash, address_hash, booking_id, answer';

/** Compares and counts in one statement, so that parallel tries cannot share one. */
const TRY_CODE = statement('hold-try-code', `update booking_holds set tries_left = tries_left - (code_hash <> $2)::int
         where id = $1 and tries_left > 0 and expires_at > $3
         returning ${COLUMNS}, code_hash = $2 as matches, tries_left`);

/** Holds. What they say of people is encrypted; codes, connections and addresses are only kept as keyed digests. */
@Injectable()
export class HoldRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
    private readonly cipher: ColumnCipher,
  ) {}

  /** @param address the network address that a request came from */
  ownerOf(address: string | null, email: string): HoldOwner {
    return { connection: this.keys.digest('hold-connection', connectionOf(address)).toString('hex'), address: this.keys.digest('hold-address', email).toString('hex') };
  }

  async insertHold(hold: NewHold, on: Queryable): Promise<void> {
    await on.query(
      `insert into booking_holds (id, therapist_id, service_id, starts_at, ends_at, request, code_hash, mail_secret, tries_left, connection_hash, address_hash,
         created_at, code_sent_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13)`,
      [
        hold.id,
        hold.therapistId,
        hold.serviceId,
        hold.startsAt,
        hold.endsAt,
        this.seal('request', hold.id, hold.request),
        this.codeHash(hold.id, hold.code),
        this.sealMail(hold.id, hold),
        hold.triesLeft,
        Buffer.from(hold.owner.connection, 'hex'),
        Buffer.from(hold.owner.address, 'hex'),
        hold.sentAt,
        hold.expiresAt,
      ],
    );
  }

  /** Holds that wait for their code, of a connection and of an email address. */
  async countOpen(owner: HoldOwner, now: Date, on: Queryable): Promise<{ by_connection: number; by_address: number }> {
    const [row] = await on.query<{ by_connection: number; by_address: number }>(
      `select (select count(*)::int from booking_holds where connection_hash = $1 and booking_id is null and expires_at > $3) as by_connection,
              (select count(*)::int from booking_holds where address_hash = $2 and booking_id is null and expires_at > $3) as by_address`,
      [Buffer.from(owner.connection, 'hex'), Buffer.from(owner.address, 'hex'), now],
    );
    if (!row) throw new Error('a count gave no row');
    return row;
  }

  async findHold(id: string, on: Queryable = this.database): Promise<Hold | undefined> {
    const [row] = await on.query<HoldRow>(`select ${COLUMNS} from booking_holds where id = $1`, [id]);
    return row && this.opened(row);
  }

  /** Waits for whoever confirms it or sends its code anew. */
  async lockHold(id: string, on: Queryable): Promise<Hold | undefined> {
    const [row] = await on.query<HoldRow>(`select ${COLUMNS} from booking_holds where id = $1 for update`, [id]);
    return row && this.opened(row);
  }

  /**
   * A wrong code costs one try; the right one costs none.
   * @returns undefined when there is no such hold, it has run out, or no try is left
   */
  async tryCode(id: string, code: string, now: Date): Promise<{ hold: Hold; matches: boolean; triesLeft: number } | undefined> {
    const [row] = await this.database.query<HoldRow & Pick<BookingHold, 'tries_left'> & { matches: boolean }>(TRY_CODE, [id, this.codeHash(id, code), now]);
    return row && { hold: this.opened(row), matches: row.matches, triesLeft: row.tries_left };
  }

  /** @returns false when there is no such hold, or it is a booking already */
  async releaseHold(id: string, now: Date): Promise<boolean> {
    const rows = await this.database.query(
      'update booking_holds set expires_at = least(expires_at, $2) where id = $1 and booking_id is null returning id',
      [id, now],
    );
    return rows.length === 1;
  }

  /** Another code takes the place of the last one. */
  async replaceCode(id: string, code: NewCode, on: Queryable): Promise<void> {
    await on.query('update booking_holds set code_hash = $2, mail_secret = $3, tries_left = $4, code_sent_at = $5 where id = $1', [
      id,
      this.codeHash(id, code.code),
      this.sealMail(id, code),
      code.triesLeft,
      code.sentAt,
    ]);
  }

  /** What the person wrote is in the booking from now on. The answer stays for a while, for a repeat of the confirmation. */
  async confirmHold(id: string, answer: BookingConfirmationDto, keptUntil: Date, on: Queryable): Promise<void> {
    await on.query(`update booking_holds set booking_id = $2, answer = $3, expires_at = $4, request = '', mail_secret = null where id = $1`, [
      id,
      answer.id,
      this.seal('answer', id, answer),
      keptUntil,
    ]);
  }

  /** What the mail with the code is about; undefined once the hold is booked or over, or its newest code is handed over. */
  async findUnsent(id: string, now: Date): Promise<UnsentCode | undefined> {
    const [row] = await this.database.query<Omit<UnsentCode, keyof CodeMail> & { mail_secret: Buffer }>(
      `select h.id, h.starts_at, h.ends_at, h.mail_secret, h.code_sent_at, coalesce(p.display_name, u.name) as therapist_name, p.timezone
       from booking_holds h
       join users u on u.id = h.therapist_id
       join therapist_profiles p on p.therapist_id = h.therapist_id
       where h.id = $1 and h.booking_id is null and h.expires_at > $2 and h.mail_secret is not null`,
      [id, now],
    );
    if (!row) return undefined;
    const { mail_secret, ...unsent } = row;
    return { ...unsent, ...this.open<CodeMail>('mail_secret', id, mail_secret) };
  }

  /** Forgets what only the mail needed, unless another code has been made since. */
  async forgetMail(id: string, codeSentAt: Date): Promise<void> {
    await this.database.query('update booking_holds set mail_secret = null where id = $1 and code_sent_at = $2', [id, codeSentAt]);
  }

  /** @returns how many went */
  async deleteExpired(now: Date): Promise<number> {
    return (await this.database.query('delete from booking_holds where expires_at <= $1 returning 1', [now])).length;
  }

  /** Codes are short: without the key a digest of one would soon be guessed. */
  private codeHash(id: string, code: string): Buffer {
    return this.keys.digest('hold-code', `${id} ${code}`);
  }

  private sealMail(id: string, { code, email, client_timezone }: CodeMail): Buffer {
    return this.seal('mail_secret', id, { code, email, client_timezone });
  }

  private opened({ request, answer, connection_hash, address_hash, ...row }: HoldRow): Hold {
    return {
      ...row,
      owner: { connection: connection_hash.toString('hex'), address: address_hash.toString('hex') },
      request: () => this.open<HeldRequest>('request', row.id, request),
      answer: () => (answer ? this.open<BookingConfirmationDto>('answer', row.id, answer) : undefined),
    };
  }

  private seal(column: string, id: string, value: object): Buffer {
    return this.cipher.encrypt(JSON.stringify(value), place(column, id));
  }

  private open<Value>(column: string, id: string, sealed: Buffer): Value {
    return JSON.parse(this.cipher.decrypt(sealed, place(column, id))) as Value;
  }
}

function place(column: string, rowId: string): ColumnPlace {
  return { table: 'booking_holds', column, rowId };
}
