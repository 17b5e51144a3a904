import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { Id } from '../../../common/http/fields';
import { MeetingSessionDto } from '../sessions/session.dto';
import { MAX_FILE_BYTES } from './upload-limits';
import * as messages from '../messages';

export class BeginUploadDto {
  @ApiProperty({ format: 'uuid' }) @Id() consent_id: string;
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAX_FILE_BYTES, description: 'In bytes.' })
  @IsInt()
  @Min(1)
  @Max(MAX_FILE_BYTES, { message: messages.fileTooLarge })
  file_size: number;
  @ApiProperty() @IsBoolean() enable_post_meeting_analysis: boolean;
}

/** A session whose sound comes as a file. */
export class UploadSessionDto extends MeetingSessionDto {
  @ApiProperty({ type: 'integer' }) file_size: number;
  @ApiProperty({ type: 'integer', description: 'Of every block but the last one, which is what is left.' }) block_bytes: number;
  @ApiProperty({ type: 'integer', description: 'How many blocks there are; they are numbered from 0.' }) blocks: number;
  @ApiProperty({ type: [Number], description: 'Which of them are stored.' }) stored: number[];
}
