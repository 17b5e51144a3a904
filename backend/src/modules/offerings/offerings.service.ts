import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { newId } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { changedFields } from '../../common/work/changed-fields';
import { Activity, Work, Works } from '../../common/work/work';
import { ClientsService } from '../clients/persons/persons.service';
import { isSlug } from '../therapists/slugs/slugs.service';
import { MeetingRooms } from './meeting-rooms.service';
import * as messages from './messages';
import { DEFAULT_TERMS, mergeTerms } from './offering-rules';
import { Offering, OfferingRepository, PublicOffering } from './offering.repository';
import { ClientPracticeDto, fromCents, PublicServiceDto, ServiceDto, ServiceInputDto, ServiceListQueryDto } from './service.dto';

export function toServiceDto(offering: Offering): ServiceDto {
  const { video_link, visibility, created_at } = offering;
  return { ...toPublicServiceDto(offering), video_link, visibility, created_at: created_at.toISOString() };
}

function toPublicServiceDto(offering: PublicOffering): PublicServiceDto {
  return {
    id: offering.id,
    name: offering.name,
    description: offering.description,
    duration_minutes: offering.duration_minutes,
    price: fromCents(offering.price_cents),
    is_free: offering.is_free,
    session_type: offering.session_type,
    online_place: offering.online_place,
    address: offering.address,
  };
}

const MAX_ROWS = 500;
const MAX_SERVICES = 100;
/** Of the names, descriptions and addresses of one practice, in bytes: everybody may read them, as often as they like. */
const MOST_TEXT = 100_000;

export interface OfferingList {
  offerings: Offering[];
  /** The query of the next page, undefined on the last. */
  next: string | undefined;
}

/** The services a therapist offers. */
/** For a statement that reads them with something else. */
export { type PublicOffering, publicOfferings, type PublicRow, selectPublicOfferings } from './offering.repository';

@Injectable()
export class OfferingsService {
  constructor(
    private readonly works: Works,
    private readonly repository: OfferingRepository,
    private readonly clients: ClientsService,
    private readonly clock: Clock,
    private readonly rooms: MeetingRooms,
  ) {}

  /** A therapist's own services, in the therapist's order, archived ones apart. */
  async list(therapistId: string, query: ServiceListQueryDto): Promise<OfferingList> {
    const limit = query.limit ?? MAX_ROWS;
    const rows = await this.repository.listOfferings(therapistId, { after: query.cursor, search: query.q, limit: limit + 1 });
    const offerings = rows.slice(0, limit);
    const last = rows.length > limit ? offerings.at(-1) : undefined;
    return { offerings, next: last && `limit=${limit}&cursor=${last.id}` };
  }

  /** @throws DomainError rule beyond a hundred, or where the texts of all become too long */
  create(therapistId: string, input: ServiceInputDto, actor: Actor): Promise<Offering> {
    const terms = mergeTerms(DEFAULT_TERMS, input);
    return this.works.begin(actor, async (work) => {
      const { services, bytes } = await this.repository.lockSize(therapistId, work.tx);
      if (services >= MAX_SERVICES) throw new DomainError('rule', messages.tooManyServices(MAX_SERVICES));
      checkText(bytes + textOf(terms), terms);
      const position = await this.repository.nextPosition(therapistId, work.tx);
      const offering = { id: newId(), therapist_id: therapistId, position, created_at: work.now(), ...terms };
      await this.repository.insertOffering(offering, work.tx);
      await this.rooms.claim({ therapist_id: therapistId, since: work.now() }, terms.video_link, work.tx);
      await work.record(serviceDeed('create_service', offering.id));
      return offering;
    });
  }

  /** Bookings keep what was agreed when they were made. @throws DomainError not_found, also for a foreign or archived one; rule for too long texts of all */
  update(therapistId: string, id: string, input: ServiceInputDto, actor: Actor): Promise<Offering> {
    return this.works.begin(actor, async (work) => {
      const { bytes } = await this.repository.lockSize(therapistId, work.tx);
      const present = await this.locked(work, therapistId, id);
      const terms = mergeTerms(present, input);
      const fields = changedFields(present, terms);
      if (fields.length === 0) return present;
      // One that is shortened may stay too long.
      const longer = textOf(terms) - textOf(present);
      if (longer > 0) checkText(bytes + longer, terms);
      await this.repository.updateOffering(therapistId, id, terms, work.tx);
      await this.rooms.claim({ therapist_id: therapistId, since: work.now() }, terms.video_link, work.tx);
      await work.record({ ...serviceDeed('update_service', id), details: { fields } });
      return { ...present, ...terms };
    });
  }

  /**
   * @param ids every service that is not archived, in the new order
   * @throws DomainError conflict when these are not the present ones
   */
  arrange(therapistId: string, ids: readonly string[], actor: Actor): Promise<void> {
    return this.works.begin(actor, async (work) => {
      const wanted = new Set(ids);
      const present = await this.repository.lockIds(therapistId, work.tx);
      if (present.length !== wanted.size || !present.every((id) => wanted.has(id))) throw new DomainError('conflict', messages.orderChanged);
      await this.repository.arrangeOfferings(therapistId, ids, work.tx);
      await work.record({ action: 'order_services', subjectType: 'therapist', subjectId: therapistId });
    });
  }

  /** What a signed-in client can book, by practice; the caller makes sure that the address is proved. */
  async listOfClient(clientId: string): Promise<ClientPracticeDto[]> {
    const practices = new Map<string, ClientPracticeDto>();
    for (const offering of await this.repository.listOfClient(await this.clients.recordsOf(clientId))) {
      const { therapist_id, therapist_name, timezone, bookings_paused, bookings_paused_message } = offering;
      const practice = practices.get(therapist_id) ?? { therapist_id, therapist_name, timezone, bookings_paused, bookings_paused_message, services: [] };
      practice.services.push(toPublicServiceDto(offering));
      practices.set(therapist_id, practice);
    }
    return [...practices.values()];
  }

  /** Deletes a service that was never booked, else archives it: it can no longer be seen or booked, its bookings stay. */
  remove(therapistId: string, id: string, actor: Actor): Promise<'deleted' | 'archived'> {
    return this.works.begin(actor, async (work) => {
      await this.locked(work, therapistId, id);
      const deleted = await this.repository.deleteUnused(therapistId, id, work.tx);
      if (!deleted) await this.repository.archiveOffering(therapistId, id, work.now(), work.tx);
      await work.record(serviceDeed(deleted ? 'delete_service' : 'archive_service', id));
      return deleted ? 'deleted' : 'archived';
    });
  }

  /** What visitors see. @throws DomainError not_found for an unknown or inactive therapist */
  async listPublicById(therapistId: string): Promise<PublicServiceDto[]> {
    return this.shown(await this.repository.listPublicOfTherapist(therapistId));
  }

  /** Capital letters count as small ones. @throws DomainError not_found */
  async listPublicBySlug(slug: string): Promise<PublicServiceDto[]> {
    const lower = slug.toLowerCase();
    return this.shown(isSlug(lower) ? await this.repository.listPublicOfSlug(lower, this.clock.now()) : undefined);
  }

  /** As everybody sees them. @throws DomainError not_found where there is no such therapist */
  shown(offerings: readonly PublicOffering[] | undefined): PublicServiceDto[] {
    if (!offerings) throw new DomainError('not_found', messages.therapistNotFound);
    return offerings.map(toPublicServiceDto);
  }

  private async locked(work: Work, therapistId: string, id: string): Promise<Offering> {
    const offering = await this.repository.lockOffering(therapistId, id, work.tx);
    if (!offering) throw new DomainError('not_found', messages.serviceNotFound);
    return offering;
  }
}

function textOf({ name, description, address }: Pick<Offering, 'name' | 'description' | 'address'>): number {
  return Buffer.byteLength(name + description + (address ?? ''));
}

function checkText(bytes: number, { description }: Pick<Offering, 'description'>): void {
  if (bytes <= MOST_TEXT) return;
  const field = description === '' ? 'name' : 'description';
  throw new DomainError('rule', messages.tooMuchText, { errors: [{ field, message: messages.tooMuchText }] });
}

function serviceDeed(action: string, id: string): Activity {
  return { action, subjectType: 'service', subjectId: id };
}
