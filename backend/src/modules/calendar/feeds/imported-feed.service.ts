import { Injectable } from '@nestjs/common';
import type { ComingPractice } from '../../../common/practices/coming-practice';
import { MakesRowsOfPractice } from '../../../common/practices/parts';
import type { PracticeRow } from '../../../common/practices/practice-rows';
import type { Work } from '../../../common/work/work';
import * as messages from './messages';

/** The foreign calendar of a practice that comes in: its busy times hold until it is read from here, which is at once. */
@Injectable()
export class ImportedFeed {
  @MakesRowsOfPractice('foreign_feeds')
  makeFeed(row: PracticeRow, coming: ComingPractice, work: Work): PracticeRow | undefined {
    if (row['address'] !== null) return { ...row, turn: 0, due_at: work.now().toISOString() };
    coming.left.add(messages.feedNotImported);
    return undefined;
  }
}
