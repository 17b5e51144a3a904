import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../../common/database/database';
import { TherapistProfile } from '../therapist.entity';

/** A profile as everybody may see it. */
export type PublicProfile = Omit<TherapistProfile, 'created_at' | 'updated_at'>;

/** What a therapist decides about a profile. */
export type ProfileContent = Omit<PublicProfile, 'therapist_id'>;

const PUBLIC_COLUMNS = 'p.therapist_id, p.display_name, p.bio, p.credentials, p.languages, p.timezone, p.image_hash, p.custom_slug';

const SELECT_OWN = `select ${PUBLIC_COLUMNS}, p.created_at, p.updated_at from therapist_profiles p where p.therapist_id = $1`;
const FIND = statement<TherapistProfile>('profile-find', SELECT_OWN);
const LOCK = statement<TherapistProfile>('profile-lock', `${SELECT_OWN} for update`);

const SELECT_PUBLIC = `select ${PUBLIC_COLUMNS} from therapist_profiles p join users u on u.id = p.therapist_id and u.is_active`;
const PUBLIC_BY_ID = statement<PublicProfile>('public-therapist-by-id', `${SELECT_PUBLIC} where p.therapist_id = $1`);
const PUBLIC_BY_SLUG = statement<PublicProfile>('public-therapist-by-slug', `${SELECT_PUBLIC} where p.custom_slug = $1`);

@Injectable()
export class ProfileRepository {
  constructor(private readonly database: Database) {}

  async findProfile(therapistId: string): Promise<TherapistProfile | undefined> {
    const [profile] = await this.database.query(FIND, [therapistId]);
    return profile;
  }

  /** Waits for other writers of the same profile. */
  async lockProfile(therapistId: string, on: Queryable): Promise<TherapistProfile | undefined> {
    const [profile] = await on.query(LOCK, [therapistId]);
    return profile;
  }

  /** @returns false when the therapist has a profile already */
  async insertProfile(profile: TherapistProfile, on: Queryable): Promise<boolean> {
    const insert = on.manager.createQueryBuilder().insert().into(TherapistProfile).values(profile).orIgnore();
    const { raw } = await insert.returning('therapist_id').updateEntity(false).execute();
    return (raw as unknown[]).length > 0;
  }

  async updateProfile(therapistId: string, changes: ProfileContent & Pick<TherapistProfile, 'updated_at'>, on: Queryable): Promise<void> {
    await on.manager.update(TherapistProfile, { therapist_id: therapistId }, changes);
  }

  /** Undefined unless the therapist is active. */
  async findPublicProfile(therapistId: string): Promise<PublicProfile | undefined> {
    const [profile] = await this.database.query(PUBLIC_BY_ID, [therapistId]);
    return profile;
  }

  /** Undefined unless the therapist is active. */
  async findPublicProfileBySlug(slug: string): Promise<PublicProfile | undefined> {
    const [profile] = await this.database.query(PUBLIC_BY_SLUG, [slug]);
    return profile;
  }
}
