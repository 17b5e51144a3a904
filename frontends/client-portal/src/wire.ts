import type { components } from '@attune/shared-ui/api/schema';

type Schemas = components['schemas'];

export type CodeSent = Schemas['CodeSentDto'];
export type Me = Schemas['MeDto'];
export type Appointment = Schemas['ClientBookingDto'];
export type Practice = Schemas['ClientPracticeDto'];
export type SessionPlace = NonNullable<Schemas['NextAppointmentDto']['session_place']>;
export type SessionNote = Schemas['ClientNoteBeginningDto'];
export type WholeNote = Schemas['ClientSessionNoteDto'];
export type CarePlan = Schemas['CarePlanBeginningDto'];
export type WholePlan = Schemas['AftercareRecommendationDto'];
export type OwnForm = Schemas['OwnFormDto'];
export type Dashboard = Schemas['ClientDashboardDto'];
export type ActivityEntry = Schemas['RecordActivityEntryDto'];
export type Account = Schemas['ClientAccountDto'];
export type LeftPractice = Schemas['LeftPracticeDto'];
export type AccountInput = Schemas['UpdateClientAccountDto'];
export type Registration = Schemas['RegisterClientDto'];
export type NewAddress = Schemas['EmailDto'];
/** What came of an objection to a change of address, and the old address. */
export type Objection = Schemas['ObjectionOutcomeDto'];
export type CodeInput = Pick<Schemas['VerifyClientDto'], 'code' | 'trust'>;
