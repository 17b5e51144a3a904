import { Injectable } from '@nestjs/common';
import { Database, Queryable } from '../../common/database/database';
import { BookingLimits } from './booking-limits.service';
import { BookingWriter, WantedBooking } from './booking-writer.service';
import { toConfirmation } from './booking.mapper';
import { BookingConfirmationDto } from './dto/create-booking.dto';
import { Slot, SlotService } from './slot.service';

/** How every new booking takes its time: in its turn, and counted. */
@Injectable()
export class BookingClaims {
  constructor(
    private readonly database: Database,
    private readonly slots: SlotService,
    private readonly limits: BookingLimits,
    private readonly writer: BookingWriter,
  ) {}

  /** One transaction, once it is the turn of this connection and of this therapist. Locks are always taken in this order. */
  inTurn<T>(address: string | null, slot: Slot, work: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      await this.limits.lockAddress(tx, address);
      await this.slots.lock(tx, slot);
      return work(tx);
    });
  }

  /** Stores the booking and counts it; the time and the limits were checked in the same turn. */
  async store(tx: Queryable, wanted: WantedBooking): Promise<BookingConfirmationDto> {
    const id = await this.writer.write(tx, wanted);
    await this.limits.count(tx, wanted.actor.address);
    return toConfirmation(id, wanted.booking, wanted.service, wanted.slot);
  }
}
