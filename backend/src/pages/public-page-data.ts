import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { Clock } from '../common/clock/clock';
import { isId } from '../common/database/database';
import { DomainError } from '../common/errors/domain-error';
import { AvailabilityDto } from '../modules/bookings/availability/availability.dto';
import { AvailabilityService } from '../modules/bookings/availability/availability.service';
import { OfferingsService } from '../modules/offerings/offerings.service';
import { PublicServiceDto } from '../modules/offerings/service.dto';
import { PublicTherapistDto } from '../modules/therapists/public/public-therapist.dto';
import { PublicTherapistsService, TherapistPage } from '../modules/therapists/public/public-therapists.service';

/** What a therapist's page needs before anything can be tapped; inlined, so that the browser asks for nothing. */
export type PublicPageData =
  | {
      key: string;
      therapist: PublicTherapistDto;
      /** Left out where they are long: the page then asks for them, as it does without inlined data. */
      services?: PublicServiceDto[];
      availability?: { service_id: string; from: string; to: string; answer: AvailabilityDto };
    }
  | { key: string; not_found: true };

/** What is known of a public page: what is inlined, and what the HTML itself says. */
export interface PublicPage {
  data: PublicPageData;
  /** Of a therapist who is there. */
  shown?: { services: PublicServiceDto[]; listed: boolean };
}

/** So much text of a practice's services stands in its page; people have a few services, and a sentence or two about each. */
const MOST_TEXT = 30_000;

@Injectable()
export class PublicPageReader {
  constructor(
    private readonly therapists: PublicTherapistsService,
    private readonly offerings: OfferingsService,
    private readonly availability: AvailabilityService,
    private readonly clock: Clock,
  ) {}

  /** @param params of the route: an id or a slug */
  async read(params: Record<string, string>): Promise<PublicPage | undefined> {
    const { therapistId, slug } = params;
    if (therapistId !== undefined) return this.load(`id:${therapistId}`, isId(therapistId) ? () => this.therapists.pageById(therapistId) : undefined);
    if (slug !== undefined) return this.load(`slug:${slug}`, () => this.therapists.pageBySlug(slug));
    return undefined;
  }

  private async load(key: string, find: (() => Promise<TherapistPage>) | undefined): Promise<PublicPage> {
    try {
      if (!find) return { data: { key, not_found: true } };
      const { therapist, listed } = await find();
      const services = await this.offerings.listPublicById(therapist.id);
      const first = therapist.bookings_paused ? undefined : services[0];
      const availability = first && (await this.firstTimes(therapist, first.id));
      return { data: { key, therapist, ...(areShort(services) && { services }), ...(availability && { availability }) }, shown: { services, listed } };
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found') return { data: { key, not_found: true } };
      throw error;
    }
  }

  /** From today to the end of next month, in the therapist's zone: what the calendar shows first. */
  private async firstTimes(therapist: PublicTherapistDto, serviceId: string): Promise<{ service_id: string; from: string; to: string; answer: AvailabilityDto }> {
    const today = DateTime.fromJSDate(this.clock.now(), { zone: therapist.timezone });
    const from = today.toFormat('yyyy-MM-dd');
    const to = today.plus({ months: 1 }).endOf('month').toFormat('yyyy-MM-dd');
    return { service_id: serviceId, from, to, answer: await this.availability.freeTimes({ therapistId: therapist.id, serviceId, from, to }) };
  }
}

function areShort(services: readonly PublicServiceDto[]): boolean {
  return services.reduce((length, { name, description }) => length + name.length + (description?.length ?? 0) + 100, 0) <= MOST_TEXT;
}
