import { Injectable } from '@nestjs/common';

/** Who has connected a calendar: nobody, since calendar sync is not open. The one place that the list and the figures ask. */
@Injectable()
export class CalendarConnections {
  async count(): Promise<number> {
    return 0;
  }

  /** @returns the ones of `therapistIds` that have a connected calendar */
  async among(_therapistIds: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set();
  }
}
