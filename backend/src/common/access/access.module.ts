import { DynamicModule, Module, Type } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { CookieNames } from '../http/cookies';
import { AccessBootCheck } from './access-boot-check';
import { AccessGuard } from './access.guard';
import { CsrfProtection } from './csrf-protection';

/** The lock on every door. `sessions` is the module that exports a SessionReader. */
@Module({})
export class AccessModule {
  static with(sessions: Type<unknown>): DynamicModule {
    return {
      module: AccessModule,
      global: true,
      imports: [DiscoveryModule, sessions],
      providers: [CookieNames, CsrfProtection, AccessBootCheck, { provide: APP_GUARD, useClass: AccessGuard }],
      exports: [CsrfProtection, AccessBootCheck],
    };
  }
}
