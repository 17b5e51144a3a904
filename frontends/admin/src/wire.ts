import type { components } from '@attune/shared-ui/api/schema';

/** The bodies of the administrators' calls by the names that the screens use, read from the generated contract. */
type Schemas = components['schemas'];

export type Administrator = Schemas['AdminIdentityDto'];
export type Dashboard = Schemas['AdminDashboardDto'];
export type Operation = Schemas['OperationDto'];
export type Metrics = Schemas['DashboardMetricsDto'];
export type Integration = Schemas['IntegrationStatusDto'];
export type IntegrationPart = Integration['part'];
export type AiStatus = Schemas['AiStatusDto'];
export type Grant = Schemas['BreakGlassGrantDto'];
export type Therapist = Schemas['ListedTherapistDto'];
export type Activity = Schemas['ActivityEntryDto'];
export type UserType = Activity['user_type'];
export type Analytics = Schemas['AnalyticsDto'];
export type DailyCount = Schemas['DayCountDto'];
export type FailedJob = Schemas['FailedJobDto'];
export type OpenRecord = Schemas['OpenRecordDto'];
export type RecordAnswer = Schemas['ClientRecordDto'];
export type RecordSection = RecordAnswer['section'];
export type RecordProfile = Schemas['RecordProfileDto'];
export type RecordBooking = Schemas['RecordBookingDto'];
export type RecordedAnswers = Schemas['RecordedAnswersDto'];
export type RecordSessionNote = Schemas['RecordSessionNoteDto'];
export type RecordCarePlan = Schemas['RecordCarePlanDto'];
