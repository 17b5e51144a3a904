import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import type { Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { RepeatGuard } from '../../../common/idempotency/repeat-guard';
import { Activity, OnEvent, Work, Works } from '../../../common/work/work';
import { AppointmentChanged, BookedUnchecked } from '../../bookings/changes/booking.events';
import { CalendarChanges } from '../../bookings/changes/calendar-changes.service';
import { CalendarChosen } from '../calendar.events';
import * as messages from '../messages';
import { syncCalendar } from '../sync/sync.jobs';
import { AppointmentRepository, AppointmentRow, TroubleRow } from './appointment.repository';
import { CalendarAppointmentDto, CalendarDecisionDto, Decision } from './appointments.dto';

type Therapist = Actor & { id: string };

const ACTIONS: Record<Decision, string> = { follow: 'follow_calendar', put_back: 'put_back_in_calendar', dismiss: 'dismiss_unchecked_time' };

/** Appointments in their therapist's calendar: what is to be written there, and what the therapist decides where it says something else. */
@Injectable()
export class CalendarAppointments {
  /** Whose account is in line already with a unit of work: a series puts it there once. */
  private readonly inLine = new WeakMap<Queryable, Set<string>>();

  constructor(
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly repeats: RepeatGuard,
    private readonly repository: AppointmentRepository,
    private readonly bookings: CalendarChanges,
  ) {}

  @OnEvent(AppointmentChanged)
  async appointmentChanged({ bookingId, therapistId }: AppointmentChanged, work: Work): Promise<void> {
    if (await this.repository.ask(bookingId, therapistId, work.now(), work.tx)) await this.putInLine(work, therapistId);
  }

  @OnEvent(BookedUnchecked)
  async bookedUnchecked({ bookingId, therapistId }: BookedUnchecked, work: Work): Promise<void> {
    await this.repository.storeUnchecked(bookingId, therapistId, work.now(), work.tx);
  }

  /** All appointments to come are to stand in the calendar that takes them now, as they are called now. */
  @OnEvent(CalendarChosen)
  async catchUp({ therapistId }: CalendarChosen, work: Work): Promise<void> {
    await this.repository.askAll(therapistId, work.now(), work.tx);
    await this.putInLine(work, therapistId);
  }

  /** Whether an appointment's link for a video call is still being made at Google. */
  awaitsLink(bookingId: string): Promise<boolean> {
    return this.repository.awaitsLink(bookingId, this.clock.now());
  }

  /** What is to be looked at of upcoming appointments, soonest first. Whose appointments they are is in the activity log. */
  async list(actor: Therapist): Promise<CalendarAppointmentDto[]> {
    const rows = await this.repository.listTroubles(actor.id, this.clock.now());
    if (rows.length > 0) await this.works.recordRead(actor, troublesRead(actor.id, rows));
    return rows.map(toDto);
  }

  /**
   * Nothing is changed for a client without this.
   * @param key the Idempotency-Key, if any: a repeat gets the first answer
   * @returns what is left to look at
   * @throws DomainError not_found; conflict where there is nothing to decide any more, or the new time is taken; rule as a move or a cancellation does
   */
  async decide(actor: Therapist, bookingId: string, decision: CalendarDecisionDto, key: string | undefined): Promise<CalendarAppointmentDto[]> {
    const repeat = this.repeats.of<CalendarAppointmentDto[]>(`POST /api/therapist/calendar/appointments/${bookingId} ${actor.id}`, key, decision);
    return this.works.begin(actor, async (work) => {
      const earlier = await repeat?.claim(work);
      if (!earlier) {
        await this.bookings.hold(work, actor.id);
        const booking = await this.repository.lockAppointment(bookingId, actor.id, work.tx);
        if (!booking) throw new DomainError('not_found', messages.noSuchAppointment);
        await this.carryOut(work, booking.row, decision);
        await work.record({ action: ACTIONS[decision.decision], subjectType: 'booking', subjectId: bookingId, clientIds: [booking.client_id] });
      }
      // The answer tells of others, and a repeat of it does again.
      const rows = await this.repository.listTroubles(actor.id, work.now(), work.tx);
      if (rows.length > 0) await work.recordRecurring(troublesRead(actor.id, rows));
      if (earlier) return earlier;
      const left = rows.map(toDto);
      await repeat?.remember(work, left);
      return left;
    });
  }

  private async carryOut(work: Work, row: AppointmentRow | undefined, { decision, word, ...seen }: CalendarDecisionDto): Promise<void> {
    if (decision === 'dismiss') return row && this.repository.storeChecked(row, work.tx);
    if (!row) throw new DomainError('conflict', messages.decidedMeanwhile);
    const { google_starts_at, google_ends_at } = row;
    const hasChanged = row.status !== 'confirmed' || row.ends_at <= work.now() || !isSeen(seen.starts_at, row.starts_at) || !isSeen(seen.google_starts_at, google_starts_at);
    const moved = google_starts_at && google_ends_at && { starts_at: google_starts_at, ends_at: google_ends_at };
    const isOpen = moved !== null || row.google_deleted || (decision === 'put_back' && row.missing_since !== null);
    if (hasChanged || !isOpen) throw new DomainError('conflict', messages.decidedMeanwhile);
    if (decision === 'follow' && moved) await this.bookings.move(work, row.therapist_id, row.booking_id, { to: moved, resized: isResized(row), word });
    else if (decision === 'follow') await this.bookings.cancel(work, row.therapist_id, row.booking_id, word);
    await this.repository.storeDecided(row, decision === 'put_back', work.now(), work.tx);
    await this.putInLine(work, row.therapist_id);
  }

  private async putInLine(work: Work, therapistId: string): Promise<void> {
    const inLine = this.inLine.get(work.tx) ?? new Set();
    this.inLine.set(work.tx, inLine);
    if (inLine.has(therapistId)) return;
    inLine.add(therapistId);
    await work.enqueue(syncCalendar, { therapist_id: therapistId });
  }
}

/** @param shown what the therapist saw; undefined: they did not say */
function troublesRead(therapistId: string, rows: readonly TroubleRow[]): Activity {
  return { action: 'read_calendar_appointments', subjectType: 'therapist', subjectId: therapistId, clientIds: rows.map(({ client_id }) => client_id) };
}

function isSeen(shown: string | undefined, is: Date | null): boolean {
  return shown === undefined || Date.parse(shown) === is?.getTime();
}

/** Its end was moved there too, and not by as much as its start. */
function isResized({ google_starts_at, google_ends_at, written_starts_at, written_ends_at }: AppointmentRow): boolean {
  const length = (from: Date | null, to: Date | null) => (from && to ? to.getTime() - from.getTime() : 0);
  return length(google_starts_at, google_ends_at) !== length(written_starts_at, written_ends_at);
}

function toDto({ booking_id, trouble, starts_at, ends_at, timezone, client_name, google_starts_at, google_ends_at }: TroubleRow): CalendarAppointmentDto {
  return {
    booking_id,
    trouble,
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
    timezone,
    client_name,
    google_starts_at: google_starts_at?.toISOString() ?? null,
    google_ends_at: google_ends_at?.toISOString() ?? null,
  };
}
