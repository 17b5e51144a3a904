import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../../integrations/mail/mail.module';
import { AuthModule } from '../auth/auth.module';
import { ClientsModule } from '../clients/clients.module';
import { CarePlan, CarePlanReminder, CarePlanTick } from './care-plan.entity';
import { FollowUpRepository } from './follow-ups/follow-up.repository';
import { FollowUpsService } from './follow-ups/follow-ups.service';
import { PlanMarks } from './plans/plan-marks.service';
import { PlanRepository } from './plans/plan.repository';
import { PlansController } from './plans/plans.controller';
import { PlansService } from './plans/plans.service';
import { OwnPlansController } from './publishing/own-plans.controller';
import { PublishedPlanRepository } from './publishing/published-plan.repository';
import { PublishedPlansService } from './publishing/published-plans.service';
import { PublishingController } from './publishing/publishing.controller';

/** Aftercare recommendations: what therapists write for the time between sessions, and what their clients see and do of it. */
@Module({
  imports: [TypeOrmModule.forFeature([CarePlan, CarePlanTick, CarePlanReminder]), AuthModule, ClientsModule, MailModule],
  controllers: [PlansController, PublishingController, OwnPlansController],
  providers: [FollowUpRepository, FollowUpsService, PlanMarks, PlanRepository, PlansService, PublishedPlanRepository, PublishedPlansService],
  exports: [PublishedPlansService],
})
export class CarePlansModule {}
