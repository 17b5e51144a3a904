import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { IsInt, IsOptional, Matches, MaxLength, Min } from 'class-validator';
import { TrimmedText } from '../../../common/http/fields';
import * as messages from './messages';
import { TRANSCRIPT_STATES, TranscriptState } from './transcript.entity';

export const SHOWN_TRANSCRIPT_STATES = ['none', ...TRANSCRIPT_STATES] as const;
export type ShownTranscriptState = 'none' | TranscriptState;

/** Something that was said. */
export class TranscriptLineDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ type: 'integer' }) seq: number;
  @ApiProperty({ description: 'Within the sound, as it plays' }) start_seconds: number;
  @ApiProperty() end_seconds: number;
  @ApiProperty({ type: 'integer', description: 'The engine heard each stretch by itself: the same letter in another one may be somebody else' }) stretch: number;
  @ApiProperty({ type: String, nullable: true, description: 'A letter for a voice; null where the engine tells none apart' }) speaker: string | null;
  @ApiProperty() text: string;
  @ApiProperty({ type: String, nullable: true, description: 'What the engine heard, of a corrected line; until the transcript is accepted' }) original: string | null;
  @ApiProperty({ type: 'integer' }) version: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) corrected_at: string | null;
}

export const LIVE_STATES = ['off', 'not_configured', 'on', 'late', 'ended', 'over'] as const;
export type LiveLinesState = (typeof LIVE_STATES)[number];

/** Something that was said a moment ago: provisional, until the transcript is there. */
export class LiveLineDto extends PickType(TranscriptLineDto, ['seq', 'start_seconds', 'text'] as const) {}

/** What was said in a session, while it is recorded. */
export class LiveLinesDto {
  @ApiProperty({ format: 'uuid' }) session_id: string;
  @ApiProperty({ enum: LIVE_STATES, description: '`late`: lines come later than usual, and the recording goes on; `ended`: it is over and is being checked; `over`: see the transcript' }) state: LiveLinesState;
  @ApiProperty({ description: 'For people' }) sentence: string;
  @ApiProperty({ description: 'The lines take the place of all that are known; else they follow those' }) is_whole: boolean;
  @ApiProperty({ description: 'What to send as `after` for those that follow' }) cursor: string;
  @ApiProperty({ type: [LiveLineDto], description: 'In the order of time, at most 500' }) lines: LiveLineDto[];
}

export class LiveLinesQueryDto {
  @ApiPropertyOptional({ description: 'The cursor of the answer before: only lines that are new come' })
  @IsOptional()
  @Matches(/^\d{1,9}\.\d{1,9}$/, { message: messages.cursorForm })
  after?: string;
}

/** The text of a session's sound, as far as it is. */
export class TranscriptDto {
  @ApiProperty({ format: 'uuid' }) session_id: string;
  @ApiProperty({ enum: SHOWN_TRANSCRIPT_STATES }) state: ShownTranscriptState;
  @ApiProperty({ description: 'How far it is, for people' }) sentence: string;
  @ApiProperty({ type: String, enum: ['transcription_failed', null], nullable: true }) failure_code: 'transcription_failed' | null;
  @ApiProperty({ type: String, nullable: true, description: 'Why there is none, for people' }) failure: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Why it cannot be asked for; null where it can' }) refused: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'What made it' }) model: string | null;
  @ApiProperty({ description: 'False where the engine does not tell when something was said: a line is then everything of up to a minute' }) has_times: boolean;
  @ApiProperty({ description: 'How much sound is done' }) done_seconds: number;
  @ApiProperty({ description: 'How much there is' }) sound_seconds: number;
  @ApiProperty({ description: 'The sound can be played' }) has_sound: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) created_at: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) finished_at: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) accepted_at: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When it is destroyed' }) kept_until: string | null;
  @ApiProperty({ description: 'Of its lines, while it is made: what to send as `known`' }) version: string;
  @ApiProperty({ description: 'No line came since that version, so none is sent' }) lines_are_known: boolean;
  @ApiProperty({ type: [TranscriptLineDto], description: 'In the order of time; while it is made, as far as it is' }) lines: TranscriptLineDto[];
}

export class TranscriptQueryDto {
  @ApiPropertyOptional({ description: 'The version that is known: while it is made, lines come only where there are new ones' })
  @IsOptional()
  @Matches(/^\d{1,9}\.\d{1,9}$/, { message: messages.versionOfLines })
  known?: string;
}

export class LineCorrectionDto {
  @ApiProperty({ minLength: 1, maxLength: messages.MAX_LINE })
  @MaxLength(messages.MAX_LINE, { message: messages.lineTooLong })
  @TrimmedText({ max: Infinity, message: messages.lineRequired })
  text: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'The version that was looked at: when another one was saved meanwhile, the answer is 409' })
  @IsInt({ message: messages.versionForm })
  @Min(1, { message: messages.versionForm })
  version: number;
}
