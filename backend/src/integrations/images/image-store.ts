import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../common/database/database';
import { EncodedImage, IMAGE_CONTENT_TYPE } from './encoded-image';

const PUT = statement('image-put', `insert into images (hash, content_type, bytes, width, height) values ($1, $2, $3, $4, $5) on conflict (hash) do nothing`);

const PICTURE_PATH = '/api/public/images/';

/** Pictures by the hash of their content: the same picture is stored once. Who may see one is decided by who refers to it. */
@Injectable()
export class ImageStore {
  constructor(private readonly database: Database) {}

  async put(image: EncodedImage, on: Queryable = this.database): Promise<void> {
    await on.query(PUT, [image.hash, IMAGE_CONTENT_TYPE, image.bytes, image.width, image.height]);
  }
}

/** Where browsers get a picture. */
export function imagePath(hash: string): string {
  return `${PICTURE_PATH}${hash}.webp`;
}
