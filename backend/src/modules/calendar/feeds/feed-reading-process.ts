import { serve } from '../../../common/process/limited-child-process';
import { CalendarRefused, ReadingOptions, TakenTime, takenTimes } from './calendar-reading';

/** What {@link FeedReader} asks. */
export interface FeedQuestion extends ReadingOptions {
  content: Buffer;
}
export type FeedReading = { times: TakenTime[] } | { refused: CalendarRefused['reason'] };

function answer({ content, ...options }: FeedQuestion): Promise<FeedReading> {
  try {
    return Promise.resolve({ times: takenTimes(Buffer.from(content).toString(), options) });
  } catch (error) {
    return Promise.resolve({ refused: error instanceof CalendarRefused ? error.reason : 'unreadable' });
  }
}

serve(answer);
