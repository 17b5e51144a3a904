import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../common/clock/clock';
import { DomainError } from '../common/errors/domain-error';
import { AppConfig } from '../config/app-config';
import type { AvailabilityQuery } from '../modules/bookings/availability/availability.dto';
import { AvailabilityService } from '../modules/bookings/availability/availability.service';
import { OfferingsService } from '../modules/offerings/offerings.service';
import { PracticeVersionsService } from '../modules/therapists/public/practice-versions.service';
import { PublicTherapistsService, TherapistPage } from '../modules/therapists/public/public-therapists.service';
import { Answer, following, found, KeptAnswers, Known, MadeAnswer } from './kept-answers';
import { ReadyText } from './ready-text';

/** A therapist's profile as JSON (`PublicTherapistDto`). */
export class TherapistAnswer extends ReadyText {
  readonly id: string;
  readonly slug: string | null;

  constructor({ therapist }: TherapistPage) {
    super(JSON.stringify(therapist));
    this.id = therapist.id;
    this.slug = therapist.custom_slug;
  }
}

const MOST_SLUGS = 20_000;

/**
 * What visitors read of a practice, as the bytes of its JSON: of the same services as the routes of that name, kept while it is true. What is not
 * known comes as what finds it out.
 */
@Injectable()
export class PublicAnswersService {
  private readonly answers: KeptAnswers;
  /** Whose a link was when it was last read; whether it still is says their profile. */
  private readonly owners = new LRUCache<string, string>({ max: MOST_SLUGS });

  constructor(
    versions: PracticeVersionsService,
    clock: Clock,
    { publicAnswers }: AppConfig,
    private readonly therapists: PublicTherapistsService,
    private readonly offerings: OfferingsService,
    private readonly availability: AvailabilityService,
  ) {
    this.answers = new KeptAnswers(versions, clock, publicAnswers.keptBytes);
  }

  /** @param therapistId in lower case @throws DomainError not_found */
  therapist(therapistId: string): Known<TherapistAnswer> {
    return this.answers.take(therapistId, 'therapist', async () => ({ answer: new TherapistAnswer(await this.therapists.pageById(therapistId)) }));
  }

  /** @param slug in lower case @throws DomainError not_found */
  therapistOf(slug: string): Known<TherapistAnswer> {
    return this.ofSlug(slug, (therapist) => therapist);
  }

  /** `PublicServiceDto[]` @param therapistId in lower case @throws DomainError not_found */
  services(therapistId: string): Known<ReadyText> {
    return this.answers.take(therapistId, 'services', async () => ({ answer: new ReadyText(JSON.stringify(await this.offerings.listPublicById(therapistId))) }));
  }

  /** @param slug in lower case @throws DomainError not_found */
  servicesOf(slug: string): Known<ReadyText> {
    return this.ofSlug(slug, ({ id }) => this.services(id));
  }

  /** Free times as JSON (`AvailabilityDto`). @throws DomainError as {@link AvailabilityService.freeTimes} does */
  freeTimes(therapistId: string, { service_id: serviceId, from, to }: AvailabilityQuery): Known<ReadyText> {
    return this.answers.take(therapistId, `times ${serviceId} ${from} ${to}`, async () => {
      const { answer, until } = await this.availability.freeTimesUntil({ therapistId, serviceId, from, to });
      return { answer: new ReadyText(JSON.stringify(answer)), until };
    });
  }

  /** Whose a link was when it was last read. */
  lastOwnerOf(slug: string): string | undefined {
    return this.owners.get(slug);
  }

  /** Whose a link is now. @param slug in lower case @throws DomainError not_found */
  async ownerOf(slug: string): Promise<string> {
    return (await this.readOwner(slug, undefined)).id;
  }

  /** Something else that a practice's version tells the truth of, such as its page. @param key all that it depends on beside that */
  madeOf<A extends Answer>(therapistId: string, key: string, make: () => Promise<MadeAnswer<A>>): Known<A> {
    return this.answers.take(therapistId, key, make);
  }

  private ofSlug<A extends Answer>(slug: string, answerOf: (therapist: TherapistAnswer) => Known<A>): Known<A> {
    const owner = this.owners.get(slug);
    const known = owner === undefined ? undefined : this.therapist(owner);
    if (typeof known === 'object' && known.slug === slug) return answerOf(known);
    return following(() => this.readOwner(slug, known), answerOf);
  }

  /** @param known whose the link was */
  private async readOwner(slug: string, known: Known<TherapistAnswer> | undefined): Promise<TherapistAnswer> {
    const before = known && (await Promise.resolve(found(known)).catch(unlessNotFound));
    if (before?.slug === slug) return before;
    const owner = new TherapistAnswer(await this.therapists.pageBySlug(slug));
    // One that leads on to another link is asked for anew each time.
    if (owner.slug === slug) this.owners.set(slug, owner.id);
    else this.owners.delete(slug);
    return owner;
  }
}

/** For a promise that may be of nobody: any other refusal is thrown on. */
export function unlessNotFound(error: unknown): undefined {
  if (error instanceof DomainError && error.code === 'not_found') return undefined;
  throw error;
}
