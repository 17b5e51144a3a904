import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { DomainError } from '../../../common/errors/domain-error';
import { RepeatGuard } from '../../../common/idempotency/repeat-guard';
import { connectionOf, Limit, Limits } from '../../../common/limits/limits';
import { Works } from '../../../common/work/work';
import { ClientsService } from '../../clients/persons/persons.service';
import { AvailabilityDto } from '../availability/availability.dto';
import { AvailabilityRepository } from '../availability/availability.repository';
import { AvailabilityService } from '../availability/availability.service';
import { BookingRepository, BookingRow } from '../booking.repository';
import * as messages from '../messages';
import type { LinkReach } from '../visitor-link';
import { Appointment, BookingChangesService, ChangeRequest, changePolicy, movable, NewTime } from './booking-changes.service';
import { ChangeLimits } from './change-limits.service';
import { ManagedBookingDto, RenewedBookingDto, toManagedBooking } from './manage-booking.dto';

const HOUR_MS = 3_600_000;
/** Whoever looks at an appointment looks a few times; a connection may be that of a practice's waiting room. */
const LOOKS_BY_LINK: Limit = { scope: 'manage-link', max: 60, windowMs: HOUR_MS };
const LOOKS_FROM_HERE: Limit = { scope: 'manage-connection', max: 300, windowMs: HOUR_MS };

/** An appointment, and what the link to it shows. */
interface LinkedAppointment extends Appointment {
  reach: LinkReach;
}

/** The appointment behind a link, for whoever holds it. Who booked without proving the address learns nothing by theirs that they did not know, but when it is and whether it stands. */
@Injectable()
export class ManageBookingService {
  constructor(
    private readonly works: Works,
    private readonly repository: BookingRepository,
    private readonly services: AvailabilityRepository,
    private readonly availability: AvailabilityService,
    private readonly changes: BookingChangesService,
    private readonly changeLimits: ChangeLimits,
    private readonly limits: Limits,
    private readonly repeats: RepeatGuard,
    private readonly clients: ClientsService,
    private readonly clock: Clock,
  ) {}

  /** Looking is no deed: programs that look through mails open links as well. @throws DomainError not_found when the token belongs to no appointment; too_many */
  async view(token: string, actor: Actor): Promise<ManagedBookingDto> {
    const appointment = await this.find(token);
    await this.countLook(appointment, actor);
    const { id, client_id } = appointment.booking;
    await this.works.recordRead(actor, { action: 'view_appointment', subjectType: 'booking', subjectId: id, clientIds: [client_id] });
    return this.present(appointment, appointment.reach);
  }

  /**
   * Whoever has the mailed link says that they booked it without signing in: what was typed is theirs from then on.
   * @throws DomainError as {@link view}; forbidden by another link; conflict when it is cancelled
   */
  async takeForOwn(token: string, actor: Actor): Promise<ManagedBookingDto> {
    const appointment = await this.findByMailedLink(token, actor);
    const { booking } = appointment;
    await this.changes.takeForOwn(actor, booking);
    return this.present({ ...appointment, booking: { ...booking, by_visitor: false } }, 'all');
  }

  /**
   * Whoever has the mailed link says that somebody else booked it: what was typed stays theirs, and the link that they got ends.
   * @throws DomainError as {@link takeForOwn}; conflict where nobody but the client booked it, or it is over; too_many
   */
  async endOthersLink(token: string, actor: Actor): Promise<RenewedBookingDto> {
    const appointment = await this.findByMailedLink(token, actor);
    const manage_token = await this.changes.endOthersLink(actor, appointment.booking, token);
    return { ...this.present(appointment, 'all'), manage_token };
  }

  /** The mail's link proves the mailbox; whoever booked has another one. */
  private async findByMailedLink(token: string, actor: Actor): Promise<LinkedAppointment> {
    const appointment = await this.find(token);
    await this.countLook(appointment, actor);
    if (appointment.reach !== 'all') throw new DomainError('forbidden', messages.onlyByMailedLink);
    await this.clients.noteReader(appointment.booking.client_id);
    return appointment;
  }

  private async findToChange(token: string): Promise<LinkedAppointment> {
    const appointment = await this.find(token);
    if (appointment.reach === 'all') await this.clients.noteReader(appointment.booking.client_id);
    return appointment;
  }

  /** Whose appointment it is, for who shows it in another form. @throws DomainError as {@link view} */
  async whose(token: string, actor: Actor): Promise<{ id: string; clientId: string; withPlace: boolean }> {
    const appointment = await this.find(token);
    await this.countLook(appointment, actor);
    return { id: appointment.booking.id, clientId: appointment.booking.client_id, withPlace: appointment.reach !== 'as-booked-without-place' };
  }

  private async countLook({ booking: { id }, reach }: LinkedAppointment, actor: Actor): Promise<void> {
    const wait = await this.limits.reserve([LOOKS_FROM_HERE, connectionOf(actor.address)], [LOOKS_BY_LINK, byReach(id, reach)]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyLooks, { retryAfterSeconds: wait });
  }

  /**
   * To where this appointment may move, from `from` to `to` (local dates, both included).
   * @throws DomainError rule when the therapist takes no bookings any more; too_many
   */
  async freeTimes(token: string, from: string, to: string, actor: Actor): Promise<AvailabilityDto> {
    this.changeLimits.countLookFrom(actor);
    const { booking, service, reach } = await this.find(token);
    this.changeLimits.countLook(byReach(booking.id, reach));
    if (!service.is_active) throw new DomainError('rule', messages.notTakingMoves);
    return this.availability.freeTimes({ ...movable(booking), from, to });
  }

  /** @param key the Idempotency-Key, if any: a repeat gets the first answer */
  async cancel(token: string, actor: Actor, key?: string): Promise<ManagedBookingDto> {
    const appointment = await this.findToChange(token);
    return this.changes.cancel(actor, appointment, this.request(appointment, key, 'cancel', {}));
  }

  /** Moves to a free time; the appointment keeps its id and its link. @param key as for {@link cancel} */
  async move(token: string, to: NewTime, actor: Actor, key?: string): Promise<ManagedBookingDto> {
    const appointment = await this.findToChange(token);
    return this.changes.move(actor, appointment, to, this.request(appointment, key, 'move', to));
  }

  private request({ booking, service, reach }: LinkedAppointment, key: string | undefined, change: 'cancel' | 'move', body: object): ChangeRequest<ManagedBookingDto> {
    return {
      repeat: this.repeats.of(`POST /api/bookings/manage/${change} ${booking.id}${reach === 'all' ? '' : ` ${reach}`}`, key, body),
      answer: (row) => this.present({ service, booking: row }, reach),
      byBooker: reach !== 'all',
    };
  }

  private async find(token: string): Promise<LinkedAppointment> {
    const found = await this.repository.findByToken(token);
    const service = found && (await this.services.findBooked(found.booking.service_id));
    if (!found || !service) throw new DomainError('not_found', messages.noSuchLink);
    return { ...found, service };
  }

  private present({ booking, service }: Appointment, reach: LinkReach): ManagedBookingDto {
    return toManagedBooking(within(reach, booking), service, changePolicy(service), this.clock.now().getTime());
  }
}

/** Looks by the one link take none from the other. */
const byReach = (id: string, reach: LinkReach): string => (reach === 'all' ? id : `${id} as booked`);

/** A place that was agreed stays as it is: only where there was none was one given later. */
function within(reach: LinkReach, booking: BookingRow): BookingRow {
  if (reach === 'all') return booking;
  return { ...booking, by_visitor: false, word: () => null, place_detail: reach === 'as-booked' ? booking.place_detail : null };
}
