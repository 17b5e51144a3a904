import { Module } from '@nestjs/common';
import { AuthModule } from '../modules/auth/auth.module';
import { PagesModule } from '../pages/pages.module';
import { PublicReadsModule } from '../public-reads/public-reads.module';
import { PublicLane } from './public-lane';

/** The short way of what visitors read. */
@Module({ imports: [AuthModule, PagesModule, PublicReadsModule], providers: [PublicLane] })
export class LaneModule {}
