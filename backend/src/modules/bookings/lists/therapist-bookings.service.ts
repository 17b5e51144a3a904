import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { RepeatGuard } from '../../../common/idempotency/repeat-guard';
import { Keyset, pageOf, readCursor } from '../../../common/paging/paging';
import { mapInTurns } from '../../../common/process/in-turns';
import { Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { CopiedClient, CopiedEntries, TellsOfClient } from '../../clients/copies/client-copies.service';
import { BookingChangesService } from '../changes/booking-changes.service';
import { BookingListQueryDto, BookingOverviewDto, BookingStatusDto, BookingSummaryDto, TherapistBookingDto, toCopiedBooking, toTherapistBooking } from './booking-list.dto';
import { ListedBooking, TherapistBookingsRepository } from './therapist-bookings.repository';

const MAX_ROWS = 500;

export interface BookingPage {
  bookings: TherapistBookingDto[];
  /** A `Link` header value when there is more. */
  link: string | undefined;
}

/** A therapist's bookings, as a list and in numbers. */
@Injectable()
export class TherapistBookingsService {
  constructor(
    private readonly works: Works,
    private readonly repository: TherapistBookingsRepository,
    private readonly changes: BookingChangesService,
    private readonly repeats: RepeatGuard,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** Newest appointment first, or as asked for. Whose record was on the page is in the activity log, in one entry for the page. */
  async list(actor: Actor & { id: string }, query: BookingListQueryDto): Promise<BookingPage> {
    const limit = query.limit ?? MAX_ROWS;
    const when = query.when && { time: query.when, now: this.clock.now() };
    const found = await this.repository.listOfTherapist(actor.id, { ...query, when, after: readCursor(query.cursor), limit: limit + 1 });
    const url = `${this.config.publicUrl}/api/therapist/bookings`;
    const { rows, link } = pageOf(found, limit, url, query, keysetOf);
    return { bookings: await this.open(actor, rows), link };
  }

  /** The log of reads names those who are told of. */
  private async open(actor: Actor & { id: string }, rows: ListedBooking[]): Promise<TherapistBookingDto[]> {
    if (rows.length > 0) {
      const clientIds = rows.map(({ client_id }) => client_id);
      await this.works.recordRead(actor, { action: 'read_bookings', subjectType: 'therapist', subjectId: actor.id, clientIds });
    }
    // A long list is opened bit by bit, so that it keeps nobody waiting.
    return mapInTurns(rows, (row) => this.repository.openListed(actor.id, row));
  }

  /** For the copy of a client's record. */
  @TellsOfClient(2, 'Appointments')
  async *tellOfClient({ therapistId, clientId }: CopiedClient): CopiedEntries {
    let after: Keyset | undefined;
    do {
      const rows = await this.repository.listOfTherapist(therapistId, { client_id: clientId, after, limit: MAX_ROWS });
      yield* rows.map((row) => toCopiedBooking(this.repository.openListed(therapistId, row)));
      const last = rows.length === MAX_ROWS ? rows.at(-1) : undefined;
      after = last && keysetOf(last);
    } while (after);
    return undefined;
  }

  /**
   * What became of a booking.
   * @param key the Idempotency-Key, if any: a repeat gets the first answer
   * @throws DomainError as the change itself
   */
  setStatus(actor: Actor & { id: string }, id: string, { status, word }: BookingStatusDto, key?: string): Promise<TherapistBookingDto> {
    const repeat = this.repeats.of<TherapistBookingDto>(`PUT /api/therapist/bookings/${id}/status ${actor.id}`, key, { status, word });
    return this.changes.setStatus(actor, id, status, { repeat, answer: toTherapistBooking }, word);
  }

  /**
   * Marks that the client did not come, or takes the mark away; the status stays.
   * @throws DomainError not_found; rule for a session that has not begun or is cancelled
   */
  async markNoShow(actor: Actor & { id: string }, id: string, noShow: boolean): Promise<TherapistBookingDto> {
    return toTherapistBooking(await this.changes.markNoShow(actor, id, noShow));
  }

  /** When a session ended, by the clock of its zone; null: as planned. @throws DomainError as {@link markNoShow}; rule for a time that cannot be */
  async noteEnd(actor: Actor & { id: string }, id: string, endedAt: string | null): Promise<TherapistBookingDto> {
    return toTherapistBooking(await this.changes.noteEnd(actor, id, endedAt));
  }

  /** Counted in the database, never from a list that is capped. */
  summary(therapistId: string): Promise<BookingSummaryDto> {
    return this.repository.countOfTherapist(therapistId, this.clock.now());
  }

  /** What the dashboard opens with: counts, the day, and what comes after it. */
  async overview(actor: Actor & { id: string }): Promise<BookingOverviewDto> {
    const now = this.clock.now();
    const { day, coming_days, ...counts } = await this.repository.overviewOfTherapist(actor.id, now);
    const bookings = await this.open(actor, await this.repository.listDay(actor.id, day, now));
    const isToday = ({ appointment_date }: TherapistBookingDto): boolean => appointment_date === day;
    return { counts, day, today: bookings.filter(isToday), next: bookings.find((one) => !isToday(one)) ?? null, coming_days };
  }
}

function keysetOf({ starts_at, id }: Pick<ListedBooking, 'starts_at' | 'id'>): Keyset {
  return { at: String(Date.parse(starts_at) * 1000), id };
}
