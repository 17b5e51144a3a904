import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { Clock } from '../common/clock/clock';
import { isId } from '../common/database/database';
import { DomainError } from '../common/errors/domain-error';
import { AvailabilityDto } from '../modules/bookings/availability/availability.dto';
import { PublicServiceDto } from '../modules/offerings/service.dto';
import { PublicTherapistDto } from '../modules/therapists/public/public-therapist.dto';
import { isSlug } from '../modules/therapists/slugs/slugs.service';
import { Answer, found, Known } from '../public-reads/kept-answers';
import { PublicAnswersService, TherapistAnswer } from '../public-reads/public-answers.service';

interface FirstTimes {
  service_id: string;
  from: string;
  to: string;
  answer: AvailabilityDto;
}

/** What a therapist's page needs before anything can be tapped; inlined, so that the browser asks for nothing. */
export type PublicPageData =
  | {
      key: string;
      therapist: PublicTherapistDto;
      /** Left out where they are long: the page then asks for them, as it does without inlined data. */
      services?: PublicServiceDto[];
      availability?: FirstTimes;
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

/** Whose page it is. */
export type PageOwner = { key: string; therapist: TherapistAnswer } | { key: string; not_found: true };

@Injectable()
export class PublicPageReader {
  constructor(
    private readonly answers: PublicAnswersService,
    private readonly clock: Clock,
  ) {}

  /** @param params of the route: an id or a slug @returns undefined for a page that is nobody's */
  ownerOf({ therapistId, slug }: Record<string, string>): Known<PageOwner> | undefined {
    if (therapistId !== undefined) return owner(`id:${therapistId}`, isId(therapistId) ? this.answers.therapist(therapistId.toLowerCase()) : undefined);
    if (slug !== undefined) return owner(`slug:${slug}`, isSlug(slug.toLowerCase()) ? this.answers.therapistOf(slug.toLowerCase()) : undefined);
    return undefined;
  }

  /** What is inlined, and until when it is true. */
  async read({ key, therapist: owner }: Extract<PageOwner, { therapist: TherapistAnswer }>): Promise<{ page: PublicPage; until: number }> {
    const therapist = parsed<PublicTherapistDto>(owner);
    const services = parsed<PublicServiceDto[]>(await found(this.answers.services(owner.id)));
    const first = therapist.bookings_paused ? undefined : services[0];
    const times = first && (await this.firstTimes(therapist, first.id));
    const data = { key, therapist, ...(areShort(services) && { services }), ...(times && { availability: times.availability }) };
    return { page: { data, shown: { services, listed: owner.listed } }, until: times?.until ?? Infinity };
  }

  /** From today to the end of next month, in the therapist's zone: what the calendar shows first. */
  private async firstTimes(therapist: PublicTherapistDto, serviceId: string): Promise<{ availability: FirstTimes; until: number }> {
    const today = DateTime.fromJSDate(this.clock.now(), { zone: therapist.timezone });
    const from = today.toFormat('yyyy-MM-dd');
    const to = today.plus({ months: 1 }).endOf('month').toFormat('yyyy-MM-dd');
    const times = await found(this.answers.freeTimes(therapist.id, { service_id: serviceId, from, to }));
    return { availability: { service_id: serviceId, from, to, answer: parsed<AvailabilityDto>(times) }, until: times.until };
  }
}

function owner(key: string, known: Known<TherapistAnswer> | undefined): Known<PageOwner> {
  if (known === undefined) return { key, not_found: true };
  if (typeof known === 'object') return { key, therapist: known };
  return async () => {
    try {
      return { key, therapist: await found(known) };
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found') return { key, not_found: true };
      throw error;
    }
  };
}

const parsed = <Dto>({ body }: Answer): Dto => JSON.parse(body.toString()) as Dto;

function areShort(services: readonly PublicServiceDto[]): boolean {
  return services.reduce((length, { name, description }) => length + name.length + (description?.length ?? 0) + 100, 0) <= MOST_TEXT;
}
