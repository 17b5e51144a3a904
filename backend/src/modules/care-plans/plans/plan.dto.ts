import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { BaseVersion, BoundedList, CleanText, Id, NestedList, OptionalText, TrimmedText } from '../../../common/http/fields';
import { LocalDate } from '../../bookings/availability/availability.dto';
import * as messages from '../messages';
import { MAX_ACTIONS, MAX_DESCRIPTION, MAX_GOALS, MAX_LINE, MAX_TITLE } from '../plan-limits';

/** `withdrawn`: the client saw it before. */
export const PLAN_STATUSES = ['draft', 'published', 'withdrawn'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

const line = (message: string): PropertyDecorator =>
  applyDecorators(ApiProperty({ minLength: 1, maxLength: MAX_LINE }), MaxLength(MAX_LINE, { message: messages.lineTooLong }), TrimmedText({ max: Infinity, message }));

const partId = (): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ format: 'uuid', description: 'Of one that is in the plan; without it, or with an unknown one, it is new' }), IsOptional(), Id());

const KnownVersion = (description: string): PropertyDecorator => BaseVersion(description, messages.versionForm);

const progress = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'integer', minimum: 0, maximum: 100, description: 'Per cent' }),
    IsInt({ message: messages.progressForm }),
    Min(0, { message: messages.progressForm }),
    Max(100, { message: messages.progressForm }),
  );

export class PlanActionInputDto {
  @partId() id?: string;
  @line(messages.actionRequired) text: string;
}

export class PlanGoalInputDto {
  @partId() id?: string;
  @line(messages.goalRequired) text: string;
  @progress() progress: number;
}

function parts(type: () => new () => object, most: number, message: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: type(), isArray: true, maxItems: most }),
    BoundedList(most),
    IsOptional(),
    IsArray(),
    ArrayMaxSize(most, { message }),
    NestedList(type),
  );
}

/** What a therapist writes. */
class PlanFieldsDto {
  @ApiProperty({ minLength: 1, maxLength: MAX_TITLE })
  @MaxLength(MAX_TITLE, { message: messages.titleTooLong })
  @TrimmedText({ max: Infinity, message: messages.titleRequired })
  title: string;

  @ApiPropertyOptional({ maxLength: MAX_DESCRIPTION, default: '' })
  @IsOptional()
  @IsString()
  @CleanText()
  @MaxLength(MAX_DESCRIPTION, { message: messages.descriptionTooLong })
  description?: string;

  @parts(() => PlanActionInputDto, MAX_ACTIONS, messages.tooManyActions) actions?: PlanActionInputDto[];
  @parts(() => PlanGoalInputDto, MAX_GOALS, messages.tooManyGoals) goals?: PlanGoalInputDto[];

  @ApiPropertyOptional({ type: String, format: 'date', nullable: true, description: 'A day in the therapist’s zone. On it the therapist is reminded, and the client of a published plan' })
  @IsOptional()
  @LocalDate()
  follow_up_date?: string | null;
}

export class NewPlanDto extends PlanFieldsDto {
  @ApiProperty({ format: 'uuid', description: 'A client of the therapist. A plan stays with its client' }) @Id() client_id: string;
  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true, description: 'A note about the same client, which it came from' }) @IsOptional() @Id() note_id?: string | null;
}

/** What is left out becomes empty. */
export class PlanUpdateDto extends PlanFieldsDto {
  @KnownVersion('The version that the changes began with: when another one was saved meanwhile, the answer is 409. Without it this one becomes the newest')
  version?: number;
}

export class PlanVersionDto {
  @KnownVersion('The version that was looked at: when another one was saved meanwhile, the answer is 409') version?: number;
}

export class GoalProgressDto {
  @progress() progress: number;
}

export class PlanActionDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() text: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When the client ticked it off' }) done_at: string | null;
}

export class PlanGoalDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() text: string;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100, description: 'Per cent' }) progress: number;
}

class PlanBaseDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ format: 'uuid' }) client_id: string;
  @ApiProperty({ description: 'As it was given to this therapist' }) client_name: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'The note that it came from' }) note_id: string | null;
  @ApiProperty() title: string;
  @ApiProperty({ type: String, format: 'date', nullable: true }) follow_up_date: string | null;
  @ApiProperty({ enum: PLAN_STATUSES, description: 'Withdrawn: the client saw it before' }) status: PlanStatus;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) published_at: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) withdrawn_at: string | null;
  @ApiProperty({ type: 'integer', description: 'Counts what the therapist saved, from 1' }) version: number;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ format: 'date-time' }) updated_at: string;
}

/** A plan in a list. */
export class CarePlanSummaryDto extends PlanBaseDto {
  @ApiProperty({ type: 'integer' }) action_count: number;
  @ApiProperty({ type: 'integer', description: 'Actions that the client ticked off' }) done_count: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'The newest tick' }) last_done_at: string | null;
  @ApiProperty({ type: [PlanGoalDto] }) goals: PlanGoalDto[];
}

export class CarePlanDto extends PlanBaseDto {
  @ApiProperty() description: string;
  @ApiProperty({ type: [PlanActionDto] }) actions: PlanActionDto[];
  @ApiProperty({ type: [PlanGoalDto] }) goals: PlanGoalDto[];
  @ApiProperty({ description: 'Whether this client can be shown a plan: an appointment has taken place, or was booked with a confirmed address' }) is_publishable: boolean;
}

export class PlanListQueryDto {
  @ApiPropertyOptional({ type: 'integer', default: 50, maximum: 100 }) @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(100) limit?: number;
  @ApiPropertyOptional({ description: 'From the Link header' }) @OptionalText({ max: 200 }) cursor?: string;
  @ApiPropertyOptional({ format: 'uuid' }) @IsOptional() @Id() client_id?: string;
  @ApiPropertyOptional({ format: 'uuid', description: 'Plans that came from this note' }) @IsOptional() @Id() note_id?: string;
  @ApiPropertyOptional({ enum: PLAN_STATUSES }) @IsOptional() @IsIn(PLAN_STATUSES) status?: PlanStatus;
}

export class PlanClientsQueryDto {
  @ApiPropertyOptional({ description: 'Part of a name or an email address' }) @OptionalText({ max: 200 }) q?: string;
}

/** Somebody whom a plan can be written for. */
export class PlanClientDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ description: 'As it was given to this therapist' }) name: string;
  @ApiProperty({ description: 'As it was given to this therapist: people share names' }) email: string;
}

export class PlanCountsDto {
  @ApiProperty({ type: 'integer' }) total: number;
  @ApiProperty({ type: 'integer' }) published: number;
}

export class PlanRemovalDto {
  @ApiProperty({ enum: ['deleted'] }) status: 'deleted';
}
