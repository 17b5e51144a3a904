import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Actor } from '../../../common/access/actor';
import { knownZone } from '../../../common/clock/zones';
import { Queryable, sqlState } from '../../../common/database/database';
import { DomainError, DomainErrorCode } from '../../../common/errors/domain-error';
import { Limit, Limits } from '../../../common/limits/limits';
import { changedFields } from '../../../common/work/changed-fields';
import { Activity, Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { EncodedImage, IMAGE_CONTENT_TYPE, ImageRefusal, ImageRefused, ImagesWait } from '../../../integrations/images/encoded-image';
import type { Image } from '../../../integrations/images/image.entity';
import { ImageEncoder } from '../../../integrations/images/image-encoder';
import { ImageStore } from '../../../integrations/images/image-store';
import { StorageSpace } from '../../../integrations/storage/storage-space';
import * as messages from '../messages';
import { SlugsService } from '../slugs/slugs.service';
import type { TherapistProfile } from '../therapist.entity';
import { ProfileImageRepository } from './profile-image.repository';
import { BookingsPauseDto, DEFAULT_LANGUAGES, DEFAULT_TIMEZONE, ProfileDto, ProfileInputDto, ProfileUpdateDto } from './profile.dto';
import { BookingsPause, ProfileContent, ProfileRepository } from './profile.repository';

const PREFIX = `data:${IMAGE_CONTENT_TYPE};base64,`;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Uploads that are remembered per therapist until one of them is saved in the profile. */
const KEPT_UPLOADS = 20;
const FOREIGN_KEY_VIOLATION = '23503';
const HOUR_MS = 3_600_000;
/** Each is an entry of the activity log. */
/** Each makes anew what visitors are told. */
const PAUSES: Limit = { scope: 'bookings-pause', max: 60, windowMs: HOUR_MS };
const CHANGES: Limit = { scope: 'profile-change', max: 60, windowMs: HOUR_MS };
const ACCOUNT_WAIT_SECONDS = 5;
const EVERYBODY_WAIT_SECONDS = 10;

const REFUSALS: Readonly<Record<ImageRefusal, readonly [DomainErrorCode, string]>> = {
  format: ['unsupported_type', messages.imageFormat],
  pixels: ['too_large', messages.imagePixels],
  effort: ['rule', messages.imageEffort],
};

const EMPTY_PROFILE: ProfileContent = {
  display_name: '',
  bio: '',
  credentials: '',
  languages: DEFAULT_LANGUAGES,
  timezone: DEFAULT_TIMEZONE,
  image_hash: null,
  custom_slug: null,
  phone: null,
  phone_shown: false,
  address: null,
  address_shown: false,
  search_listed: false,
};

const NOT_PAUSED: BookingsPause = { bookings_paused: false, bookings_paused_message: null };

/** A therapist's own profile and the image in it. */
@Injectable()
export class TherapistsService {
  constructor(
    private readonly works: Works,
    private readonly profiles: ProfileRepository,
    private readonly images: ProfileImageRepository,
    private readonly slugs: SlugsService,
    private readonly encoder: ImageEncoder,
    private readonly store: ImageStore,
    private readonly space: StorageSpace,
    private readonly limits: Limits,
    private readonly config: AppConfig,
  ) {}

  /** @throws DomainError not_found while there is no profile */
  async show(therapistId: string): Promise<ProfileDto> {
    const profile = await this.profiles.findProfile(therapistId);
    if (!profile) throw new DomainError('not_found', messages.profileMissing);
    return toProfileDto(profile, profile.image);
  }

  /** @throws DomainError conflict when there is a profile already or the link is taken */
  create(therapistId: string, input: ProfileInputDto, actor: Actor): Promise<ProfileDto> {
    return this.works.begin(actor, async (work) => {
      const content = await this.merge(work, therapistId, EMPTY_PROFILE, input);
      const now = work.now();
      const profile = { therapist_id: therapistId, ...content, ...NOT_PAUSED, created_at: now, updated_at: now, version: 1 };
      if (!(await this.profiles.insertProfile(profile, work.tx))) throw new DomainError('conflict', messages.profileExists);
      await work.record({ ...profileDeed('create_profile', therapistId), details: { fields: changedFields(EMPTY_PROFILE, content) } });
      return this.withImage(profile, work.tx);
    });
  }

  /**
   * A save that changes nothing is none, so that one whose answer was lost can be repeated.
   * @throws DomainError not_found while there is no profile, conflict when the link is taken or the profile was saved since the version
   *   that the changes began with, too_many
   */
  update(therapistId: string, input: ProfileUpdateDto, actor: Actor): Promise<ProfileDto> {
    return this.works.begin(actor, async (work) => {
      const present = await this.locked(work, therapistId);
      const content = await this.merge(work, therapistId, present, input);
      const fields = changedFields(present, content);
      if (fields.length === 0) return this.withImage(present, work.tx);
      if (input.version !== undefined && input.version !== present.version) throw new DomainError('conflict', messages.profileSavedElsewhere);
      const wait = await this.limits.reserveIn(work.tx, [[CHANGES, therapistId]]);
      if (wait > 0) throw new DomainError('too_many', messages.profileTooManyChanges, { retryAfterSeconds: wait });
      const changes = { ...content, updated_at: work.now(), version: present.version + 1 };
      await this.profiles.updateProfile(therapistId, changes, work.tx);
      await work.record({ ...profileDeed('update_profile', therapistId), details: { fields } });
      return this.withImage({ ...present, ...changes }, work.tx);
    });
  }

  /** What is booked stays as it is. @throws DomainError not_found while there is no profile */
  pauseBookings(therapistId: string, input: BookingsPauseDto, actor: Actor): Promise<ProfileDto> {
    return this.works.begin(actor, async (work) => {
      const present = await this.locked(work, therapistId);
      const { bookings_paused, bookings_paused_message = present.bookings_paused_message } = input;
      const changes = { bookings_paused, bookings_paused_message, updated_at: work.now() };
      if (bookings_paused === present.bookings_paused && bookings_paused_message === present.bookings_paused_message) return this.withImage(present, work.tx);
      const wait = await this.limits.reserveIn(work.tx, [[PAUSES, therapistId]]);
      if (wait > 0) throw new DomainError('too_many', messages.profileTooManyChanges, { retryAfterSeconds: wait });
      await this.profiles.updateProfile(therapistId, changes, work.tx);
      await work.recordRecurring(profileDeed(bookings_paused ? 'pause_bookings' : 'reopen_bookings', therapistId));
      return this.withImage({ ...present, ...changes }, work.tx);
    });
  }

  private async locked(work: Work, therapistId: string): Promise<TherapistProfile> {
    const present = await this.profiles.lockProfile(therapistId, work.tx);
    if (!present) throw new DomainError('not_found', messages.profileMissing);
    return present;
  }

  /**
   * Counts one more upload, before it is read: a refused picture costs as much as another one.
   * @throws DomainError too_many; no_room
   */
  async countUpload(therapistId: string): Promise<void> {
    await this.space.assertDisk();
    const wait = await this.limits.reserve([this.uploads(), therapistId]);
    if (wait > 0) throw new DomainError('too_many', messages.imageTooMany(this.config.imageUploadLimit), { retryAfterSeconds: wait });
  }

  /**
   * Re-encodes a picture and remembers it for this therapist; the profile changes only when it is saved.
   * @returns its data URL
   * @throws DomainError unsupported_type, too_large, rule for one that is too hard to read, too_many while others wait
   */
  async uploadImage(therapistId: string, content: Buffer, actor: Actor): Promise<string> {
    const image = await this.encode(content, therapistId, actor.address);
    await this.works.begin(actor, async (work) => {
      await this.store.put(image, work.tx);
      await this.images.rememberUpload(therapistId, image.hash, work.now(), work.tx);
      await work.record(profileDeed('upload_profile_image', therapistId));
    });
    await this.forgetOldUploads(therapistId);
    return imageDataUrl(image.bytes);
  }

  private async encode(content: Buffer, therapistId: string, address: string | null): Promise<EncodedImage> {
    try {
      return await this.encoder.encode(content, therapistId, address);
    } catch (error) {
      if (error instanceof ImageRefused) throw new DomainError(...REFUSALS[error.reason]);
      if (!(error instanceof ImagesWait)) throw error;
      if (error.whose === 'account') throw new DomainError('too_many', messages.imageEarlierOnes, { retryAfterSeconds: ACCOUNT_WAIT_SECONDS });
      // Other people's pictures are no reason to take one of this hour's, and nothing is down.
      await this.limits.release([this.uploads(), therapistId]);
      throw new DomainError('too_many', messages.imagesWait, { retryAfterSeconds: EVERYBODY_WAIT_SECONDS });
    }
  }

  private uploads(): Limit {
    return { scope: 'image-upload', max: this.config.imageUploadLimit, windowMs: HOUR_MS };
  }

  /** Housekeeping: when somebody begins to use one of the images at this very moment, the next upload tidies up. */
  private async forgetOldUploads(therapistId: string): Promise<void> {
    try {
      await this.images.forgetOldUploads(therapistId, KEPT_UPLOADS);
    } catch (error) {
      if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
    }
  }

  /** The profile with what was sent; what was left out stays. */
  private async merge(work: Work, therapistId: string, present: ProfileContent, input: ProfileInputDto): Promise<ProfileContent> {
    const slug = input.custom_slug === undefined ? present.custom_slug : input.custom_slug;
    await this.slugs.change(work, therapistId, present.custom_slug, slug);
    return {
      display_name: input.display_name,
      bio: input.bio === undefined ? present.bio : (input.bio ?? ''),
      credentials: input.credentials === undefined ? present.credentials : (input.credentials ?? ''),
      languages: input.languages ?? present.languages,
      timezone: knownZone(input.timezone) ?? present.timezone,
      image_hash: await this.imageHash(work, therapistId, present.image_hash, input.profile_image),
      custom_slug: slug,
      phone: input.phone === undefined ? present.phone : input.phone,
      phone_shown: input.phone_shown ?? present.phone_shown,
      address: input.address === undefined ? present.address : input.address,
      address_shown: input.address_shown ?? present.address_shown,
      search_listed: input.search_listed ?? present.search_listed,
    };
  }

  /**
   * The hash behind a profile's `profile_image`.
   * @throws DomainError invalid unless it is the present image or an upload of this therapist
   */
  private async imageHash(work: Work, therapistId: string, present: string | null, imageData: string | null | undefined): Promise<string | null> {
    if (imageData === undefined) return present;
    if (imageData === null) return null;
    const bytes = readImageDataUrl(imageData);
    const hash = bytes && createHash('sha256').update(bytes).digest('hex');
    if (hash && (hash === present || (await this.images.isUploadedBy(therapistId, hash, work.tx)))) return hash;
    throw new DomainError('invalid', messages.imageNotUploaded, { errors: [{ field: 'profile_image', message: messages.imageNotUploaded }] });
  }

  private async withImage(profile: TherapistProfile, on: Queryable): Promise<ProfileDto> {
    return toProfileDto(profile, profile.image_hash ? await this.images.findBytes(profile.image_hash, on) : null);
  }
}

function toProfileDto(profile: TherapistProfile, image: Image['bytes'] | null | undefined): ProfileDto {
  return {
    id: profile.therapist_id,
    display_name: profile.display_name,
    bio: profile.bio,
    credentials: profile.credentials,
    languages: profile.languages,
    timezone: profile.timezone,
    profile_image: image ? imageDataUrl(image) : null,
    custom_slug: profile.custom_slug,
    phone: profile.phone,
    phone_shown: profile.phone_shown,
    address: profile.address,
    address_shown: profile.address_shown,
    search_listed: profile.search_listed,
    bookings_paused: profile.bookings_paused,
    bookings_paused_message: profile.bookings_paused_message,
    created_at: profile.created_at.toISOString(),
    updated_at: profile.updated_at.toISOString(),
    version: profile.version,
  };
}

function imageDataUrl(bytes: Buffer): string {
  return `${PREFIX}${bytes.toString('base64')}`;
}

/** The bytes of a data URL as {@link imageDataUrl} writes it; undefined for anything else. */
function readImageDataUrl(text: string): Buffer | undefined {
  const encoded = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : '';
  return BASE64.test(encoded) ? Buffer.from(encoded, 'base64') : undefined;
}

function profileDeed(action: string, therapistId: string): Activity {
  return { action, subjectType: 'therapist', subjectId: therapistId };
}
