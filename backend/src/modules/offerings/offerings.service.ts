import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { Database, newId, Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { ActivityLog } from '../activity-log/activity-log.service';
import { isSlug } from '../therapists/slugs/slugs.service';
import * as messages from './messages';
import { DEFAULT_TERMS, mergeTerms } from './offering-rules';
import { Offering, OfferingRepository, PublicOfferingRepository } from './offering.repository';
import { fromCents, PublicServiceDto, ServiceDto, ServiceInputDto, ServiceListQueryDto } from './service.dto';

export function toServiceDto(offering: Offering): ServiceDto {
  return { ...toPublicServiceDto(offering), created_at: offering.createdAt.toISOString() };
}

export function toPublicServiceDto(offering: Omit<Offering, 'therapistId' | 'createdAt'>): PublicServiceDto {
  return {
    id: offering.id,
    name: offering.name,
    description: offering.description,
    duration_minutes: offering.durationMinutes,
    price: fromCents(offering.priceCents),
    is_free: offering.isFree,
    session_type: offering.sessionType,
  };
}

const MAX_ROWS = 500;

export interface OfferingList {
  offerings: Offering[];
  /** The query of the next page, undefined on the last. */
  next: string | undefined;
}

/** The services a therapist offers. */
@Injectable()
export class OfferingsService {
  constructor(
    private readonly repository: OfferingRepository,
    private readonly publicOfferings: PublicOfferingRepository,
    private readonly database: Database,
    private readonly activityLog: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /** A therapist's own services, in the order they were made, archived ones apart. */
  async list(therapistId: string, query: ServiceListQueryDto): Promise<OfferingList> {
    const limit = query.limit ?? MAX_ROWS;
    const rows = await this.repository.list(therapistId, { after: query.cursor, search: query.q, limit: limit + 1 });
    const offerings = rows.slice(0, limit);
    const last = rows.length > limit ? offerings.at(-1) : undefined;
    return { offerings, next: last && `limit=${limit}&cursor=${last.id}` };
  }

  create(therapistId: string, input: ServiceInputDto, actor: Actor): Promise<Offering> {
    const offering = { id: newId(), therapistId, createdAt: this.clock.now(), ...mergeTerms(DEFAULT_TERMS, input) };
    return this.database.transaction(async (tx) => {
      await this.repository.insert(offering, tx);
      await this.record(tx, actor, 'create_service', offering.id);
      return offering;
    });
  }

  /** Bookings keep what was agreed when they were made. @throws DomainError not_found, also for a foreign or archived one */
  update(therapistId: string, id: string, input: ServiceInputDto, actor: Actor): Promise<Offering> {
    return this.database.transaction(async (tx) => {
      const present = await this.locked(therapistId, id, tx);
      const offering = { ...present, ...mergeTerms(present, input) };
      await this.repository.update(offering, tx);
      await this.record(tx, actor, 'update_service', id, changedFields(present, offering));
      return offering;
    });
  }

  /** Deletes a service that was never booked, else archives it: it can no longer be seen or booked, its bookings stay. */
  remove(therapistId: string, id: string, actor: Actor): Promise<'deleted' | 'archived'> {
    return this.database.transaction(async (tx) => {
      await this.locked(therapistId, id, tx);
      const deleted = await this.repository.deleteUnused(therapistId, id, tx);
      if (!deleted) await this.repository.archive(therapistId, id, this.clock.now(), tx);
      await this.record(tx, actor, deleted ? 'delete_service' : 'archive_service', id);
      return deleted ? 'deleted' : 'archived';
    });
  }

  /** What visitors see. @throws DomainError not_found for an unknown or inactive therapist */
  async listPublicById(therapistId: string): Promise<PublicServiceDto[]> {
    return shown(await this.publicOfferings.listByTherapist(therapistId));
  }

  /** Capital letters count as small ones. @throws DomainError not_found */
  async listPublicBySlug(slug: string): Promise<PublicServiceDto[]> {
    const lower = slug.toLowerCase();
    return shown(isSlug(lower) ? await this.publicOfferings.listBySlug(lower) : undefined);
  }

  private async locked(therapistId: string, id: string, tx: Queryable): Promise<Offering> {
    const offering = await this.repository.lockOwned(therapistId, id, tx);
    if (!offering) throw new DomainError('not_found', messages.serviceNotFound);
    return offering;
  }

  private record(tx: Queryable, actor: Actor, action: string, id: string, fields?: string[]): Promise<void> {
    return this.activityLog.record(tx, actor, { action, subjectType: 'service', subjectId: id, ...(fields ? { details: { fields } } : {}) });
  }
}

function shown(offerings: Awaited<ReturnType<PublicOfferingRepository['listBySlug']>>): PublicServiceDto[] {
  if (!offerings) throw new DomainError('not_found', messages.therapistNotFound);
  return offerings.map(toPublicServiceDto);
}

function changedFields(before: Offering, after: Offering): string[] {
  const fields = Object.keys(after) as (keyof Offering)[];
  return fields.filter((field) => before[field] !== after[field]);
}
