import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { ColumnCipher } from '../../common/crypto/column-cipher';
import { hashToken, newToken } from '../../common/crypto/tokens';
import { Queryable } from '../../common/database/database';
import { newId } from '../../common/database/ids';
import { DomainError } from '../../common/errors/domain-error';
import { ClientsService } from '../clients/clients.service';
import { BookableService } from './availability.repository';
import { BookingHistory } from './booking-history.service';
import { BookingRepository } from './booking.repository';
import { CreateBookingDto } from './dto/create-booking.dto';
import * as messages from './messages';
import { Slot } from './slot.service';
import { knownZone } from './visitor-zone';

/** A booking that is about to be stored. */
export interface WantedBooking {
  booking: CreateBookingDto;
  service: BookableService;
  slot: Slot;
  actor: Actor;
  /** The person, where that is settled; else the email address says who it is. */
  clientId?: string;
}

/** Stores a booking with its person, its history and the mails, inside the transaction that claimed the time. */
@Injectable()
export class BookingWriter {
  constructor(
    private readonly repository: BookingRepository,
    private readonly clients: ClientsService,
    private readonly history: BookingHistory,
    private readonly cipher: ColumnCipher,
    private readonly clock: Clock,
  ) {}

  /** @returns the booking's id. @throws DomainError conflict when the time was taken in the meantime */
  async write(tx: Queryable, wanted: WantedBooking): Promise<string> {
    const { booking, service, slot, actor } = wanted;
    const id = newId();
    const token = newToken();
    const person = await this.personOf(tx, wanted);
    const place = { table: 'bookings', rowId: id };
    const stored = await this.repository.insert(
      {
        ...slot,
        id,
        clientId: person.id,
        byStranger: person.stranger,
        serviceId: service.service_id,
        serviceName: service.service_name,
        sessionType: service.session_type,
        clientName: booking.client_name,
        clientEmail: booking.client_email,
        clientPhone: booking.client_phone ?? null,
        clientTimezone: knownZone(booking.client_timezone),
        notes: booking.notes ? this.cipher.encrypt(booking.notes, { ...place, column: 'notes' }) : null,
        manageTokenHash: hashToken(token),
        manageToken: this.cipher.encrypt(token, { ...place, column: 'manage_token' }),
        createdAt: this.clock.now(),
      },
      tx,
    );
    if (!stored) throw new DomainError('conflict', messages.timeTaken);
    const { startsAt, endsAt } = slot;
    await this.history.add(tx, actor, { bookingId: id, clientId: person.id, kind: 'booked', by: 'client', sequence: 0, startsAt, endsAt });
    return id;
  }

  private async personOf(tx: Queryable, { booking, slot, clientId }: WantedBooking): Promise<{ id: string; stranger: boolean }> {
    if (clientId !== undefined) return { id: clientId, stranger: false };
    const person = { email: booking.client_email, name: booking.client_name, phone: booking.client_phone ?? null };
    return this.clients.personOfBooking(tx, person, slot.therapistId);
  }
}
