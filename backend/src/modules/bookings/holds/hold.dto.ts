import { ApiProperty } from '@nestjs/swagger';
import { Id, TrimmedText } from '../../../common/http/fields';

export class HoldDto {
  @ApiProperty({ format: 'uuid' }) @Id() hold_id: string;
}

export class VerifyBookingDto extends HoldDto {
  @ApiProperty({ maxLength: 20, description: 'The six digits of the newest mail.' })
  @TrimmedText({ max: 20, message: 'Please enter the code' })
  code: string;
}

export class ReleasedDto {
  @ApiProperty({ enum: ['released'] }) status: 'released';
}
