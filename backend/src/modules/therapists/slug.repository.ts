import { Injectable } from '@nestjs/common';
import { Queryable } from '../../common/database/database';

const LOCK = { name: 'slug-lock', text: `select pg_advisory_xact_lock(hashtextextended($1, 2))` };

const TAKEN = {
  name: 'slug-taken',
  text: `select exists (select 1 from therapist_profiles where custom_slug = $1 and therapist_id <> $2)
             or exists (select 1 from slug_holds where slug = $1 and therapist_id <> $2 and held_until > $3) as taken`,
};

const HOLD = {
  name: 'slug-hold',
  text: `insert into slug_holds (slug, therapist_id, held_until) values ($1, $2, $3)
         on conflict (slug) do update set therapist_id = excluded.therapist_id, held_until = excluded.held_until`,
};

const END_HOLD = { name: 'slug-hold-end', text: 'delete from slug_holds where slug = $1' };

/** Who owns which public link. Every method runs inside the transaction that changes the profile. */
@Injectable()
export class SlugRepository {
  /** One writer at a time per link, so that a link released just now cannot slip past its hold. */
  async lock(slugs: readonly string[], on: Queryable): Promise<void> {
    for (const slug of [...new Set(slugs)].sort()) await on.query(LOCK, [slug]);
  }

  /** Whether another therapist uses the link, or gave it up so recently that it is still held. */
  async isTaken(slug: string, therapistId: string, now: Date, on: Queryable): Promise<boolean> {
    const [row] = await on.query<{ taken: boolean }>(TAKEN, [slug, therapistId, now]);
    return row?.taken ?? false;
  }

  async hold(slug: string, therapistId: string, until: Date, on: Queryable): Promise<void> {
    await on.query(HOLD, [slug, therapistId, until]);
  }

  async endHold(slug: string, on: Queryable): Promise<void> {
    await on.query(END_HOLD, [slug]);
  }
}
