import { ApiProperty } from '@nestjs/swagger';
import { AiStatusDto } from '../ai/ai-status.dto';
import { BreakGlassGrantDto } from '../break-glass/break-glass.dto';

const PARTS = ['database', 'queue', 'mail', 'sign_in', 'calendar', 'ai', 'transcription', 'storage', 'activity_log'] as const;
const STATES = ['ok', 'degraded', 'off'] as const;

export class AdminIdentityDto {
  @ApiProperty() username: string;
  @ApiProperty() role: string;
}

export class DashboardMetricsDto {
  @ApiProperty() total_therapists: number;
  @ApiProperty({ description: "Therapists who joined since this week's Sunday in the operator's zone." }) recent_registrations: number;
  @ApiProperty() total_bookings: number;
  @ApiProperty({ description: "Bookings made since this week's Sunday in the operator's zone." }) recent_bookings: number;
  @ApiProperty() total_session_notes: number;
  @ApiProperty({ description: 'Therapists who signed in within 30 days.' }) active_therapists: number;
  @ApiProperty() calendar_connections: number;
  @ApiProperty() total_clients: number;
  @ApiProperty({ description: 'Rounded to one decimal; 0 without therapists.' }) client_to_therapist_ratio: number;
}

export class LastFailureDto {
  @ApiProperty({ format: 'date-time' }) at: string;
  @ApiProperty({ description: 'One line that names no person.' }) reason: string;
}

export class IntegrationStatusDto {
  @ApiProperty({ enum: PARTS }) part: (typeof PARTS)[number];
  @ApiProperty({ description: 'What does the work, with its version where it is known; `none` where nothing does.' }) engine: string;
  @ApiProperty({ enum: STATES }) state: (typeof STATES)[number];
  @ApiProperty() note: string;
  @ApiProperty({ type: LastFailureDto, nullable: true }) last_failure: LastFailureDto | null;
}

export class StorageDto {
  @ApiProperty({ enum: ['disk', 's3'], description: 'Where files of notes are kept.' }) kind: 'disk' | 's3';
  @ApiProperty({ type: 'integer' }) database_bytes: number;
  @ApiProperty({ type: 'integer', description: 'Files of notes.' }) files: number;
  @ApiProperty({ type: 'integer', description: 'What they take.' }) files_bytes: number;
  @ApiProperty({ type: 'integer', nullable: true, description: "Free on the data folder's disk; null where it is not known." }) disk_free_bytes: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) disk_bytes: number | null;
}

export class OperationDto {
  @ApiProperty() version: string;
  @ApiProperty({ type: 'integer', description: 'Jobs whose time has come and that are not done.' }) jobs_waiting: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Since when the one that waits longest could have been done.' }) oldest_job_at: string | null;
  @ApiProperty({ type: 'integer' }) mails_sent_last_hour: number;
  @ApiProperty({ type: 'integer', description: 'Mails that were given up and that nobody has looked at.' }) mails_failed: number;
  @ApiProperty({ type: StorageDto }) storage: StorageDto;
}

export class AdminDashboardDto {
  @ApiProperty({ type: AdminIdentityDto }) admin: AdminIdentityDto;
  @ApiProperty({ type: DashboardMetricsDto }) metrics: DashboardMetricsDto;
  @ApiProperty({ format: 'date-time', description: 'When the metrics were counted, at most 60 seconds ago.' }) as_of: string;
  @ApiProperty({ type: [IntegrationStatusDto] }) integrations: IntegrationStatusDto[];
  @ApiProperty({ type: OperationDto }) operation: OperationDto;
  @ApiProperty({ type: AiStatusDto }) ai: AiStatusDto;
  @ApiProperty({ description: 'Jobs that were given up and that nobody has looked at.' }) failed_jobs: number;
  @ApiProperty({ type: [BreakGlassGrantDto], description: 'Records that are open in this session.' }) break_glass: BreakGlassGrantDto[];
}

export class DayCountDto {
  @ApiProperty({ format: 'date' }) date: string;
  @ApiProperty() count: number;
}

export class AnalyticsDto {
  @ApiProperty({ type: [DayCountDto], description: 'Therapists who joined, the last seven days, oldest first.' }) daily_registrations: DayCountDto[];
  @ApiProperty({ type: [DayCountDto], description: 'Bookings made, the last seven days, oldest first.' }) daily_bookings: DayCountDto[];
  @ApiProperty({ format: 'date-time' }) as_of: string;
  @ApiProperty({ description: "The operator's zone, in which days begin and end." }) timezone: string;
}
