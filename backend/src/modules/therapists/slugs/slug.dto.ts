import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';

export const SLUG_STATES = ['free', 'taken', 'not_allowed'] as const;

export class SlugQueryDto {
  @ApiProperty({ maxLength: 200, description: "The last part of the public link; capital letters count as small ones." }) @IsString() @MaxLength(200) slug: string;
}

export class SlugCheckDto {
  @ApiProperty({ description: 'The link that was asked about.' }) slug: string;
  @ApiProperty({ enum: SLUG_STATES }) status: (typeof SLUG_STATES)[number];
  @ApiProperty({ description: 'The same in a sentence.' }) detail: string;
}
