import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../common/access/actor';
import { ColumnCipher } from '../common/crypto/column-cipher';
import { hashToken, newToken } from '../common/crypto/tokens';
import { newId } from '../common/database/database';
import { Work, Works } from '../common/work/work';
import { ImageEncoder } from '../integrations/images/image-encoder';
import { ImageStore } from '../integrations/images/image-store';
import { PracticeTotalsService } from '../modules/admin/dashboard/practice-totals.service';
import { DAY_MS, MINUTE_MS } from '../modules/scheduling/rules/calendar';
import { startInstant } from '../modules/scheduling/rules/free-times';
import { DemoAppointment, demoAppointments } from './demo-calendar';
import { DEMO_NOTES, DEMO_PEOPLE } from './demo-people';
import { drawPortrait } from './demo-portrait';
import { DemoRecord, DemoSession } from './demo-record';

const ZONE = 'America/New_York';
const SLUG = 'demo';
const BOOKINGS = 200;
const THERAPIST = { sub: 'demo-therapist', email: 'amelie@demo.attune.example', name: 'Amélie Okonkwo-Reyes' };
const BIO =
  'I work with adults who carry more than they show. We begin where you are, at a pace that is yours, with methods that have evidence behind them: EMDR, CBT and a good deal of listening.';

interface DemoService {
  id: string;
  name: string;
  description: string;
  minutes: number;
  cents: number;
  type: string;
}

/** Where the demo practice can be seen. */
export interface DemoPractice {
  therapist_id: string;
  slug: string;
}

/** Fills an empty database with a practice to look at. A database with any account in it is left alone. */
@Injectable()
export class DemoPracticeSeed {
  constructor(
    private readonly works: Works,
    private readonly cipher: ColumnCipher,
    private readonly encoder: ImageEncoder,
    private readonly images: ImageStore,
    private readonly record: DemoRecord,
    private readonly totals: PracticeTotalsService,
  ) {}

  /** @returns the demo practice, new or from an earlier start; undefined when the database holds another one */
  async run(): Promise<DemoPractice | undefined> {
    const portrait = await this.encoder.encode(await drawPortrait());
    return this.works.begin(SYSTEM_ACTOR, async (work) => {
      await work.tx.query('select pg_advisory_xact_lock(314159)');
      const [account] = await work.tx.query<{ id: string }>('select id from users limit 1');
      if (account) return this.findExisting(work);
      await this.images.put(portrait, work.tx);
      const therapistId = await this.addTherapist(work, portrait.hash);
      const services = await this.addServices(work, therapistId);
      const people = await this.addPeople(work, therapistId);
      const appointments = demoAppointments(work.now(), ZONE, BOOKINGS);
      const completed: DemoSession[] = [];
      for (const [index, appointment] of appointments.entries()) {
        const session = await this.addBooking(work, { therapistId, index, appointment, service: pick(services, index), clientId: pick(people, index * 5) });
        if (session) completed.push(session);
      }
      await this.record.add(work, therapistId, people, completed);
      // What a worker counted before the practice with its past was there would stand on the administrator's first page.
      await this.totals.forget(work);
      return { therapist_id: therapistId, slug: SLUG };
    });
  }

  private async findExisting({ tx }: Work): Promise<DemoPractice | undefined> {
    const [row] = await tx.query<DemoPractice>(
      `select p.therapist_id, p.custom_slug as slug from users u join therapist_profiles p on p.therapist_id = u.id
       where u.google_sub = $1 and p.custom_slug is not null`,
      [THERAPIST.sub],
    );
    return row;
  }

  private async addTherapist({ tx }: Work, portraitHash: string): Promise<string> {
    const id = newId();
    await tx.query(`insert into users (id, user_type, email, name, google_sub, picture_hash) values ($1, 'therapist', $2, $3, $4, $5)`, [
      id,
      THERAPIST.email,
      THERAPIST.name,
      THERAPIST.sub,
      portraitHash,
    ]);
    await tx.query(
      `insert into therapist_profiles (therapist_id, display_name, bio, credentials, languages, timezone, image_hash, custom_slug)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, `Dr. ${THERAPIST.name}`, BIO, 'Clinical psychologist, PhD · Trauma and anxiety', ['English', 'French', 'Yoruba'], ZONE, portraitHash, SLUG],
    );
    return id;
  }

  private async addServices({ tx, now }: Work, therapistId: string): Promise<DemoService[]> {
    const services: DemoService[] = [
      { id: newId(), name: 'First conversation', description: 'Twenty quiet minutes to see whether we fit. No preparation needed.', minutes: 20, cents: 0, type: 'online' },
      { id: newId(), name: 'Individual session', description: 'Weekly or fortnightly work on what brought you here.', minutes: 50, cents: 14_000, type: 'both' },
      { id: newId(), name: 'EMDR, extended', description: 'For processing that should not be cut short.', minutes: 90, cents: 21_000, type: 'in-person' },
      { id: newId(), name: 'Check-in', description: '', minutes: 30, cents: 7_550, type: 'online' },
    ];
    for (const [index, { id, name, description, minutes, cents, type }] of services.entries()) {
      const createdAt = new Date(now().getTime() - 400 * DAY_MS + index * MINUTE_MS);
      await tx.query(
        `insert into services (id, therapist_id, name, description, duration_minutes, price_cents, is_free, session_type, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [id, therapistId, name, description, minutes, cents, cents === 0, type, createdAt],
      );
    }
    return services;
  }

  private async addPeople({ tx }: Work, therapistId: string): Promise<string[]> {
    const ids: string[] = [];
    for (const { name, email, phone } of DEMO_PEOPLE) {
      const id = newId();
      await tx.query('insert into clients (id, email, name, phone) values ($1, $2, $3, $4)', [id, email, name, phone]);
      await tx.query('insert into therapist_clients (therapist_id, client_id) values ($1, $2)', [therapistId, id]);
      ids.push(id);
    }
    return ids;
  }

  /** @returns what a note can be about, when the appointment is completed */
  private async addBooking(
    { tx, now }: Work,
    booking: { therapistId: string; index: number; appointment: DemoAppointment; service: DemoService; clientId: string },
  ): Promise<DemoSession | undefined> {
    const { appointment, service, index } = booking;
    const start = startInstant(ZONE, appointment.date, appointment.time);
    if (start === 'skipped') return undefined;
    const id = newId();
    const token = newToken();
    const person = pick(DEMO_PEOPLE, index * 5);
    const notes = index % 3 === 0 ? pick(DEMO_NOTES, index / 3) : undefined;
    const createdAt = new Date(Math.min(start.startsAt.getTime() - 9 * DAY_MS, now().getTime() - (index % 40) * 3_600_000));
    const status = demoStatus(appointment, index);
    const endsAt = new Date(start.startsAt.getTime() + service.minutes * MINUTE_MS);
    await tx.query(
      `insert into bookings (id, therapist_id, service_id, client_id, starts_at, ends_at, timezone, local_date, local_time, duration_minutes,
         service_name, session_type, client_name, client_email, client_phone, notes, status, manage_token_hash, manage_token, created_at, completed_at, cancelled_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`,
      [
        id,
        booking.therapistId,
        service.id,
        booking.clientId,
        start.startsAt,
        endsAt,
        ZONE,
        appointment.date,
        appointment.time,
        service.minutes,
        service.name,
        service.type,
        person.name,
        person.email,
        person.phone,
        notes ? this.cipher.encrypt(notes, { table: 'bookings', column: 'notes', rowId: id }) : null,
        status,
        hashToken(token),
        this.cipher.encrypt(token, { table: 'bookings', column: 'manage_token', rowId: id }),
        createdAt,
        status === 'completed' ? endsAt : null,
        status === 'cancelled' ? new Date(createdAt.getTime() + 3_600_000) : null,
      ],
    );
    return status === 'completed' ? { bookingId: id, clientId: booking.clientId, endedAt: endsAt } : undefined;
  }
}

function demoStatus({ past }: DemoAppointment, index: number): string {
  if (index % 13 === 7) return 'cancelled';
  return past ? 'completed' : 'confirmed';
}

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('an empty list has nothing to pick');
  return item;
}
