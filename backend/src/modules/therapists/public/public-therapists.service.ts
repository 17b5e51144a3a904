import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock/clock';
import { DomainError } from '../../../common/errors/domain-error';
import { imagePath } from '../../../integrations/images/image-store';
import * as messages from '../messages';
import { ProfileImageRepository } from '../profile/profile-image.repository';
import { ListedPage, ProfileRepository, PublicProfile } from '../profile/profile.repository';
import { isSlug } from '../slugs/slugs.service';
import { PublicTherapistDto } from './public-therapist.dto';

/** For a statement that reads it with something else. */
export { type PublicProfile, SELECT_PUBLIC_PROFILE } from '../profile/profile.repository';

const HASH = /^[0-9a-f]{64}$/;

/** A therapist's page, and whether search engines may list it. */
export interface TherapistPage {
  therapist: PublicTherapistDto;
  listed: boolean;
}

/** What everybody may see of active therapists. One statement a call. */
@Injectable()
export class PublicTherapistsService {
  constructor(
    private readonly profiles: ProfileRepository,
    private readonly images: ProfileImageRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found */
  async findById(therapistId: string): Promise<PublicTherapistDto> {
    return (await this.pageById(therapistId)).therapist;
  }

  /** @throws DomainError not_found */
  async pageById(therapistId: string): Promise<TherapistPage> {
    return this.shown(await this.profiles.findPublicProfile(therapistId));
  }

  /** Capital letters count as small ones; a link that was changed leads on for 90 days. @throws DomainError not_found */
  async findBySlug(slug: string): Promise<PublicTherapistDto> {
    return (await this.pageBySlug(slug)).therapist;
  }

  /** As {@link findBySlug}. @throws DomainError not_found */
  async pageBySlug(slug: string): Promise<TherapistPage> {
    const lower = slug.toLowerCase();
    return this.shown(isSlug(lower) ? await this.profiles.findPublicProfileBySlug(lower, this.clock.now()) : undefined);
  }

  /** As everybody sees it. @throws DomainError not_found where there is none */
  shown(profile: PublicProfile | undefined): TherapistPage {
    if (!profile) throw new DomainError('not_found', messages.therapistNotFound);
    return { therapist: toPublicTherapist(profile), listed: profile.search_listed };
  }

  /** The pages of those who want to be found by search engines. */
  listedPages(): Promise<ListedPage[]> {
    return this.profiles.listedPages();
  }

  /** Bytes of an image that an active therapist shows. @throws DomainError not_found */
  async findImage(hash: string): Promise<Buffer> {
    const bytes = HASH.test(hash) ? await this.images.findPublicBytes(hash) : undefined;
    if (!bytes) throw new DomainError('not_found', messages.imageUnknown);
    return bytes;
  }
}

function toPublicTherapist(profile: PublicProfile): PublicTherapistDto {
  return {
    id: profile.therapist_id,
    custom_slug: profile.custom_slug,
    display_name: profile.display_name,
    credentials: profile.credentials,
    bio: profile.bio,
    profile_image: profile.image_hash === null ? null : imagePath(profile.image_hash),
    languages: profile.languages,
    timezone: profile.timezone,
    phone: profile.phone,
    address: profile.address,
    bookings_paused: profile.bookings_paused,
    bookings_paused_message: profile.bookings_paused_message,
  };
}
