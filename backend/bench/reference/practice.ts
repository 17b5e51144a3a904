import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { v7 } from 'uuid';
import type { AvailabilityRow, BookableService, TakenTime } from '../../src/modules/bookings/availability/availability.repository';
import type { BookingOverviewRow, ListedBooking } from '../../src/modules/bookings/lists/therapist-bookings.repository';
import { toBooking, toConfirmation, toOffering, toProfile, toPublicTherapist } from './answers';
import { BookingBody, Facts, OfferingRow, ProfileRow, PublicTherapistRow, SessionFound } from './facts';
import { bookingRules, busyRange, checkStart, choosePlans, columnCipher, freeTimes, isFree, keyRing } from './product';
import { Recording, RequestName } from './recording';
import { nameOf, replay, Rows } from './replay';
import { Secrets } from './statement-values';

const ROWS_OF_A_PAGE = 50;
const POOL_SIZE = 10;

export interface Answer {
  status: number;
  body: unknown;
}

/** The measured requests, answered with the product's statements and nothing around them. */
export class Practice {
  private readonly pool: Pool;
  private readonly secrets: Secrets;
  private readonly mailsPerStatement: number;
  /** As the product does, so that nobody reads what they know. */
  private readonly blocks = new Map<string, { version: string; times: TakenTime[] }>();

  constructor(
    private readonly recording: Recording,
    databaseUrl: string,
  ) {
    this.pool = new Pool({ connectionString: databaseUrl, max: POOL_SIZE });
    this.pool.on('connect', choosePlans);
    this.secrets = { cipher: columnCipher(recording.encryptionKey), keys: keyRing(recording.encryptionKey) };
    this.mailsPerStatement = 2 / recording.statements.booking.filter(({ name }) => name === 'outbox-insert').length;
  }

  /** The session of a signed-in therapist. */
  async signedIn(sessionToken: string): Promise<SessionFound | undefined> {
    const [session] = this.recording.statements.profile.filter(({ name }) => name === 'session-find-live');
    const rows = await replay(this.pool, session ? [session] : [], facts({ sessionToken }), this.secrets);
    return rows.first<SessionFound>('session-find-live');
  }

  async publicProfile(therapistId: string): Promise<Answer> {
    const row = (await this.run('public_profile', { therapistId })).first<PublicTherapistRow>('public-therapist-by-id');
    return row ? { status: 200, body: toPublicTherapist(row) } : NOT_FOUND;
  }

  async publicServices(therapistId: string): Promise<Answer> {
    const rows = (await this.run('public_services', { therapistId })).all<OfferingRow>('public-offerings-by-id');
    return { status: 200, body: rows.map(toOffering) };
  }

  async freeTimes(therapistId: string, query: { service_id: string; from: string; to: string }): Promise<Answer> {
    const { service_id: serviceId, from, to } = query;
    const range = busyRange(from, to);
    const known = this.blocks.get(therapistId);
    const row = (await this.run('free_times', { therapistId, serviceId, range, blocksVersion: known?.version ?? null })).first<AvailabilityRow>('availability-facts');
    if (!row) return NOT_FOUND;
    const blocks = row.blocks ?? known?.times ?? [];
    if (row.blocks && row.blocks_version !== null) this.blocks.set(therapistId, { version: row.blocks_version, times: row.blocks });
    const taken = blocks.filter(([starts, ends]) => ends > range.startsAt.getTime() && starts < range.endsAt.getTime());
    const rules = bookingRules(row.timezone, row.hours);
    const busy = intervals([...row.busy, ...taken].sort(([one], [other]) => one - other));
    const days = freeTimes({ rules, durationMinutes: row.duration_minutes, from, to, now: Date.now(), busy });
    return { status: 200, body: { timezone: row.timezone, cancellation_notice_hours: rules.cancellationNoticeHours, days } };
  }

  async profile(therapistId: string): Promise<Answer> {
    const known = facts({ therapistId });
    await this.replayAfterGuard('profile', known, (name, found) => {
      const profile = found.first<ProfileRow>('profile-find');
      if (name === 'profile-find' && profile) known.profile = profile;
    });
    return known.profile ? { status: 200, body: toProfile(known.profile) } : NOT_FOUND;
  }

  async bookings({ id: sessionId, user_id: therapistId }: SessionFound): Promise<Answer> {
    const known = facts({ therapistId, sessionId });
    let page: ListedBooking[] = [];
    await this.replayAfterGuard('bookings', known, (name, found) => {
      if (name !== 'booking-list-upcoming') return;
      page = found.all<ListedBooking>(name).slice(0, ROWS_OF_A_PAGE);
      known.clientIds = [...new Set(page.map(({ client_id }) => client_id))];
    });
    return { status: 200, body: page.map((row) => toBooking(row, therapistId, this.secrets.cipher)) };
  }

  async overview({ id: sessionId, user_id: therapistId }: SessionFound): Promise<Answer> {
    const known = facts({ therapistId, sessionId });
    const rows = await this.replayAfterGuard('overview', known, (name, found) => {
      const row = found.first<BookingOverviewRow>('booking-overview');
      if (name === 'booking-overview' && row) known.day = row.day;
      if (name === 'booking-list-day') known.clientIds = [...new Set(found.all<ListedBooking>(name).map(({ client_id }) => client_id))];
    });
    const row = rows.first<BookingOverviewRow>('booking-overview');
    if (!row) return NOT_FOUND;
    const { day, coming_days, ...counts } = row;
    const shown = rows.all<ListedBooking>('booking-list-day');
    const opened = (some: ListedBooking[]): object[] => some.map((each) => toBooking(each, therapistId, this.secrets.cipher));
    const [today, later] = [shown.filter((each) => each.appointment_date === day), shown.filter((each) => each.appointment_date !== day)];
    return { status: 200, body: { counts, day, today: opened(today), next: opened(later)[0] ?? null, coming_days } };
  }

  /** The product's transaction; the address only says whose bookings are counted. */
  async book(booking: BookingBody, address: string): Promise<Answer> {
    const { statements } = this.recording;
    const begins = statements.booking.findIndex((statement) => nameOf(statement) === 'begin');
    const known = facts({ booking, address, bookingId: v7(), eventId: v7(), manageToken: randomBytes(32).toString('base64url') });
    known.mailsPerStatement = this.mailsPerStatement;
    const service = (await replay(this.pool, statements.booking.slice(0, begins), known, this.secrets)).first<BookableService>('bookable-service');
    if (!service) return NOT_FOUND;
    const rules = bookingRules(service.timezone, service.hours);
    const start = checkStart(rules, booking.appointment_date, booking.appointment_time, known.now.getTime());
    if ('rule' in start) return { status: 422, body: { detail: start.rule } };
    known.service = service;
    known.slot = { startsAt: start.startsAt, endsAt: new Date(start.startsAt.getTime() + service.duration_minutes * 60_000) };
    await this.transact(known, begins, (busy) => isFree(rules, intervals(busy), start.startsAt.getTime(), service.duration_minutes));
    return { status: 201, body: toConfirmation(known, rules.cancellationNoticeHours) };
  }

  private async transact(known: Facts, begins: number, isOpen: (busy: [number, number][]) => boolean): Promise<void> {
    const client = await this.pool.connect();
    try {
      await replay(client, this.recording.statements.booking.slice(begins), known, this.secrets, (name, found) => {
        if (name === 'busy-around' && !isOpen(found.first<{ busy: [number, number][] }>(name)?.busy ?? [])) throw new Error('the time is taken');
        const person = found.first<Facts['person']>('client-of-address');
        if (name === 'client-of-address' && person) known.person = person;
        if (name === 'booking-insert' && found.all(name).length === 0) throw new Error('the time is taken');
      });
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }

  private run(request: RequestName, known: Partial<Facts>): Promise<Rows> {
    return replay(this.pool, this.recording.statements[request], facts(known), this.secrets);
  }

  /** The guard has asked for the session already; that it goes on is written twice a minute. */
  private replayAfterGuard(request: RequestName, known: Facts, learn?: (name: string, rows: Rows) => void): Promise<Rows> {
    const statements = this.recording.statements[request].filter(({ name }) => name !== 'session-find-live' && name !== 'session-extend');
    return replay(this.pool, statements, known, this.secrets, learn);
  }
}

const NOT_FOUND: Answer = { status: 404, body: { detail: 'There is nothing here.' } };

/** What a statement needs is there when it runs; the rest stays out. */
function facts(known: Partial<Facts>): Facts {
  return { now: new Date(), ...known } as Facts;
}

function intervals(busy: readonly [number, number][]): { startsAt: number; endsAt: number }[] {
  return busy.map(([startsAt, endsAt]) => ({ startsAt, endsAt }));
}
