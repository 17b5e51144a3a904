import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { CleanText, Id } from '../../../common/http/fields';
import { MeetingPlatform, PLATFORMS } from '../meeting-link';
import { SHOWN_ANALYSIS_STATES, ShownAnalysisState } from '../results/meeting-analysis.dto';
import { SHOWN_TRANSCRIPT_STATES, ShownTranscriptState } from '../transcripts/transcript.dto';
import { AudioQuality, QUALITIES, ROUTES, SessionRoute } from './session.entity';
import { END_REASONS, EndReason, Phase, PHASES, SessionStatus, STATUSES } from './session-states';

const REASONS = Object.keys(END_REASONS) as EndReason[];

/** What is asked of every recorded session. */
export class SessionSettingsDto {
  @ApiProperty({ format: 'uuid' }) @Id() consent_id: string;
  @ApiProperty({ type: 'integer', minimum: 15, maximum: 300 }) @IsInt() @Min(15) @Max(300) session_duration_minutes: number;
  @ApiProperty() @IsBoolean() enable_real_time_notes: boolean;
  @ApiProperty() @IsBoolean() enable_post_meeting_analysis: boolean;
  @ApiProperty({ enum: QUALITIES, description: '44,100, 22,050 or 16,000 frames a second.' }) @IsIn(QUALITIES) audio_quality: AudioQuality;
}

export class StartBotDto extends SessionSettingsDto {
  @ApiProperty({ enum: PLATFORMS }) @IsIn(PLATFORMS) meeting_platform: MeetingPlatform;
  @ApiProperty({ maxLength: 2_000 }) @IsString() @CleanText() @MinLength(1) @MaxLength(2_000) meeting_url: string;
}

/** Sound that is missing. */
export class GapDto {
  @ApiProperty({ type: 'integer' }) part: number;
  @ApiProperty({ description: 'How much was recorded before it, in seconds.' }) after_seconds: number;
  @ApiProperty() seconds: number;
}

export class MeetingSessionDto {
  @ApiProperty({ format: 'uuid' }) session_id: string;
  @ApiProperty({ format: 'uuid' }) consent_id: string;
  @ApiProperty({ format: 'uuid', type: String, nullable: true }) client_id: string | null;
  @ApiProperty({ enum: ROUTES }) route: SessionRoute;
  @ApiProperty({ type: String, enum: [...PLATFORMS, null], nullable: true, description: 'Null where no meeting is joined.' }) platform: MeetingPlatform | null;
  @ApiProperty({ enum: STATUSES, description: '`recording` is said only while sound is stored.' }) status: SessionStatus;
  @ApiProperty({ enum: PHASES }) phase: Phase;
  @ApiProperty({ description: 'How far it is, for people.' }) sentence: string;
  @ApiProperty({ type: String, enum: [...REASONS, null], nullable: true }) end_reason: EndReason | null;
  @ApiProperty({ type: String, nullable: true, description: 'The two words in the name of its notetaker, until it is over; null without one.' }) notetaker_words: string | null;
  @ApiProperty({ format: 'date-time' }) estimated_completion: string;
  @ApiProperty({ format: 'date-time', type: String, nullable: true, description: 'When the first sound was stored.' }) start_time: string | null;
  @ApiProperty({ format: 'date-time', type: String, nullable: true }) end_time: string | null;
  @ApiProperty({ type: 'integer' }) session_duration_minutes: number;
  @ApiProperty({ enum: QUALITIES }) audio_quality: AudioQuality;
  @ApiProperty({ type: 'integer', description: 'Frames a second.' }) sample_rate: number;
  @ApiProperty() is_paused: boolean;
  @ApiProperty({ description: 'It should record, and no sound came for 15 seconds.' }) is_interrupted: boolean;
  @ApiProperty() recorded_seconds: number;
  @ApiProperty({ type: Number, nullable: true, minimum: 0, maximum: 1, description: 'The peak of the newest sound that is stored.' }) level: number | null;
  @ApiProperty({ format: 'date-time', description: 'When whoever records was heard of last.' }) heard_of_at: string;
  @ApiProperty({ format: 'date-time', type: String, nullable: true, description: 'When the sound is destroyed at the latest; null while it is recorded, and once it is.' }) sound_kept_until: string | null;
  @ApiProperty({ description: 'There is no sound any more.' }) sound_is_destroyed: boolean;
  @ApiProperty({ description: 'It is finished' }) has_transcript: boolean;
  @ApiProperty({ enum: SHOWN_TRANSCRIPT_STATES }) transcript_state: ShownTranscriptState;
  @ApiProperty({ description: 'It is finished' }) has_analysis: boolean;
  @ApiProperty({ enum: SHOWN_ANALYSIS_STATES }) analysis_state: ShownAnalysisState;
  @ApiProperty({ type: String, enum: ['transcription_failed', 'analysis_failed', null], nullable: true, description: 'What could not be made of the sound; asked for again, it goes on.' }) failure_code: 'transcription_failed' | 'analysis_failed' | null;
}

export class MeetingSessionStatusDto extends MeetingSessionDto {
  @ApiProperty({ type: [GapDto] }) gaps: GapDto[];
  @ApiProperty({ description: 'Recorded, of what could have been: 0 to 1.' }) coverage: number;
  @ApiProperty({ description: 'Less than 97 % of it was recorded.' }) is_partial: boolean;
}

export class SessionListQueryDto {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 500 }) @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(500) limit?: number;
  @ApiPropertyOptional({ description: 'Where the last page ended.' }) @IsOptional() @IsString() @MaxLength(100) cursor?: string;
}

/** One way to record, and whether it works here. */
export class EngineDto {
  @ApiProperty({ enum: ROUTES }) route: SessionRoute;
  @ApiProperty({ type: String, enum: [...PLATFORMS, null], nullable: true }) platform: MeetingPlatform | null;
  @ApiProperty() available: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'Why not, for people.' }) reason: string | null;
}

export class EnginesDto {
  @ApiProperty({ type: [EngineDto] }) engines: EngineDto[];
  @ApiProperty({ type: [String], description: 'Kinds of files that can be uploaded.' }) upload_formats: string[];
  @ApiProperty({ type: String, nullable: true, description: 'Why no others, for people.' }) upload_reason: string | null;
  @ApiProperty({ type: 'integer' }) upload_max_bytes: number;
  @ApiProperty({ type: 'integer' }) upload_max_minutes: number;
  @ApiProperty() transcription_available: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'Why not, for people.' }) transcription_reason: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'What is sent to whom; null where nothing leaves the installation.' }) transcription_sent: string | null;
}
