import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database';
import { Offering } from './offering';

type PublicOffering = Omit<Offering, 'therapistId' | 'createdAt'>;
type PublicRow = { [Field in keyof PublicOffering]: PublicOffering[Field] | null };

/** One row with nulls stands for a therapist without services, no row for no such therapist. */
const SELECT = `select s.id, s.name, s.description, s.duration_minutes as "durationMinutes", s.price_cents as "priceCents",
    s.is_free as "isFree", s.session_type as "sessionType"
  from therapist_profiles p
  join users u on u.id = p.therapist_id and u.is_active
  left join services s on s.therapist_id = p.therapist_id and s.archived_at is null`;
const ORDER = 'order by s.created_at, s.id limit 500';

const BY_THERAPIST = { name: 'public-offerings-by-id', text: `${SELECT} where p.therapist_id = $1 ${ORDER}` };
const BY_SLUG = { name: 'public-offerings-by-slug', text: `${SELECT} where p.custom_slug = $1 ${ORDER}` };

/** Services of active therapists, as visitors may see them. */
@Injectable()
export class PublicOfferingRepository {
  constructor(private readonly database: Database) {}

  /** @returns undefined when there is no such active therapist */
  async listByTherapist(therapistId: string): Promise<PublicOffering[] | undefined> {
    return offerings(await this.database.query<PublicRow>(BY_THERAPIST, [therapistId]));
  }

  /** @returns undefined when there is no such active therapist */
  async listBySlug(slug: string): Promise<PublicOffering[] | undefined> {
    return offerings(await this.database.query<PublicRow>(BY_SLUG, [slug]));
  }
}

function offerings(rows: PublicRow[]): PublicOffering[] | undefined {
  return rows.length === 0 ? undefined : rows.filter((row): row is PublicOffering => row.id !== null);
}
