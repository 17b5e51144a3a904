import { Injectable } from '@nestjs/common';
import { Database, Queryable, sqlState, statement } from '../../common/database/database';
import { Service } from './offering.entity';
import type { OfferingTerms } from './offering-rules';

/** A therapy service that clients book; `services` on the wire. */
export type Offering = Omit<Service, 'archived_at'>;

/** A service as everybody may see it. */
export type PublicOffering = Omit<Offering, 'therapist_id' | 'created_at'>;
type PublicRow = { [Field in keyof PublicOffering]: PublicOffering[Field] | null };

const PUBLIC_COLUMNS = 's.id, s.name, s.description, s.duration_minutes, s.price_cents, s.is_free, s.session_type';
const SELECT_OWN = `select ${PUBLIC_COLUMNS}, s.therapist_id, s.created_at from services s`;

/** $2: id to continue after, $3: pattern, $4: rows. */
const LIST = statement<Offering>('offering-list', `${SELECT_OWN}
         where s.therapist_id = $1 and s.archived_at is null
           and ($2::uuid is null or (s.created_at, s.id) > (select c.created_at, c.id from services c where c.id = $2 and c.therapist_id = $1))
           and ($3::text is null or s.name ilike $3 or s.description ilike $3)
         order by s.created_at, s.id
         limit $4`);

const LOCK_OWNED = statement<Offering>('offering-lock-owned', `${SELECT_OWN} where s.id = $1 and s.therapist_id = $2 and s.archived_at is null for update`);

const FOREIGN_KEY_VIOLATION = '23503';

/** One row with nulls stands for a therapist without services, no row for no such therapist. */
const SELECT_PUBLIC = `select ${PUBLIC_COLUMNS}
  from therapist_profiles p
  join users u on u.id = p.therapist_id and u.is_active
  left join services s on s.therapist_id = p.therapist_id and s.archived_at is null`;
const PUBLIC_ORDER = 'order by s.created_at, s.id limit 500';

const PUBLIC_BY_THERAPIST = statement<PublicRow>('public-offerings-by-id', `${SELECT_PUBLIC} where p.therapist_id = $1 ${PUBLIC_ORDER}`);
const PUBLIC_BY_SLUG = statement<PublicRow>('public-offerings-by-slug', `${SELECT_PUBLIC} where p.custom_slug = $1 ${PUBLIC_ORDER}`);

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

  /** In the order they were made, archived ones apart. */
  listOfferings(therapistId: string, page: OfferingPage): Promise<Offering[]> {
    return this.database.query(LIST, [therapistId, page.after ?? null, page.search ? `%${escapeLike(page.search)}%` : null, page.limit]);
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
  async listPublicOfSlug(slug: string): Promise<PublicOffering[] | undefined> {
    return publicOfferings(await this.database.query(PUBLIC_BY_SLUG, [slug]));
  }
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function publicOfferings(rows: PublicRow[]): PublicOffering[] | undefined {
  return rows.length === 0 ? undefined : rows.filter((row): row is PublicOffering => row.id !== null);
}
