import { Injectable } from '@nestjs/common';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { knownZone } from '../../../common/clock/zones';
import { newToken } from '../../../common/crypto/tokens';
import { newId, Queryable, sentTogether } from '../../../common/database/database';
import { DomainError, isRefusal } from '../../../common/errors/domain-error';
import { Repeat, RepeatGuard } from '../../../common/idempotency/repeat-guard';
import { CONNECTIONS_PER_SUBNET, connectionOf, Limit, LimitEntry, Limits, subnetOf } from '../../../common/limits/limits';
import { Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { ClientsService } from '../../clients/persons/persons.service';
import { CodesGivenAwayService } from '../../clients/sign-in/codes-given-away.service';
import { BookableService } from '../availability/availability.repository';
import { AvailabilityService, practiceLine, Slot } from '../availability/availability.service';
import { BookingRepository } from '../booking.repository';
import { BookedUnchecked } from '../changes/booking.events';
import { BookingNews } from '../changes/booking-news.service';
import { HoldService } from '../holds/hold.service';
import * as messages from '../messages';
import { BookingConfirmationDto, BookingHeldDto, CreateBookingDto } from './booking.dto';
import { AgreedPlace, placeOf } from './place';

const ROUTE = 'POST /api/bookings';
const HOUR_MS = 3_600_000;
const WAVE_MS = 10 * 60_000;

/** Stored at once, or held until the address is proved. */
export type BookingAnswer = BookingConfirmationDto | BookingHeldDto;

/** Who sends a booking. */
export interface Visitor {
  actor: Actor;
  /** The signed-in client with a proved address, if there is one. */
  client: CurrentUserData | undefined;
}

/** A booking that is about to be stored. */
export interface WantedBooking {
  booking: CreateBookingDto;
  service: BookableService;
  slot: Slot;
  place: AgreedPlace;
  /** The person, where that is settled; else the email address says who it is. */
  clientId?: string;
}

/** What belongs to one way of booking, while it has its turn. */
export interface Turn<Answer> {
  /** The signed-in client, who is the one that books if the address is their own. */
  signedIn?: (Actor & { id: string }) | undefined;
  /** The hold that is being confirmed: its own time counts as free. */
  holdId?: string;
  /** What was answered by now, should the same request have been faster elsewhere. */
  earlierAnswer(work: Work): Promise<Answer | undefined>;
  /** What happens in a wave of strangers instead of a booking; left out: it makes no difference. */
  hold?(work: Work): Promise<Answer>;
  /** Finishes a stored booking. */
  answer(work: Work, confirmation: BookingConfirmationDto): Promise<Answer>;
}

/** How many refused bookings count as much as one that was made. */
const REFUSED_AS_ONE = 10;

/** Takes bookings: all of one in one transaction, or none. What others booked for an address never changes an answer. */
@Injectable()
export class BookingService {
  private readonly perConnection: Limit;
  private readonly refused: Limit;
  /** Strangers of one network, which may be a single line of IPv6 with 65,000 connections: past it they prove their address first. */
  private readonly strangersOfNetwork: Limit;
  private readonly perClient: Limit;

  constructor(
    private readonly works: Works,
    private readonly repeats: RepeatGuard,
    private readonly limits: Limits,
    private readonly config: AppConfig,
    private readonly repository: BookingRepository,
    private readonly availability: AvailabilityService,
    private readonly holds: HoldService,
    private readonly clients: ClientsService,
    private readonly news: BookingNews,
    private readonly givenAway: CodesGivenAwayService,
  ) {
    const { limitPerIp, limitPerClient } = config.booking;
    this.perConnection = { scope: 'booking-address', max: limitPerIp, windowMs: HOUR_MS };
    this.refused = { scope: 'booking-refused', max: limitPerIp * REFUSED_AS_ONE, windowMs: HOUR_MS };
    this.strangersOfNetwork = { scope: 'booking-network', max: limitPerIp * CONNECTIONS_PER_SUBNET, windowMs: HOUR_MS };
    this.perClient = { scope: 'booking-client', max: limitPerClient, windowMs: HOUR_MS };
  }

  /**
   * In a wave of strangers, of all or of the visitor's network, the time is held until the code that is mailed comes back, whoever asks: what differed would tell who
   * is a client. Only a signed-in client with their own address has proved it already.
   * @param key the Idempotency-Key, if any: a repeat gets the first answer
   * @throws DomainError not_found for an unknown or archived service; rule when the time or the place breaks a rule, and while bookings are paused;
   *   conflict when it is taken; too_many past the limits
   */
  async book(booking: CreateBookingDto, key: string | undefined, visitor: Visitor): Promise<BookingAnswer> {
    if (booking.website) throw new DomainError('rule', messages.honeypot);
    const repeat = this.repeats.of<BookingAnswer>(ROUTE, key, booking);
    const earlier = await this.earlierAnswer(repeat);
    if (earlier) return earlier;
    return this.counted(visitor.actor, () => this.bookNow(booking, repeat, visitor));
  }

  private async bookNow(booking: CreateBookingDto, repeat: Repeat<BookingAnswer> | undefined, visitor: Visitor): Promise<BookingAnswer> {
    const service = await this.availability.bookable(booking.service_id);
    const slot = this.availability.allowed(service, booking.appointment_date, booking.appointment_time);
    const place = placeOf(booking, service);
    const remembered = async (work: Work, answer: BookingAnswer): Promise<BookingAnswer> => {
      await repeat?.remember(work, answer);
      return answer;
    };
    return this.take<BookingAnswer>(visitor.actor, { booking, service, slot, place }, {
      signedIn: asClient(visitor),
      earlierAnswer: (work) => this.earlierAnswer(repeat, work.tx),
      hold: async (work) => remembered(work, await this.holds.hold(work, { booking, slot }, repeat?.mark ?? null)),
      answer: remembered,
    });
  }

  /** A refusal costs the product nearly what a booking does, so it counts too, whoever wants it; past the limit that is what is said. */
  async counted<Answer>({ address }: Actor, book: () => Promise<Answer>): Promise<Answer> {
    try {
      return await book();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const { exceeded } = await this.countsOf(address);
      if (!exceeded) await this.limits.count(this.refused, connectionOf(address));
      throw exceeded ? tooManyFromHere() : error;
    }
  }

  /** `exceeded`: the connection made so many bookings that it has to wait. `crowded`: so many strangers booked from its network that the next one proves their address. */
  private async countsOf(address: Actor['address'], on?: Queryable): Promise<{ exceeded: boolean; crowded: boolean }> {
    const connection = connectionOf(address);
    const [made = 0, refused = 0, strangers = 0] = await this.limits.hits([[this.perConnection, connection], [this.refused, connection], [this.strangersOfNetwork, subnetOf(address)]], on);
    return { exceeded: made + Math.floor(refused / REFUSED_AS_ONE) >= this.perConnection.max, crowded: strangers >= this.strangersOfNetwork.max };
  }

  /**
   * Makes a booking of a held time, once the mailed code shows that the address is the visitor's: everything that a booking does,
   * limits included. The same code again gets the same answer and books nothing.
   * @throws DomainError not_found for an unknown hold, a service that is gone or a therapist who is; unauthenticated for a wrong,
   *   late or exhausted code; conflict when the time went meanwhile; too_many past the limits
   */
  confirmHold(holdId: string, code: string, actor: Actor): Promise<BookingConfirmationDto> {
    return this.counted(actor, () => this.confirmNow(holdId, code, actor));
  }

  private async confirmNow(holdId: string, code: string, actor: Actor): Promise<BookingConfirmationDto> {
    const hold = await this.holds.prove(holdId, code, actor);
    if (hold.answer) return hold.answer;
    const { booking, repeat } = hold;
    const service = await this.availability.bookable(booking.service_id);
    const slot = this.availability.allowed(service, booking.appointment_date, booking.appointment_time, hold.created_at);
    // The therapist has changed zone: the hour on the clock is another one now.
    if (slot.starts_at.getTime() !== hold.starts_at.getTime()) throw new DomainError('conflict', messages.timeTaken);
    return this.take<BookingConfirmationDto>(actor, { booking, service, slot, place: placeOf(booking, service) }, {
      holdId,
      earlierAnswer: (work) => this.holds.waitFor(work, holdId),
      answer: async (work, confirmation) => {
        await this.holds.confirm(work, holdId, confirmation);
        if (repeat) await this.repeats.resume(repeat).remember(work, confirmation);
        return confirmation;
      },
    });
  }

  /**
   * How every new booking takes its time: in its turn, once it is known to be free and within the limits, and counted. It is the turn
   * of the connection and of the client first, so that their limits hold for parallel requests too, of the therapist then; locks are always taken in this
   * order.
   * @throws DomainError conflict when the time is taken; not_found when the service was deleted meanwhile;
   *   too_many when the connection made too many bookings, or the signed-in client has as many upcoming appointments as they may have
   */
  async take<Answer extends object>(actor: Actor, wanted: WantedBooking, turn: Turn<Answer>): Promise<Answer> {
    const { service, slot } = wanted;
    const connection = connectionOf(actor.address);
    const asker = { connection, mayAsk: async () => !(await this.countsOf(actor.address)).exceeded };
    const outside = await this.availability.askOutside(service, { date: slot.local_date, time: slot.local_time }, asker);
    return this.givenAway.ending(() => this.works.beginInLine(practiceLine(slot), actor, async (work) => {
      // Before the therapist's turn, which others wait for.
      const [, { exceeded, crowded }] = await sentTogether(this.limits.serialize(this.perConnection, connection, work.tx), this.countsOf(actor.address, work.tx));
      if (turn.signedIn) await this.limits.serialize(this.perClient, turn.signedIn.id, work.tx);
      if (exceeded) {
        const earlier = await turn.earlierAnswer(work);
        if (earlier) return earlier;
        throw tooManyFromHere();
      }
      // Each of these sees what was done before its turn.
      const { client_name, client_email, client_phone, notes } = wanted.booking;
      const [, earlier, taken, standing, codes] = await sentTogether(
        this.availability.lock(work, slot),
        turn.earlierAnswer(work),
        refusal(this.availability.assertFree(work, service, slot, { ignoredId: turn.holdId ?? null, outside })),
        this.standing(work, wanted, turn.signedIn?.id),
        this.givenAway.findTo(work, client_email, [client_name, client_phone, notes]),
      );
      if (earlier) return earlier;
      this.givenAway.refuse(codes);
      if (taken) throw taken;
      if (!standing.ownAddress && (standing.wave || crowded) && turn.hold) return turn.hold(work);
      const { max } = this.perClient;
      if (standing.ownAddress && standing.upcoming >= max) throw new DomainError('too_many', messages.tooManyUpcoming(max));
      const proved = standing.ownAddress || turn.holdId !== undefined;
      const counted: LimitEntry[] = [[this.perConnection, connection]];
      if (!proved) counted.push([this.strangersOfNetwork, subnetOf(actor.address)]);
      const [stored] = await sentTogether(
        this.store(standing.ownAddress && turn.signedIn ? work.as(turn.signedIn) : work, wanted, proved),
        this.limits.countAll(counted, work.tx),
      );
      if (outside === 'unknown') await work.publish(new BookedUnchecked(stored.id, slot.therapist_id));
      return turn.answer(work, { ...toConfirmation(wanted), ...stored });
    }));
  }

  /**
   * How the address stands with the therapist at this moment. `wave`: so many unproved addresses booked lately that the next one has to be
   * proved first.
   */
  private async standing(work: Work, { booking, slot }: WantedBooking, clientId: string | null = null): Promise<{ upcoming: number; ownAddress: boolean; wave: boolean }> {
    const now = work.now();
    const strangersSince = new Date(now.getTime() - WAVE_MS);
    const { waveLimit } = this.config.booking;
    const asked = { therapistId: slot.therapist_id, email: booking.client_email, clientId, now, strangersSince, strangersAtMost: waveLimit + 1 };
    const row = await this.repository.findStanding(asked, work.tx);
    return { upcoming: row.upcoming, ownAddress: row.own_address, wave: row.strangers > waveLimit };
  }

  /** With its person, its history and the mails. @returns the booking's id, and the secret of a link for whoever booked: the mailed one where the address is proved */
  private async store(work: Work, wanted: WantedBooking, proved: boolean): Promise<Pick<BookingConfirmationDto, 'id' | 'manage_token'>> {
    const { booking, service, slot, place } = wanted;
    const id = newId();
    const manage_token = newToken();
    const clientId = await this.personOf(work, wanted, proved);
    const insert = this.repository.insertBooking(
      {
        // What a request gives under the name of a column is stored under it.
        ...booking,
        ...slot,
        ...place,
        id,
        client_id: clientId,
        by_stranger: !proved,
        by_visitor: !proved,
        service_id: service.service_id,
        service_name: service.service_name,
        client_timezone: knownZone(booking.client_timezone),
        manage_token,
        created_at: work.now(),
      },
      work.tx,
    );
    const { starts_at, ends_at } = slot;
    const inserted = insert.then((stored) => {
      if (!stored) throw new DomainError('conflict', messages.timeTaken);
    });
    // What tells of a booking that was not stored fails after it.
    await sentTogether(inserted, this.news.tell(work, { booking_id: id, therapist_id: slot.therapist_id, client_id: clientId, kind: 'booked', actor: 'client', sequence: 0, starts_at, ends_at }));
    return { id, manage_token: proved ? manage_token : this.repository.visitorToken({ id, place_detail: place.place_detail }, manage_token) };
  }

  private async personOf(work: Work, { booking, slot, clientId }: WantedBooking, proved: boolean): Promise<string> {
    if (clientId !== undefined) return this.clients.goTo(work, clientId, slot.therapist_id);
    return this.clients.personOfBooking(work, { email: booking.client_email, name: booking.client_name }, slot.therapist_id, proved);
  }

  /** A held time is the answer for as long as it is held. */
  private async earlierAnswer(repeat: Repeat<BookingAnswer> | undefined, on?: Queryable): Promise<BookingAnswer | undefined> {
    const answer = await repeat?.earlierAnswer(on);
    if (answer?.status === 'code_sent' && !(await this.holds.isOpen(answer.hold_id, on))) return undefined;
    return answer;
  }
}

/** What a check refuses with, for whoever may still have another answer. @throws what is no refusal */
function refusal(check: Promise<void>): Promise<DomainError | undefined> {
  return check.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof DomainError) return error;
      throw error;
    },
  );
}

function tooManyFromHere(): DomainError {
  return new DomainError('too_many', messages.tooManyFromHere, { retryAfterSeconds: 3600 });
}

function asClient({ actor, client }: Visitor): (Actor & { id: string }) | undefined {
  return client && { type: 'client', id: client.id, sessionId: client.sessionId, address: actor.address };
}

function toConfirmation({ booking, service, slot, place }: WantedBooking): Omit<BookingConfirmationDto, 'id' | 'manage_token'> {
  const { service_name, therapist_name } = service;
  return {
    status: 'confirmed',
    service_name,
    appointment_date: slot.local_date,
    appointment_time: slot.local_time,
    timezone: slot.timezone,
    starts_at: slot.starts_at.toISOString(),
    duration_minutes: slot.duration_minutes,
    therapist_name,
    client_email: booking.client_email,
    cancellation_notice_hours: slot.cancellation_notice_hours,
    place_kind: place.place_kind,
    place_detail: place.place_detail,
  };
}
