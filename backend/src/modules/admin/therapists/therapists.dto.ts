import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { OptionalText } from '../../../common/http/fields';

export const SORTS = ['joined', 'name', 'email', 'bookings', 'status', 'last_sign_in'] as const;
const ORDERS = ['asc', 'desc'] as const;
const STATUSES = ['active', 'inactive'] as const;

export class TherapistListQueryDto {
  @ApiPropertyOptional({ description: 'Part of a name, an address or a link.' }) @OptionalText({ max: 120 }) q?: string;
  @ApiPropertyOptional({ default: 50, maximum: 200 }) @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(200) limit?: number;
  @ApiPropertyOptional() @OptionalText({ max: 200 }) cursor?: string;
  @ApiPropertyOptional({ enum: STATUSES }) @IsOptional() @IsIn(STATUSES) status?: (typeof STATUSES)[number];
  @ApiPropertyOptional({ enum: SORTS, default: 'joined' }) @IsOptional() @IsIn(SORTS) sort?: (typeof SORTS)[number];
  @ApiPropertyOptional({ enum: ORDERS, default: 'desc' }) @IsOptional() @IsIn(ORDERS) order?: (typeof ORDERS)[number];
}

export class ListedTherapistDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ description: "The account's name while there is no profile." }) display_name: string;
  @ApiProperty({ type: String, nullable: true }) custom_slug: string | null;
  @ApiProperty() email: string;
  @ApiProperty() total_bookings: number;
  @ApiProperty() calendar_connected: boolean;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty() is_active: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) last_login_at: string | null;
}

export class TherapistListDto {
  @ApiProperty({ type: [ListedTherapistDto] }) therapists: ListedTherapistDto[];
  @ApiProperty({ description: 'How many the search finds in all.' }) total: number;
}

/** What closing this account touches. */
export class TherapistToCloseDto {
  @ApiProperty({ type: ListedTherapistDto }) therapist: ListedTherapistDto;
  @ApiProperty({ type: 'integer', description: 'Appointments that are booked and still to come.' }) upcoming_bookings: number;
  @ApiProperty({ type: 'integer', description: 'Clients who have one of them.' }) upcoming_clients: number;
}

/** A form knows texts only. */
const formFlag = ({ value }: { value: unknown }): unknown => (value === 'true' ? true : value === 'false' ? false : value);

export class TherapistStatusDto {
  @ApiProperty() @Transform(formFlag) @IsBoolean() is_active: boolean;
}
