import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { ColumnCipher, ColumnPlace } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import { RepeatMark } from '../../../common/idempotency/repeat-guard';
import { connectionOf } from '../../../common/limits/limits';
import { BookingHold } from '../booking.entity';
import { BookingConfirmationDto, CreateBookingDto } from '../booking/booking.dto';

/** What is kept of a request until its code comes back. */
export interface HeldRequest {
  booking: CreateBookingDto;
  /** The Idempotency-Key that came with it, as it is stored. */
  repeat: RepeatMark | null;
}

/** A time that waits for its code. */
export interface Hold extends Pick<BookingHold, 'id' | 'starts_at' | 'created_at' | 'code_sent_at' | 'expires_at' | 'booking_id' | 'connection_hash'> {
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
export interface NewCode extends CodeMail, Pick<BookingHold, 'tries_left' | 'code_sent_at'> {}

/** A code that waits for its mail. */
export interface UnsentCode extends CodeMail, Pick<BookingHold, 'id' | 'starts_at' | 'ends_at' | 'code_sent_at'> {
  therapist_name: string;
  /** IANA zone of the appointment. */
  timezone: string;
}

export interface NewHold extends NewCode, Pick<BookingHold, 'id' | 'therapist_id' | 'service_id' | 'starts_at' | 'ends_at' | 'expires_at' | 'connection_hash'> {
  request: HeldRequest;
}

/** A row of `booking_holds` as SQL gives it back. */
type HoldRow = Omit<Hold, 'request' | 'answer'> & Pick<BookingHold, 'request' | 'answer'>;

type UnsentRow = Omit<UnsentCode, keyof CodeMail> & Pick<BookingHold, 'mail_secret'>;

const COLUMNS = 'id, starts_at, request, created_at, code_sent_at, expires_at, connection_hash, booking_id, answer';

const FIND = statement<HoldRow>('hold-find', `select ${COLUMNS} from booking_holds where id = $1`);
const LOCK = statement<HoldRow>('hold-lock', `select ${COLUMNS} from booking_holds where id = $1 for update`);

const COUNT_OPEN = statement<{ open: number }>(
  'holds-count-open',
  'select count(*)::int as open from booking_holds where connection_hash = $1 and booking_id is null and expires_at > $2',
);

const RELEASE = statement<Pick<BookingHold, 'id'>>('hold-release', `update booking_holds set expires_at = least(expires_at, $2)
         where id = $1 and booking_id is null returning id`);

const FIND_UNSENT = statement<UnsentRow>('hold-unsent', `select h.id, h.starts_at, h.ends_at, h.mail_secret, h.code_sent_at, coalesce(p.display_name, u.name) as therapist_name, p.timezone
         from booking_holds h
         join users u on u.id = h.therapist_id
         join therapist_profiles p on p.therapist_id = h.therapist_id
         where h.id = $1 and h.booking_id is null and h.expires_at > $2`);

/** Compares and counts in one statement, so that parallel tries cannot share one. */
const TRY_CODE = statement<HoldRow & Pick<BookingHold, 'tries_left' | 'code_hash'> & { matches: boolean }>('hold-try-code', `update booking_holds set tries_left = tries_left - (code_hash <> $2)::int
         where id = $1 and tries_left > 0 and expires_at > $3
         returning ${COLUMNS}, code_hash, code_hash = $2 as matches, tries_left`);

/** Holds. What they say of people is encrypted; codes and connections are only kept as keyed digests. */
@Injectable()
export class HoldRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
    private readonly cipher: ColumnCipher,
  ) {}

  /** By which the holds of one connection are recognised. @param address the network address that a request came from */
  connectionDigest(address: string | null): Buffer {
    return this.keys.digest('hold-connection', connectionOf(address));
  }

  async insertHold({ request, code, email, client_timezone, ...hold }: NewHold, on: Queryable): Promise<void> {
    await on.manager.insert(BookingHold, {
      ...hold,
      ...this.sealedCode(hold.id, { code, email, client_timezone }),
      request: this.seal('request', hold.id, request),
      created_at: hold.code_sent_at,
    });
  }

  /** How many holds of a connection wait for their code. */
  async countOpen(connection: Buffer, now: Date, on: Queryable): Promise<number> {
    const [row] = await on.query(COUNT_OPEN, [connection, now]);
    return row?.open ?? 0;
  }

  async findHold(id: string, on: Queryable = this.database): Promise<Hold | undefined> {
    const [row] = await on.query(FIND, [id]);
    return row && this.opened(row);
  }

  /** Waits for whoever confirms it or sends its code anew. */
  async lockHold(id: string, on: Queryable): Promise<Hold | undefined> {
    const [row] = await on.query(LOCK, [id]);
    return row && this.opened(row);
  }

  /**
   * A wrong code costs one try; the right one costs none.
   * @returns undefined when there is no such hold, it has run out, or no try is left
   */
  async tryCode(id: string, code: string, now: Date): Promise<{ hold: Hold; matches: boolean; tries_left: number } | undefined> {
    const hash = this.codeHash(id, code);
    const [row] = await this.database.query(TRY_CODE, [id, hash, now]);
    if (!row || row.id !== id) return undefined;
    const { matches, tries_left, code_hash, ...hold } = row;
    return { hold: this.opened(hold), matches: matches && equalInConstantTime(code_hash, hash), tries_left };
  }

  /** @returns false when there is no such hold, or it is a booking already */
  async releaseHold(id: string, now: Date, on: Queryable = this.database): Promise<boolean> {
    return (await on.query(RELEASE, [id, now])).length === 1;
  }

  /** Another code takes the place of the last one. */
  async replaceCode(id: string, { tries_left, code_sent_at, ...mail }: NewCode, on: Queryable): Promise<void> {
    await on.manager.update(BookingHold, { id }, { tries_left, code_sent_at, ...this.sealedCode(id, mail) });
  }

  /** The next code can be asked for as late as after one that was sent. */
  async askedAgain(id: string, at: Date, on: Queryable): Promise<void> {
    await on.manager.update(BookingHold, { id }, { code_sent_at: at });
  }

  /** What the person wrote is in the booking from now on. The answer stays for a while, for a repeat of the confirmation. */
  async confirmHold(id: string, answer: BookingConfirmationDto, keptUntil: Date, on: Queryable): Promise<void> {
    const forgotten = { request: Buffer.alloc(0), mail_secret: null };
    await on.manager.update(BookingHold, { id }, { booking_id: answer.id, answer: this.seal('answer', id, answer), expires_at: keptUntil, ...forgotten });
  }

  /** What the mail with the code is about; undefined once the hold is booked or over, or its newest code is handed over. */
  async findUnsent(id: string, now: Date): Promise<UnsentCode | undefined> {
    const [row] = await this.database.query(FIND_UNSENT, [id, now]);
    if (!row?.mail_secret) return undefined;
    const { mail_secret, ...unsent } = row;
    return { ...unsent, ...this.open<CodeMail>('mail_secret', id, mail_secret) };
  }

  /** Forgets what only the mail needed, unless another code has been made since. */
  async forgetMail(id: string, codeSentAt: Date): Promise<void> {
    await this.database.manager.update(BookingHold, { id, code_sent_at: codeSentAt }, { mail_secret: null });
  }

  /** @returns how many went */
  async deleteExpired(now: Date): Promise<number> {
    return (await this.database.manager.delete(BookingHold, { expires_at: LessThanOrEqual(now) })).affected ?? 0;
  }

  /** Codes are short: without the key a digest of one would soon be guessed. */
  private codeHash(id: string, code: string): Buffer {
    return this.keys.digest('hold-code', `${id} ${code}`);
  }

  private sealedCode(id: string, mail: CodeMail): Pick<BookingHold, 'code_hash' | 'mail_secret'> {
    return { code_hash: this.codeHash(id, mail.code), mail_secret: this.seal('mail_secret', id, mail) };
  }

  private opened({ request, answer, ...row }: HoldRow): Hold {
    return {
      ...row,
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
