import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { OptionalText } from '../../../common/http/fields';

/** A page of a client's own list. */
export class OwnListQueryDto {
  @ApiPropertyOptional({ type: 'integer', default: 20, maximum: 50 }) @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(50) limit?: number;
  @ApiPropertyOptional({ description: 'From the Link header' }) @OptionalText({ max: 200 }) cursor?: string;
}

export const OWN_PAGE = 20;
