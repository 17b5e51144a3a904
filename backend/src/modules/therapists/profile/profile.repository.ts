import { Injectable } from '@nestjs/common';
import { columnsOf, Database, Queryable, statement } from '../../../common/database/database';
import type { Image } from '../../../integrations/images/image.entity';
import { TherapistProfile } from '../therapist.entity';
import { therapistOfLink } from '../slugs/slugs.service';

/** A profile as everybody may see it: phone and address only where the therapist shows them. */
export type PublicProfile = Omit<TherapistProfile, 'phone_shown' | 'address_shown' | 'created_at' | 'updated_at' | 'version'>;

/** Whether visitors can book, and what they read while they cannot. */
export type BookingsPause = Pick<TherapistProfile, 'bookings_paused' | 'bookings_paused_message'>;

/** A page that search engines may list. */
export type ListedPage = Pick<TherapistProfile, 'therapist_id' | 'custom_slug' | 'updated_at'>;

/** What a therapist decides about a profile. */
export type ProfileContent = Omit<TherapistProfile, 'therapist_id' | 'created_at' | 'updated_at' | 'version' | keyof BookingsPause>;

/** With the bytes of its image. */
export type OwnProfile = TherapistProfile & { image: Image['bytes'] | null };

const PUBLIC_COLUMNS = `p.therapist_id, p.display_name, p.bio, p.credentials, p.languages, p.timezone, p.image_hash, p.custom_slug, p.search_listed,
  case when p.phone_shown then p.phone end as phone, case when p.address_shown then p.address end as address,
  p.bookings_paused, case when p.bookings_paused then p.bookings_paused_message end as bookings_paused_message`;

const OWN = columnsOf(TherapistProfile).join(', ');
const FIND = statement<OwnProfile>('profile-find', `select ${OWN}, (select i.bytes from images i where i.hash = image_hash) as image from therapist_profiles where therapist_id = $1`, { plan: 'generic', connection: 'shared' });
const LOCK = statement<TherapistProfile>('profile-lock', `select ${OWN} from therapist_profiles where therapist_id = $1 for update`);

/** Of the active therapist that a condition on `p` names. */
export const SELECT_PUBLIC_PROFILE = `select ${PUBLIC_COLUMNS} from therapist_profiles p join users u on u.id = p.therapist_id and u.is_active`;
const PUBLIC_BY_ID = statement<PublicProfile>('public-therapist-by-id', `${SELECT_PUBLIC_PROFILE} where p.therapist_id = $1`, { plan: 'generic', connection: 'shared' });
const PUBLIC_BY_SLUG = statement<PublicProfile>('public-therapist-by-slug', `${SELECT_PUBLIC_PROFILE} where p.therapist_id = ${therapistOfLink('$1', '$2')}`, { plan: 'generic', connection: 'shared' });

/** Pages that search engines may list; a site map may name as many. */
const LISTED = statement<ListedPage>('public-therapists-listed', `select p.therapist_id, p.custom_slug, p.updated_at from therapist_profiles p join users u on u.id = p.therapist_id and u.is_active
  where p.search_listed order by p.therapist_id limit 50000`);

@Injectable()
export class ProfileRepository {
  constructor(private readonly database: Database) {}

  async findProfile(therapistId: string): Promise<OwnProfile | undefined> {
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

  async updateProfile(therapistId: string, changes: Partial<ProfileContent & BookingsPause & Pick<TherapistProfile, 'version'>> & Pick<TherapistProfile, 'updated_at'>, on: Queryable): Promise<void> {
    await on.manager.update(TherapistProfile, { therapist_id: therapistId }, changes);
  }

  /** Undefined unless the therapist is active. */
  async findPublicProfile(therapistId: string): Promise<PublicProfile | undefined> {
    const [profile] = await this.database.query(PUBLIC_BY_ID, [therapistId]);
    return profile;
  }

  listedPages(): Promise<ListedPage[]> {
    return this.database.query(LISTED);
  }

  /** Undefined unless the therapist is active. Also by a link that they changed lately; `custom_slug` is then another. */
  async findPublicProfileBySlug(slug: string, now: Date): Promise<PublicProfile | undefined> {
    const [profile] = await this.database.query(PUBLIC_BY_SLUG, [slug, now]);
    return profile;
  }
}
