import { Module } from '@nestjs/common';
import { PracticeTotalsRepository } from './practice-totals.repository';
import { PracticeTotalsService } from './practice-totals.service';

/** The operator's figures, which the API shows and the worker keeps fresh. */
@Module({ providers: [PracticeTotalsRepository, PracticeTotalsService], exports: [PracticeTotalsService] })
export class AdminModule {}
