import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { TherapistProfile } from '../therapist.entity';

/** A therapist's profile as it is stored. */
export interface Profile extends Pick<TherapistProfile, 'bio' | 'credentials' | 'languages' | 'timezone'> {
  therapistId: TherapistProfile['therapist_id'];
  displayName: TherapistProfile['display_name'];
  imageHash: TherapistProfile['image_hash'];
  customSlug: TherapistProfile['custom_slug'];
  createdAt: TherapistProfile['created_at'];
  updatedAt: TherapistProfile['updated_at'];
}

const COLUMNS = `therapist_id as "therapistId", display_name as "displayName", bio, credentials, languages, timezone,
  image_hash as "imageHash", custom_slug as "customSlug", created_at as "createdAt", updated_at as "updatedAt"`;

const FIND = statement('profile-find', `select ${COLUMNS} from therapist_profiles where therapist_id = $1`);
const LOCK = statement('profile-lock', `${FIND.text} for update`);

const INSERT = statement('profile-insert', `insert into therapist_profiles (therapist_id, display_name, bio, credentials, languages, timezone, image_hash, custom_slug, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (therapist_id) do nothing
         returning therapist_id`);

const UPDATE = statement('profile-update', `update therapist_profiles
         set display_name = $2, bio = $3, credentials = $4, languages = $5, timezone = $6, image_hash = $7, custom_slug = $8, updated_at = $9
         where therapist_id = $1`);

/** A profile as everybody may see it. */
export type PublicProfileRow = Pick<
  TherapistProfile,
  'therapist_id' | 'custom_slug' | 'display_name' | 'credentials' | 'bio' | 'image_hash' | 'languages' | 'timezone'
>;

const SELECT_PUBLIC = `select p.therapist_id, p.custom_slug, p.display_name, p.credentials, p.bio, p.image_hash, p.languages, p.timezone
  from therapist_profiles p join users u on u.id = p.therapist_id and u.is_active`;
const PUBLIC_BY_ID = statement('public-therapist-by-id', `${SELECT_PUBLIC} where p.therapist_id = $1`);
const PUBLIC_BY_SLUG = statement('public-therapist-by-slug', `${SELECT_PUBLIC} where p.custom_slug = $1`);

@Injectable()
export class ProfileRepository {
  constructor(private readonly database: Database) {}

  async findProfile(therapistId: string): Promise<Profile | undefined> {
    const [profile] = await this.database.query<Profile>(FIND, [therapistId]);
    return profile;
  }

  /** Waits for other writers of the same profile. */
  async lockProfile(therapistId: string, on: Queryable): Promise<Profile | undefined> {
    const [profile] = await on.query<Profile>(LOCK, [therapistId]);
    return profile;
  }

  /** @returns false when the therapist has a profile already */
  async insertProfile(profile: Profile, on: Queryable): Promise<boolean> {
    const rows = await on.query(INSERT, [...values(profile), profile.createdAt, profile.updatedAt]);
    return rows.length > 0;
  }

  async updateProfile(profile: Profile, on: Queryable): Promise<void> {
    await on.query(UPDATE, [...values(profile), profile.updatedAt]);
  }

  /** Undefined unless the therapist is active. */
  async findPublicProfile(therapistId: string): Promise<PublicProfileRow | undefined> {
    const [row] = await this.database.query<PublicProfileRow>(PUBLIC_BY_ID, [therapistId]);
    return row;
  }

  /** Undefined unless the therapist is active. */
  async findPublicProfileBySlug(slug: string): Promise<PublicProfileRow | undefined> {
    const [row] = await this.database.query<PublicProfileRow>(PUBLIC_BY_SLUG, [slug]);
    return row;
  }
}

function values(profile: Profile): unknown[] {
  return [
    profile.therapistId,
    profile.displayName,
    profile.bio,
    profile.credentials,
    profile.languages,
    profile.timezone,
    profile.imageHash,
    profile.customSlug,
  ];
}
