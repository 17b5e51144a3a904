import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsUUID } from 'class-validator';
import { TrimmedText } from '../../../common/http/fields';

const lowerCase = ({ value }: { value: unknown }): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

export class HoldDto {
  /** What belongs to a hold is encrypted under its id as we spell it. */
  @ApiProperty({ format: 'uuid' }) @Transform(lowerCase) @IsUUID() hold_id: string;
}

export class VerifyBookingDto extends HoldDto {
  @ApiProperty({ maxLength: 20, description: 'The six digits of the newest mail.' })
  @TrimmedText({ max: 20, message: 'Please enter the code' })
  code: string;
}

export class ReleasedDto {
  @ApiProperty({ enum: ['released'] }) status: 'released';
}
