import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { imagePath } from '../../../integrations/images/image-store';
import * as messages from '../messages';
import { isSlug } from '../slugs/slugs.service';
import { PublicTherapistDto } from './public-therapist.dto';

const SELECT = `select p.therapist_id, p.custom_slug, p.display_name, p.credentials, p.bio, p.image_hash, p.languages, p.timezone
  from therapist_profiles p join users u on u.id = p.therapist_id and u.is_active`;
const BY_ID = { name: 'public-therapist-by-id', text: `${SELECT} where p.therapist_id = $1` };
const BY_SLUG = { name: 'public-therapist-by-slug', text: `${SELECT} where p.custom_slug = $1` };

interface PublicTherapistRow extends Omit<PublicTherapistDto, 'id' | 'profile_image'> {
  therapist_id: string;
  image_hash: string | null;
}

/** What everybody may see of active therapists. One statement a call. */
@Injectable()
export class PublicTherapistsService {
  constructor(private readonly database: Database) {}

  /** @throws DomainError not_found */
  async findById(therapistId: string): Promise<PublicTherapistDto> {
    const [row] = await this.database.query<PublicTherapistRow>(BY_ID, [therapistId]);
    return toPublicTherapist(row);
  }

  /** Capital letters count as small ones. @throws DomainError not_found */
  async findBySlug(slug: string): Promise<PublicTherapistDto> {
    const lower = slug.toLowerCase();
    const [row] = isSlug(lower) ? await this.database.query<PublicTherapistRow>(BY_SLUG, [lower]) : [];
    return toPublicTherapist(row);
  }
}

function toPublicTherapist(row: PublicTherapistRow | undefined): PublicTherapistDto {
  if (!row) throw new DomainError('not_found', messages.therapistNotFound);
  return {
    id: row.therapist_id,
    custom_slug: row.custom_slug,
    display_name: row.display_name,
    credentials: row.credentials,
    bio: row.bio,
    profile_image: row.image_hash === null ? null : imagePath(row.image_hash),
    languages: row.languages,
    timezone: row.timezone,
  };
}
