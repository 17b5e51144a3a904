import { Injectable } from '@nestjs/common';
import { Database, Queryable } from '../../common/database/database';
import { EncodedImage, IMAGE_CONTENT_TYPE } from './encoded-image';
import { Image } from './image.entity';

const PICTURE_PATH = '/api/public/images/';

/** Pictures by the hash of their content: the same picture is stored once. Who may see one is decided by who refers to it. */
@Injectable()
export class ImageStore {
  constructor(private readonly database: Database) {}

  async put(image: EncodedImage, on: Queryable = this.database): Promise<void> {
    const values = { ...image, content_type: IMAGE_CONTENT_TYPE };
    await on.manager.createQueryBuilder().insert().into(Image).values(values).orIgnore().updateEntity(false).execute();
  }
}

/** Where browsers get a picture. */
export function imagePath(hash: string): string {
  return `${PICTURE_PATH}${hash}.webp`;
}
