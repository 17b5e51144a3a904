import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Repeat, RepeatGuard } from '../../../common/idempotency/repeat-guard';
import { OnEvent, Work, Works } from '../../../common/work/work';
import { RecordFetched } from '../../clients/persons/person.events';
import { ClientsService } from '../../clients/persons/persons.service';
import { IntroductionsService } from '../../clients/strangers/introductions.service';
import type { OwnCopy } from '../../clients/strangers/strangers.service';
import { AvailabilityDto } from '../availability/availability.dto';
import { AvailabilityRepository, BookableService } from '../availability/availability.repository';
import { assertOpen, AvailabilityService } from '../availability/availability.service';
import { CreateBookingDto } from '../booking/booking.dto';
import { BookingService } from '../booking/booking.service';
import { placeOf, SessionPlace } from '../booking/place';
import { Appointment, BookingChangesService, ChangeRequest, movable, NewTime as Moment } from '../changes/booking-changes.service';
import { ChangeLimits } from '../changes/change-limits.service';
import * as messages from '../messages';
import { ClientBookingDto, toClientBooking } from './booking-list.dto';
import { BookingListRepository, BookingPerson, ClientBookingCounts, ClientBookingRow, OwnBookingRow } from './booking-list.repository';

/** What a screen shows of one list. */
const SCREEN_ROWS = 500;
/** In memory while a copy of a record is on its way. */
const COPIED_AT_ONCE = 100;
const REBOOK = 'POST /api/client/rebook';
const BOOK = 'POST /api/client/bookings';

/** A client's appointments; the counts are of all of them. */
export interface ClientBookingLists {
  /** Confirmed and not over, soonest first. */
  upcoming: ClientBookingDto[];
  /** Everything else, newest first. */
  past: ClientBookingDto[];
  counts: ClientBookingCounts;
}

interface NewTime {
  /** 'yyyy-MM-dd' and 'HH:mm' in the therapist's zone. */
  new_date: string;
  new_time: string;
  /** Where the service offers a choice. */
  session_place?: SessionPlace;
  /** The zone that the client is in now. */
  client_timezone?: string;
}

export interface RebookRequest extends NewTime {
  /** A completed booking of the client. */
  booking_id: string;
}

export interface NextBookingRequest extends NewTime {
  /** A service of a practice whose client it is. */
  service_id: string;
}

/** Whose turn a booking has, and the repeats of its request. */
interface ClientTurn {
  actor: Actor;
  clientId: string;
  repeat: Repeat<ClientBookingDto> | undefined;
}

/** What a signed-in client sees of their appointments and may do with them. The caller makes sure that the address is proved. */
@Injectable()
export class ClientBookingsService {
  constructor(
    private readonly repository: BookingListRepository,
    private readonly services: AvailabilityRepository,
    private readonly availability: AvailabilityService,
    private readonly bookings: BookingService,
    private readonly changes: BookingChangesService,
    private readonly changeLimits: ChangeLimits,
    private readonly clients: ClientsService,
    private readonly introductions: IntroductionsService,
    private readonly repeats: RepeatGuard,
    private readonly works: Works,
    private readonly clock: Clock,
  ) {}

  /**
   * Four statements, one after the other, whatever the history. The caller writes the read into the activity log.
   * @param atMost of each list
   */
  async list(clientId: string, atMost: number = SCREEN_ROWS): Promise<ClientBookingLists> {
    const now = this.clock.now();
    const own = await this.clients.recordsOf(clientId);
    const upcoming = await this.repository.listUpcoming(own, now, atMost);
    const past = await this.repository.listPast(own, now, atMost);
    const counts = await this.repository.countOfClient(own, now);
    return { upcoming: upcoming.map((row) => this.present(row)), past: past.map((row) => this.present(row)), counts };
  }

  /** How many there are, and of them those that are still to come. */
  async count(clientId: string): Promise<{ upcoming: number; all: number }> {
    return this.repository.countAll(await this.clients.recordsOf(clientId), this.clock.now());
  }

  /** For the client's own copy of the record: all there are, those to come first. */
  async *copyFor(clientId: string): OwnCopy<ClientBookingDto> {
    const own = await this.clients.recordsOf(clientId);
    const ids = await this.repository.listIds(own, this.clock.now());
    for (let from = 0; from < ids.length; from += COPIED_AT_ONCE) {
      yield* (await this.repository.listAmong(own, ids.slice(from, from + COPIED_AT_ONCE))).map((row) => this.present(row));
    }
    return undefined;
  }

  /**
   * Free times of a booking's service from `from` to `to` (local dates, both included). For an appointment to come its own time
   * and length count, as when it is moved; else it is what could be booked now.
   * @throws DomainError not_found for another person's booking; rule when the service or its therapist takes no bookings any more; too_many
   */
  async freeTimes(clientId: string, bookingId: string, from: string, to: string): Promise<AvailabilityDto> {
    this.changeLimits.countLook(clientId);
    const { booking, service } = await this.findAppointment(clientId, bookingId);
    if (booking.status === 'confirmed' && booking.ends_at > this.clock.now()) {
      if (!service.is_active) throw new DomainError('rule', messages.notTakingMoves);
      return this.availability.freeTimes({ ...movable(booking), from, to });
    }
    assertOffered(service);
    return this.availability.freeTimes({ therapistId: booking.therapist_id, serviceId: booking.service_id, from, to, own: await this.clients.recordsOf(clientId) });
  }

  /**
   * Free times of a service that the client could book, from `from` to `to` (local dates, both included).
   * @throws DomainError not_found for a service that is not open to this client or of another practice; rule while bookings are paused; too_many
   */
  async freeTimesOfService(clientId: string, serviceId: string, from: string, to: string): Promise<AvailabilityDto> {
    this.changeLimits.countLook(clientId);
    const { service, own } = await this.findOpen(clientId, serviceId);
    const { therapist_id: therapistId } = service;
    return this.availability.freeTimes({ therapistId, serviceId, from, to, own });
  }

  /**
   * The client says that a practice is theirs, where somebody booked without proving the address: what it kept of the address is theirs from now on, and what it kept of one that they left. What somebody typed there who did not sign in stays told as that: see {@link takeForOwn}.
   * @param options.endLinks whoever that was has the links of those appointments. Where they end, new ones go to the client; but it tells them that somebody
   *   came, so they do not end unless the client wants it
   * @throws DomainError not_found for one that they have no appointment with; conflict where what it keeps of an address of before may be another's by now; too_many where links were ended very often
   */
  async confirmPractice(actor: Actor, clientId: string, therapistId: string, { endLinks }: { endLinks: boolean }): Promise<void> {
    await this.works.giveWay(actor, async (work) => {
      const own = await this.clients.recordsOf(clientId, work.tx);
      await this.clients.goTo(work, clientId, therapistId);
      const { fetched, stays, follows } = await this.clients.fetchLeft(work, clientId, therapistId);
      const confirmed = (await this.repository.confirmPractice(own, therapistId, work.tx)) ?? (follows && Number(follows === 'now said'));
      if (confirmed === undefined) throw stays ? new DomainError('conflict', messages.staysWithAddress) : new DomainError('not_found', messages.noSuchPractice);
      // Said once more it is no other deed.
      if (confirmed > 0) await work.record({ action: 'confirm_practice', subjectType: 'therapist', subjectId: therapistId, clientIds: [clientId] });
      for (const news of fetched) await work.publish(news);
      if (!endLinks) return;
      const open = await this.repository.listBookedByOthers(own, therapistId, work.now(), work.tx);
      if (open.length === 0) return;
      await this.changes.endLinks(work, { client_id: clientId, therapist_id: therapistId }, open);
      await work.record({ action: 'end_links', subjectType: 'therapist', subjectId: therapistId, clientIds: [clientId] });
    });
  }

  /** A while after they said so. */
  @OnEvent(RecordFetched)
  async confirmFetched({ personId, therapistId }: RecordFetched, work: Work): Promise<void> {
    await this.repository.confirmPractice([personId], therapistId, work.tx);
  }

  /** The client booked this one without signing in: what was typed with it is theirs from then on. @throws DomainError not_found for another person's booking; conflict when it is cancelled */
  async takeForOwn(actor: Actor, clientId: string, id: string): Promise<ClientBookingDto> {
    await this.changes.takeForOwn(actor, await this.find(clientId, id));
    return this.show(clientId, id);
  }

  /** Somebody else did: the link that they got ends, and the client gets a new one by mail. @throws DomainError as {@link takeForOwn}; conflict as well where nobody else booked it, or it is over; too_many */
  async endOthersLink(actor: Actor, clientId: string, id: string): Promise<ClientBookingDto> {
    await this.changes.endOthersLink(actor, await this.find(clientId, id));
    return this.show(clientId, id);
  }

  /**
   * Books a service of a practice whose client this is, also one that only its clients may book, within the limits of every booking.
   * @param key the Idempotency-Key, if any: a repeat gets the first answer
   * @throws DomainError not_found for a service that is not open to this client; conflict when the time is taken; rule for a time or a
   *   place that cannot be had and while bookings are paused; too_many past the limits
   */
  async bookNext(actor: Actor, clientId: string, request: NextBookingRequest, key?: string): Promise<ClientBookingDto> {
    const repeat = this.repeats.of<ClientBookingDto>(`${BOOK} ${clientId}`, key, request);
    const earlier = await repeat?.earlierAnswer();
    if (earlier) return earlier;
    return this.bookings.counted(actor, async () => {
      const { service, person } = await this.findOpen(clientId, request.service_id);
      return this.take({ actor, clientId, repeat }, service, bookingOf(service.service_id, person, request));
    });
  }

  /**
   * Books the same service with the same therapist once more, within the limits of every booking.
   * @param key the Idempotency-Key, if any: a repeat gets the first answer
   * @throws DomainError not_found for another person's booking; conflict unless it is completed, or when the time is taken;
   *   rule for a time that the hours do not allow, for what is not offered any more, and at a practice that the client has not said to be theirs while they go to others: anybody
   *   books for them and says that it took place; too_many past the limits
   */
  async rebook(actor: Actor, clientId: string, request: RebookRequest, key?: string): Promise<ClientBookingDto> {
    const repeat = this.repeats.of<ClientBookingDto>(`${REBOOK} ${clientId}`, key, request);
    const earlier = await repeat?.earlierAnswer();
    if (earlier) return earlier;
    return this.bookings.counted(actor, async () => {
      const original = await this.find(clientId, request.booking_id);
      if (original.status !== 'completed') throw new DomainError('conflict', messages.onlyCompleted);
      if (!original.practice_confirmed && (await this.introductions.find(original.therapist_id, clientId))) throw new DomainError('rule', messages.goThereFirst);
      const service = assertOffered(await this.services.findBooked(original.service_id));
      return this.take({ actor, clientId, repeat }, service, again(original, service, request));
    });
  }

  private take({ actor, clientId, repeat }: ClientTurn, service: BookableService, booking: CreateBookingDto): Promise<ClientBookingDto> {
    const slot = this.availability.allowed(service, booking.appointment_date, booking.appointment_time);
    const place = placeOf(booking, service, messages.phoneMissingInAccount);
    return this.bookings.take<ClientBookingDto>(actor, { booking, service, slot, place, clientId }, {
      signedIn: { ...actor, id: clientId },
      earlierAnswer: async (work) => repeat?.earlierAnswer(work.tx),
      answer: async (work, { id }) => {
        const answer = await this.show(clientId, id, work.tx);
        await repeat?.remember(work, answer);
        return answer;
      },
    });
  }

  /**
   * @param key the Idempotency-Key, if any: a repeat gets the first answer
   * @throws DomainError not_found for another person's booking; conflict when it is cancelled or over; rule when the notice has passed
   */
  async cancel(actor: Actor, clientId: string, id: string, key?: string): Promise<ClientBookingDto> {
    const request = this.change(clientId, id, 'cancel', key, {});
    return this.changes.cancel(actor, await this.findAppointment(clientId, id), request);
  }

  /** The same id at a free time. @throws DomainError as {@link cancel}; also rule and conflict for a time that cannot be had */
  async move(actor: Actor, clientId: string, id: string, to: Moment, key?: string): Promise<ClientBookingDto> {
    const request = this.change(clientId, id, 'move', key, to);
    return this.changes.move(actor, await this.findAppointment(clientId, id), to, request);
  }

  private change(clientId: string, id: string, change: 'cancel' | 'move', key: string | undefined, body: object): ChangeRequest<ClientBookingDto> {
    return {
      repeat: this.repeats.of(`POST /api/client/bookings/${id}/${change} ${clientId}`, key, body),
      answer: (_row, work) => this.show(clientId, id, work.tx),
    };
  }

  /** A service of a practice that the client belongs to, who they are, and by which ids. */
  private async findOpen(clientId: string, serviceId: string): Promise<{ service: BookableService; person: BookingPerson; own: string[] }> {
    const own = await this.clients.recordsOf(clientId);
    const service = await this.availability.bookable(serviceId, own);
    const person = await this.repository.findPerson(own, service.therapist_id);
    if (!person) throw new DomainError('not_found', messages.serviceUnknown);
    return { service, person, own };
  }

  private async findAppointment(clientId: string, id: string): Promise<Appointment> {
    const booking = await this.find(clientId, id);
    const service = await this.services.findBooked(booking.service_id);
    if (!service) throw new DomainError('rule', messages.notTakingBookings);
    return { booking, service };
  }

  /** @throws DomainError not_found for another person's booking */
  private async find(clientId: string, id: string, on?: Queryable): Promise<OwnBookingRow> {
    const row = await this.repository.findOwn(await this.clients.recordsOf(clientId, on), id, on);
    if (!row) throw new DomainError('not_found', messages.noSuchBooking);
    return row;
  }

  /** One booking as it stands now. */
  private async show(clientId: string, id: string, on?: Queryable): Promise<ClientBookingDto> {
    return this.present(await this.find(clientId, id, on));
  }

  private present(row: ClientBookingRow): ClientBookingDto {
    return toClientBooking(row, this.clock.now().getTime());
  }
}

/** @throws DomainError rule when the therapist is gone or has paused bookings, or the service is not offered any more */
function assertOffered(service: BookableService | undefined): BookableService {
  if (!service?.is_active) throw new DomainError('rule', messages.notTakingBookings);
  if (service.archived || service.visibility === 'hidden') throw new DomainError('rule', messages.serviceArchived);
  return assertOpen(service);
}

/** Name and address as the person has them now, the phone as it was given, unless somebody else may have given it; notes were about that appointment and stay with it. */
function again(original: OwnBookingRow, service: BookableService, request: RebookRequest): CreateBookingDto {
  const { person_name: name, person_email: email, client_timezone, session_type } = original;
  // Where there is no choice any more, the earlier one is none.
  const earlierPlace = session_type === 'both' || service.session_type !== 'both' ? undefined : session_type;
  const person = { name, email, phone: (original.by_visitor || original.phone_as_typed ? null : original.client_phone) ?? original.own_phone ?? original.person_phone };
  const then = { session_place: earlierPlace, client_timezone: client_timezone ?? undefined };
  return bookingOf(original.service_id, person, {
    ...request,
    session_place: request.session_place ?? then.session_place,
    client_timezone: request.client_timezone ?? then.client_timezone,
  });
}

function bookingOf(serviceId: string, { name, email, phone }: BookingPerson, { new_date, new_time, session_place, client_timezone }: NewTime): CreateBookingDto {
  return {
    service_id: serviceId,
    client_name: name,
    client_email: email,
    appointment_date: new_date,
    appointment_time: new_time,
    ...(phone === null ? {} : { client_phone: phone }),
    ...(session_place === undefined ? {} : { session_place }),
    ...(client_timezone === undefined ? {} : { client_timezone }),
  };
}
