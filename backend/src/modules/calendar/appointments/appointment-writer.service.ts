import { Injectable } from '@nestjs/common';
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar';
import { Clock } from '../../../common/clock/clock';
import { GoogleCalendar } from '../../../integrations/google/google-calendar';
import { GoogleFailure, GoogleFailureKind } from '../../../integrations/google/google-failure';
import { CalendarChanges } from '../../bookings/changes/calendar-changes.service';
import { syncCalendar } from '../sync/sync.jobs';
import type { OpenSource, Turn } from '../sync/turn';
import { AppointmentRepository, AppointmentRow } from './appointment.repository';
import { eventOf, isAsWanted, isRetitled, isSameTime, linkRequest, meetOf, patchOf, Standing, standingOf } from './google-event';

type GoogleEvent = calendar_v3.Schema$Event;

/** A link that is not there by then comes with whatever is read next of its event. */
const LINK_PATIENCE_MS = 2 * 60_000;
const LINK_AGAIN_MS = 5_000;
/** Somebody who changes the event again and again wins for now. */
const MOST_TRIES = 3;
/** Others in line have their turns in between. */
const IN_A_TURN = 50;

/**
 * What is done about an event that is not as it was read: nothing but what its therapist left to us, also where it was deleted, or whatever they did,
 * for so they decided.
 */
type Reconciling = 'respect' | 'restore' | 'force';

/** One appointment in its turn, and the calendar that it belongs to. */
interface Task {
  turn: Turn;
  row: AppointmentRow;
  calendar: OpenSource;
}

/** The event as it is now, or what its therapist did to it, which they decide about. */
type Outcome = { event: GoogleEvent; linkRefused?: boolean } | { seen: Exclude<Standing, { kind: 'ours' }> };

/**
 * Writes appointments to Google, where they are to stand there as they are now, whatever happened before: what was written and whose answer was
 * lost is found there. What their therapist did there is not written over.
 */
@Injectable()
export class AppointmentWriter {
  constructor(
    private readonly google: GoogleCalendar,
    private readonly repository: AppointmentRepository,
    private readonly bookings: CalendarChanges,
    private readonly clock: Clock,
  ) {}

  /**
   * Soonest first, as many as a turn has room for. What Google refuses for one appointment keeps no other one from being written.
   * @param after where the turn before came to @returns behind which one the next turn goes on; undefined where that was all
   * @throws GoogleFailure; TurnLost
   */
  async write(turn: Turn, after: string | undefined): Promise<string | undefined> {
    const { therapist_id } = turn;
    const due = await this.repository.listDue(therapist_id, this.clock.now(), after, IN_A_TURN);
    for (const id of due) {
      const row = await this.repository.findAppointment(id, therapist_id);
      if (!row) continue;
      try {
        await this.writeOne(turn, row);
      } catch (error) {
        if (!(error instanceof GoogleFailure)) throw error;
        const isAlone = error.kind === 'refused';
        await turn.begin((work) => this.repository.storeMissed(therapist_id, isAlone ? row : null, work.now(), work.tx));
        if (!isAlone) throw error;
      }
    }
    return due.length === IN_A_TURN ? due.at(-1) : undefined;
  }

  private async writeOne(turn: Turn, row: AppointmentRow): Promise<void> {
    const standing = turn.sources.find(({ id }) => id === row.source_id);
    const calendar = turn.sources.find(({ takes_appointments }) => takes_appointments) ?? standing;
    const isOver = row.ends_at <= this.clock.now();
    if (row.status === 'cancelled') return this.remove(turn, row, standing ?? calendar);
    if (isOver || !calendar || isUndecided(row)) return turn.begin((work) => this.repository.storeSettled(row, !isOver && !calendar, work.now(), work.tx));
    await this.store({ turn, row, calendar }, await this.place({ turn, row, calendar }, standing));
  }

  /** Also where it may have been written without our knowing. */
  private async remove(turn: Turn, row: AppointmentRow, calendar: OpenSource | undefined): Promise<void> {
    if (calendar) await this.google.deleteEvent(turn.access, calendar.calendar, row.event_id);
    await turn.begin((work) => this.repository.storeRemoved(row, work.now(), work.tx));
  }

  private async place(task: Task, standing: OpenSource | undefined): Promise<Outcome> {
    const { turn, row, calendar } = task;
    if (standing?.id === calendar.id && row.written_starts_at !== null) return this.change(task);
    // First: whoever is interrupted between the two leaves none behind.
    if (standing && standing.id !== calendar.id) await this.google.deleteEvent(turn.access, standing.calendar, row.event_id);
    return this.insert(task);
  }

  private async insert(task: Task): Promise<Outcome> {
    const { turn, row, calendar } = task;
    try {
      return await this.withLink(task, (asked) => this.google.insertEvent(turn.access, calendar.calendar, { id: row.event_id, ...eventOf(row, turn.titles), ...asked }));
    } catch (error) {
      // The answer was lost, or it was deleted before.
      if (isFailure(error, 'exists')) return this.reconcile(task, 'restore');
      if (isFailure(error, 'not_found')) await turn.begin((work) => this.repository.storeGone(calendar.id, turn.therapist_id, work.now(), work.tx));
      throw error;
    }
  }

  private async change(task: Task): Promise<Outcome> {
    const { turn, row, calendar } = task;
    const isForced = row.etag === null;
    try {
      if (isForced || isAwaitingLink(row, this.clock.now())) return await this.reconcile(task, isForced ? 'force' : 'respect');
      const patch = patchOf(eventOf(row, turn.titles), row.retitled);
      return await this.withLink(task, (asked) => this.google.patchEvent(turn.access, calendar.calendar, row.event_id, { ...patch, ...asked }, row.etag ?? undefined));
    } catch (error) {
      if (isFailure(error, 'changed')) return this.reconcile(task, 'respect');
      // Google forgot it, or does not know the calendar any more.
      if (isFailure(error, 'not_found')) return this.insert(task);
      if (isFailure(error, 'gone')) return { seen: { kind: 'deleted' } };
      throw error;
    }
  }

  /** What stands there decides: it may have been changed by its therapist, or by this product, whose answer was lost. */
  private async reconcile(task: Task, how: Reconciling): Promise<Outcome> {
    const { turn, row, calendar } = task;
    const wanted = eventOf(row, turn.titles);
    for (let tries = MOST_TRIES; ; tries -= 1) {
      const there = await this.google.getEvent(turn.access, calendar.calendar, row.event_id);
      const seen = standingOf(there, [writtenTimes(row), row], calendar.timezone);
      if (how !== 'force' && (seen.kind === 'moved' || (seen.kind === 'deleted' && how === 'respect'))) return { seen };
      const retitled = isRetitled(there, row);
      if (seen.kind === 'ours' && !wantsLink(task) && isAsWanted(there, wanted, calendar.timezone, retitled)) return { event: there };
      try {
        return await this.withLink(task, (asked) => this.google.patchEvent(turn.access, calendar.calendar, row.event_id, { ...patchOf(wanted, retitled), ...asked }, there.etag ?? undefined));
      } catch (error) {
        if (!isFailure(error, 'changed') || tries <= 1) throw error;
      }
    }
  }

  /** An account that makes no links gets the appointment without one. */
  private async withLink(task: Task, write: (asked: Pick<GoogleEvent, 'conferenceData'>) => Promise<GoogleEvent>): Promise<Outcome> {
    if (!wantsLink(task)) return { event: await write({}) };
    try {
      return { event: await write(linkRequest(task.row.event_id)) };
    } catch (error) {
      if (!isFailure(error, 'refused')) throw error;
      return { event: await write({}), linkRefused: true };
    }
  }

  private async store({ turn, row, calendar }: Task, outcome: Outcome): Promise<void> {
    const { therapist_id, booking_id } = row;
    await turn.begin(async (work) => {
      const now = work.now();
      if ('seen' in outcome) {
        const { seen } = outcome;
        await this.repository.storeSeen(row, seen.kind === 'moved' ? seen : 'deleted', { again: false, now }, work.tx);
        return this.repository.leaveAlone(row, calendar.id, work.tx);
      }
      const { event, linkRefused = false } = outcome;
      const isLinkless = turn.meet_links && row.place_kind === 'video' && row.place_detail === null;
      const meet = isLinkless ? meetOf(event) : 'none';
      // The booking before its event, as whoever changes a booking does.
      if (typeof meet === 'object') await this.bookings.giveLink(work, { id: booking_id, therapist_id }, meet.link);
      const asked = isLinkless ? (row.link_until ?? new Date(now.getTime() + LINK_PATIENCE_MS)) : row.link_until;
      const link_until = linkRefused || meet !== 'pending' ? asked && new Date(Math.min(asked.getTime(), now.getTime())) : asked;
      const { starts_at, ends_at } = row;
      await this.repository.storeWritten(row, { source_id: calendar.id, starts_at, ends_at, etag: event.etag ?? null, link_until, retitled: isRetitled(event, row) }, now, work.tx);
      if (meet === 'pending' && link_until && link_until > now) await work.enqueueLater(syncCalendar, LINK_AGAIN_MS, { therapist_id });
    });
  }
}

/** Both versions stand until somebody decides, unless the appointment is by now where the calendar has it. */
function isUndecided(row: AppointmentRow): boolean {
  const { google_starts_at: starts_at, google_ends_at: ends_at } = row;
  return row.google_deleted || (starts_at !== null && ends_at !== null && !isSameTime({ starts_at, ends_at }, row));
}

function writtenTimes({ written_starts_at: starts_at, written_ends_at: ends_at }: AppointmentRow): { starts_at: Date; ends_at: Date } | undefined {
  return starts_at && ends_at ? { starts_at, ends_at } : undefined;
}

/** A video session without a link gets one, which is asked for once. */
function wantsLink({ turn, row }: Task): boolean {
  return turn.meet_links && row.place_kind === 'video' && row.place_detail === null && row.link_until === null;
}

function isAwaitingLink({ link_until, place_detail }: AppointmentRow, now: Date): boolean {
  return link_until !== null && link_until > now && place_detail === null;
}

function isFailure(error: unknown, kind: GoogleFailureKind): boolean {
  return error instanceof GoogleFailure && error.kind === kind;
}
