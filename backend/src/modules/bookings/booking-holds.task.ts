import { Clock } from '../../common/clock/clock';
import { MaintenanceTask, TidiesUp } from '../../common/queues/maintenance-task.decorator';
import { BookingHoldRepository } from './booking-hold.repository';

/** Times that were held and not confirmed, with what their visitors wrote. */
@MaintenanceTask('booking holds')
export class BookingHoldsTask implements TidiesUp {
  constructor(
    private readonly holds: BookingHoldRepository,
    private readonly clock: Clock,
  ) {}

  tidyUp(): Promise<number> {
    return this.holds.deleteExpired(this.clock.now());
  }
}
