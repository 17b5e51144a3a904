import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { Queryable } from '../../common/database/database';
import { newId } from '../../common/database/ids';
import { DomainError } from '../../common/errors/domain-error';
import { ActivityLog } from '../activity-log/activity-log.service';
import { BookingHoldRepository, HoldRow } from './booking-hold.repository';
import { BookingConfirmationDto, BookingHeldDto, CreateBookingDto } from './dto/create-booking.dto';
import { HoldCodes } from './hold-codes.service';
import { HeldRequest, HoldSecrets } from './hold-secrets';
import * as messages from './messages';
import { RepeatMark } from './repeat-guard.service';
import { Slot } from './slot.service';

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
