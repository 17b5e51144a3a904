import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { Instant } from '../../../common/http/fields';
import { MeetingSessionDto } from '../sessions/session.dto';

/** More than a day of the finest sound. */
const MOST_FRAMES = 4_000_000_000;
const MOST_LEASES = 1_000_000;

/** What stands beside the bytes of a chunk. */
export class ChunkQueryDto {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MOST_LEASES, description: 'Of the lease that records now.' }) @Type(() => Number) @IsInt() @Min(1) @Max(MOST_LEASES) fence: number;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: MOST_FRAMES, description: 'Counted from the beginning of the part.' }) @Type(() => Number) @IsInt() @Min(0) @Max(MOST_FRAMES) start_frame: number;
  @ApiProperty({ format: 'date-time', description: 'When it began, by the device’s clock.' }) @Instant() captured_at: string;
}

export class LeaseDto {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MOST_LEASES }) @IsInt() @Min(1) @Max(MOST_LEASES) fence: number;
}

/** A session that a device records: under which lease, and as which part it goes on. */
export class DeviceSessionDto extends MeetingSessionDto {
  @ApiProperty({ type: 'integer', description: 'To be sent with each chunk; an older one is refused.' }) fence: number;
  @ApiProperty({ type: 'integer', description: 'The part that new chunks belong to; their seq and start_frame begin at 0.' }) part: number;
}

/** Is kept in memory alone: whoever sits at the device after a sign-out has no use for the sound that waits there. */
export class DeviceKeyDto {
  @ApiProperty({ description: '32 bytes in base64, the same one for as long as the session’s sound can be opened: for AES-256-GCM.' }) device_key: string;
}

export class StoredRangeDto {
  @ApiProperty({ type: 'integer' }) part: number;
  @ApiProperty({ type: 'integer', description: 'The seq of the first chunk.' }) first: number;
  @ApiProperty({ type: 'integer', description: 'The seq of the last chunk.' }) last: number;
}

export class StoredChunksDto {
  @ApiProperty({ type: 'integer', description: 'The newest part.' }) part: number;
  @ApiProperty({ type: [StoredRangeDto], description: 'What is stored; what lies between two ranges is not.' }) stored: StoredRangeDto[];
}
