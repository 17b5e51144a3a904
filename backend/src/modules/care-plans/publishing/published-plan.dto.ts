import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { PlanActionDto, PlanGoalDto } from '../plans/plan.dto';

/** A care plan as its client sees it. */
export class AftercareRecommendationDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() title: string;
  @ApiProperty() description: string;
  @ApiProperty({ type: [String] }) recommended_actions: string[];
  @ApiProperty({ type: [PlanActionDto], description: 'The same actions, with what the client has ticked off' }) actions: PlanActionDto[];
  @ApiProperty({ type: [PlanGoalDto] }) goals: PlanGoalDto[];
  @ApiProperty({ type: String, format: 'date', nullable: true }) follow_up_date: string | null;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ format: 'uuid' }) therapist_id: string;
  @ApiProperty() therapist_name: string;
  @ApiProperty({ description: 'As of a session note.' }) practice_confirmed: boolean;
}

/** What a list shows of one. */
export class CarePlanBeginningDto extends AftercareRecommendationDto {
  @ApiProperty({
    description: 'A description of more than 900 characters is there with its first 700, and of actions and goals as many as have 1,500 characters together; the plan’s own address has all of it.',
  })
  is_whole: boolean;
}

export class CarePlanListDto {
  @ApiProperty({ type: [CarePlanBeginningDto], description: 'Of practices that the client has confirmed, newest first.' }) care_plans: CarePlanBeginningDto[];
}

export class TickDto {
  @ApiProperty() @IsBoolean() done: boolean;
}
