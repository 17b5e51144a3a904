import type { Work } from '../../../common/work/work';
import type { GoogleAccess } from '../../../integrations/google/calendar-consent';
import type { CalendarConnection, CalendarSource } from '../calendar.entity';

/** A calendar of the account, opened. */
export interface OpenSource extends Pick<CalendarSource, 'id' | 'timezone' | 'is_primary' | 'blocks' | 'takes_appointments' | 'full_synced_at' | 'synced_at' | 'changed_at' | 'channel_id' | 'channel_resource' | 'channel_ends_at'> {
  /** Google's id. */
  calendar: string;
  syncToken: string | null;
  /** Some of its pages were read in an earlier turn. */
  isBegun: boolean;
}

/**
 * One worker's turn with an account: nobody else asks Google about it or writes what comes of it meanwhile. Requests are made between units of
 * work, never inside of one.
 */
export interface Turn extends Pick<CalendarConnection, 'therapist_id' | 'generation' | 'titles' | 'meet_links' | 'state' | 'connected_at'> {
  access: GoogleAccess;
  /** Those that were not deleted at Google. */
  sources: readonly OpenSource[];
  /** How many pages of events may yet be read, and channels begun or ended: others wait for their turns. */
  readonly requests: { left: number };
  /** A unit of work that is undone where the turn is over, and makes it last longer else. @throws TurnLost */
  begin<T>(run: (work: Work) => Promise<T>): Promise<T>;
}

/** Somebody else has the account, or the consent is another one by now: what is under way writes nothing any more. */
export class TurnLost extends Error {
  constructor() {
    super('The turn with this account is over.');
  }
}
