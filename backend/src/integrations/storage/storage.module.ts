import { Module } from '@nestjs/common';
import { resolve } from 'node:path';
import { KeyRing } from '../../common/crypto/key-ring';
import { AppConfig } from '../../config/app-config';
import { DiskStorage } from './disk-storage';
import { FileStorage } from './file-storage';
import { S3Storage } from './s3-storage';

/** Where the product keeps files. Each installation has a place of its own in it, told by its secret: none tidies up another's. */
export function storageOf({ storage, dataDir }: AppConfig, keys: KeyRing): FileStorage {
  const own = keys.digest('file storage', 'place').toString('hex').slice(0, 16);
  return storage.kind === 's3' ? new S3Storage(storage, `files/${own}/`) : new DiskStorage(resolve(dataDir, 'files', own));
}

@Module({
  providers: [{ provide: FileStorage, inject: [AppConfig, KeyRing], useFactory: storageOf }],
  exports: [FileStorage],
})
export class StorageModule {}
