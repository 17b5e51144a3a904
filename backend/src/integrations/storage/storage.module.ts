import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { resolve } from 'node:path';
import { KeyRing } from '../../common/crypto/key-ring';
import { AppConfig, S3Config } from '../../config/app-config';
import { DiskStorage } from './disk-storage';
import { FileStorage, RecordingStorage } from './file-storage';
import { MovingStorage } from './moving-storage';
import { S3Storage } from './s3-storage';
import { StorageSpace } from './storage-space';
import { Shelf } from './stored-objects';
import { StoredBytes } from './stored-bytes.entity';

/** Where the product keeps files. Each installation has a place of its own in it, told by its secret: none tidies up another's. */
export function storageOf(config: AppConfig, keys: KeyRing, shelf: Shelf = 'files'): FileStorage {
  const { storage } = config;
  if (storage.kind === 's3' && storage.fromDisk) return movingStorageOf(config, storage, keys, shelf);
  const own = placeOf(keys);
  return storage.kind === 's3' ? new S3Storage(storage, `${shelf}/${own}/`) : new DiskStorage(resolve(config.dataDir, shelf, own), config.diskReserveBytes);
}

/** From the data folder into the bucket. */
export function movingStorageOf({ dataDir }: AppConfig, bucket: S3Config, keys: KeyRing, shelf: Shelf): MovingStorage {
  const own = placeOf(keys);
  return new MovingStorage(new DiskStorage(resolve(dataDir, shelf, own)), new S3Storage(bucket, `${shelf}/${own}/`));
}

function placeOf(keys: KeyRing): string {
  return keys.digest('file storage', 'place').toString('hex').slice(0, 16);
}

@Module({
  imports: [TypeOrmModule.forFeature([StoredBytes])],
  providers: [
    StorageSpace,
    { provide: FileStorage, inject: [AppConfig, KeyRing], useFactory: (config: AppConfig, keys: KeyRing) => storageOf(config, keys) },
    { provide: RecordingStorage, inject: [AppConfig, KeyRing], useFactory: (config: AppConfig, keys: KeyRing) => storageOf(config, keys, 'recordings') },
  ],
  exports: [FileStorage, RecordingStorage, StorageSpace],
})
export class StorageModule {}
