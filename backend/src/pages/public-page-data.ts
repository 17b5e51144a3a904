import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { isId } from '../common/database/database';
import { DomainError } from '../common/errors/domain-error';
import type { AvailabilityDto } from '../modules/bookings/availability/availability.dto';
import { AvailabilityService } from '../modules/bookings/availability/availability.service';
import { OfferingsService } from '../modules/offerings/offerings.service';
import type { PublicServiceDto } from '../modules/offerings/service.dto';
import type { PublicTherapistDto } from '../modules/therapists/public/public-therapist.dto';
import { PublicTherapistsService } from '../modules/therapists/public/public-therapists.service';
import { isSlug } from '../modules/therapists/slugs/slugs.service';
import { Answer, found, Known, MadeAnswer } from '../public-reads/kept-answers';
import { PublicAnswersService, unlessNotFound } from '../public-reads/public-answers.service';

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

/** A page that shows a practice: by its id, or by its link (in lower case); neither where it cannot be anybody's. */
export interface AskedPractice {
  key: string;
  therapistId?: string;
  slug?: string;
}

@Injectable()
export class PublicPageReader {
  constructor(
    private readonly answers: PublicAnswersService,
    private readonly availability: AvailabilityService,
    private readonly therapists: PublicTherapistsService,
    private readonly offerings: OfferingsService,
  ) {}

  /** @param params of the route: an id or a slug @returns undefined for a page that is nobody's */
  asked({ therapistId, slug }: Record<string, string>): AskedPractice | undefined {
    if (therapistId !== undefined) return { key: `id:${therapistId}`, ...(isId(therapistId) && { therapistId: therapistId.toLowerCase() }) };
    if (slug !== undefined) return { key: `slug:${slug}`, ...(isSlug(slug.toLowerCase()) && { slug: slug.toLowerCase() }) };
    return undefined;
  }

  /**
   * Something made of what a practice's page shows, kept as long as that is true: of one statement, and one more where it is not known whose a link is.
   * @param place all that it depends on beside the practice @param make also for a practice that is not there, which is kept for nobody
   */
  madeOf<A extends Answer>({ key, therapistId, slug }: AskedPractice, place: string, make: (page: PublicPage) => Promise<A>): Known<A> {
    const of = (id: string, link?: string): Known<A> =>
      this.answers.madeOf(id, `${place} ${key}`, async (): Promise<MadeAnswer<A>> => {
        const { page, until } = await this.read(id, key, link);
        return { answer: await make(page), until };
      });
    const owner = therapistId ?? (slug === undefined ? undefined : this.answers.lastOwnerOf(slug));
    const known = owner === undefined ? undefined : of(owner, slug);
    if (typeof known === 'object') return known;
    return async () => {
      const answer = known && (await Promise.resolve(found(known)).catch(unlessNotFound));
      if (answer) return answer;
      const now = slug === undefined ? undefined : await this.answers.ownerOf(slug).catch(unlessNotFound);
      const anew = now === undefined ? undefined : await Promise.resolve(found(of(now))).catch(unlessNotFound);
      return anew ?? make({ data: { key, not_found: true } });
    };
  }

  /** What is inlined, and until when it is true. @param link that has to be theirs still @throws DomainError not_found */
  private async read(therapistId: string, key: string, link: string | undefined): Promise<{ page: PublicPage; until: number }> {
    const view = await this.availability.firstView(therapistId, firstDates);
    const { therapist, listed } = this.therapists.shown(view?.profile);
    if (link !== undefined && therapist.custom_slug !== link) throw new DomainError('not_found', 'This link leads on to another one.');
    const services = this.offerings.shown(view?.offerings);
    const { until = Infinity, ...availability } = view?.times ?? {};
    const data = { key, therapist, ...(areShort(services) && { services }), ...(view?.times && { availability: availability as FirstTimes }) };
    return { page: { data, shown: { services, listed } }, until };
  }
}

/** From today to the end of next month, in the therapist's zone: what the calendar shows first. */
function firstDates(zone: string, now: Date): { from: string; to: string } {
  const today = DateTime.fromJSDate(now, { zone });
  return { from: today.toFormat('yyyy-MM-dd'), to: today.plus({ months: 1 }).endOf('month').toFormat('yyyy-MM-dd') };
}

function areShort(services: readonly PublicServiceDto[]): boolean {
  return services.reduce((length, { name, description }) => length + name.length + (description?.length ?? 0) + 100, 0) <= MOST_TEXT;
}
