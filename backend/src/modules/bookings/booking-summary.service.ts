import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { Clock } from '../../common/clock/clock';
import { WorkingHoursService } from '../scheduling/working-hours.service';
import { BookingListRepository } from './booking-list.repository';
import { BookingSummaryDto } from './dto/therapist-booking.dto';

/** How many bookings a therapist has. */
@Injectable()
export class BookingSummaryService {
  constructor(
    private readonly repository: BookingListRepository,
    private readonly workingHours: WorkingHoursService,
    private readonly clock: Clock,
  ) {}

  /** Counted in the database, never from a list that is capped. */
  async summary(therapistId: string): Promise<BookingSummaryDto> {
    const { zone } = await this.workingHours.find(therapistId);
    return this.repository.summary(therapistId, weekOf(this.clock.now(), zone));
  }
}

/** Today and the Sunday that began this week, as local dates of a zone. */
function weekOf(now: Date, zone: string): { today: string; weekStart: string } {
  const today = DateTime.fromJSDate(now, { zone });
  return { today: today.toFormat('yyyy-MM-dd'), weekStart: today.minus({ days: today.weekday % 7 }).toFormat('yyyy-MM-dd') };
}
