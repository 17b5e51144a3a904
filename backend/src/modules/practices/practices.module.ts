import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { PracticeRows } from '../../common/practices/practice-rows';
import { PracticeWriter } from '../../common/practices/practice-writer';
import { AuthModule } from '../auth/auth.module';
import { PracticeExport } from './export/practice-export.service';
import { ImportedRows } from './import/imported-rows';
import { PracticeImport } from './import/practice-import.service';
import { PracticeDeletion } from './leaving/practice-deletion.service';
import { PracticeRepository } from './practice.repository';
import { RetentionTerms } from './retention/retention-terms.service';

/** A whole practice that leaves or moves: what every domain keeps of it, exported and taken out. */
@Module({
  imports: [AuthModule, DiscoveryModule],
  providers: [ImportedRows, PracticeDeletion, PracticeExport, PracticeImport, PracticeRepository, PracticeRows, PracticeWriter, RetentionTerms],
  exports: [PracticeDeletion, PracticeExport, PracticeImport, PracticeRepository, RetentionTerms],
})
export class PracticesModule {}
