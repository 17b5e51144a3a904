import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
  Validate,
  ValidatorConstraint,
  ValidatorConstraintInterface,
} from 'class-validator';
import { CleanText, OptionalText, TrimmedText } from '../../../common/http/transforms';
import * as messages from '../messages';
import { SESSION_TYPES, SessionType } from '../offering';
import { isPrice } from '../price';
import { PublicServiceDto } from './public-service.dto';

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
  @ApiPropertyOptional({ description: 'From the Link header' }) @IsOptional() @IsUUID(undefined, { message: messages.cursorUnknown }) cursor?: string;
  @ApiPropertyOptional({ description: 'Part of the name or the description' }) @OptionalText({ max: 120 }) q?: string;
}

export class ServiceRemovalDto {
  @ApiProperty({ enum: ['deleted', 'archived'], description: 'Archived when it was ever booked' }) status: 'deleted' | 'archived';
}
