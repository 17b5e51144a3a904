import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../common/crypto/column-cipher';
import { sealedPlace } from '../../common/crypto/sealed';
import { Database, Queryable, statement } from '../../common/database/database';
import type { Booking } from '../bookings/booking.entity';
import type { Client } from '../clients/client.entity';

/** More than so many appointments are not named in one mail. */
const NAMED = 20;

const CLIENTS = statement<Pick<Booking, 'client_id'>>('closure-clients', `select distinct client_id from bookings
          where therapist_id = $1 and status = 'confirmed' and starts_at > $2`);

/** A therapist whose account is closed, and what is still to come. */
export interface ClosedTherapist {
  therapist_name: string;
  /** Appointments to come. */
  upcoming: number;
}

const CLOSED = statement<ClosedTherapist>('closure-therapist', `select coalesce(p.display_name, u.name) as therapist_name,
                (select count(*)::int from bookings b where b.therapist_id = u.id and b.status = 'confirmed' and b.starts_at > $2) as upcoming
           from users u left join therapist_profiles p on p.therapist_id = u.id where u.id = $1 and u.user_type = 'therapist' and not u.is_active`);

export type StandingRow = Pick<Booking, 'id' | 'starts_at' | 'ends_at' | 'timezone' | 'client_timezone' | 'manage_token' | 'manage_token_hash' | 'therapist_id' | 'client_id'> & {
  client_email: Client['email'];
};

const STANDING = statement<StandingRow>('closure-appointments', `select b.id, b.starts_at, b.ends_at, b.timezone, b.client_timezone, b.manage_token, b.manage_token_hash, b.therapist_id, b.client_id,
                c.email as client_email
           from bookings b join clients c on c.id = b.client_id
          where b.therapist_id = $1 and b.client_id = $2 and b.status = 'confirmed' and b.starts_at > $3 order by b.starts_at limit ${NAMED}`);

/** One of the appointments that stay, with the secret of its client's own link, which is opened for the mail only. */
export interface StandingAppointment extends Pick<StandingRow, 'starts_at' | 'ends_at' | 'timezone' | 'client_timezone' | 'client_email'> {
  manageToken(): string;
}

/** Whom the end of a therapist's account concerns. Reads, never writes. */
@Injectable()
export class ClosureRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  /** Clients with an appointment to come. */
  async listClients(therapistId: string, now: Date, on: Queryable): Promise<string[]> {
    return (await on.query(CLIENTS, [therapistId, now])).map(({ client_id }) => client_id);
  }

  /** @returns undefined when the account is open, or open again */
  async findClosed(therapistId: string, now: Date): Promise<ClosedTherapist | undefined> {
    const [closed] = await this.database.query(CLOSED, [therapistId, now]);
    return closed;
  }

  /** What one client has still to come there, the next first. */
  async listStanding(therapistId: string, clientId: string, now: Date): Promise<StandingAppointment[]> {
    const rows = await this.database.query(STANDING, [therapistId, clientId, now]);
    return rows.map(({ id, manage_token, manage_token_hash, therapist_id, client_id, ...row }) => {
      const place = sealedPlace('bookings', 'manage_token', { id, therapist_id, client_id, manage_token_hash });
      return { ...row, manageToken: () => this.cipher.decrypt(manage_token, place) };
    });
  }
}
