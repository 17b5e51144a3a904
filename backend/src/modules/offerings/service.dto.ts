import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, Validate, ValidatorConstraint, ValidatorConstraintInterface } from 'class-validator';
import { CleanText, Id, OptionalText, TrimmedText } from '../../common/http/fields';
import * as messages from './messages';

export const SESSION_TYPES = ['online', 'in-person', 'both'] as const;
export type SessionType = (typeof SESSION_TYPES)[number];

const MAX_PRICE = 100_000;

/** Whether the value is a price in dollars: 0 to 100000 with at most two decimals. */
export function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_PRICE && Number(value.toFixed(2)) === value;
}

export function toCents(price: number): number {
  return Math.round(price * 100);
}

export function fromCents(cents: number): number {
  return cents / 100;
}

/** A service as visitors see it. */
export class PublicServiceDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() name: string;
  @ApiProperty() description: string;
  @ApiProperty({ type: 'integer' }) duration_minutes: number;
  @ApiProperty({ description: 'Dollars' }) price: number;
  @ApiProperty() is_free: boolean;
  @ApiProperty({ enum: SESSION_TYPES }) session_type: SessionType;
}

@ValidatorConstraint({ name: 'price' })
class Price implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return isPrice(value);
  }
}

/** What a therapist sends. What is left out keeps its value, or gets its default in a new service. */
export class ServiceInputDto {
  @ApiProperty({ minLength: 1, maxLength: 120 })
  @MaxLength(120, { message: messages.nameTooLong })
  @TrimmedText({ max: Infinity, message: messages.nameRequired })
  name: string;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 2000, default: '' })
  @IsOptional()
  @IsString()
  @CleanText()
  @MaxLength(2000, { message: messages.descriptionTooLong })
  description?: string | null;

  @ApiPropertyOptional({ type: 'integer', minimum: 15, maximum: 240, default: 60 })
  @IsOptional()
  @IsInt({ message: messages.durationRange })
  @Min(15, { message: messages.durationRange })
  @Max(240, { message: messages.durationRange })
  duration_minutes?: number | null;

  @ApiPropertyOptional({ type: Number, minimum: 0, maximum: 100000, default: 0, description: 'Dollars, at most two decimals' })
  @IsOptional()
  @Validate(Price, { message: messages.priceForm })
  price?: number | null;

  @ApiPropertyOptional({ type: Boolean, default: true, description: 'A free service has the price 0, whatever was sent' })
  @IsOptional()
  @IsBoolean()
  is_free?: boolean | null;

  @ApiPropertyOptional({ enum: SESSION_TYPES, default: 'online' })
  @IsOptional()
  @IsIn(SESSION_TYPES, { message: messages.sessionTypes })
  session_type?: SessionType | null;
}

export class ServiceDto extends PublicServiceDto {
  @ApiProperty({ format: 'date-time' }) created_at: string;
}

export class ServiceListQueryDto {
  @ApiPropertyOptional({ type: 'integer', default: 500, maximum: 500 }) @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(500) limit?: number;
  @ApiPropertyOptional({ description: 'From the Link header' }) @IsOptional() @Id(messages.cursorUnknown) cursor?: string;
  @ApiPropertyOptional({ description: 'Part of the name or the description' }) @OptionalText({ max: 120 }) q?: string;
}

export class ServiceRemovalDto {
  @ApiProperty({ enum: ['deleted', 'archived'], description: 'Archived when it was ever booked' }) status: 'deleted' | 'archived';
}
