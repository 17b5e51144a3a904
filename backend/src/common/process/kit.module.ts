import { DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AppConfig } from '../../config/app-config';
import { CsrfProtection } from '../access/csrf-protection';
import { Clock, SystemClock } from '../clock/clock';
import { Beginnings } from '../crypto/beginnings';
import { ColumnCipher } from '../crypto/column-cipher';
import { EncryptionKeys } from '../crypto/encryption-keys';
import { InstallationSecret } from '../crypto/installation-secret';
import { KeyRing } from '../crypto/key-ring';
import { RowMarks } from '../crypto/row-marks';
import { DatabaseModule } from '../database/database.module';
import { WorkerWatch } from '../health/part-failures';
import { Cookies } from '../http/cookies';
import { RepeatGuard } from '../idempotency/repeat-guard';
import { Metrics } from '../metrics/metrics';
import { MetricsServer } from '../metrics/metrics-server';
import { FailedJobs } from '../jobs/failed-jobs';
import { Outbox } from '../jobs/outbox.service';
import { Tracing } from '../tracing/tracing';
import { CodeLimits } from '../limits/code-limits';
import { Limits } from '../limits/limits';
import { DomainEvents, Works } from '../work/work';
import { PROCESS_NAME, ProcessName, StartHooks } from './start-hooks';

/** What every domain may inject without importing anything. It knows none of them; the activity log fills its `ActivityRecorder`. */
@Module({
  imports: [DatabaseModule, DiscoveryModule],
  providers: [
    { provide: Clock, useClass: SystemClock },
    CodeLimits,
    { provide: EncryptionKeys, inject: [AppConfig], useFactory: (config: AppConfig) => EncryptionKeys.of(config) },
    ColumnCipher,
    InstallationSecret,
    { provide: KeyRing, inject: [InstallationSecret], useFactory: async (secret: InstallationSecret) => new KeyRing(await secret.open()) },
    Cookies,
    CsrfProtection,
    DomainEvents,
    FailedJobs,
    Limits,
    Metrics,
    MetricsServer,
    Outbox,
    RepeatGuard,
    RowMarks,
    Beginnings,
    StartHooks,
    { provide: Tracing, inject: [AppConfig, PROCESS_NAME], useFactory: Tracing.of },
    WorkerWatch,
    Works,
  ],
  exports: [Beginnings, Clock, CodeLimits, EncryptionKeys, InstallationSecret, KeyRing, ColumnCipher, Cookies, CsrfProtection, DomainEvents, FailedJobs, Limits, Metrics, RepeatGuard, RowMarks, Tracing, WorkerWatch, Works],
})
export class KitModule {
  /** @param process which one this is: hooks of start-up name the process that they belong to */
  static of(process: ProcessName): DynamicModule {
    return { module: KitModule, global: true, providers: [{ provide: PROCESS_NAME, useValue: process }], exports: [PROCESS_NAME] };
  }
}
