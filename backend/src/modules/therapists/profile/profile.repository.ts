import { Injectable } from '@nestjs/common';
import { Database, Queryable } from '../../../common/database/database';

/** A therapist's profile as it is stored. */
export interface Profile {
  therapistId: string;
  displayName: string;
  bio: string;
  credentials: string;
  languages: string[];
  timezone: string;
  imageHash: string | null;
  customSlug: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export const DEFAULT_LANGUAGES = ['English'];
export const DEFAULT_TIMEZONE = 'America/New_York';

const COLUMNS = `therapist_id as "therapistId", display_name as "displayName", bio, credentials, languages, timezone,
  image_hash as "imageHash", custom_slug as "customSlug", created_at as "createdAt", updated_at as "updatedAt"`;

const FIND = { name: 'profile-find', text: `select ${COLUMNS} from therapist_profiles where therapist_id = $1` };
const LOCK = { name: 'profile-lock', text: `${FIND.text} for update` };

const INSERT = {
  name: 'profile-insert',
  text: `insert into therapist_profiles (therapist_id, display_name, bio, credentials, languages, timezone, image_hash, custom_slug, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (therapist_id) do nothing
         returning therapist_id`,
};

const UPDATE = {
  name: 'profile-update',
  text: `update therapist_profiles
         set display_name = $2, bio = $3, credentials = $4, languages = $5, timezone = $6, image_hash = $7, custom_slug = $8, updated_at = $9
         where therapist_id = $1`,
};

@Injectable()
export class ProfileRepository {
  constructor(private readonly database: Database) {}

  async find(therapistId: string, on: Queryable = this.database): Promise<Profile | undefined> {
    const [profile] = await on.query<Profile>(FIND, [therapistId]);
    return profile;
  }

  /** Waits for other writers of the same profile. */
  async lock(therapistId: string, on: Queryable): Promise<Profile | undefined> {
    const [profile] = await on.query<Profile>(LOCK, [therapistId]);
    return profile;
  }

  /** @returns false when the therapist has a profile already */
  async insert(profile: Profile, on: Queryable): Promise<boolean> {
    const rows = await on.query(INSERT, [...values(profile), profile.createdAt, profile.updatedAt]);
    return rows.length > 0;
  }

  async update(profile: Profile, on: Queryable): Promise<void> {
    await on.query(UPDATE, [...values(profile), profile.updatedAt]);
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
