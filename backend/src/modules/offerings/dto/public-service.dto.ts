import { ApiProperty } from '@nestjs/swagger';
import { SESSION_TYPES, SessionType } from '../offering';

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
