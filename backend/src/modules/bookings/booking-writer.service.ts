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
  async write(tx: Queryable, booking: CreateBookingDto, service: BookableService, slot: Slot, actor: Actor): Promise<string> {
    const id = newId();
    const token = newToken();
    const phone = booking.client_phone ?? null;
    const person = { email: booking.client_email, name: booking.client_name, phone };
    const clientId = await this.clients.personOfBooking(tx, person, slot.therapistId);
    const place = { table: 'bookings', rowId: id };
    const stored = await this.repository.insert(
      {
        ...slot,
        id,
        clientId,
        serviceId: service.service_id,
        serviceName: service.service_name,
        sessionType: service.session_type,
        clientName: booking.client_name,
        clientEmail: booking.client_email,
        clientPhone: phone,
        clientTimezone: knownZone(booking.client_timezone),
        notes: booking.notes ? this.cipher.encrypt(booking.notes, { ...place, column: 'notes' }) : null,
        manageTokenHash: hashToken(token),
        manageToken: this.cipher.encrypt(token, { ...place, column: 'manage_token' }),
        createdAt: this.clock.now(),
      },
      tx,
    );
    if (!stored) throw new DomainError('conflict', messages.timeTaken);
    await this.history.add(tx, actor, { bookingId: id, kind: 'booked', by: 'client', sequence: 0, startsAt: slot.startsAt, endsAt: slot.endsAt });
    return id;
  }
}
