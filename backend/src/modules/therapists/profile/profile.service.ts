import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { Database, Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { ActivityLog } from '../../activity-log/activity-log.service';
import * as messages from '../messages';
import { SlugsService } from '../slugs/slugs.service';
import { ProfileImagesService } from './profile-images.service';
import { ProfileDto, ProfileInputDto } from './profile.dto';
import { DEFAULT_LANGUAGES, DEFAULT_TIMEZONE, Profile, ProfileRepository } from './profile.repository';

/** @param imageData data URL of the profile's image */
export function toProfileDto(profile: Profile, imageData: string | null): ProfileDto {
  return {
    id: profile.therapistId,
    display_name: profile.displayName,
    bio: profile.bio,
    credentials: profile.credentials,
    languages: profile.languages,
    timezone: profile.timezone,
    profile_image: imageData,
    custom_slug: profile.customSlug,
    created_at: profile.createdAt.toISOString(),
    updated_at: profile.updatedAt.toISOString(),
  };
}

/** A therapist's own profile. */
@Injectable()
export class TherapistsService {
  constructor(
    private readonly repository: ProfileRepository,
    private readonly images: ProfileImagesService,
    private readonly slugs: SlugsService,
    private readonly database: Database,
    private readonly activityLog: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found while there is no profile */
  async show(therapistId: string): Promise<ProfileDto> {
    const profile = await this.repository.find(therapistId);
    if (!profile) throw new DomainError('not_found', messages.profileMissing);
    return toProfileDto(profile, await this.images.dataUrl(profile.imageHash));
  }

  /** @throws DomainError conflict when there is a profile already or the link is taken */
  create(therapistId: string, input: ProfileInputDto, actor: Actor): Promise<ProfileDto> {
    return this.database.transaction(async (tx) => {
      const empty = emptyProfile(therapistId, this.clock.now());
      const profile = await this.merge(empty, input, tx);
      if (!(await this.repository.insert(profile, tx))) throw new DomainError('conflict', messages.profileExists);
      await this.record(tx, actor, 'create_profile', profile, changedFields(empty, profile));
      return toProfileDto(profile, await this.images.dataUrl(profile.imageHash, tx));
    });
  }

  /** @throws DomainError not_found while there is no profile, conflict when the link is taken */
  update(therapistId: string, input: ProfileInputDto, actor: Actor): Promise<ProfileDto> {
    return this.database.transaction(async (tx) => {
      const present = await this.repository.lock(therapistId, tx);
      if (!present) throw new DomainError('not_found', messages.profileMissing);
      const profile = await this.merge({ ...present, updatedAt: this.clock.now() }, input, tx);
      await this.repository.update(profile, tx);
      await this.record(tx, actor, 'update_profile', profile, changedFields(present, profile));
      return toProfileDto(profile, await this.images.dataUrl(profile.imageHash, tx));
    });
  }

  /** The profile with what was sent; what was left out stays. */
  private async merge(present: Profile, input: ProfileInputDto, tx: Queryable): Promise<Profile> {
    const customSlug = input.custom_slug === undefined ? present.customSlug : input.custom_slug;
    await this.slugs.change(present.therapistId, present.customSlug, customSlug, tx);
    return {
      ...present,
      displayName: input.display_name,
      bio: input.bio === undefined ? present.bio : (input.bio ?? ''),
      credentials: input.credentials === undefined ? present.credentials : (input.credentials ?? ''),
      languages: input.languages ?? present.languages,
      timezone: input.timezone ?? present.timezone,
      imageHash: await this.imageHash(present, input.profile_image, tx),
      customSlug,
    };
  }

  private async imageHash(present: Profile, imageData: string | null | undefined, tx: Queryable): Promise<string | null> {
    if (imageData === undefined) return present.imageHash;
    return imageData === null ? null : this.images.hashOf(present.therapistId, imageData, present.imageHash, tx);
  }

  private record(tx: Queryable, actor: Actor, action: string, profile: Profile, fields: string[]): Promise<void> {
    return this.activityLog.record(tx, actor, { action, subjectType: 'therapist', subjectId: profile.therapistId, details: { fields } });
  }
}

function emptyProfile(therapistId: string, now: Date): Profile {
  return {
    therapistId,
    displayName: '',
    bio: '',
    credentials: '',
    languages: DEFAULT_LANGUAGES,
    timezone: DEFAULT_TIMEZONE,
    imageHash: null,
    customSlug: null,
    createdAt: now,
    updatedAt: now,
  };
}

function changedFields(before: Profile, after: Profile): string[] {
  const fields = Object.keys(after) as (keyof Profile)[];
  return fields.filter((field) => field !== 'updatedAt' && !isDeepStrictEqual(before[field], after[field]));
}
