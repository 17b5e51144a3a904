import { Injectable } from '@nestjs/common';
import { columnsOf, Database, Queryable, sqlState, statement } from '../../common/database/database';
import { practicesGoneTo } from '../clients/persons/persons.service';
import type { TherapistProfile } from '../therapists/therapist.entity';
import { therapistOfLink } from '../therapists/slugs/slugs.service';
import { Service } from './offering.entity';
import type { OfferingTerms } from './offering-rules';

/** A therapy service that clients book; `services` on the wire. */
export type Offering = Omit<Service, 'archived_at'>;

/** A service as everybody may see it: its address only where the therapist shows addresses. */
export type PublicOffering = Omit<Offering, 'therapist_id' | 'video_link' | 'visibility' | 'position' | 'created_at'>;
export type PublicRow = { [Field in keyof PublicOffering]: PublicOffering[Field] | null };

/** A service that a client can book, with its practice. */
export type ClientOffering = PublicOffering &
  Pick<Offering, 'therapist_id'> &
  Pick<TherapistProfile, 'timezone' | 'bookings_paused' | 'bookings_paused_message'> & { therapist_name: TherapistProfile['display_name'] };

const PUBLIC_COLUMNS = `s.id, s.name, s.description, s.duration_minutes, s.price_cents, s.is_free, s.session_type, s.online_place,
  case when p.address_shown then s.address end as address`;
const SELECT_OWN = `select ${columnsOf(Service, ['archived_at']).map((column) => `s.${column}`).join(', ')} from services s`;

/** $2: id to continue after, $3: pattern, $4: rows. */
const LIST = statement<Offering>('offering-list', `${SELECT_OWN}
         where s.therapist_id = $1 and s.archived_at is null
           and ($2::uuid is null or (s.position, s.created_at, s.id) > (select c.position, c.created_at, c.id from services c where c.id = $2 and c.therapist_id = $1))
           and ($3::text is null or s.name ilike $3 or left(s.description, 500) ilike $3)
         order by s.position, s.created_at, s.id
         limit $4`);

const LAST_POSITION = statement<Pick<Service, 'position'>>('offering-last-position', 'select coalesce(max(position), 0) as position from services where therapist_id = $1');

/** In one order for all writers, so that two of them cannot wait for each other. */
const LOCK_ALL = statement<Pick<Service, 'id'>>('offering-lock-all', 'select id from services where therapist_id = $1 and archived_at is null order by id for update');

const ARRANGE = statement('offering-arrange', `update services s set position = o.position
         from unnest($2::uuid[]) with ordinality as o (id, position) where s.id = o.id and s.therapist_id = $1`);

const LOCK_OWNED = statement<Offering>('offering-lock-owned', `${SELECT_OWN} where s.id = $1 and s.therapist_id = $2 and s.archived_at is null for update`);

const FOREIGN_KEY_VIOLATION = '23503';

/** Of the active therapist that a condition names; {@link publicOfferings} reads the rows. One with nulls stands for a therapist without services, none for no such therapist. */
export const selectPublicOfferings = (where: string): string => `select ${PUBLIC_COLUMNS}
  from therapist_profiles p
  join users u on u.id = p.therapist_id and u.is_active
  left join services s on s.therapist_id = p.therapist_id and s.archived_at is null and s.visibility = 'everybody'
  where ${where} order by s.position, s.created_at, s.id limit 500`;

const PUBLIC_BY_THERAPIST = statement<PublicRow>('public-offerings-by-id', selectPublicOfferings('p.therapist_id = $1'), { plan: 'generic', connection: 'shared' });
const PUBLIC_BY_SLUG = statement<PublicRow>('public-offerings-by-slug', selectPublicOfferings(`p.therapist_id = ${therapistOfLink('$1', '$2')}`), { plan: 'generic', connection: 'shared' });

/** $1: the client's ids. A practice may keep several records of one address. Anybody can book for an address, also under the name of a therapist that the client goes to. */
const OF_CLIENT = statement<ClientOffering>('client-offerings', `select ${PUBLIC_COLUMNS}, s.therapist_id, p.display_name as therapist_name, p.timezone, p.bookings_paused,
           case when p.bookings_paused then p.bookings_paused_message end as bookings_paused_message
         from (select therapist_id, min(created_at) as created_at from therapist_clients where client_id = any($1::uuid[])
             and therapist_id in ${practicesGoneTo('$1::uuid[]')} group by therapist_id) c
         join users u on u.id = c.therapist_id and u.is_active
         join therapist_profiles p on p.therapist_id = c.therapist_id
         cross join lateral (select exists (select from known_clients k where k.therapist_id = c.therapist_id and k.client_id = any($1::uuid[])) as is_known) k
         join services s on s.therapist_id = c.therapist_id and s.archived_at is null and (s.visibility = 'everybody' or s.visibility = 'clients' and k.is_known)
         order by k.is_known desc, c.created_at, s.therapist_id, s.position, s.created_at, s.id limit 500`);

/** One writer of a practice's services at a time, so that two of them cannot pass its bounds together. */
const LOCK_PRACTICE = statement('offering-lock-practice', `select from pg_advisory_xact_lock(hashtextextended('services ' || $1, 1))`);

/** How many services a practice has that are not archived, and the bytes of their texts. */
export interface OfferingsSize {
  services: number;
  bytes: number;
}

const SIZE = statement<OfferingsSize>('offering-size', `select count(*)::int as services,
           coalesce(sum(octet_length(name) + octet_length(description) + coalesce(octet_length(address), 0)), 0)::int as bytes
         from services where therapist_id = $1 and archived_at is null`);

export interface OfferingPage {
  /** Continue after this one. */
  after: string | undefined;
  /** Part of the name or the description. */
  search: string | undefined;
  limit: number;
}

@Injectable()
export class OfferingRepository {
  constructor(private readonly database: Database) {}

  /** In the therapist's own order, archived ones apart. */
  listOfferings(therapistId: string, page: OfferingPage): Promise<Offering[]> {
    return this.database.query(LIST, [therapistId, page.after ?? null, page.search ? `%${escapeLike(page.search)}%` : null, page.limit]);
  }

  /** After all others, those of the same position among them that were made earlier. */
  async nextPosition(therapistId: string, on: Queryable): Promise<number> {
    const [last] = await on.query(LAST_POSITION, [therapistId]);
    return (last?.position ?? 0) + 1;
  }

  /** Waits for other writers of the practice. */
  async lockSize(therapistId: string, on: Queryable): Promise<OfferingsSize> {
    await on.query(LOCK_PRACTICE, [therapistId]);
    const [size] = await on.query(SIZE, [therapistId]);
    return size ?? { services: 0, bytes: 0 };
  }

  /** All that are not archived; waits for other writers of any of them. */
  async lockIds(therapistId: string, on: Queryable): Promise<string[]> {
    const rows = await on.query(LOCK_ALL, [therapistId]);
    return rows.map(({ id }) => id);
  }

  /** In the order of the ids. */
  async arrangeOfferings(therapistId: string, ids: readonly string[], on: Queryable): Promise<void> {
    await on.query(ARRANGE, [therapistId, ids]);
  }

  /** Everything that a client can book at the practices that are theirs by a deed of their own; those that know the client come first. */
  listOfClient(own: readonly string[]): Promise<ClientOffering[]> {
    return this.database.query(OF_CLIENT, [own]);
  }

  /** One that is not archived; waits for other writers of it. */
  async lockOffering(therapistId: string, id: string, on: Queryable): Promise<Offering | undefined> {
    const [offering] = await on.query(LOCK_OWNED, [id, therapistId]);
    return offering;
  }

  async insertOffering(offering: Offering, on: Queryable): Promise<void> {
    await on.manager.insert(Service, offering);
  }

  async updateOffering(therapistId: string, id: string, terms: OfferingTerms, on: Queryable): Promise<void> {
    await on.manager.update(Service, { id, therapist_id: therapistId }, terms);
  }

  /** Deletes it unless something refers to it, such as a booking. @returns whether it is gone */
  async deleteUnused(therapistId: string, id: string, on: Queryable): Promise<boolean> {
    await on.query('savepoint delete_offering');
    try {
      await on.manager.delete(Service, { id, therapist_id: therapistId });
      return true;
    } catch (error) {
      if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
      await on.query('rollback to savepoint delete_offering');
      return false;
    }
  }

  async archiveOffering(therapistId: string, id: string, at: Date, on: Queryable): Promise<void> {
    await on.manager.update(Service, { id, therapist_id: therapistId }, { archived_at: at });
  }

  /** @returns undefined when there is no such active therapist */
  async listPublicOfTherapist(therapistId: string): Promise<PublicOffering[] | undefined> {
    return publicOfferings(await this.database.query(PUBLIC_BY_THERAPIST, [therapistId]));
  }

  /** @returns undefined when there is no such active therapist */
  async listPublicOfSlug(slug: string, now: Date): Promise<PublicOffering[] | undefined> {
    return publicOfferings(await this.database.query(PUBLIC_BY_SLUG, [slug, now]));
  }
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

export function publicOfferings(rows: readonly PublicRow[]): PublicOffering[] | undefined {
  return rows.length === 0 ? undefined : rows.filter((row): row is PublicOffering => row.id !== null);
}
