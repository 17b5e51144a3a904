import { Injectable } from '@nestjs/common';
import type { ComingPractice } from '../../../common/practices/coming-practice';
import { MakesRowsOfPractice } from '../../../common/practices/parts';
import type { PracticeRow } from '../../../common/practices/practice-rows';
import type { Work } from '../../../common/work/work';

/** Reminders of a practice that comes in. What was in line and not sent is put in line here, as for every appointment. */
@Injectable()
export class ImportedReminders {
  @MakesRowsOfPractice('booking_reminders')
  makeReminder(row: PracticeRow, _coming: ComingPractice, work: Work): PracticeRow | undefined {
    return row['sent_at'] === null && new Date(String(row['starts_at'])) > work.now() ? undefined : row;
  }
}
