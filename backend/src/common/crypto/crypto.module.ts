import { Global, Module } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { ColumnCipher } from './column-cipher';
import { KeyRing } from './key-ring';

@Global()
@Module({
  providers: [{ provide: KeyRing, inject: [AppConfig], useFactory: (config: AppConfig) => KeyRing.of(config) }, ColumnCipher],
  exports: [KeyRing, ColumnCipher],
})
export class CryptoModule {}
