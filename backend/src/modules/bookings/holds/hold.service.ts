import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { newOneTimeCode } from '../../../common/crypto/tokens';
import { Database, newId, Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { RepeatMark } from '../../../common/idempotency/repeat-guard';
import { Handles, JobHandler, JobPayloads, PermanentFailure } from '../../../common/jobs/job';
import { Outbox } from '../../../common/jobs/outbox.service';
import { Limit, Limits } from '../../../common/limits/limits';
import { AppConfig } from '../../../config/app-config';
import { Mailer, MailFailure } from '../../../integrations/mail/mailer';
import { ActivityLog } from '../../activity-log/activity-log.service';
import { knownZone } from '../../scheduling/rules/calendar';
import { Slot } from '../availability/availability.service';
import { BookingConfirmationDto, BookingHeldDto, CreateBookingDto } from '../booking/booking.dto';
import * as messages from '../messages';
import { holdCodeMail } from './hold-mail';
import { BookingHoldRepository, HeldRequest, HoldRow, HoldSecrets, StoredCode } from './hold.repository';

const TRIES = 5;
const HOUR_MS = 3_600_000;
/** Whoever asks: nobody's inbox is filled from here. */
const PER_ADDRESS: Limit = { scope: 'hold-codes', max: 10, windowMs: HOUR_MS };
/** And nobody mails the world: times that are let go of make room for other addresses. */
const PER_CONNECTION: Limit = { scope: 'hold-codes-connection', max: 20, windowMs: HOUR_MS };

/** The six-digit codes of held times: made, counted and mailed. */
@Injectable()
export class HoldCodes {
  constructor(
    private readonly secrets: HoldSecrets,
    private readonly outbox: Outbox,
    private readonly limits: Limits,
  ) {}

  /**
   * Counts one more code for an email address and for a connection, one request at a time until the transaction ends.
   * @throws DomainError too_many
   */
  async count(tx: Queryable, of: { addressHash: Buffer; connectionHash: Buffer }): Promise<void> {
    await this.countOne(tx, PER_ADDRESS, of.addressHash, messages.tooManyCodes);
    await this.countOne(tx, PER_CONNECTION, of.connectionHash, messages.tooManyCodesFromHere);
  }

  /** A new code as it is stored, with 5 tries. */
  newCode(holdId: string, booking: CreateBookingDto, sentAt: Date): StoredCode {
    const code = newOneTimeCode();
    const mail = { code, email: booking.client_email, client_timezone: knownZone(booking.client_timezone) };
    return { codeHash: this.secrets.codeHash(holdId, code), mailSecret: this.secrets.sealMail(holdId, mail), triesLeft: TRIES, sentAt };
  }

  async send(tx: Queryable, holdId: string): Promise<void> {
    await this.outbox.add(tx, { queue: 'mail', job: 'send-hold-code', payload: { hold_id: holdId } });
  }

  private async countOne(tx: Queryable, limit: Limit, hash: Buffer, refusal: string): Promise<void> {
    const key = hash.toString('hex');
    await this.limits.serialize(limit, key, tx);
    if (!(await this.limits.allows(limit, key, tx))) throw new DomainError('too_many', refusal, { retryAfterSeconds: 3600 });
    await this.limits.count(limit, key, tx);
  }
}

export const HOLD_MS = 10 * 60_000;
const OPEN_HOLDS = 3;

/** A time that somebody wants and that is free. */
export interface WantedHold {
  booking: CreateBookingDto;
  slot: Slot;
  actor: Actor;
}

/** A hold whose code was given: either it waits to be confirmed, or it is and this is what was answered. */
export type ProvenHold = { answer: BookingConfirmationDto } | (HeldRequest & { answer?: undefined; startsAt: Date; createdAt: Date });

/** Times that wait for a code. A hold keeps its time from everybody, and is in no list and in no count. */
@Injectable()
export class BookingHolds {
  constructor(
    private readonly repository: BookingHoldRepository,
    private readonly secrets: HoldSecrets,
    private readonly codes: HoldCodes,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Keeps the time for 10 minutes and mails a code to the address. Call it in turn, once the time is known to be free.
   * @throws DomainError too_many past 3 open holds or too many codes of a connection or of an address
   */
  async hold(tx: Queryable, { booking, slot, actor }: WantedHold, repeat: RepeatMark | null): Promise<BookingHeldDto> {
    const id = newId();
    const now = this.clock.now();
    const owner = { connectionHash: this.secrets.connectionHash(actor.address), addressHash: this.secrets.addressHash(booking.client_email) };
    await this.codes.count(tx, owner);
    await this.assertFew(tx, { ...owner, now });
    await this.repository.insert(
      {
        id,
        therapistId: slot.therapistId,
        serviceId: booking.service_id,
        startsAt: slot.startsAt,
        endsAt: slot.endsAt,
        request: this.secrets.sealRequest(id, { booking, repeat }),
        ...owner,
        ...this.codes.newCode(id, booking, now),
        expiresAt: new Date(now.getTime() + HOLD_MS),
      },
      tx,
    );
    await this.codes.send(tx, id);
    await this.activity.record(tx, actor, { action: 'hold_session', subjectType: 'therapist', subjectId: slot.therapistId });
    return heldAnswer(id, HOLD_MS);
  }

  /** The visitor wants another time after all: this one is free again at once. @throws DomainError not_found when nothing is held */
  async release(id: string): Promise<void> {
    if (!(await this.repository.release(id, this.clock.now()))) throw new DomainError('not_found', messages.noSuchHold);
  }

  /** Whether the time is still kept and waits for its code. */
  async isOpen(id: string, on?: Queryable): Promise<boolean> {
    const hold = await this.repository.find(id, on);
    return hold !== undefined && hold.booking_id === null && hold.expires_at > this.clock.now();
  }

  /**
   * @throws DomainError not_found for an unknown hold; unauthenticated for a wrong code, after 10 minutes, and after 5 wrong tries
   */
  async prove(id: string, code: string): Promise<ProvenHold> {
    const hold = await this.repository.tryCode(id, this.secrets.codeHash(id, code), this.clock.now());
    if (!hold) throw await this.refusal(id);
    if (!hold.matches) throw new DomainError('unauthenticated', hold.tries_left > 0 ? messages.wrongCode(hold.tries_left) : messages.codeTriesUsedUp);
    const answer = this.answerOf(hold);
    if (answer) return { answer };
    return { ...this.secrets.openRequest(id, hold.request), startsAt: hold.starts_at, createdAt: hold.created_at };
  }

  /**
   * Waits until nobody else confirms this hold.
   * @returns what was answered, when somebody else did meanwhile
   */
  async waitFor(tx: Queryable, id: string): Promise<BookingConfirmationDto | undefined> {
    const hold = await this.repository.lock(id, tx);
    if (!hold) throw new DomainError('not_found', messages.noSuchHold);
    const answer = this.answerOf(hold);
    if (!answer && hold.expires_at <= this.clock.now()) throw new DomainError('unauthenticated', messages.codeExpired);
    return answer;
  }

  /** The time is booked. The same code gets the same answer for another 10 minutes, should the first one have been lost. */
  async confirm(tx: Queryable, id: string, answer: BookingConfirmationDto): Promise<void> {
    const keptUntil = new Date(this.clock.now().getTime() + HOLD_MS);
    await this.repository.confirm(id, { bookingId: answer.id, answer: this.secrets.sealAnswer(id, answer), keptUntil }, tx);
  }

  private answerOf(hold: HoldRow): BookingConfirmationDto | undefined {
    return hold.answer ? this.secrets.openAnswer(hold.id, hold.answer) : undefined;
  }

  private async assertFew(tx: Queryable, of: { connectionHash: Buffer; addressHash: Buffer; now: Date }): Promise<void> {
    const open = await this.repository.countOpen(of, tx);
    const wait = { retryAfterSeconds: HOLD_MS / 1000 };
    if (open.by_connection >= OPEN_HOLDS) throw new DomainError('too_many', messages.tooManyHoldsFromHere, wait);
    if (open.by_address >= OPEN_HOLDS) throw new DomainError('too_many', messages.tooManyHoldsForAddress, wait);
  }

  private async refusal(id: string): Promise<DomainError> {
    const hold = await this.repository.find(id);
    if (!hold) return new DomainError('not_found', messages.noSuchHold);
    const expired = hold.expires_at <= this.clock.now();
    return new DomainError('unauthenticated', expired ? messages.codeExpired : messages.codeTriesUsedUp);
  }
}

/** @param leftMs how long the time is still kept */
export function heldAnswer(holdId: string, leftMs: number): BookingHeldDto {
  return { status: 'code_sent', hold_id: holdId, expires_in_seconds: Math.ceil(leftMs / 1000) };
}

const WAIT_MS = 60_000;

/** Sends another code for a held time. The one before is then worth nothing; the time is kept no longer than it was. */
@Injectable()
export class HoldResend {
  constructor(
    private readonly database: Database,
    private readonly repository: BookingHoldRepository,
    private readonly secrets: HoldSecrets,
    private readonly codes: HoldCodes,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found when the time is not held any more; conflict when it is booked; too_many within 60 s of the last code */
  async resend(holdId: string): Promise<BookingHeldDto> {
    return this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const hold = await this.repository.lock(holdId, tx);
      if (hold?.booking_id) throw new DomainError('conflict', messages.holdConfirmed);
      if (!hold || hold.expires_at <= now) throw new DomainError('not_found', messages.noSuchHold);
      const waitMs = hold.code_sent_at.getTime() + WAIT_MS - now.getTime();
      if (waitMs > 0) {
        const seconds = Math.ceil(waitMs / 1000);
        throw new DomainError('too_many', messages.resendWait(seconds), { retryAfterSeconds: seconds });
      }
      await this.codes.count(tx, { addressHash: hold.address_hash, connectionHash: hold.connection_hash });
      const { booking } = this.secrets.openRequest(holdId, hold.request);
      await this.repository.replaceCode(holdId, this.codes.newCode(holdId, booking, now), tx);
      await this.codes.send(tx, holdId);
      return heldAnswer(holdId, hold.expires_at.getTime() - now.getTime());
    });
  }
}

/** Mails the code that makes a booking of a held time. */
@Injectable()
export class HoldCodeNotifier {
  constructor(
    private readonly holds: BookingHoldRepository,
    private readonly secrets: HoldSecrets,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends the newest code of a hold and forgets it. A hold that is booked or over, or whose code was sent, needs no mail.
   * @throws PermanentFailure when no further try can deliver it
   */
  async send(holdId: string): Promise<void> {
    const hold = await this.holds.findUnsent(holdId, this.clock.now());
    if (!hold) return;
    const { code, email, client_timezone } = this.secrets.openMail(holdId, hold.mail_secret);
    const mail = holdCodeMail(
      {
        holdId,
        code,
        email,
        codeSentAt: hold.code_sent_at,
        startsAt: hold.starts_at,
        endsAt: hold.ends_at,
        timezone: hold.timezone,
        clientTimezone: client_timezone,
        therapistName: hold.therapist_name,
      },
      this.config.publicUrl,
    );
    try {
      await this.mailer.send(mail);
    } catch (error) {
      if (error instanceof MailFailure && error.permanent) throw new PermanentFailure(error.reason, { cause: error });
      throw error;
    }
    await this.holds.forgetMail(holdId, hold.code_sent_at);
  }
}

/** Eight tries over about ten minutes: as long as the time is kept. */
@JobHandler('mail', 'send-hold-code', { attempts: 8 })
export class SendHoldCodeJob implements Handles<'send-hold-code'> {
  constructor(private readonly notifier: HoldCodeNotifier) {}

  async handle(payload: JobPayloads['send-hold-code']): Promise<void> {
    await this.notifier.send(payload.hold_id);
  }
}
