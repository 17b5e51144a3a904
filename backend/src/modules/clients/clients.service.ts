import { Injectable } from '@nestjs/common';
import { Queryable } from '../../common/database/database';
import { ClientRepository } from './client.repository';

/** People who book. A person is known by the email address. */
@Injectable()
export class ClientsService {
  constructor(private readonly repository: ClientRepository) {}

  /**
   * Finds or makes the person of a booking and ties them to the therapist, in the caller's transaction.
   * @param person email trimmed and lower-cased
   * @returns the person's id
   */
  personOfBooking(tx: Queryable, person: { email: string; name: string; phone: string | null }, therapistId: string): Promise<string> {
    return this.repository.ensureTied(tx, person, therapistId);
  }
}
