import type { calendar_v3 } from 'googleapis/build/src/apis/calendar';
import type { Work } from '../../../common/work/work';
import type { BusyTime } from '../../scheduling/busy-blocks/busy-blocks.service';
import type { OpenSource, Turn } from '../sync/turn';

/** Port: what becomes of our own appointments at Google. The appointments fill it. */
export abstract class OwnEvents {
  /**
   * Our appointments as they stand at Google now; deleted ones may have nothing but an id.
   * @param complete after everything was read: what ends after `from`, begins before `to` and is not among the events does not stand there
   * @returns the times that block until their therapist decides: those of events that were moved there, under `blockKey` of the event's id
   */
  abstract seen(turn: Turn, work: Work, source: OpenSource, events: calendar_v3.Schema$Event[], complete: { from: Date; to: Date } | null): Promise<BusyTime[]>;
}
