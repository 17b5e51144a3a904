import { Injectable } from '@nestjs/common';
import { statement } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Limit, Limits } from '../../../common/limits/limits';
import { Work } from '../../../common/work/work';
import * as messages from '../messages';

const HOUR_MS = 3_600_000;
/** Notes and care plans of one practice that are shown to somebody who has not confirmed it. */
const SHARED: readonly Limit[] = [
  { scope: 'shared-unconfirmed', max: 12, windowMs: HOUR_MS },
  { scope: 'shared-unconfirmed-day', max: 40, windowMs: 24 * HOUR_MS },
];
/** Mails of all kinds that one practice has sent to somebody who has not confirmed it: about appointments, forms and recordings. */
const MAILED: Limit = { scope: 'mailed-unconfirmed-day', max: 20, windowMs: 24 * HOUR_MS };
const IS_CONFIRMED = statement<{ confirmed: boolean }>('client-has-confirmed', 'select exists (select from confirmed_clients where therapist_id = $1 and client_id = $2) as confirmed');

/**
 * A list of somebody's own copy of their record, entry by entry, so that no more of it is in memory than is on its way. At its end it says what is
 * not in the copy, in a sentence; null for nothing, undefined where that cannot be.
 */
export type OwnCopy<Entry> = AsyncGenerator<Entry, string | null | undefined>;

/** Where an entry of a list stands, before its texts are read. */
export interface CopyPlace {
  id: string;
  practice_confirmed: boolean;
  /** Among those of its practice, the newest first. */
  nth: number;
}

/** Of a practice that the person never confirmed: anybody can write for anybody's address. */
const OF_STRANGER = 50;
/** In memory at a time. */
const AT_ONCE = 20;

/**
 * What a copy holds of a list, and at the end what it does not.
 * @param what the entries are, in the plural @param read fetches some of them
 */
export async function* newestOfStrangers<Entry>(places: readonly CopyPlace[], what: string, read: (ids: readonly string[]) => Promise<readonly Entry[]>): OwnCopy<Entry> {
  const ids = places.filter(({ practice_confirmed, nth }) => practice_confirmed || nth <= OF_STRANGER).map(({ id }) => id);
  for (let from = 0; from < ids.length; from += AT_ONCE) yield* await read(ids.slice(from, from + AT_ONCE));
  return ids.length < places.length ? messages.leftOutOfCopy(places.length - ids.length, what, OF_STRANGER) : null;
}

/** Practices that a person has not confirmed: anybody with a Google account is one, and books for anybody's address. */
@Injectable()
export class StrangersService {
  constructor(private readonly limits: Limits) {}

  /**
   * Counts something that a therapist shows a client from now on. What people see who confirmed the practice is not counted.
   * @throws DomainError too_many
   */
  async countShared(work: Work, therapistId: string, clientId: string): Promise<void> {
    if (await this.isConfirmed(work, therapistId, clientId)) return;
    const wait = await this.limits.reserveIn(work.tx, SHARED.map((limit) => [limit, `${therapistId} ${clientId}`] as const));
    if (wait > 0) throw new DomainError('too_many', messages.sharedTooOften, { retryAfterSeconds: wait });
  }

  /**
   * Counts a mail that a therapist has sent to a client. Those to people who confirmed the practice are not counted.
   * @param sentence what is said past the limit @param own of this kind of mail alone
   * @throws DomainError too_many
   */
  async countMail(work: Work, therapistId: string, clientId: string, sentence: string, own: readonly Limit[] = []): Promise<void> {
    if (await this.isConfirmed(work, therapistId, clientId)) return;
    const wait = await this.limits.reserveIn(work.tx, [...own, MAILED].map((limit) => [limit, `${therapistId} ${clientId}`] as const));
    if (wait > 0) throw new DomainError('too_many', sentence, { retryAfterSeconds: wait });
  }

  private async isConfirmed(work: Work, therapistId: string, clientId: string): Promise<boolean> {
    return (await work.tx.query(IS_CONFIRMED, [therapistId, clientId]))[0]?.confirmed === true;
  }
}
