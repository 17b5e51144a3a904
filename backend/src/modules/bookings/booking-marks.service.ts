import { Injectable } from '@nestjs/common';
import { Marking, RowMarks } from '../../common/crypto/row-marks';
import { OnStart } from '../../common/process/start-hooks';
import { Adoptions, AuditProblem, Audits } from '../activity-log/chain/audit.service';
import { BOOKING_MARKING, WAITING_MARKING } from './marking';
import * as messages from './messages';

/** Whether it is as the product wrote it who booked with whom: by that a practice is a client's own. Likewise who waits for a time. */
@Injectable()
export class BookingMarks {
  constructor(
    private readonly marks: RowMarks,
    private readonly adoptions: Adoptions,
  ) {}

  /** What was booked or wished before there were marks. */
  @OnStart('api')
  async adopt(): Promise<void> {
    await this.adoptions.once('adopt_bookings', ({ tx }) => this.marks.vouch(BOOKING_MARKING, tx));
    await this.adoptions.once('adopt_waiting_requests', ({ tx }) => this.marks.vouch(WAITING_MARKING, tx));
  }

  @Audits()
  async auditBookings(): Promise<AuditProblem[]> {
    const named = async (marking: Marking, message: (id: string) => string): Promise<AuditProblem[]> => (await this.marks.listForeign(marking)).map((id) => ({ kind: 'foreign_row', id, message: message(id) }));
    return [...(await named(BOOKING_MARKING, messages.foreignBooking)), ...(await named(WAITING_MARKING, messages.foreignRequest))];
  }
}
