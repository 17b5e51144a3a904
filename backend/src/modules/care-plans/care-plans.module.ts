import { Module } from '@nestjs/common';
import { CarePlanOwnership } from './care-plan-ownership.service';
import { CarePlanRepository } from './care-plan.repository';
import { CarePlansService } from './care-plans.service';

/** Aftercare recommendations; so far what a client may see of them. */
@Module({ providers: [CarePlanRepository, CarePlanOwnership, CarePlansService], exports: [CarePlansService] })
export class CarePlansModule {}
