import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { Image } from '../../../integrations/images/image.entity';
import { ImageUpload } from '../therapist.entity';

const REMEMBER = statement('image-upload-remember', `insert into image_uploads (therapist_id, hash, created_at) values ($1, $2, $3)
         on conflict (therapist_id, hash) do update set created_at = excluded.created_at`);

const FORGET_OLD = statement('image-upload-forget', `with forgotten as (
           delete from image_uploads where therapist_id = $1 and hash in (
             select hash from image_uploads where therapist_id = $1 order by created_at desc, hash offset $2
           ) returning hash
         )
         delete from images i using forgotten f
         where i.hash = f.hash
           and not exists (select 1 from image_uploads u where u.hash = i.hash and u.therapist_id <> $1)
           and not exists (select 1 from therapist_profiles p where p.image_hash = i.hash)
           and not exists (select 1 from users u where u.picture_hash = i.hash)`);

const BYTES = statement<Pick<Image, 'bytes'>>('image-bytes', 'select bytes from images where hash = $1');

const SHOWN = statement<Pick<Image, 'bytes'>>('image-shown', `select i.bytes from images i
         where i.hash = $1 and (
           exists (select 1 from users u where u.picture_hash = i.hash and u.is_active)
           or exists (select 1 from therapist_profiles p join users u on u.id = p.therapist_id where p.image_hash = i.hash and u.is_active)
         )`);

/** Which images a therapist uploaded and which ones may be shown. */
@Injectable()
export class ProfileImageRepository {
  constructor(private readonly database: Database) {}

  async rememberUpload(therapistId: string, hash: string, at: Date, on: Queryable): Promise<void> {
    await on.query(REMEMBER, [therapistId, hash, at]);
  }

  async isUploadedBy(therapistId: string, hash: string, on: Queryable): Promise<boolean> {
    return (await on.manager.findOneBy(ImageUpload, { therapist_id: therapistId, hash })) !== null;
  }

  /** Forgets all uploads but the newest `kept`, with the images that nobody uses. */
  async forgetOldUploads(therapistId: string, kept: number): Promise<void> {
    await this.database.query(FORGET_OLD, [therapistId, kept]);
  }

  async findBytes(hash: string, on: Queryable = this.database): Promise<Buffer | undefined> {
    const [row] = await on.query(BYTES, [hash]);
    return row?.bytes;
  }

  /** An image that an active therapist's profile or account shows. */
  async findPublicBytes(hash: string): Promise<Buffer | undefined> {
    const [row] = await this.database.query(SHOWN, [hash]);
    return row?.bytes;
  }
}
