import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { Database, Queryable } from '../../../common/database/database';
import { sqlState } from '../../../common/database/database-errors';
import { DomainError } from '../../../common/errors/domain-error';
import { EncodedImage, IMAGE_CONTENT_TYPE, ImageRefused } from '../../../integrations/images/encoded-image';
import { ImageEncoder } from '../../../integrations/images/image-encoder';
import { ImageStore } from '../../../integrations/images/image-store';
import { ActivityLog } from '../../activity-log/activity-log.service';
import * as messages from '../messages';
import { ProfileImageRepository } from './profile-image.repository';

const PREFIX = `data:${IMAGE_CONTENT_TYPE};base64,`;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export function imageDataUrl(bytes: Buffer): string {
  return `${PREFIX}${bytes.toString('base64')}`;
}

/** The bytes of a data URL as {@link imageDataUrl} writes it; undefined for anything else. */
export function readImageDataUrl(text: string): Buffer | undefined {
  const encoded = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : '';
  return BASE64.test(encoded) ? Buffer.from(encoded, 'base64') : undefined;
}

/** Uploads that are remembered per therapist until one of them is saved in the profile. */
const KEPT_UPLOADS = 20;
const HASH = /^[0-9a-f]{64}$/;
const FOREIGN_KEY_VIOLATION = '23503';

/** Profile images: upload, what the profile may refer to, and what the public sees. */
@Injectable()
export class ProfileImagesService {
  constructor(
    private readonly encoder: ImageEncoder,
    private readonly store: ImageStore,
    private readonly repository: ProfileImageRepository,
    private readonly database: Database,
    private readonly activityLog: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Re-encodes a picture and remembers it for this therapist; the profile changes only when it is saved.
   * @returns its data URL
   * @throws DomainError unsupported_type, too_large
   */
  async upload(therapistId: string, content: Buffer, actor: Actor): Promise<string> {
    const image = await this.encode(content);
    await this.database.transaction(async (tx) => {
      await this.store.put(image, tx);
      await this.repository.remember(therapistId, image.hash, this.clock.now(), tx);
      await this.activityLog.record(tx, actor, { action: 'upload_profile_image', subjectType: 'therapist', subjectId: therapistId });
    });
    await this.forgetOld(therapistId);
    return imageDataUrl(image.bytes);
  }

  /**
   * The hash behind a profile's `profile_image`.
   * @throws DomainError invalid unless it is the present image or an upload of this therapist
   */
  async hashOf(therapistId: string, imageData: string, presentHash: string | null, on: Queryable): Promise<string> {
    const bytes = readImageDataUrl(imageData);
    const hash = bytes && createHash('sha256').update(bytes).digest('hex');
    if (hash && (hash === presentHash || (await this.repository.isUploadedBy(therapistId, hash, on)))) return hash;
    throw new DomainError('invalid', messages.imageNotUploaded, { errors: [{ field: 'profile_image', message: messages.imageNotUploaded }] });
  }

  /** The data URL of a stored image. */
  async dataUrl(hash: string | null, on?: Queryable): Promise<string | null> {
    const bytes = hash && (await this.repository.bytes(hash, on));
    return bytes ? imageDataUrl(bytes) : null;
  }

  /** Bytes of an image that an active therapist shows. @throws DomainError not_found */
  async shown(hash: string): Promise<Buffer> {
    const bytes = HASH.test(hash) ? await this.repository.shown(hash) : undefined;
    if (!bytes) throw new DomainError('not_found', messages.imageUnknown);
    return bytes;
  }

  private async encode(content: Buffer): Promise<EncodedImage> {
    try {
      return await this.encoder.encode(content);
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error;
      if (error.reason === 'pixels') throw new DomainError('too_large', messages.imagePixels);
      throw new DomainError('unsupported_type', messages.imageFormat);
    }
  }

  /** Housekeeping: when somebody begins to use one of the images at this very moment, the next upload tidies up. */
  private async forgetOld(therapistId: string): Promise<void> {
    try {
      await this.repository.forgetOld(therapistId, KEPT_UPLOADS);
    } catch (error) {
      if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
    }
  }
}
