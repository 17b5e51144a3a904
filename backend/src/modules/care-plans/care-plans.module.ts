import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CarePlan } from './care-plan.entity';
import { CarePlanRepository } from './care-plan.repository';
import { CarePlansService } from './care-plans.service';

/** Aftercare recommendations; so far what a client may see of them. */
@Module({ imports: [TypeOrmModule.forFeature([CarePlan])], providers: [CarePlanRepository, CarePlansService], exports: [CarePlansService] })
export class CarePlansModule {}
