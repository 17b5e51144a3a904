import { Injectable } from '@nestjs/common';
import { Database, Queryable, sqlState, statement } from '../../common/database/database';
import type { Service } from './offering.entity';

/** A therapy service that clients book; `services` on the wire. */
export interface Offering extends Pick<Service, 'id' | 'name' | 'description'> {
  therapistId: Service['therapist_id'];
  durationMinutes: Service['duration_minutes'];
  priceCents: Service['price_cents'];
  isFree: Service['is_free'];
  sessionType: Service['session_type'];
  createdAt: Service['created_at'];
}

const COLUMNS = `s.id, s.therapist_id as "therapistId", s.name, s.description, s.duration_minutes as "durationMinutes",
  s.price_cents as "priceCents", s.is_free as "isFree", s.session_type as "sessionType", s.created_at as "createdAt"`;

/** $2: id to continue after, $3: pattern, $4: rows. */
const LIST = statement('offering-list', `select ${COLUMNS} from services s
         where s.therapist_id = $1 and s.archived_at is null
           and ($2::uuid is null or (s.created_at, s.id) > (select c.created_at, c.id from services c where c.id = $2 and c.therapist_id = $1))
           and ($3::text is null or s.name ilike $3 or s.description ilike $3)
         order by s.created_at, s.id
         limit $4`);

const LOCK_OWNED = statement('offering-lock-owned', `select ${COLUMNS} from services s where s.id = $1 and s.therapist_id = $2 and s.archived_at is null for update`);

const INSERT = statement('offering-insert', `insert into services (id, therapist_id, name, description, duration_minutes, price_cents, is_free, session_type, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);

const UPDATE = statement('offering-update', `update services set name = $3, description = $4, duration_minutes = $5, price_cents = $6, is_free = $7, session_type = $8
         where id = $1 and therapist_id = $2`);

const DELETE = statement('offering-delete', 'delete from services where id = $1 and therapist_id = $2');
const ARCHIVE = statement('offering-archive', 'update services set archived_at = $3 where id = $1 and therapist_id = $2');
const FOREIGN_KEY_VIOLATION = '23503';

/** A service as everybody may see it. */
export type PublicOffering = Omit<Offering, 'therapistId' | 'createdAt'>;
type PublicRow = { [Field in keyof PublicOffering]: PublicOffering[Field] | null };

/** One row with nulls stands for a therapist without services, no row for no such therapist. */
const SELECT_PUBLIC = `select s.id, s.name, s.description, s.duration_minutes as "durationMinutes", s.price_cents as "priceCents",
    s.is_free as "isFree", s.session_type as "sessionType"
  from therapist_profiles p
  join users u on u.id = p.therapist_id and u.is_active
  left join services s on s.therapist_id = p.therapist_id and s.archived_at is null`;
const PUBLIC_ORDER = 'order by s.created_at, s.id limit 500';

const PUBLIC_BY_THERAPIST = statement('public-offerings-by-id', `${SELECT_PUBLIC} where p.therapist_id = $1 ${PUBLIC_ORDER}`);
const PUBLIC_BY_SLUG = statement('public-offerings-by-slug', `${SELECT_PUBLIC} where p.custom_slug = $1 ${PUBLIC_ORDER}`);

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
    return this.database.query<Offering>(LIST, [therapistId, page.after ?? null, page.search ? `%${escapeLike(page.search)}%` : null, page.limit]);
  }

  /** One that is not archived; waits for other writers of it. */
  async lockOffering(therapistId: string, id: string, on: Queryable): Promise<Offering | undefined> {
    const [offering] = await on.query<Offering>(LOCK_OWNED, [id, therapistId]);
    return offering;
  }

  async insertOffering(offering: Offering, on: Queryable): Promise<void> {
    await on.query(INSERT, [...values(offering), offering.createdAt]);
  }

  async updateOffering(offering: Offering, on: Queryable): Promise<void> {
    await on.query(UPDATE, values(offering));
  }

  /** Deletes it unless something refers to it, such as a booking. @returns whether it is gone */
  async deleteUnused(therapistId: string, id: string, on: Queryable): Promise<boolean> {
    await on.query('savepoint delete_offering');
    try {
      await on.query(DELETE, [id, therapistId]);
      return true;
    } catch (error) {
      if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
      await on.query('rollback to savepoint delete_offering');
      return false;
    }
  }

  async archiveOffering(therapistId: string, id: string, at: Date, on: Queryable): Promise<void> {
    await on.query(ARCHIVE, [id, therapistId, at]);
  }

  /** @returns undefined when there is no such active therapist */
  async listPublicOfTherapist(therapistId: string): Promise<PublicOffering[] | undefined> {
    return publicOfferings(await this.database.query<PublicRow>(PUBLIC_BY_THERAPIST, [therapistId]));
  }

  /** @returns undefined when there is no such active therapist */
  async listPublicOfSlug(slug: string): Promise<PublicOffering[] | undefined> {
    return publicOfferings(await this.database.query<PublicRow>(PUBLIC_BY_SLUG, [slug]));
  }
}

function values(offering: Offering): unknown[] {
  return [
    offering.id,
    offering.therapistId,
    offering.name,
    offering.description,
    offering.durationMinutes,
    offering.priceCents,
    offering.isFree,
    offering.sessionType,
  ];
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function publicOfferings(rows: PublicRow[]): PublicOffering[] | undefined {
  return rows.length === 0 ? undefined : rows.filter((row): row is PublicOffering => row.id !== null);
}
