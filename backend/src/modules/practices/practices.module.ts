import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { PracticeRows } from '../../common/practices/practice-rows';
import { AuthModule } from '../auth/auth.module';
import { PracticeExport } from './export/practice-export.service';
import { PracticeDeletion } from './leaving/practice-deletion.service';
import { PracticeRepository } from './practice.repository';
import { RetentionTerms } from './retention/retention-terms.service';

/** A whole practice that leaves or moves: what every domain keeps of it, exported and taken out. */
@Module({
  imports: [AuthModule, DiscoveryModule],
  providers: [PracticeDeletion, PracticeExport, PracticeRepository, PracticeRows, RetentionTerms],
  exports: [PracticeDeletion, PracticeExport, PracticeRepository, RetentionTerms],
})
export class PracticesModule {}
