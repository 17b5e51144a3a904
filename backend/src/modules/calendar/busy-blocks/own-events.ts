import type { calendar_v3 } from 'googleapis/build/src/apis/calendar';
import type { Work } from '../../../common/work/work';
import type { BusyTime } from '../../scheduling/busy-blocks/busy-blocks.service';
import type { OpenSource, Turn } from '../sync/turn';

/** Port: what becomes of our own appointments at Google. The appointments fill it. */
export abstract class OwnEvents {
  /** Those that stand in a calendar between two instants as far as it is known, with the mark of what was written last. */
  abstract listStanding(turn: Turn, work: Work, source: OpenSource, span: Span): Promise<Awaited>;

  /**
   * Our appointments as they stand at Google now; deleted ones may have nothing but an id.
   * @returns the times that block until their therapist decides: those of events that were moved there, under `blockKey` of the event's id
   */
  abstract seen(turn: Turn, work: Work, source: OpenSource, events: calendar_v3.Schema$Event[]): Promise<BusyTime[]>;

  /** Everything was read: those of {@link listStanding} that did not come up do not stand there, unless they were written meanwhile. */
  abstract unseen(turn: Turn, work: Work, source: OpenSource, span: Span, awaited: Awaited): Promise<void>;
}

/** What ends after `from` and begins before `to`. */
export interface Span {
  from: Date;
  to: Date;
}

/** By the event's id. */
export type Awaited = Map<string, string | null>;
