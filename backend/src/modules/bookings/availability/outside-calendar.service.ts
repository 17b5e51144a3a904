import type { Booking } from '../booking.entity';

/** unknown: it was asked, or should have been, and nobody could tell. */
export type OutsideAnswer = 'not_asked' | 'free' | 'busy' | 'unknown';

/** What was answered, by the instant at which a time begins. */
export type OutsideAnswers = ReadonlyMap<number, OutsideAnswer>;

export interface OutsideQuestion extends Pick<Booking, 'therapist_id'> {
  times: readonly Pick<Booking, 'starts_at' | 'ends_at'>[];
  /** What has to be free before and after each. */
  gapMinutes: number;
  /** Where the question comes from, unless it is the therapist's own. */
  asker?: OutsideAsker;
}

/** A visitor who wants a time. */
export interface OutsideAsker {
  connection: string;
  /** Looked up only where somebody would be asked; false: their time is of no use to them, so nobody is. */
  mayAsk?: () => Promise<boolean>;
}

/** Port: the therapist's calendar elsewhere, where what is known of it here is old. The calendar fills it. */
export abstract class OutsideCalendar {
  /** Takes 2 s at most, so it is never asked while others wait for the therapist's turn. @returns an answer for each time; none at all where nobody was asked */
  abstract ask(question: OutsideQuestion): Promise<OutsideAnswers>;
}
