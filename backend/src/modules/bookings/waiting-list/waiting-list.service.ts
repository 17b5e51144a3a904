import { Injectable } from '@nestjs/common';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { knownZone } from '../../../common/clock/zones';
import { newToken } from '../../../common/crypto/tokens';
import { newId, Queryable } from '../../../common/database/database';
import { DomainError, refusedField } from '../../../common/errors/domain-error';
import { CONNECTIONS_PER_SUBNET, connectionOf, Limit, Limits, subnetOf } from '../../../common/limits/limits';
import { OnEvent, Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { ClientAddressChanged } from '../../clients/persons/person.events';
import { ClientsService } from '../../clients/persons/persons.service';
import { CodesGivenAwayService } from '../../clients/sign-in/codes-given-away.service';
import { IntroductionsService } from '../../clients/strangers/introductions.service';
import { DAY_MS, parseTime, wallTimeOf } from '../../scheduling/rules/calendar';
import { AvailabilityService } from '../availability/availability.service';
import { BookingConfirmationDto } from '../booking/booking.dto';
import { BookingService } from '../booking/booking.service';
import { placeOf } from '../booking/place';
import { TimeFreed } from '../changes/booking.events';
import { HoldService } from '../holds/hold.service';
import * as messages from '../messages';
import { JoinWaitingListDto, WaitingOfferDto, WaitingPersonDto, WaitingRemovalDto, WaitingRequestDto } from './waiting.dto';
import { sendWaitingMail } from './waiting-offers.service';
import { OfferRow, personOf, WaitingDetails, WaitingRepository, WaitingRow } from './waiting.repository';

const HOUR_MS = 3_600_000;
/** A connection may be that of a whole house. */
const BY_LINK: Limit = { scope: 'waiting-link', max: 300, windowMs: HOUR_MS };
/** What one connection has an address mailed; others' requests use nothing of it up. */
const FOR_ADDRESS: Limit = { scope: 'waiting-joined-address', max: 5, windowMs: DAY_MS };
/** What one address gets in all, whoever asks; past it each network still has a share, so that strangers do not use up whoever waits there. */
const MAILS_A_DAY = 20;
const PER_ADDRESS_FROM_NETWORK: Limit = { scope: 'waiting-joined-network', max: 2, windowMs: DAY_MS };
const STANDS_DAYS = 60;

type Therapist = Actor & { id: string };

/** Whoever has a link. */
interface Visitor {
  actor: Actor;
  /** Who is signed in with a proved address. */
  client: CurrentUserData | undefined;
}

/** People who found no time: they say when they could come, prove their address, and take or leave what is offered to them. */
@Injectable()
export class WaitingListService {
  /** Each mails an address that nobody has proved; one line of IPv6 has hundreds of connections, so its network is bounded as well. */
  private readonly joined: Limit;
  private readonly joinedFromNetwork: Limit;

  constructor(
    private readonly works: Works,
    private readonly limits: Limits,
    private readonly repository: WaitingRepository,
    private readonly availability: AvailabilityService,
    private readonly bookings: BookingService,
    private readonly holds: HoldService,
    private readonly clock: Clock,
    private readonly clients: ClientsService,
    private readonly introductions: IntroductionsService,
    private readonly givenAway: CodesGivenAwayService,
    { booking }: AppConfig,
  ) {
    this.joined = { scope: 'waiting-joined', max: booking.limitPerIp, windowMs: HOUR_MS };
    this.joinedFromNetwork = { scope: 'waiting-joined-subnet', max: CONNECTIONS_PER_SUBNET * booking.limitPerIp, windowMs: HOUR_MS };
  }

  /**
   * Mails a link to the address; nothing is offered before it was used. The answer is the same for every address.
   * @param client who is signed in with a proved address: where it is the one that is given, the request is theirs
   * @throws DomainError not_found for a service that is not open to everybody; rule for wishes that cannot be, a place or a number that is
   *   missing, and while bookings are paused; too_many
   */
  async join(actor: Actor, { service_id, website, wishes, ...person }: JoinWaitingListDto, client?: CurrentUserData): Promise<void> {
    if (website) throw new DomainError('rule', messages.honeypot);
    if (wishes.some(({ from, until }) => (parseTime(until) ?? 0) < (parseTime(from) ?? 0))) throw refusedField('wishes', messages.wishBackwards);
    const service = await this.availability.bookable(service_id);
    placeOf(person, service);
    const wait = await this.limits.reserve([this.joinedFromNetwork, subnetOf(actor.address)], [this.joined, connectionOf(actor.address)]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyRequests, { retryAfterSeconds: wait });
    const zone = knownZone(person.client_timezone);
    const { client_name, client_email, client_phone, session_place } = person;
    const details: WaitingDetails = {
      client_name,
      client_email,
      ...(client_phone !== undefined && { client_phone }),
      ...(session_place !== undefined && { session_place }),
      ...(zone !== null && { client_timezone: zone }),
      wishes: wishes.map(({ weekday, from, until }) => ({ weekday, from, until })),
    };
    await this.givenAway.ending(() => this.works.begin(actor, async (work) => {
      const now = work.now();
      this.givenAway.refuse(await this.givenAway.findTo(work, client_email, [client_name, client_phone]));
      await this.limits.serialize(this.joined, client_email.toLowerCase(), work.tx);
      if ((await this.limits.reserveIn(work.tx, [[FOR_ADDRESS, `${connectionOf(actor.address)} ${client_email.toLowerCase()}`]])) > 0) return;
      const since = new Date(now.getTime() - DAY_MS);
      const isSpent = (await this.repository.countOfAddress(client_email, since, work.tx)) >= MAILS_A_DAY;
      if (isSpent && (await this.limits.reserveIn(work.tx, [[PER_ADDRESS_FROM_NETWORK, `${subnetOf(actor.address)} ${client_email.toLowerCase()}`]])) > 0) return;
      const id = newId();
      const own = client !== undefined && (await this.repository.isOwnAddress(client.id, client_email, work.tx));
      const kept = own ? { ...details, client_id: client.id } : details;
      await this.repository.insertRequest({ id, therapist_id: service.therapist_id, service_id, created_at: now, expires_at: new Date(now.getTime() + DAY_MS), details: kept, token: newToken(), network: subnetOf(actor.address) }, work.tx);
      await work.enqueue(sendWaitingMail, { request_id: id });
    }));
  }

  /** @throws DomainError not_found for a link of no request; too_many */
  async show(visitor: Visitor, token: string): Promise<WaitingRequestDto> {
    return this.present(await this.byToken(visitor.actor, token), visitor, this.clock.now());
  }

  /** The address is theirs. A request of before for the same service ends. @throws DomainError as {@link show}; conflict when it has ended */
  confirm(visitor: Visitor, token: string): Promise<WaitingRequestDto> {
    return this.change(visitor, token, async (work, request) => {
      assertStands(request, work.now());
      const ended = await this.repository.confirm(request.id, work.now(), new Date(work.now().getTime() + STANDS_DAYS * DAY_MS), work.tx);
      for (const id of ended) {
        const earlier = await this.repository.findRequest(id, work.now(), work.tx);
        if (earlier) await this.freeOffer(work, earlier);
      }
      if (!request.confirmed_at) await work.publish(new TimeFreed(request.therapist_id));
    });
  }

  /** Nothing more is offered or sent; what was kept for them is free again. @throws DomainError as {@link show} */
  leave(visitor: Visitor, token: string): Promise<WaitingRequestDto> {
    return this.change(visitor, token, async (work, request) => {
      await this.repository.end(request.id, work.now(), work.tx);
      await this.freeOffer(work, request);
    });
  }

  /** They wait on; this time goes to the next. @throws DomainError as {@link show}; not_found for another offer */
  decline(visitor: Visitor, token: string, offerId: string): Promise<WaitingRequestDto> {
    return this.change(visitor, token, async (work, request) => {
      if (request.offer?.id !== offerId) throw new DomainError('not_found', messages.noSuchOffer);
      await this.freeOffer(work, request);
    });
  }

  /**
   * Books the time that is kept for them; the link has proved the address. Whatever else they have: did it depend on where else they go, the practice would see that.
   * A repeat gets the first answer.
   * @throws DomainError as {@link show}; conflict once it is no longer kept; not_found, rule and too_many as a booking
   */
  async accept(actor: Actor, token: string, offerId: string): Promise<BookingConfirmationDto> {
    const request = await this.byToken(actor, token);
    const { offer } = request;
    if (offer?.id !== offerId || (offer.answer === null && request.ended_at)) throw new DomainError('conflict', messages.offerOver);
    const service = await this.availability.bookable(request.service_id);
    const { date, time } = wallTimeOf(service.timezone, offer.starts_at.getTime());
    const slot = this.availability.allowed(service, date, time, offer.created_at);
    const person = personOf(request.details());
    const booking = { ...person, service_id: request.service_id, appointment_date: date, appointment_time: time };
    return this.bookings.take<BookingConfirmationDto>(actor, { booking, service, slot, place: placeOf(person, service) }, {
      holdId: offerId,
      earlierAnswer: (work) => this.holds.waitFor(work, offerId, new DomainError('conflict', messages.offerOver)),
      answer: async (work, confirmation) => {
        if (!(await this.repository.answerOffer(offerId, 'taken', work.tx))) throw new DomainError('conflict', messages.offerOver);
        await this.repository.end(request.id, work.now(), work.tx);
        await this.holds.confirm(work, offerId, confirmation);
        return confirmation;
      },
    });
  }

  /** Whoever reads the old mailbox can no longer see, take or leave what the client waits for; what is to be answered is mailed to the new one. */
  @OnEvent(ClientAddressChanged)
  async readdress({ clientId, oldEmail, newEmail }: ClientAddressChanged, work: Work): Promise<void> {
    const moved = await this.repository.readdress(await this.clients.ownIdsOf(clientId, work.tx), { from: oldEmail, to: newEmail, now: work.now() }, work.tx);
    const awaited = moved.filter(({ confirmed_at, offer }) => !confirmed_at || offer?.answer === null);
    await work.enqueue(sendWaitingMail, ...awaited.map(({ id, offer }) => ({ request_id: id, ...(offer?.answer === null && { offer_id: offer.id }) })));
  }

  /** Who waits for this therapist, whoever waits longest first. */
  async listOf(actor: Therapist): Promise<WaitingPersonDto[]> {
    const now = this.clock.now();
    const rows = await this.repository.listOpen(actor.id, now);
    if (rows.length > 0) await this.works.recordRead(actor, { action: 'read_waiting_list', subjectType: 'therapist', subjectId: actor.id });
    return rows.map((row) => {
      const { client_name, client_email, wishes } = row.details();
      return { id: row.id, client_name, client_email, service_name: row.service_name, wishes, since: (row.confirmed_at ?? row.created_at).toISOString(), offer: row.offer && toOffer(row.offer, row.timezone) };
    });
  }

  /** @throws DomainError not_found for nobody who waits for this therapist */
  remove(actor: Therapist, id: string): Promise<WaitingRemovalDto> {
    return this.works.begin(actor, async (work) => {
      const request = (await this.repository.listOpen(actor.id, work.now(), work.tx)).find((row) => row.id === id);
      if (!request) throw new DomainError('not_found', messages.noSuchRequest);
      await this.repository.end(id, work.now(), work.tx);
      await this.freeOffer(work, request);
      await work.record({ action: 'remove_from_waiting_list', subjectType: 'therapist', subjectId: actor.id });
      return { status: 'removed' };
    });
  }

  private async freeOffer(work: Work, { offer, therapist_id }: WaitingRow): Promise<void> {
    if (offer?.answer !== null || !(await this.repository.answerOffer(offer.id, 'declined', work.tx))) return;
    await this.holds.release(offer.id, work.tx);
    await work.publish(new TimeFreed(therapist_id));
  }

  private async change(visitor: Visitor, token: string, run: (work: Work, request: WaitingRow) => Promise<void>): Promise<WaitingRequestDto> {
    const request = await this.byToken(visitor.actor, token);
    // Whoever takes an offer has the practice's turn first, and comes to the request last.
    return this.works.giveWay(visitor.actor, async (work) => {
      await run(work, request);
      const changed = await this.repository.findByToken(token, work.now(), work.tx);
      if (!changed) throw new DomainError('not_found', messages.noSuchRequest);
      return this.present(changed, visitor, work.now(), work.tx);
    });
  }

  /** What is told of an unknown practice is told to who is signed in with the address alone: to whoever has the link it would say who has an account. */
  private async present(row: WaitingRow, { client }: Visitor, now: Date, on?: Queryable): Promise<WaitingRequestDto> {
    const details = row.details();
    const asked = client !== undefined && details.client_id === undefined && (await this.isOwn(client, details, on));
    const found = asked ? await this.introductions.find(row.therapist_id, client.id, on) : undefined;
    return { ...toRequest(row, now), unknown_practice: found ? { namesake: found.namesake } : null };
  }

  private async isOwn(client: CurrentUserData | undefined, { client_email }: WaitingDetails, on?: Queryable): Promise<boolean> {
    return client !== undefined && this.repository.isOwnAddress(client.id, client_email, on);
  }

  private async byToken(actor: Actor, token: string): Promise<WaitingRow> {
    const wait = await this.limits.reserve([BY_LINK, connectionOf(actor.address)]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyRequests, { retryAfterSeconds: wait });
    const request = await this.repository.findByToken(token, this.clock.now());
    if (!request) throw new DomainError('not_found', messages.noSuchRequest);
    return request;
  }
}

function assertStands({ ended_at, expires_at }: WaitingRow, now: Date): void {
  if (ended_at || expires_at <= now) throw new DomainError('conflict', messages.requestOver);
}

function toRequest(row: WaitingRow, now: Date): Omit<WaitingRequestDto, 'unknown_practice'> {
  const { practice_since, therapist_name, therapist_id, service_name, duration_minutes, timezone } = row;
  const { client_name, client_phone = null, wishes } = row.details();
  return {
    state: stateOf(row, now),
    therapist_name,
    therapist_id,
    practice_since: practice_since.toISOString(),
    client_name,
    client_phone,
    service_name,
    duration_minutes,
    timezone,
    wishes,
    expires_at: row.expires_at.toISOString(),
    offer: row.offer && toOffer(row.offer, timezone),
  };
}

function stateOf({ offer, ended_at, expires_at, confirmed_at }: WaitingRow, now: Date): WaitingRequestDto['state'] {
  if (offer?.answer === 'taken') return 'booked';
  if (ended_at || expires_at <= now) return 'over';
  if (!confirmed_at) return 'unconfirmed';
  return offer ? 'offered' : 'waiting';
}

function toOffer({ id, starts_at, expires_at }: OfferRow, timezone: string): WaitingOfferDto {
  const { date, time } = wallTimeOf(timezone, starts_at.getTime());
  return { id, starts_at: starts_at.toISOString(), appointment_date: date, appointment_time: time, expires_at: expires_at.toISOString() };
}
