import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { resolve } from 'node:path';
import { KeyRing } from '../../common/crypto/key-ring';
import { AppConfig } from '../../config/app-config';
import { DiskStorage } from './disk-storage';
import { FileStorage, RecordingStorage } from './file-storage';
import { S3Storage } from './s3-storage';
import { StorageSpace } from './storage-space';
import { StoredBytes } from './stored-bytes.entity';

/** Where the product keeps files. Each installation has a place of its own in it, told by its secret: none tidies up another's. */
export function storageOf({ storage, dataDir, diskReserveBytes }: AppConfig, keys: KeyRing, shelf: 'files' | 'recordings' = 'files'): FileStorage {
  const own = keys.digest('file storage', 'place').toString('hex').slice(0, 16);
  return storage.kind === 's3' ? new S3Storage(storage, `${shelf}/${own}/`) : new DiskStorage(resolve(dataDir, shelf, own), diskReserveBytes);
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
