import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { knownZone } from '../../../common/clock/zones';
import { newOneTimeCode, newToken } from '../../../common/crypto/tokens';
import { newId, Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { RepeatMark } from '../../../common/idempotency/repeat-guard';
import { Handles, job, Upkeep } from '../../../common/jobs/job';
import { CodeLimits } from '../../../common/limits/code-limits';
import { connectionOf, CONNECTIONS_PER_SUBNET, Limit, Limits, LimitShare, subnetOf } from '../../../common/limits/limits';
import { Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { Mailer } from '../../../integrations/mail/mailer';
import { Slot } from '../availability/availability.service';
import { BookingConfirmationDto, BookingHeldDto, CreateBookingDto } from '../booking/booking.dto';
import * as messages from '../messages';
import { holdCodeMail } from './hold-mail';
import { HeldRequest, Hold, HoldRepository, NewCode } from './hold.repository';

/** Eight tries over about ten minutes: as long as the time is kept. */
export const sendHoldCode = job<{ hold_id: string }>('code-mail', 'send-hold-code', { attempts: 8, brief: true, toTypedAddress: true });

/** Where times come from that no connection holds. */
const KEPT = 'waiting list';
const HOLD_MS = 10 * 60_000;
const OPEN_HOLDS = 3;
/** A single line of IPv6 has 65,000 connections, and a held time is nobody else's. */
const OF_NETWORK: Limit = { scope: 'booking-holds-network', max: OPEN_HOLDS * 2 * CONNECTIONS_PER_SUBNET, windowMs: HOLD_MS };
const TRIES = 5;
const DAY_MS = 86_400_000;
/** Codes that one address is mailed, whoever asks: in all, of one network, of one connection. */
const MAILS: Limit = { scope: 'hold-codes', max: 20, windowMs: DAY_MS };
const MAILS_FROM_NETWORK: Limit = { scope: 'hold-codes-network', max: 8, windowMs: DAY_MS };
const MAILS_FROM_HERE: Limit = { scope: 'hold-codes-connection', max: 5, windowMs: DAY_MS };
/** Past these each network has a few: strangers do not use up the codes of whoever reads that mailbox. */
const MAILS_BEYOND: Limit = { scope: 'hold-codes-beyond', max: 2, windowMs: DAY_MS };
/** How long after one code the next may be asked for. */
const WAIT_MS = 60_000;

/** A time that somebody wants and that is free. */
export interface WantedHold {
  booking: CreateBookingDto;
  slot: Slot;
}

/** A hold whose code was given: either it waits to be confirmed, or it is and this is what was answered. */
export type ProvenHold = { answer: BookingConfirmationDto } | (HeldRequest & Pick<Hold, 'starts_at' | 'created_at'> & { answer?: undefined });

/**
 * Times that wait for a code, and the six-digit codes that are mailed. A hold keeps its time from everybody, and is in no list and in
 * no count.
 */
@Injectable()
export class HoldService {
  constructor(
    private readonly works: Works,
    private readonly repository: HoldRepository,
    private readonly codeLimits: CodeLimits,
    private readonly limits: Limits,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Keeps the time for 10 minutes and mails a code to the address; past what an address is mailed in a day the answer is the same, and nothing is sent. Call it in turn, once the time is known to be free.
   * @throws DomainError too_many past 3 open holds or too many codes of a connection, and past 30 holds of a network in 10 minutes
   */
  async hold(work: Work, { booking, slot }: WantedHold, repeat: RepeatMark | null): Promise<BookingHeldDto> {
    const id = newId();
    const now = work.now();
    const connection = this.repository.connectionDigest(work.actor.address);
    await this.codeLimits.countAsked(work.actor, work.tx);
    if ((await this.repository.countOpen(connection, now, work.tx)) >= OPEN_HOLDS) {
      throw new DomainError('too_many', messages.tooManyHoldsFromHere, { retryAfterSeconds: HOLD_MS / 1000 });
    }
    const wait = await this.limits.reserveIn(work.tx, [[OF_NETWORK, subnetOf(work.actor.address)]]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyHoldsFromHere, { retryAfterSeconds: wait });
    const mails = await this.mayMail(work, booking.client_email);
    await this.repository.insertHold(
      {
        id,
        therapist_id: slot.therapist_id,
        service_id: booking.service_id,
        starts_at: slot.starts_at,
        ends_at: slot.ends_at,
        request: { booking, repeat },
        connection_hash: connection,
        ...newCode(booking, now),
        // One that nobody can know is guessed by nobody.
        ...(mails ? {} : { code: newToken() }),
        expires_at: new Date(now.getTime() + HOLD_MS),
      },
      work.tx,
    );
    if (mails) await work.enqueue(sendHoldCode, { hold_id: id });
    await work.record({ action: 'hold_session', subjectType: 'therapist', subjectId: slot.therapist_id });
    return heldAnswer(id, HOLD_MS);
  }

  /** Keeps a time for somebody who was asked whether they want it; their mail has a link and no code. @returns the hold's id */
  async keep(work: Work, { booking, slot }: WantedHold, until: Date): Promise<string> {
    const id = newId();
    const { therapist_id, starts_at, ends_at } = slot;
    const code = { ...newCode(booking, work.now()), tries_left: 0 };
    await this.repository.insertHold({ id, therapist_id, service_id: booking.service_id, starts_at, ends_at, request: { booking, repeat: null }, connection_hash: this.repository.connectionDigest(KEPT), ...code, expires_at: until }, work.tx);
    return id;
  }

  /** The visitor wants another time after all: this one is free again at once. @throws DomainError not_found when nothing is held with a code */
  async giveUp(id: string): Promise<void> {
    const hold = await this.repository.findHold(id);
    if (!hold || this.isKept(hold)) throw new DomainError('not_found', messages.noSuchHold);
    await this.release(id);
  }

  /** The time is free again at once. @throws DomainError not_found when nothing is held */
  async release(id: string, on?: Queryable): Promise<void> {
    if (!(await this.repository.releaseHold(id, this.clock.now(), on))) throw new DomainError('not_found', messages.noSuchHold);
  }

  /** Whether the time is still kept and waits for its code. */
  async isOpen(id: string, on?: Queryable): Promise<boolean> {
    const hold = await this.repository.findHold(id, on);
    return hold !== undefined && hold.booking_id === null && hold.expires_at > this.clock.now();
  }

  /**
   * @throws DomainError not_found for an unknown hold; unauthenticated for a wrong code, after 10 minutes, and after 5 wrong tries;
   *   too_many after many wrong codes of the connection
   */
  async prove(id: string, code: string, actor: Actor): Promise<ProvenHold> {
    const look = () => this.repository.tryCode(id, code, this.clock.now());
    const tried = await this.codeLimits.tryCode(actor, look, (outcome) => !outcome?.matches, `hold ${id}`);
    if (!tried) throw await this.refusal(id);
    if (!tried.matches) throw new DomainError('unauthenticated', tried.tries_left > 0 ? messages.wrongCode(tried.tries_left) : messages.codeTriesUsedUp);
    const { hold } = tried;
    const answer = hold.answer();
    if (answer) return { answer };
    return { ...hold.request(), starts_at: hold.starts_at, created_at: hold.created_at };
  }

  /**
   * Waits until nobody else confirms this hold.
   * @param over what is said once the time is no longer kept
   * @returns what was answered, when somebody else did meanwhile
   */
  async waitFor(work: Work, id: string, over = new DomainError('unauthenticated', messages.codeExpired)): Promise<BookingConfirmationDto | undefined> {
    const hold = await this.repository.lockHold(id, work.tx);
    if (!hold) throw new DomainError('not_found', messages.noSuchHold);
    const answer = hold.answer();
    if (!answer && hold.expires_at <= work.now()) throw over;
    return answer;
  }

  /** The time is booked. The same code gets the same answer for another 10 minutes, should the first one have been lost. */
  async confirm(work: Work, id: string, answer: BookingConfirmationDto): Promise<void> {
    await this.repository.confirmHold(id, answer, new Date(work.now().getTime() + HOLD_MS), work.tx);
  }

  /**
   * Sends another code for a held time. The one before is then worth nothing; the time is kept no longer than it was.
   * @throws DomainError not_found when the time is not held any more; conflict when it is booked; too_many within 60 s of the last code
   */
  async resend(actor: Actor, id: string): Promise<BookingHeldDto> {
    return this.works.begin(actor, async (work) => {
      const now = work.now();
      const hold = await this.repository.lockHold(id, work.tx);
      if (hold?.booking_id) throw new DomainError('conflict', messages.holdConfirmed);
      if (!hold || this.isKept(hold) || hold.expires_at <= now) throw new DomainError('not_found', messages.noSuchHold);
      const waitMs = hold.code_sent_at.getTime() + WAIT_MS - now.getTime();
      if (waitMs > 0) {
        const seconds = Math.ceil(waitMs / 1000);
        throw new DomainError('too_many', messages.resendWait(seconds), { retryAfterSeconds: seconds });
      }
      await this.codeLimits.countAsked(work.actor, work.tx);
      const { booking } = hold.request();
      if (await this.mayMail(work, booking.client_email)) {
        await this.repository.replaceCode(id, newCode(booking, now), work.tx);
        await work.enqueue(sendHoldCode, { hold_id: id });
        // The code that was mailed last stays good where no other is.
      } else await this.repository.askedAgain(id, now, work.tx);
      return heldAnswer(id, hold.expires_at.getTime() - now.getTime());
    });
  }

  /**
   * Mails the newest code of a hold and forgets it. A hold that is booked or over, or whose code was sent, needs no mail.
   * @throws PermanentFailure when no further try can deliver it
   */
  @Handles(sendHoldCode)
  async send({ hold_id: holdId }: { hold_id: string }): Promise<void> {
    const unsent = await this.repository.findUnsent(holdId, this.clock.now());
    if (!unsent) return;
    await this.mailer.deliver(holdCodeMail(unsent, this.config.publicUrl), { isAwaited: true });
    await this.repository.forgetMail(holdId, unsent.code_sent_at);
  }

  /** Times that were held and not confirmed, with what their visitors wrote. */
  @Upkeep('booking holds')
  deleteExpired(): Promise<number> {
    return this.repository.deleteExpired(this.clock.now());
  }

  /** Of {@link keep}: it has no code, and goes by its own link alone. */
  private isKept({ connection_hash }: Pick<Hold, 'connection_hash'>): boolean {
    return connection_hash.equals(this.repository.connectionDigest(KEPT));
  }

  /** Counts one more code for the address. @returns false past what it is mailed in a day */
  private async mayMail(work: Work, email: string): Promise<boolean> {
    const address = email.toLowerCase();
    const [network, here] = [subnetOf(work.actor.address), connectionOf(work.actor.address)].map((from) => `${from} ${address}`) as [string, string];
    const first: LimitShare = { entries: [[MAILS, address], [MAILS_FROM_NETWORK, network], [MAILS_FROM_HERE, here]] };
    await this.limits.serialize(MAILS, address, work.tx);
    return (await this.limits.countOnFirst([first, { entries: [[MAILS_BEYOND, network]] }], work.tx)) !== null;
  }

  private async refusal(id: string): Promise<DomainError> {
    const hold = await this.repository.findHold(id);
    if (!hold) return new DomainError('not_found', messages.noSuchHold);
    const expired = hold.expires_at <= this.clock.now();
    return new DomainError('unauthenticated', expired ? messages.codeExpired : messages.codeTriesUsedUp);
  }
}

/** A new code with 5 tries. */
function newCode(booking: CreateBookingDto, sentAt: Date): NewCode {
  return { code: newOneTimeCode(), email: booking.client_email, client_timezone: knownZone(booking.client_timezone), tries_left: TRIES, code_sent_at: sentAt };
}

/** @param leftMs how long the time is still kept */
function heldAnswer(holdId: string, leftMs: number): BookingHeldDto {
  return { status: 'code_sent', hold_id: holdId, expires_in_seconds: Math.ceil(leftMs / 1000) };
}
