import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { ColumnCipher, ColumnPlace } from '../../../common/crypto/column-cipher';
import { Database, Queryable } from '../../../common/database/database';
import { GooglePicture } from '../account.entity';

/** Where Google has somebody's picture, as it told at the newest sign-in. */
export interface PictureAddress extends Pick<GooglePicture, 'user_id' | 'told_at'> {
  url: string;
}

const place = (userId: string): ColumnPlace => ({ table: 'google_pictures', column: 'url', rowId: userId });

/** Addresses of pictures that are still to be fetched, one for each account. They are sealed. */
@Injectable()
export class GooglePictureRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  /** The newest address of an account replaces the one before. */
  async putAddress({ url, ...row }: PictureAddress, tx: Queryable): Promise<void> {
    const values = { ...row, url: this.cipher.encrypt(url, place(row.user_id)) };
    const insert = tx.manager.createQueryBuilder().insert().into(GooglePicture).values(values);
    await insert.orUpdate(['url', 'told_at'], ['user_id']).updateEntity(false).execute();
  }

  async findAddress(userId: string): Promise<PictureAddress | undefined> {
    const row = await this.database.manager.findOneBy(GooglePicture, { user_id: userId });
    return row ? { ...row, url: this.cipher.decrypt(row.url, place(userId)) } : undefined;
  }

  /** @returns false when Google has told another one since */
  async deleteAddress({ user_id, told_at }: PictureAddress, on: Queryable = this.database): Promise<boolean> {
    return (await on.manager.delete(GooglePicture, { user_id, told_at })).affected === 1;
  }

  /** @returns how many went */
  async deleteOldAddresses(before: Date): Promise<number> {
    return (await this.database.manager.delete(GooglePicture, { told_at: LessThan(before) })).affected ?? 0;
  }
}
