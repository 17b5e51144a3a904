import { Injectable } from '@nestjs/common';
import { newId, sentTogether } from '../../../common/database/database';
import { refusedField } from '../../../common/errors/domain-error';
import { leadsAway } from '../../../common/http/person-name';
import { job } from '../../../common/jobs/job';
import { Limit } from '../../../common/limits/limits';
import { Work } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { StrangersService } from '../../clients/strangers/strangers.service';
import type { BookingEvent } from '../booking.entity';
import { BookingRepository, BookingRow } from '../booking.repository';
import * as messages from '../messages';
import { AppointmentChanged, TimeFreed } from './booking.events';
import { BookingEventRepository, WaitingChange } from './booking-event.repository';

/** Who is told of a booking event; each gets a mail of their own. */
export type NoticeRecipient = 'client' | 'therapist';

/** 18 tries over about eight hours: a mail server that is down overnight loses nothing. */
export const sendBookingMail = job<{ booking_event_id: string; recipient: NoticeRecipient }>('mail', 'send-booking-mail', { attempts: 18, toTypedAddress: true });

const ACTIONS: Record<BookingChange['kind'], string> = { booked: 'book_session', moved: 'move_session', cancelled: 'cancel_session' };
const SERIES_ACTIONS: Record<BookingChange['kind'], string> = { booked: 'book_series', moved: 'move_series', cancelled: 'cancel_series' };
const HOUR_MS = 3_600_000;
/** Mails about appointments to an address that nobody has proved, of one practice. */
const UNCONFIRMED: readonly Limit[] = [
  { scope: 'booking-mails-unconfirmed', max: 12, windowMs: HOUR_MS },
];

/** Something that happened to a booking and that both sides are told. */
export interface BookingChange extends Omit<BookingEvent, 'id' | 'kind' | 'previous_starts_at' | 'created_at' | 'told_with' | 'by_booker'> {
  by_booker?: boolean;
  kind: 'booked' | 'moved' | 'cancelled';
  therapist_id: string;
  client_id: string;
  previous_starts_at?: Date;
}

type NewEvent = Omit<BookingEvent, 'id' | 'created_at' | 'told_with'>;

/** What people are told of their bookings, and when. */
@Injectable()
export class BookingNews {
  private readonly mailDelayMs: number;

  constructor(
    config: AppConfig,
    private readonly strangers: StrangersService,
    private readonly bookings: BookingRepository,
    private readonly repository: BookingEventRepository,
  ) {
    this.mailDelayMs = config.booking.changeMailDelayMs;
  }

  /**
   * Writes what happened, the mails that tell both sides and the log entry, in the unit of work of the change itself. A booking is told of at
   * once. A move or a cancellation waits a few minutes: people are told of what it came to in the end, by what they were told before, and of
   * nothing where that is the same.
   * @throws DomainError too_many where a therapist's changes would mail somebody who has not confirmed the practice again and again
   */
  async tell(work: Work, change: BookingChange): Promise<void> {
    // Those of clients have limits of their own.
    if (change.actor === 'therapist') await this.countMail(work, change);
    const { kind, booking_id: subjectId, client_id } = change;
    const told = this.tellOf(work, [change]);
    if (isStandingAgain(change)) return told;
    await sentTogether(told, work.record({ action: ACTIONS[kind], subjectType: 'booking', subjectId, clientIds: [client_id] }));
  }

  /** The same change of several appointments of one client, in one mail to each side and one entry of the log. */
  async tellTogether(work: Work, changes: readonly BookingChange[]): Promise<void> {
    const [first] = changes;
    if (!first) return;
    if (first.actor === 'therapist') await this.countMail(work, first);
    await this.tellOf(work, changes);
    if (!isStandingAgain(first)) await work.record({ action: SERIES_ACTIONS[first.kind], subjectType: 'booking', subjectId: first.booking_id, clientIds: [first.client_id] });
  }

  /** The client alone gets new links, those of a practice in one mail: what became of it that practice is shown, and by no mail that another one has appointments with its client. */
  async inviteAnew(work: Work, bookings: readonly (Pick<BookingEvent, 'booking_id' | 'sequence' | 'starts_at' | 'ends_at'> & { therapist_id: string })[]): Promise<void> {
    const practices = new Set(bookings.map(({ therapist_id }) => therapist_id));
    for (const practice of practices) await this.inviteOf(work, bookings.flatMap(({ therapist_id, ...booking }) => (therapist_id === practice ? booking : [])));
  }

  private async inviteOf(work: Work, bookings: readonly Pick<BookingEvent, 'booking_id' | 'sequence' | 'starts_at' | 'ends_at'>[]): Promise<void> {
    const inOrder = [...bookings].sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime());
    const first = newId();
    const events = inOrder.map((booking, at): BookingEvent => ({ ...booking, id: at === 0 ? first : newId(), kind: 'readdressed', actor: 'client', by_booker: false, previous_starts_at: null, created_at: work.now(), told_with: at === 0 ? null : first }));
    await this.repository.insertEvents(events, work.tx);
    if (inOrder.length > 0) await work.enqueue(sendBookingMail, { booking_event_id: first, recipient: 'client' });
  }

  /** The change of which nobody was told yet. */
  findWaiting(work: Work, bookingId: string): Promise<WaitingChange | undefined> {
    return this.repository.findWaiting(bookingId, work.tx);
  }

  /** The bookings whose change the same mails tell of. */
  findTogether(work: Work, waiting: WaitingChange): Promise<string[]> {
    return this.repository.findTogether(waiting, work.tx);
  }

  /**
   * What a therapist says to the client about a change; undefined takes it away.
   * @throws DomainError rule where it could lead somebody astray who has not confirmed the practice: anybody can be booked for
   */
  async setWord(work: Work, booking: BookingRow, word: string | undefined): Promise<void> {
    if (word !== undefined && leadsAway(word) && !(await this.bookings.isConfirmedClient(booking.therapist_id, booking.client_id, work.tx))) {
      throw refusedField('word', messages.wordLeadsAway);
    }
    await this.bookings.setWord(booking, word, work.tx);
  }

  /**
   * Counts a mail that a therapist has sent to a client about an appointment. Those to people who confirmed the practice are not counted.
   * @throws DomainError too_many
   */
  async countMail(work: Work, { therapist_id, client_id }: Pick<BookingChange, 'therapist_id' | 'client_id'>): Promise<void> {
    await this.strangers.countMail(work, therapist_id, client_id, messages.tooManyMailsToUnconfirmed, UNCONFIRMED);
  }

  private async tellOf(work: Work, changes: readonly BookingChange[]): Promise<void> {
    const events: NewEvent[] = [];
    let begins = Infinity;
    // The last one first: the first one's mails tell of the others.
    for (const change of [...changes].reverse()) {
      const event = eventOf(change);
      const known = event.kind === 'booked' ? event.starts_at : ((await this.forgetWaiting(work, event)) ?? event.previous_starts_at ?? event.starts_at);
      if (event.kind === 'moved' && known.getTime() === event.starts_at.getTime()) continue;
      begins = Math.min(begins, known.getTime(), event.starts_at.getTime());
      events.unshift(event.kind === 'booked' ? event : event.kind === 'moved' ? { ...event, previous_starts_at: known } : asKnown(event, known));
    }
    const [first] = changes;
    const published = changes.map(({ booking_id, therapist_id }) => work.publish(new AppointmentChanged(booking_id, therapist_id)));
    if (first && first.kind !== 'booked') published.push(work.publish(new TimeFreed(first.therapist_id)));
    const waits = first?.kind !== 'booked' && begins - work.now().getTime() >= HOUR_MS;
    await sentTogether(...published, this.insert(work, events, waits ? this.mailDelayMs : 0));
  }

  /** @returns when the appointment was, as far as people were told, if a change of it waited */
  private async forgetWaiting(work: Work, { booking_id, actor }: NewEvent): Promise<Date | undefined> {
    const taken = await this.repository.takeWaiting(booking_id, actor, work.tx);
    if (!taken) return undefined;
    const { waiting, teller } = taken;
    if (teller !== undefined) await this.mail(work, teller, waiting.wait_ms);
    return waiting.previous_starts_at ?? waiting.starts_at;
  }

  private async insert(work: Work, events: readonly NewEvent[], delayMs: number): Promise<void> {
    const sent: Promise<void>[] = [];
    let told_with: string | null = null;
    for (const event of events) {
      const id = newId();
      sent.push(this.repository.insertEvent({ ...event, id, created_at: work.now(), told_with }, work.tx));
      told_with ??= id;
    }
    if (told_with !== null) sent.push(this.mail(work, told_with, delayMs));
    await sentTogether(...sent);
  }

  private async mail(work: Work, eventId: string, delayMs: number): Promise<void> {
    await work.enqueueLater(sendBookingMail, delayMs, { booking_event_id: eventId, recipient: 'client' }, { booking_event_id: eventId, recipient: 'therapist' });
  }
}

function eventOf({ booking_id, kind, actor, by_booker = false, sequence, starts_at, ends_at, previous_starts_at }: BookingChange): NewEvent {
  return { booking_id, kind, actor, by_booker, sequence, starts_at, ends_at, previous_starts_at: previous_starts_at ?? null };
}

/** Cancelled is what people know of. */
function asKnown(event: NewEvent, known: Date): NewEvent {
  const ends_at = new Date(known.getTime() + event.ends_at.getTime() - event.starts_at.getTime());
  return { ...event, starts_at: known, ends_at, previous_starts_at: null };
}

/** A cancellation that was taken back moves nothing; what it is called is written where that is done. */
function isStandingAgain({ kind, starts_at, previous_starts_at }: BookingChange): boolean {
  return kind === 'moved' && previous_starts_at?.getTime() === starts_at.getTime();
}
