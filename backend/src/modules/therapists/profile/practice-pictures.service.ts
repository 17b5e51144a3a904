import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../common/database/database';
import { ExportsOfPractice, PracticeFiles, TakesFromPractice } from '../../../common/practices/parts';
import type { Work } from '../../../common/work/work';
import type { Image } from '../../../integrations/images/image.entity';

/** What the practice shows of itself. */
const SHOWN = statement<Pick<Image, 'hash' | 'bytes'>>(
  'practice-pictures',
  `select i.hash, i.bytes from images i where i.hash in (select image_hash from therapist_profiles where therapist_id = $1 union select picture_hash from users where id = $1) order by i.hash`,
);
const TAKE_PROFILE = statement<{ hash: string | null }>('practice-profile-take', 'delete from therapist_profiles where therapist_id = $1 returning image_hash as hash');
const CLEAR_ACCOUNT = statement('practice-pictures-account', 'update users set picture_hash = null where id = $1 and picture_hash is not null');
const TAKE_UPLOADS = statement<{ hash: string }>('practice-pictures-uploads', 'delete from image_uploads where therapist_id = $1 returning hash');
const NAMED = statement<{ hash: string | null }>('practice-pictures-named', 'select picture_hash as hash from users where id = $1 and picture_hash is not null');
/** The same picture may be another practice's too. */
const TAKE_UNUSED = statement(
  'practice-pictures-take',
  `delete from images i where i.hash = any($1) and not exists (select from image_uploads u where u.hash = i.hash)
     and not exists (select from therapist_profiles p where p.image_hash = i.hash) and not exists (select from users u where u.picture_hash = i.hash)`,
);

/** The pictures of a practice, as it leaves. */
@Injectable()
export class PracticePictures {
  constructor(private readonly database: Database) {}

  @ExportsOfPractice(5)
  async *exportPictures(therapistId: string): PracticeFiles {
    for (const { hash, bytes } of await this.database.query(SHOWN, [therapistId])) yield { folder: ['pictures'], name: `${hash}.webp`, of: { table: 'images', id: hash }, content: once(bytes) };
  }

  @TakesFromPractice('therapist_profiles')
  async takeProfile(therapistId: string, { tx }: Work): Promise<number> {
    const taken = await tx.query(TAKE_PROFILE, [therapistId]);
    await tx.query(TAKE_UNUSED, [taken.map(({ hash }) => hash)]);
    return taken.length;
  }

  @TakesFromPractice('image_uploads')
  async takePictures(therapistId: string, { tx }: Work): Promise<number> {
    const named = await tx.query(NAMED, [therapistId]);
    await tx.query(CLEAR_ACCOUNT, [therapistId]);
    const uploaded = await tx.query(TAKE_UPLOADS, [therapistId]);
    await tx.query(TAKE_UNUSED, [[...named, ...uploaded].map(({ hash }) => hash)]);
    return uploaded.length;
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
