import { Injectable } from '@nestjs/common';
import { RowMarks } from '../../common/crypto/row-marks';
import { OnStart } from '../../common/process/start-hooks';
import { Adoptions, AuditProblem, Audits } from '../activity-log/chain/audit.service';
import { BOOKING_MARKING } from './marking';
import * as messages from './messages';

/** Whether it is as the product wrote it who booked with whom: by that a practice is a client's own. */
@Injectable()
export class BookingMarks {
  constructor(
    private readonly marks: RowMarks,
    private readonly adoptions: Adoptions,
  ) {}

  /** What was booked before there were marks. */
  @OnStart('api')
  async adopt(): Promise<void> {
    await this.adoptions.once('adopt_bookings', ({ tx }) => this.marks.vouch(BOOKING_MARKING, tx));
  }

  @Audits()
  async auditBookings(): Promise<AuditProblem[]> {
    return (await this.marks.listForeign(BOOKING_MARKING)).map((id) => ({ kind: 'foreign_row', id, message: messages.foreignBooking(id) }));
  }
}
