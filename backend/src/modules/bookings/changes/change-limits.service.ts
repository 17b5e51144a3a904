import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { DomainError, isRefusal } from '../../../common/errors/domain-error';
import { connectionOf, Limit, LimitEntry, Limits } from '../../../common/limits/limits';
import type { Work } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import * as messages from '../messages';

const HOUR_MS = 3_600_000;
/** Each move mails both sides. */
const MOVES_PER_BOOKING: Limit = { scope: 'booking-moves', max: 5, windowMs: HOUR_MS };
/** How many refused changes count as much as a move that was made. */
const REFUSED_AS_ONE = 10;
const REFUSED_PER_BOOKING: Limit = { scope: 'booking-changes-refused', max: MOVES_PER_BOOKING.max * REFUSED_AS_ONE, windowMs: HOUR_MS };
/** Free times of appointments and for clients, which nobody else reads, and nobody keeps: whoever looks for one turns a few pages. */
const TIMES_LOOKED_AT: Limit = { scope: 'times-looked-at', max: 240, windowMs: HOUR_MS };
const FROM_HERE: Limit = { scope: 'times-looked-at-connection', max: 600, windowMs: HOUR_MS };

/** How often clients move an appointment, are refused, and look for times to move to: all of it takes the database nearly as long, and others of the practice may wait for it. */
@Injectable()
export class ChangeLimits {
  private readonly movesPerConnection: Limit;
  private readonly refusedPerConnection: Limit;

  constructor(
    private readonly limits: Limits,
    config: AppConfig,
  ) {
    const max = 4 * config.booking.limitPerIp;
    this.movesPerConnection = { scope: 'booking-moves-address', max, windowMs: HOUR_MS };
    this.refusedPerConnection = { scope: 'booking-changes-refused-address', max: max * REFUSED_AS_ONE, windowMs: HOUR_MS };
  }

  /** Counts a change that is refused; one that is too many is none. */
  async counted<Answer>({ address }: Actor, bookingId: string, change: () => Promise<Answer>): Promise<Answer> {
    try {
      return await change();
    } catch (error) {
      if (isRefusal(error)) await this.limits.countAll([[REFUSED_PER_BOOKING, bookingId], [this.refusedPerConnection, connectionOf(address)]]);
      throw error;
    }
  }

  /** Call it before the therapist's turn, which others wait for. @throws DomainError too_many */
  async assertMayMove({ tx, actor }: Work, bookingId: string): Promise<void> {
    const connection = connectionOf(actor.address);
    const asked: LimitEntry[] = [[MOVES_PER_BOOKING, bookingId], [REFUSED_PER_BOOKING, bookingId], [this.movesPerConnection, connection], [this.refusedPerConnection, connection]];
    const [moved = 0, refused = 0, movedHere = 0, refusedHere = 0] = await this.limits.hits(asked, tx);
    if (moved >= MOVES_PER_BOOKING.max || movedHere >= this.movesPerConnection.max) throw tooMany(messages.tooManyMoves);
    const isTooMany = asOne(moved, refused) >= MOVES_PER_BOOKING.max || asOne(movedHere, refusedHere) >= this.movesPerConnection.max;
    if (isTooMany) throw tooMany(messages.tooManyTries);
  }

  /** What others tried with the appointment keeps nobody from cancelling it. @throws DomainError too_many */
  async assertMayCancel({ tx, actor }: Work): Promise<void> {
    if (!(await this.limits.allows(this.refusedPerConnection, connectionOf(actor.address), tx))) throw tooMany(messages.tooManyTries);
  }

  /** By booking and by connection. @throws DomainError too_many */
  async countMove({ tx, actor }: Work, bookingId: string): Promise<void> {
    for (const [limit, key] of [[MOVES_PER_BOOKING, bookingId], [this.movesPerConnection, connectionOf(actor.address)]] as const) {
      if (!(await this.limits.allows(limit, key, tx))) throw tooMany(messages.tooManyMoves);
      await this.limits.count(limit, key, tx);
    }
  }

  /** Counts one more look at free times. @param whose the client's, or the appointment's @throws DomainError too_many */
  countLook(whose: string): void {
    this.count(TIMES_LOOKED_AT, whose);
  }

  /** {@link countLook} before it is known at which appointment. @throws DomainError too_many */
  countLookFrom({ address }: Actor): void {
    this.count(FROM_HERE, connectionOf(address));
  }

  private count(limit: Limit, key: string): void {
    const retryAfterSeconds = this.limits.secondsHere(limit, key);
    if (retryAfterSeconds > 0) throw new DomainError('too_many', messages.tooManyTimesLookedAt, { retryAfterSeconds });
    this.limits.takeHere(limit, key);
  }
}

const asOne = (made: number, refused: number): number => made + Math.floor(refused / REFUSED_AS_ONE);

function tooMany(sentence: string): DomainError {
  return new DomainError('too_many', sentence, { retryAfterSeconds: HOUR_MS / 1000 });
}
