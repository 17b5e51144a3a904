import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { PracticeRows } from '../../common/practices/practice-rows';
import { PracticeExport } from './export/practice-export.service';
import { PracticeRepository } from './practice.repository';

/** A whole practice that leaves or moves: what every domain keeps of it, exported and taken out. */
@Module({
  imports: [DiscoveryModule],
  providers: [PracticeExport, PracticeRepository, PracticeRows],
  exports: [PracticeExport, PracticeRepository],
})
export class PracticesModule {}
