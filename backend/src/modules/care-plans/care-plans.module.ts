import { Module } from '@nestjs/common';
import { CarePlanRepository } from './care-plan.repository';
import { CarePlansService } from './care-plans.service';

/** Aftercare recommendations; so far what a client may see of them. */
@Module({ providers: [CarePlanRepository, CarePlansService], exports: [CarePlansService] })
export class CarePlansModule {}
