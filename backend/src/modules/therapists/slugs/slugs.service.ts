import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Clock } from '../../../common/clock/clock';
import { Limit, Limits } from '../../../common/limits/limits';
import { Work } from '../../../common/work/work';
import * as messages from '../messages';
import { SlugHold } from '../therapist.entity';
import { SlugCheckDto } from './slug.dto';

const SLUG = /^[a-z0-9_-]{3,60}$/;

/**
 * First path segments that the product uses or will use: `/{slug}` never shadows a route, nor does it speak in the product's own name.
 * A new route's first segment belongs here before it ships.
 */
const RESERVED_SLUGS: ReadonlySet<string> = new Set(
  `about abuse account accounts admin administrator administrators ai-meeting api app apps appointment appointments assets attune auth availability billing blog
   book booking bookings calendar callback care-plans checkout client client-portal clients code config connect consent
   consents contact cookies dashboard dev docs download downloads error export faq favicon features feedback files form
   forms google guide health healthz help home hosting icons image images imprint index intake intake-form intake-forms
   invite invoices join legal live login logout mail main manage manifest media meeting meetings metrics new note notes
   noreply notifications oauth official onboarding openapi password pay payment payments plans portal postmaster pricing privacy profile profiles
   public public-booking queues ready register reminders remote remotes reset robots root schedule security service service-worker
   services session session-notes sessions settings setup shared shell sign-in sign-out sign-up signin signout signup
   sitemap sso staff static status subscribe subscription support swagger system team terms therapist therapists trial trust ui
   unsubscribe upload uploads user users verify waiting waiting-list webhook webhooks welcome well-known worker www zoom`.split(/\s+/),
);

/** Links that begin so pass for the product's own, whatever follows. */
const PASSES_FOR_PRODUCT = /^(?:attune(?!d|ment)|client[-_]?portal)/;

/** A link of nothing but these passes for a page of the product on which somebody signs in. */
const OF_SIGN_IN: ReadonlySet<string> = new Set(
  'access account accounts admin app client clients code codes help in log login logout mail my notification notifications on our out password portal reset secure security session sessions sign signin signout signup support up verification verify your'.split(' '),
);

/** Each leads on as long as it is held. More than that is no change of mind: somebody collects links. */
const HELD_AT_MOST = 3;

/** Whether the text has the form of a public link's last part. */
export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

/** Whether the product needs this path for itself, or would seem to speak behind it. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED_SLUGS.has(slug) || PASSES_FOR_PRODUCT.test(slug) || slug.split(/[-_]+/).every((word) => word === '' || OF_SIGN_IN.has(word));
}

/**
 * SQL for the id of the therapist whose public link the text is, or was: a link that was changed leads on as long as it is held.
 * @param slug,now placeholders of a statement
 */
export const therapistOfLink = (slug: string, now: string): string => `coalesce(
         (select therapist_id from therapist_profiles where custom_slug = ${slug}),
         (select h.therapist_id from slug_holds h join therapist_profiles o on o.therapist_id = h.therapist_id and o.custom_slug is not null
          where h.slug = ${slug} and h.held_until > ${now}))`;

const LOCK = statement('slug-lock', `select pg_advisory_xact_lock(hashtextextended($1, 2))`);

const TAKEN = statement<{ taken: boolean }>('slug-taken', `select exists (select 1 from therapist_profiles where custom_slug = $1 and therapist_id <> $2)
             or exists (select 1 from slug_holds where slug = $1 and therapist_id <> $2 and held_until > $3) as taken`);

/** Whether one more link can be held, or the one that is asked for is one's own, now or until it is let go. */
const HAS_ROOM = statement<{ room: boolean }>('slug-holds-room', `select (select count(*) from slug_holds where therapist_id = $1 and held_until > $3) < ${HELD_AT_MOST}
         or exists (select from slug_holds where therapist_id = $1 and slug = $2 and held_until > $3)
         or exists (select from therapist_profiles where therapist_id = $1 and custom_slug = $2) as room`);

const LET_GO = statement('slug-holds-let-go', 'delete from slug_holds where therapist_id = $1 and held_until <= $2');

const HOLD = statement('slug-hold', `insert into slug_holds (slug, therapist_id, held_until) values ($1, $2, $3)
         on conflict (slug) do update set therapist_id = excluded.therapist_id, held_until = excluded.held_until`);

/** Who owns which public link. What is written is written inside the transaction that changes the profile. */
@Injectable()
export class SlugRepository {
  constructor(private readonly database: Database) {}

  /** One writer at a time per link, so that a link released just now cannot slip past its hold. */
  async lockSlugs(slugs: readonly string[], on: Queryable): Promise<void> {
    for (const slug of [...new Set(slugs)].sort()) await on.query(LOCK, [slug]);
  }

  /** Whether another therapist uses the link, or gave it up so recently that it is still held. */
  async isTaken(slug: string, therapistId: string, now: Date, on: Queryable = this.database): Promise<boolean> {
    const [row] = await on.query(TAKEN, [slug, therapistId, now]);
    return row?.taken ?? false;
  }

  /** Whether the therapist may have the link beside those that they gave up lately. */
  async hasRoom(slug: string, therapistId: string, now: Date, on: Queryable = this.database): Promise<boolean> {
    const [row] = await on.query(HAS_ROOM, [therapistId, slug, now]);
    return row?.room ?? false;
  }

  /** Holds a link that was given up, and lets go of those that were held long enough. */
  async holdSlug(slug: string, therapistId: string, { now, until }: { now: Date; until: Date }, on: Queryable): Promise<void> {
    await on.query(LET_GO, [therapistId, now]);
    await on.query(HOLD, [slug, therapistId, until]);
  }

  async endHold(slug: string, on: Queryable): Promise<void> {
    await on.manager.delete(SlugHold, { slug });
  }
}

const HOLD_DAYS = 90;
const DAY_MS = 86_400_000;

/** Typing a link asks a few times; trying out who else is here does not get far. */
const CHECKS: Limit = { scope: 'slug-checks', max: 60, windowMs: 60_000 };

/** Moves a therapist from one public link to another. */
@Injectable()
export class SlugsService {
  constructor(
    private readonly repository: SlugRepository,
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether {@link change} would give this therapist the link now. Their own and those they gave up are free for them.
   * @throws DomainError too_many past 60 questions in a minute
   */
  async check(therapistId: string, asked: string): Promise<SlugCheckDto> {
    const wait = await this.limits.reserve([CHECKS, therapistId]);
    if (wait > 0) throw new DomainError('too_many', messages.slugChecksTooMany, { retryAfterSeconds: wait });
    const slug = asked.trim().toLowerCase();
    if (!isSlug(slug)) return { slug, status: 'not_allowed', detail: messages.slugForm };
    if (isReservedSlug(slug)) return { slug, status: 'not_allowed', detail: messages.slugReserved };
    const now = this.clock.now();
    const taken = await this.repository.isTaken(slug, therapistId, now);
    if (!taken && !(await this.repository.hasRoom(slug, therapistId, now))) return { slug, status: 'not_allowed', detail: messages.slugChangedOften };
    return taken ? { slug, status: 'taken', detail: messages.slugTaken } : { slug, status: 'free', detail: messages.slugFree };
  }

  /**
   * Checks that `next` can be taken and holds `previous` for 90 days, in the transaction that then writes the profile.
   * @throws DomainError rule when the product needs the link, or when three earlier ones are held already; conflict when another therapist has it
   */
  async change(work: Work, therapistId: string, previous: string | null, next: string | null): Promise<void> {
    if (previous === next) return;
    if (next !== null && isReservedSlug(next)) throw new DomainError('rule', messages.slugReserved, fieldError(messages.slugReserved));
    await this.repository.lockSlugs([previous, next].filter((slug) => slug !== null), work.tx);
    const now = work.now();
    if (next !== null) {
      if (await this.repository.isTaken(next, therapistId, now, work.tx)) {
        throw new DomainError('conflict', messages.slugTaken, fieldError(messages.slugTaken));
      }
      if (!(await this.repository.hasRoom(next, therapistId, now, work.tx))) throw new DomainError('rule', messages.slugChangedOften, fieldError(messages.slugChangedOften));
      await this.repository.endHold(next, work.tx);
    }
    const until = new Date(now.getTime() + HOLD_DAYS * DAY_MS);
    if (previous !== null) await this.repository.holdSlug(previous, therapistId, { now, until }, work.tx);
  }
}

function fieldError(message: string): { errors: { field: string; message: string }[] } {
  return { errors: [{ field: 'custom_slug', message }] };
}
