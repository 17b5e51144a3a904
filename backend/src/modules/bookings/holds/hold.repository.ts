import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock/clock';
import { ColumnCipher, ColumnPlace } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { Database, Queryable } from '../../../common/database/database';
import { RepeatMark } from '../../../common/idempotency/repeat-guard';
import { MaintenanceTask, TidiesUp } from '../../../common/jobs/maintenance';
import { connectionOf } from '../../../common/limits/limits';
import { BookingConfirmationDto, CreateBookingDto } from '../booking/booking.dto';

/** A row of `booking_holds`: a time that waits for its code. */
export interface HoldRow {
  id: string;
  starts_at: Date;
  request: Buffer;
  created_at: Date;
  code_sent_at: Date;
  expires_at: Date;
  connection_hash: Buffer;
  address_hash: Buffer;
  booking_id: string | null;
  /** What the confirmation was answered, once it is confirmed. */
  answer: Buffer | null;
}

/** A code as it is stored, and what its mail needs until it is handed over. */
export interface StoredCode {
  codeHash: Buffer;
  mailSecret: Buffer;
  triesLeft: number;
  sentAt: Date;
}

/** A code that waits for its mail. */
export interface UnsentCodeRow {
  id: string;
  starts_at: Date;
  ends_at: Date;
  mail_secret: Buffer;
  code_sent_at: Date;
  therapist_name: string;
  /** IANA zone of the appointment. */
  timezone: string;
}

export interface NewHold extends StoredCode {
  id: string;
  therapistId: string;
  serviceId: string;
  startsAt: Date;
  endsAt: Date;
  request: Buffer;
  connectionHash: Buffer;
  addressHash: Buffer;
  expiresAt: Date;
}

const COLUMNS = 'id, starts_at, request, created_at, code_sent_at, expires_at, connection_hash, address_hash, booking_id, answer';

/** Compares and counts in one statement, so that parallel tries cannot share one. */
const TRY_CODE = {
  name: 'hold-try-code',
  text: `update booking_holds set tries_left = tries_left - (code_hash <> $2)::int
         where id = $1 and tries_left > 0 and expires_at > $3
         returning ${COLUMNS}, code_hash = $2 as matches, tries_left`,
};

@Injectable()
export class BookingHoldRepository {
  constructor(private readonly database: Database) {}

  async insert(hold: NewHold, on: Queryable): Promise<void> {
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
        hold.request,
        hold.codeHash,
        hold.mailSecret,
        hold.triesLeft,
        hold.connectionHash,
        hold.addressHash,
        hold.sentAt,
        hold.expiresAt,
      ],
    );
  }

  /** Holds that wait for their code, of a connection and of an email address. */
  async countOpen(of: { connectionHash: Buffer; addressHash: Buffer; now: Date }, on: Queryable): Promise<{ by_connection: number; by_address: number }> {
    const [row] = await on.query<{ by_connection: number; by_address: number }>(
      `select (select count(*)::int from booking_holds where connection_hash = $1 and booking_id is null and expires_at > $3) as by_connection,
              (select count(*)::int from booking_holds where address_hash = $2 and booking_id is null and expires_at > $3) as by_address`,
      [of.connectionHash, of.addressHash, of.now],
    );
    if (!row) throw new Error('a count gave no row');
    return row;
  }

  async find(id: string, on: Queryable = this.database): Promise<HoldRow | undefined> {
    const [row] = await on.query<HoldRow>(`select ${COLUMNS} from booking_holds where id = $1`, [id]);
    return row;
  }

  /** Waits for whoever confirms it or sends its code anew. */
  async lock(id: string, on: Queryable): Promise<HoldRow | undefined> {
    const [row] = await on.query<HoldRow>(`select ${COLUMNS} from booking_holds where id = $1 for update`, [id]);
    return row;
  }

  /**
   * A wrong code costs one try; the right one costs none.
   * @returns undefined when there is no such hold, it has run out, or no try is left
   */
  async tryCode(id: string, codeHash: Buffer, now: Date): Promise<(HoldRow & { matches: boolean; tries_left: number }) | undefined> {
    const [row] = await this.database.query<HoldRow & { matches: boolean; tries_left: number }>(TRY_CODE, [id, codeHash, now]);
    return row;
  }

  /** @returns false when there is no such hold, or it is a booking already */
  async release(id: string, now: Date): Promise<boolean> {
    const rows = await this.database.query(
      'update booking_holds set expires_at = least(expires_at, $2) where id = $1 and booking_id is null returning id',
      [id, now],
    );
    return rows.length === 1;
  }

  /** Another code takes the place of the last one. */
  async replaceCode(id: string, code: StoredCode, on: Queryable): Promise<void> {
    await on.query('update booking_holds set code_hash = $2, mail_secret = $3, tries_left = $4, code_sent_at = $5 where id = $1', [
      id,
      code.codeHash,
      code.mailSecret,
      code.triesLeft,
      code.sentAt,
    ]);
  }

  /** What the person wrote is in the booking from now on. The answer stays for a while, for a repeat of the confirmation. */
  async confirm(id: string, confirmed: { bookingId: string; answer: Buffer; keptUntil: Date }, on: Queryable): Promise<void> {
    await on.query(`update booking_holds set booking_id = $2, answer = $3, expires_at = $4, request = '', mail_secret = null where id = $1`, [
      id,
      confirmed.bookingId,
      confirmed.answer,
      confirmed.keptUntil,
    ]);
  }

  /** What the mail with the code is about; undefined once the hold is booked or over, or its newest code is handed over. */
  async findUnsent(id: string, now: Date): Promise<UnsentCodeRow | undefined> {
    const [row] = await this.database.query<UnsentCodeRow>(
      `select h.id, h.starts_at, h.ends_at, h.mail_secret, h.code_sent_at, coalesce(p.display_name, u.name) as therapist_name, p.timezone
       from booking_holds h
       join users u on u.id = h.therapist_id
       join therapist_profiles p on p.therapist_id = h.therapist_id
       where h.id = $1 and h.booking_id is null and h.expires_at > $2 and h.mail_secret is not null`,
      [id, now],
    );
    return row;
  }

  /** Forgets what only the mail needed, unless another code has been made since. */
  async forgetMail(id: string, codeSentAt: Date): Promise<void> {
    await this.database.query('update booking_holds set mail_secret = null where id = $1 and code_sent_at = $2', [id, codeSentAt]);
  }

  /** @returns how many went */
  async deleteExpired(now: Date): Promise<number> {
    return (await this.database.query('delete from booking_holds where expires_at <= $1 returning 1', [now])).length;
  }
}

/** What is kept of a request until its code comes back. */
export interface HeldRequest {
  booking: CreateBookingDto;
  /** The Idempotency-Key that came with it, as it is stored. */
  repeat: RepeatMark | null;
}

/** What the mail with the code needs. */
export interface HoldMailSecret {
  code: string;
  email: string;
  client_timezone: string | null;
}

/** What of a hold is encrypted, and what is only kept as a keyed digest. */
@Injectable()
export class HoldSecrets {
  constructor(
    private readonly keys: KeyRing,
    private readonly cipher: ColumnCipher,
  ) {}

  /** Codes are short: without the key a digest of one would soon be guessed. */
  codeHash(holdId: string, code: string): Buffer {
    return this.keys.digest('hold-code', `${holdId} ${code}`);
  }

  connectionHash(address: string | null): Buffer {
    return this.keys.digest('hold-connection', connectionOf(address));
  }

  addressHash(email: string): Buffer {
    return this.keys.digest('hold-address', email);
  }

  sealRequest(holdId: string, request: HeldRequest): Buffer {
    return this.cipher.encrypt(JSON.stringify(request), place('request', holdId));
  }

  openRequest(holdId: string, sealed: Buffer): HeldRequest {
    return JSON.parse(this.cipher.decrypt(sealed, place('request', holdId))) as HeldRequest;
  }

  sealMail(holdId: string, secret: HoldMailSecret): Buffer {
    return this.cipher.encrypt(JSON.stringify(secret), place('mail_secret', holdId));
  }

  openMail(holdId: string, sealed: Buffer): HoldMailSecret {
    return JSON.parse(this.cipher.decrypt(sealed, place('mail_secret', holdId))) as HoldMailSecret;
  }

  sealAnswer(holdId: string, answer: BookingConfirmationDto): Buffer {
    return this.cipher.encrypt(JSON.stringify(answer), place('answer', holdId));
  }

  openAnswer(holdId: string, sealed: Buffer): BookingConfirmationDto {
    return JSON.parse(this.cipher.decrypt(sealed, place('answer', holdId))) as BookingConfirmationDto;
  }
}

function place(column: string, rowId: string): ColumnPlace {
  return { table: 'booking_holds', column, rowId };
}

/** Times that were held and not confirmed, with what their visitors wrote. */
@MaintenanceTask('booking holds')
export class BookingHoldsTask implements TidiesUp {
  constructor(
    private readonly holds: BookingHoldRepository,
    private readonly clock: Clock,
  ) {}

  tidyUp(): Promise<number> {
    return this.holds.deleteExpired(this.clock.now());
  }
}
