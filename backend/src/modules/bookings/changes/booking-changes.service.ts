import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { knownZone } from '../../../common/clock/zones';
import { DomainError, refusedField } from '../../../common/errors/domain-error';
import { Repeat } from '../../../common/idempotency/repeat-guard';
import { connectionOf, Limit, Limits } from '../../../common/limits/limits';
import { OnEvent, Work, Works } from '../../../common/work/work';
import { ClientAddressChanged, RecordsMoved } from '../../clients/persons/person.events';
import { ClientsService } from '../../clients/persons/persons.service';
import { parseDate, parseTime, ZoneClock } from '../../scheduling/rules/calendar';
import { bookingRules } from '../../scheduling/rules/working-rules';
import { BookableService } from '../availability/availability.repository';
import { AvailabilityService, practiceLine } from '../availability/availability.service';
import type { BookingStatus } from '../booking.entity';
import { BookingRepository, BookingRow, ReaddressedRow } from '../booking.repository';
import * as messages from '../messages';
import { BookedUnchecked } from './booking.events';
import { BookingChange, BookingNews } from './booking-news.service';
import { ChangeLimits } from './change-limits.service';
import { ChangePolicy, policyOf } from './notice-policy';

const STATUS_ACTIONS = { completed: 'complete_session', confirmed: 'reopen_session' } as const;

const HOUR_MS = 3_600_000;
const UNDO_MS = 10 * 60_000;
/** The table has the same limit. */
const LONGEST_OVER_MS = 4 * HOUR_MS;
/** Each is an entry in the client's record. */
const STATUSES_PER_BOOKING: Limit = { scope: 'booking-statuses', max: 6, windowMs: HOUR_MS };
/** Of one client at one practice: each time every link is a new one, in a mail of its own. */
const LINKS_ENDED: Limit = { scope: 'links-ended', max: 3, windowMs: 24 * HOUR_MS };

/** What a therapist may make of a booking. */
const ALLOWED: Record<BookingStatus, readonly BookingStatus[]> = {
  confirmed: ['completed', 'cancelled'],
  completed: ['cancelled', 'confirmed'],
  /** While nobody was told. */
  cancelled: ['confirmed'],
};

/** An appointment and the practice it was booked with, which may be closed or no longer offer the service. */
export interface Appointment {
  booking: BookingRow;
  service: BookableService;
}

/** 'yyyy-MM-dd' and 'HH:mm' in the therapist's zone. */
export interface NewTime {
  date: string;
  time: string;
  /** The zone of whoever moves it, where it is known. */
  client_timezone?: string;
}

/** The request of a change, and what answers it. */
export interface ChangeRequest<Answer extends object> {
  /** The repeats of it; a repeat gets the first answer and changes nothing. */
  repeat: Repeat<Answer> | undefined;
  /** How the changed booking is shown. */
  answer: (row: BookingRow, work: Work) => Answer | Promise<Answer>;
  /** It came by the link of whoever booked without proving the address. */
  byBooker?: boolean;
}

/**
 * What happens to bookings that are made: their client cancels or moves them, by the mail's link or signed in, under the therapist's
 * notice policy; their therapist says what became of them; and they follow their person.
 */
@Injectable()
export class BookingChangesService {
  constructor(
    private readonly works: Works,
    private readonly limits: Limits,
    private readonly changeLimits: ChangeLimits,
    private readonly clock: Clock,
    private readonly repository: BookingRepository,
    private readonly availability: AvailabilityService,
    private readonly news: BookingNews,
    private readonly clients: ClientsService,
  ) {}

  /**
   * The client's own.
   * @throws DomainError conflict when it is cancelled, over or was changed meanwhile; rule, with the policy, when the notice has passed; too_many
   *   after very many refusals of one connection
   */
  cancel<Answer extends object>(actor: Actor, appointment: Appointment, request: ChangeRequest<Answer>): Promise<Answer> {
    return this.changeLimits.counted(actor, appointment.booking.id, () => this.once(actor, appointment.booking, request, async (work) => {
      await this.changeLimits.assertMayCancel(work);
      this.assertChangeable(appointment);
      await this.claim(work, appointment.booking);
      const { id, sequence } = appointment.booking;
      await this.news.setWord(work, appointment.booking, undefined);
      const row = await this.setStatusOf(work, { id, from: 'confirmed', to: 'cancelled', sequence });
      await this.news.tell(work, { ...happened(row), kind: 'cancelled', actor: 'client', by_booker: request.byBooker ?? false });
      return row;
    }));
  }

  /**
   * The client moves to a free time; the appointment keeps its id, its length and its link.
   * @throws DomainError as {@link cancel}; also rule for a time that the hours do not allow, conflict for one that is taken,
   *   too_many after five moves in an hour, of which ten refused ones are one
   */
  move<Answer extends object>(actor: Actor, appointment: Appointment, to: NewTime, request: ChangeRequest<Answer>): Promise<Answer> {
    return this.changeLimits.counted(actor, appointment.booking.id, () => this.moveNow(actor, appointment, to, request));
  }

  private async moveNow<Answer extends object>(actor: Actor, appointment: Appointment, to: NewTime, request: ChangeRequest<Answer>): Promise<Answer> {
    const outside = await this.availability.askOutside({ ...appointment.service, duration_minutes: appointment.booking.duration_minutes }, to, { connection: connectionOf(actor.address) });
    return this.once(actor, appointment.booking, request, async (work) => {
      await this.changeLimits.assertMayMove(work, appointment.booking.id);
      this.assertChangeable(appointment);
      await this.claim(work, appointment.booking);
      const { booking, service } = appointment;
      if (!service.is_active) throw new DomainError('rule', messages.notTakingMoves);
      if (booking.local_date === to.date && booking.local_time === to.time) throw new DomainError('rule', messages.sameTime);
      const slot = this.availability.allowed({ ...service, duration_minutes: booking.duration_minutes }, to.date, to.time);
      await this.availability.lock(work, slot);
      await this.availability.assertFree(work, service, slot, { ignoredId: booking.id, outside });
      await this.changeLimits.countMove(work, booking.id);
      await this.news.setWord(work, booking, undefined);
      const row = await this.repository.moveBooking({ id: booking.id, sequence: booking.sequence, client_timezone: knownZone(to.client_timezone), ...slot }, work.tx);
      if (!row) throw new DomainError('conflict', messages.changedMeanwhile);
      await this.news.tell(work, { ...happened(row), kind: 'moved', actor: 'client', by_booker: request.byBooker ?? false, previous_starts_at: booking.starts_at });
      if (outside === 'unknown') await work.publish(new BookedUnchecked(row.id, row.therapist_id));
      return row;
    });
  }

  /**
   * The therapist's own: confirmed→completed, confirmed→cancelled, completed→cancelled, completed→confirmed within 10 minutes, and
   * cancelled→confirmed while nobody was told and the time is free.
   * @param word what the therapist says to the client about a cancellation
   * @throws DomainError not_found for another therapist's booking; conflict for any other change; too_many after six in an hour
   */
  async setStatus<Answer extends object>(actor: Actor & { id: string }, id: string, to: BookingStatus, request: ChangeRequest<Answer>, word?: string): Promise<Answer> {
    const booking = await this.repository.findOwned(actor.id, id);
    if (!booking) throw new DomainError('not_found', messages.noSuchBooking);
    return this.once(actor, booking, request, (work) => this.setStatusNow(work, booking, to, word));
  }

  /** {@link setStatus} of an appointment of theirs, as part of what else is done. */
  async setStatusNow(work: Work, booking: BookingRow, to: BookingStatus, word?: string): Promise<BookingRow> {
    const { id, sequence } = booking;
    this.assertAllowed(booking, to);
    await this.count(work, STATUSES_PER_BOOKING, id, messages.tooManyStatuses);
    if (booking.status === 'cancelled') await this.assertStillThere(work, booking);
    if ('cancelled' === to || booking.status === 'cancelled') await this.news.setWord(work, booking, word);
    const changed = await this.setStatusOf(work, { id, from: booking.status, to, sequence });
    if (to === 'cancelled') await this.news.tell(work, { ...happened(changed), kind: 'cancelled', actor: 'therapist' });
    else if (booking.status === 'cancelled') await this.news.tell(work, { ...happened(changed), kind: 'moved', actor: 'therapist', previous_starts_at: changed.starts_at });
    if (to !== 'cancelled') await work.record({ action: STATUS_ACTIONS[to], subjectType: 'booking', subjectId: changed.id, clientIds: [changed.client_id] });
    return changed;
  }

  /** The client did not come, or came after all; the status stays. @throws DomainError not_found; rule before the start, or when it is cancelled */
  markNoShow(actor: Actor & { id: string }, id: string, noShow: boolean): Promise<BookingRow> {
    return this.recordSession(actor, id, noShow ? 'mark_no_show' : 'unmark_no_show', (booking, { tx, now }) =>
      (booking.no_show_at !== null) === noShow ? Promise.resolve(booking) : this.repository.setNoShow(booking, noShow ? now() : null, tx),
    );
  }

  /** When a session ended. @param endedAt 'HH:mm' by the clock of its zone; null: as planned. @throws DomainError as {@link markNoShow}; rule for a time that cannot be */
  noteEnd(actor: Actor & { id: string }, id: string, endedAt: string | null): Promise<BookingRow> {
    return this.recordSession(actor, id, 'note_session_end', (booking, { tx, now }) => {
      const until = endedAt === null ? null : endOf(booking, endedAt);
      if (until && until > now()) throw refusedField('ended_at', messages.endToCome);
      return this.repository.setRanUntil(booking, until, tx);
    });
  }

  private async recordSession(actor: Actor & { id: string }, id: string, action: string, change: (booking: BookingRow, work: Work) => Promise<BookingRow | undefined>): Promise<BookingRow> {
    return this.works.begin(actor, async (work) => {
      const booking = await this.repository.findOwned(actor.id, id, work.tx);
      if (!booking) throw new DomainError('not_found', messages.noSuchBooking);
      if (booking.status === 'cancelled') throw new DomainError('rule', messages.cancelledIsNone);
      if (booking.starts_at > work.now()) throw new DomainError('rule', messages.notBegun);
      await this.count(work, STATUSES_PER_BOOKING, id, messages.tooManyStatuses);
      const changed = await change(booking, work);
      if (!changed) throw new DomainError('conflict', messages.changedMeanwhile);
      await work.record({ action, subjectType: 'booking', subjectId: id, clientIds: [booking.client_id] });
      return changed;
    });
  }

  /** Appointments of one client are cancelled; one mail tells of all. */
  async cancelTogether(work: Work, bookings: readonly BookingRow[], word: string | undefined): Promise<BookingRow[]> {
    const cancelled: BookingRow[] = [];
    for (const booking of bookings) {
      await this.news.setWord(work, booking, word);
      cancelled.push(await this.setStatusOf(work, { id: booking.id, from: 'confirmed', to: 'cancelled', sequence: booking.sequence }));
    }
    await this.news.tellTogether(work, cancelled.map((row) => ({ ...happened(row), kind: 'cancelled', actor: 'therapist' })));
    return cancelled;
  }

  /** Appointments that were cancelled together a moment ago stand again. @throws DomainError not_found; conflict once somebody was told, or has a time of theirs */
  async standAgainTogether(work: Work, therapistId: string, id: string): Promise<BookingRow[]> {
    if (!(await this.repository.findOwned(therapistId, id, work.tx))) throw new DomainError('not_found', messages.noSuchBooking);
    const waiting = await this.news.findWaiting(work, id);
    if (!waiting) throw new DomainError('conflict', messages.notFromHere('cancelled', 'confirmed'));
    const standing: BookingRow[] = [];
    for (const one of await this.news.findTogether(work, waiting)) {
      const booking = await this.repository.findOwned(therapistId, one, work.tx);
      if (booking?.status !== 'cancelled') throw new DomainError('conflict', messages.changedMeanwhile);
      await this.assertStillThere(work, booking);
      await this.news.setWord(work, booking, undefined);
      standing.push(await this.setStatusOf(work, { id: one, from: 'cancelled', to: 'confirmed', sequence: booking.sequence }));
    }
    await this.news.tellTogether(work, standing.map((row) => ({ ...happened(row), kind: 'moved', actor: 'therapist', previous_starts_at: row.starts_at })));
    await work.record({ action: 'reopen_series', subjectType: 'booking', subjectId: id, clientIds: standing.slice(0, 1).map(({ client_id }) => client_id) });
    return standing;
  }

  /** An appointment that was cancelled a moment ago can stand again: nobody was told, and nobody has its time. */
  private async assertStillThere(work: Work, booking: BookingRow): Promise<void> {
    await this.availability.lock(work, booking);
    const waiting = await this.news.findWaiting(work, booking.id);
    if (waiting?.kind !== 'cancelled' || waiting.actor !== 'therapist') throw new DomainError('conflict', messages.notFromHere('cancelled', 'confirmed'));
    if (booking.starts_at <= work.now()) throw new DomainError('conflict', messages.alreadyOver);
    if ((await this.repository.findAppointmentsIn(booking, work.tx)).length > 0) throw new DomainError('conflict', messages.timeGivenAway);
  }

  /** Two persons are one: bookings go to the one they turn out to be. */
  @OnEvent(RecordsMoved)
  async reassign({ fromId, intoId, therapistId }: RecordsMoved, work: Work): Promise<void> {
    await this.repository.reassignBookings(fromId, intoId, therapistId, work.tx);
  }

  /** Whoever reads the old mailbox can no longer see, move or cancel what is to come; the new one gets links to it. */
  @OnEvent(ClientAddressChanged)
  async readdress({ clientId, newEmail, therapistId }: ClientAddressChanged, work: Work): Promise<void> {
    await this.renewLinks(work, await this.repository.readdressBookings({ clientId, therapistId }, newEmail, work.now(), work.tx));
  }

  /**
   * Whoever booked these for a client has links to them, which end: the client gets new ones.
   * @param whose the client, and the practice
   * @returns the secrets of the new links, in this order
   * @throws DomainError too_many where that was done very often
   */
  async endLinks(work: Work, { client_id, therapist_id }: Pick<ReaddressedRow, 'client_id' | 'therapist_id'>, bookings: readonly ReaddressedRow[]): Promise<string[]> {
    const retryAfterSeconds = await this.limits.reserveIn(work.tx, [[LINKS_ENDED, `${client_id} ${therapist_id}`]]);
    if (retryAfterSeconds > 0) throw new DomainError('too_many', messages.tooManyLinksEnded, { retryAfterSeconds });
    return this.renewLinks(work, bookings);
  }

  /** The client says that they booked it without signing in: what was typed is theirs from then on. Said once more it is no other deed. @throws DomainError conflict when it is cancelled */
  async takeForOwn(actor: Actor, { id, client_id, status }: BookingRow): Promise<void> {
    if (status === 'cancelled') throw new DomainError('conflict', messages.alreadyCancelled);
    await this.works.begin(actor, async (work) => {
      await this.claim(work, { client_id });
      if (await this.repository.takeForOwn({ id }, work.tx)) await work.record({ action: 'confirm_appointment', subjectType: 'booking', subjectId: id, clientIds: [client_id] });
    });
  }

  /**
   * The client says that somebody else booked it: what was typed stays theirs, and the link that they got ends.
   * @param token of the mailed link, where the client came by it
   * @returns the secret of the new link
   * @throws DomainError conflict when it is cancelled or over, where nobody but the client booked it, and where the link was renewed meanwhile; too_many
   */
  async endOthersLink(actor: Actor, { id, client_id, status }: BookingRow, token?: string): Promise<string> {
    if (status === 'cancelled') throw new DomainError('conflict', messages.alreadyCancelled);
    return this.works.begin(actor, async (work) => {
      const typed = await this.repository.lockTyped({ id }, token, work.now(), work.tx);
      const [renewed] = typed ? await this.endLinks(work, typed, [typed]) : [];
      if (renewed === undefined) throw new DomainError('conflict', messages.changedMeanwhile);
      await work.record({ action: 'end_links', subjectType: 'booking', subjectId: id, clientIds: [client_id] });
      return renewed;
    });
  }

  /** The links of earlier mails open nothing any more, whatever becomes of the appointments; the client gets new ones to those to come. */
  private async renewLinks(work: Work, bookings: readonly ReaddressedRow[]): Promise<string[]> {
    const tokens = await this.repository.renewTokens(bookings, work.tx);
    await this.news.inviteAnew(work, bookings.flatMap(({ id: booking_id, therapist_id, sequence, starts_at, ends_at, is_to_come }) => (is_to_come ? { booking_id, therapist_id, sequence, starts_at, ends_at } : [])));
    return tokens;
  }

  /** Where the client is signed in. */
  private async claim(work: Work, { client_id }: Pick<BookingRow, 'client_id'>): Promise<void> {
    await (await this.clients.claims(work))(client_id);
  }

  /** A change is made once, however often it is asked for: a repeat waits for the first request and gets its answer. */
  private once<Answer extends object>(actor: Actor, { therapist_id }: Pick<BookingRow, 'therapist_id'>, { repeat, answer }: ChangeRequest<Answer>, change: (work: Work) => Promise<BookingRow>): Promise<Answer> {
    return this.works.beginInLine(practiceLine({ therapist_id }), actor, async (work) => {
      const earlier = await repeat?.claim(work);
      if (earlier) return earlier;
      const given = await answer(await change(work), work);
      await repeat?.remember(work, given);
      return given;
    });
  }

  private async count({ tx }: Work, limit: Limit, key: string, refusal: string): Promise<void> {
    if (!(await this.limits.allows(limit, key, tx))) throw new DomainError('too_many', refusal, { retryAfterSeconds: 3600 });
    await this.limits.count(limit, key, tx);
  }

  private async setStatusOf(work: Work, change: { id: string; from: BookingStatus; to: BookingStatus; sequence: number }): Promise<BookingRow> {
    const row = await this.repository.setStatus({ ...change, now: work.now() }, work.tx);
    if (!row) throw new DomainError('conflict', messages.changedMeanwhile);
    return row;
  }

  private assertChangeable({ booking, service }: Appointment): void {
    if (booking.status === 'cancelled') throw new DomainError('conflict', messages.alreadyCancelled);
    if (booking.status === 'completed') throw new DomainError('conflict', messages.alreadyOver);
    const now = this.clock.now().getTime();
    const startsAt = booking.starts_at.getTime();
    const policy = changePolicy(service);
    if (now >= startsAt - policy.noticeHours * HOUR_MS) throw new DomainError('rule', policyOf(startsAt, policy, now));
  }

  private assertAllowed(booking: BookingRow, to: BookingStatus): void {
    if (!ALLOWED[booking.status].includes(to)) throw new DomainError('conflict', messages.notFromHere(booking.status, to));
    if (booking.status !== 'completed' || to !== 'confirmed') return;
    const since = this.clock.now().getTime() - (booking.completed_at?.getTime() ?? 0);
    if (since > UNDO_MS) throw new DomainError('conflict', messages.undoTooLate);
  }
}

/** A time before the start is of the next day: the session went on past midnight. */
function endOf({ starts_at, ends_at, timezone, local_date, local_time }: BookingRow, time: string): Date {
  const clock = ZoneClock.of(timezone);
  const day = (parseDate(local_date) ?? 0) + (time <= local_time ? 1 : 0);
  const at = clock.instantOf(day, parseTime(time) ?? 0);
  if (at === undefined) throw refusedField('ended_at', messages.skippedTime(time));
  if (at <= starts_at.getTime() || at > ends_at.getTime() + LONGEST_OVER_MS) throw refusedField('ended_at', messages.endBeforeStart);
  return new Date(at);
}

/** What is told of a booking as it is now. */
export function happened({ id, therapist_id, client_id, sequence, starts_at, ends_at }: BookingRow): Omit<BookingChange, 'kind' | 'actor'> {
  return { booking_id: id, therapist_id, client_id, sequence, starts_at, ends_at };
}

/** Until when an appointment may be changed, and whom to call then. */
export function changePolicy(service: BookableService): ChangePolicy {
  return { noticeHours: bookingRules(service.timezone, service.hours).cancellationNoticeHours, phone: service.phone_shown ? service.phone : null };
}

/** What free times are asked for when an appointment may move: what overlaps its own time counts as free, and its length stays. */
export function movable(booking: BookingRow): { therapistId: string; serviceId: string; moving: BookingRow; durationMinutes: number } {
  return { therapistId: booking.therapist_id, serviceId: booking.service_id, moving: booking, durationMinutes: booking.duration_minutes };
}
