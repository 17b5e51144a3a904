import { Injectable } from '@nestjs/common';
import { Queryable } from '../../common/database/database';
import { BookingPerson, ClientRepository } from './client.repository';

/** People who book. A person is known by the email address. */
@Injectable()
export class ClientsService {
  constructor(private readonly repository: ClientRepository) {}

  /**
   * Finds or makes the person of a booking and ties them to the therapist, in the caller's transaction.
   * @param person email trimmed and lower-cased
   */
  personOfBooking(tx: Queryable, person: { email: string; name: string; phone: string | null }, therapistId: string): Promise<BookingPerson> {
    return this.repository.ensureTied(tx, person, therapistId);
  }
}
