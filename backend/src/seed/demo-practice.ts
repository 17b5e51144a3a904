import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../common/access/actor';
import { ColumnCipher } from '../common/crypto/column-cipher';
import { markingOf, RowMarks } from '../common/crypto/row-marks';
import { hashToken, newToken } from '../common/crypto/tokens';
import { newId, NewRow, statement } from '../common/database/database';
import { Work, Works } from '../common/work/work';
import { ImageEncoder } from '../integrations/images/image-encoder';
import { ImageStore } from '../integrations/images/image-store';
import { PracticeTotalsService } from '../modules/admin/dashboard/practice-totals.service';
import { User } from '../modules/auth/account.entity';
import { AccountsService } from '../modules/auth/sign-in/accounts.service';
import { Booking, BookingStatus, LINK_OWNER, NOTES_OWNER } from '../modules/bookings/booking.entity';
import { Client, TherapistClient } from '../modules/clients/client.entity';
import { ClientsService } from '../modules/clients/persons/persons.service';
import { Service } from '../modules/offerings/offering.entity';
import { DAY_MS, MINUTE_MS } from '../modules/scheduling/rules/calendar';
import { startInstant } from '../modules/scheduling/rules/free-times';
import { TherapistProfile } from '../modules/therapists/therapist.entity';
import { DemoAnswers } from './demo-answers';
import { DemoAppointment, demoAppointments } from './demo-calendar';
import { DemoForms } from './demo-forms';
import { DEMO_NOTES, DEMO_PEOPLE } from './demo-people';
import { drawPortrait } from './demo-portrait';
import { DemoRecord } from './demo-record';

const ZONE = 'America/New_York';
const SLUG = 'demo';
const BOOKINGS = 200;
const THERAPIST = { google_sub: 'demo-therapist', email: 'amelie@demo.attune.example', name: 'Amélie Okonkwo-Reyes' };
const BIO =
  'I work with adults who carry more than they show. We begin where you are, at a pace that is yours, with methods that have evidence behind them: EMDR, CBT and a good deal of listening.';

const ADDRESS = '12 Willow Lane, 2nd floor\nBrooklyn, NY 11201';
const PHONE = '+1 (718) 555-0142';
const VIDEO_LINK = 'https://video.attune.example/okonkwo-reyes';

/** Everybody's, and two that the public page does not show. */
const SERVICES = [
  { name: 'First conversation', description: 'Twenty quiet minutes to see whether we fit. No preparation needed.', duration_minutes: 20, price_cents: 0, session_type: 'online', video_link: VIDEO_LINK },
  { name: 'Individual session', description: 'Weekly or fortnightly work on what brought you here.', duration_minutes: 50, price_cents: 14_000, session_type: 'both', video_link: VIDEO_LINK },
  { name: 'EMDR, extended', description: 'For processing that should not be cut short.', duration_minutes: 90, price_cents: 21_000, session_type: 'in-person', address: 'The Old Mill, room 3\nBrooklyn, NY 11231' },
  { name: 'Check-in', description: '', duration_minutes: 30, price_cents: 7_550, session_type: 'online', online_place: 'client-calls' },
  { name: 'Between sessions', description: 'A short call when something cannot wait.', duration_minutes: 20, price_cents: 0, session_type: 'online', online_place: 'therapist-calls', visibility: 'clients' },
  { name: 'Group evening', description: 'Opens again in spring.', duration_minutes: 120, price_cents: 4_000, session_type: 'in-person', visibility: 'hidden' },
] as const satisfies readonly Partial<Service>[];

/** What the demo's past and coming appointments were booked of. */
const BOOKED_SERVICES = 4;

/** Two starts at the same time fill the database once. */
const LOCK = statement('demo-practice-lock', 'select pg_advisory_xact_lock(314159)');

type DemoService = Pick<Service, 'id' | 'therapist_id' | 'name' | 'duration_minutes' | 'session_type' | 'online_place' | 'video_link' | 'address'>;
type DemoBooking = Omit<NewRow<Booking>, 'sequence' | 'by_stranger' | 'booked_by_stranger' | 'by_visitor' | 'called_as_typed' | 'phone_as_typed' | 'mark'>;

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
    private readonly marks: RowMarks,
    private readonly encoder: ImageEncoder,
    private readonly images: ImageStore,
    private readonly accounts: AccountsService,
    private readonly clients: ClientsService,
    private readonly record: DemoRecord,
    private readonly forms: DemoForms,
    private readonly answers: DemoAnswers,
    private readonly totals: PracticeTotalsService,
  ) {}

  /** @returns the demo practice, new or from an earlier start; undefined when the database holds another one */
  async run(): Promise<DemoPractice | undefined> {
    const portrait = await this.encoder.encode(await drawPortrait(), SLUG);
    return this.works.begin(SYSTEM_ACTOR, async (work) => {
      await work.tx.query(LOCK);
      const [account] = await work.tx.manager.find(User, { select: { id: true }, take: 1 });
      if (account) return this.findExisting(work);
      await this.images.put(portrait, work.tx);
      const therapistId = await this.addTherapist(work, portrait.hash);
      const services = (await this.addServices(work, therapistId)).slice(0, BOOKED_SERVICES);
      await this.forms.add(work, therapistId, services);
      const people = await this.addPeople(work, therapistId);
      const now = work.now();
      const bookings = demoAppointments(now, ZONE, BOOKINGS)
        .map((appointment, index) => this.bookingOf(appointment, index, { now, service: pick(services, index), clientId: pick(people, index * 5) }))
        .filter((booking) => booking !== undefined);
      await work.tx.manager.insert(Booking, bookings);
      await this.marks.vouch(markingOf('bookings'), work.tx);
      await this.record.add(work, therapistId, people, bookings.filter(({ status }) => status === 'completed'));
      await this.answers.add(work, therapistId, people, bookings);
      // What a worker counted before the practice with its past was there would stand on the administrator's first page.
      await this.totals.forget(work);
      return { therapist_id: therapistId, slug: SLUG };
    });
  }

  private async findExisting({ tx }: Work): Promise<DemoPractice | undefined> {
    const account = await tx.manager.findOneBy(User, { google_sub: THERAPIST.google_sub });
    const profile = account && (await tx.manager.findOneBy(TherapistProfile, { therapist_id: account.id }));
    return profile?.custom_slug ? { therapist_id: profile.therapist_id, slug: profile.custom_slug } : undefined;
  }

  private async addTherapist(work: Work, portraitHash: string): Promise<string> {
    const id = newId();
    await this.accounts.insertTherapist(work, { id, ...THERAPIST, picture_hash: portraitHash });
    await work.tx.manager.insert(TherapistProfile, {
      therapist_id: id,
      display_name: `Dr. ${THERAPIST.name}`,
      bio: BIO,
      credentials: 'Clinical psychologist, PhD · Trauma and anxiety',
      languages: ['English', 'French', 'Yoruba'],
      timezone: ZONE,
      image_hash: portraitHash,
      custom_slug: SLUG,
      phone: PHONE,
      phone_shown: true,
      address: ADDRESS,
      address_shown: true,
      bookings_paused_message: 'I am away for a while and read no messages meanwhile. New appointments open again when I am back.',
    });
    return id;
  }

  private async addServices({ tx, now }: Work, therapistId: string): Promise<DemoService[]> {
    const services = SERVICES.map((service: Partial<Service> & (typeof SERVICES)[number], index) => ({
      online_place: 'video' as const,
      video_link: null,
      address: null,
      ...service,
      position: index + 1,
      id: newId(),
      therapist_id: therapistId,
      is_free: service.price_cents === 0,
      created_at: new Date(now().getTime() - 400 * DAY_MS + index * MINUTE_MS),
    }));
    await tx.manager.insert(Service, services);
    return services;
  }

  private async addPeople(work: Work, therapistId: string): Promise<string[]> {
    const { tx } = work;
    const people = DEMO_PEOPLE.map((person) => ({ id: newId(), ...person, by_address: true, practice_id: therapistId }));
    await tx.manager.insert(Client, people);
    await this.clients.noteAddresses(work, people);
    await tx.manager.insert(TherapistClient, people.map(({ id }) => ({ therapist_id: therapistId, client_id: id })));
    return people.map(({ id }) => id);
  }

  /** @returns undefined where the clocks skip its time */
  private bookingOf(appointment: DemoAppointment, index: number, of: { now: Date; service: DemoService; clientId: string }): DemoBooking | undefined {
    const { now, service, clientId } = of;
    const start = startInstant(ZONE, appointment.date, appointment.time);
    if (start === 'skipped') return undefined;
    const token = newToken();
    const owned = { id: newId(), therapist_id: service.therapist_id, client_id: clientId, manage_token_hash: hashToken(token) };
    const person = pick(DEMO_PEOPLE, index * 5);
    const notes = index % 3 === 0 ? pick(DEMO_NOTES, index / 3) : undefined;
    const createdAt = new Date(Math.min(start.startsAt.getTime() - 9 * DAY_MS, now.getTime() - (index % 40) * 3_600_000));
    const status = demoStatus(appointment, index);
    const endsAt = new Date(start.startsAt.getTime() + service.duration_minutes * MINUTE_MS);
    return {
      ...owned,
      service_id: service.id,
      starts_at: start.startsAt,
      ends_at: endsAt,
      timezone: ZONE,
      local_date: appointment.date,
      local_time: appointment.time,
      duration_minutes: service.duration_minutes,
      service_name: service.name,
      ...demoPlace(service, index),
      client_name: person.name,
      client_email: person.email,
      client_phone: person.phone,
      notes: notes ? this.cipher.encrypt(notes, NOTES_OWNER.place('notes', owned)) : null,
      status,
      manage_token: this.cipher.encrypt(token, LINK_OWNER.place('manage_token', owned)),
      created_at: createdAt,
      completed_at: status === 'completed' ? endsAt : null,
      cancelled_at: status === 'cancelled' ? new Date(createdAt.getTime() + 3_600_000) : null,
    };
  }
}

/** Of a service of both kinds every second session is in person. */
function demoPlace({ session_type, online_place, video_link, address }: DemoService, index: number): Pick<Booking, 'session_type' | 'place_kind' | 'place_detail'> {
  if (session_type === 'in-person' || (session_type === 'both' && index % 8 > 3)) {
    return { session_type: 'in-person', place_kind: 'in-person', place_detail: address ?? ADDRESS };
  }
  return { session_type: 'online', place_kind: online_place, place_detail: online_place === 'client-calls' ? PHONE : video_link };
}

function demoStatus({ past }: DemoAppointment, index: number): BookingStatus {
  if (index % 13 === 7) return 'cancelled';
  return past ? 'completed' : 'confirmed';
}

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('an empty list has nothing to pick');
  return item;
}
