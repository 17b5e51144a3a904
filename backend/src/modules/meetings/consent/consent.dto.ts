import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength, ValidateIf } from 'class-validator';
import { CleanText, Id } from '../../../common/http/fields';
import { UnknownPracticeDto } from '../../clients/strangers/introduction.dto';
import { CONSENT_STATUSES, ConsentStatus } from './consent-state';
import { PARTIES, Party } from './consent-texts';
import { CONSENT_ANSWERS, CONSENT_WAYS, ConsentAnswer, ConsentWay } from './consent.entity';

const LONGEST_LINK = 2_000;
const isGiven = (field: 'client_id' | 'meeting_url') => (body: Partial<RequestConsentDto>): boolean => body[field] !== undefined && body[field] !== null;

export class RequestConsentDto {
  @ApiProperty({ format: 'uuid', description: 'Who is signed in.' }) @Id() therapist_id: string;
  @ApiPropertyOptional({ format: 'uuid', type: String, nullable: true, description: 'Null for somebody who is not among the clients.' })
  @ValidateIf(isGiven('client_id'))
  @Id()
  client_id?: string | null;
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: LONGEST_LINK, description: 'Of Google Meet or Zoom. Null for a session that is recorded on this device, or a file.' })
  @ValidateIf(isGiven('meeting_url'))
  @IsString()
  @CleanText()
  @MaxLength(LONGEST_LINK)
  meeting_url?: string | null;
}

export class RecordConsentDto {
  @ApiProperty({ format: 'uuid' }) @Id() consent_id: string;
  @ApiProperty({ enum: PARTIES }) @IsIn(PARTIES) party: Party;
  @ApiProperty() @IsBoolean() consent_given: boolean;
}

/** One click, as it is kept. */
export class ConsentMarkDto {
  @ApiProperty({ enum: PARTIES, description: 'Whose consent it is about.' }) party: Party;
  @ApiProperty({ enum: CONSENT_ANSWERS }) answer: ConsentAnswer;
  @ApiProperty({ enum: PARTIES, description: 'Who clicked: `therapist` for the party `client` means recorded by the therapist on behalf of the client.' }) recorded_by: Party;
  @ApiProperty({ type: String, enum: [...CONSENT_WAYS, null], nullable: true, description: 'On the therapist’s screen, in the client’s portal, or with the mailed link; null where a client has not told the practice whether they have an account.' })
  way: ConsentWay | null;
  @ApiProperty({ format: 'date-time' }) answered_at: string;
  @ApiProperty({ description: 'Of the text beside the button.' }) text_version: string;
}

/** A consent as its therapist sees it. */
export class MeetingConsentDto {
  @ApiProperty({ format: 'uuid' }) consent_id: string;
  @ApiProperty({ format: 'uuid', type: String, nullable: true }) client_id: string | null;
  @ApiProperty({ type: String, nullable: true }) client_name: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Null where no meeting is joined.' }) meeting_url: string | null;
  @ApiProperty() therapist_consent_text: string;
  @ApiProperty() client_consent_text: string;
  @ApiProperty({ description: 'Of both texts.' }) text_version: string;
  @ApiProperty({ enum: CONSENT_STATUSES }) status: ConsentStatus;
  @ApiProperty({ format: 'uuid', type: String, nullable: true, description: 'The session that began with it.' }) session_id: string | null;
  @ApiProperty({ type: Boolean, nullable: true, description: 'Null until they answered.' }) therapist_consented: boolean | null;
  @ApiProperty({ type: Boolean, nullable: true, description: 'Null until they answered.' }) client_consented: boolean | null;
  @ApiProperty({ type: String, enum: [...PARTIES, null], nullable: true, description: 'Who clicked for the client: `therapist` means recorded by the therapist on behalf of the client.' })
  client_recorded_by: Party | null;
  @ApiProperty({ description: 'The client has to click themselves, with the link that they were mailed or in the portal; until then the consents are not complete.' })
  client_own_click_needed: boolean;
  @ApiProperty({ description: 'The client was mailed a link of their own.' }) client_was_mailed: boolean;
  @ApiProperty() both_consents_complete: boolean;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ format: 'date-time', description: 'Until then a session can begin with it.' }) expires_at: string;
  @ApiProperty({ format: 'date-time', type: String, nullable: true }) withdrawn_at: string | null;
  @ApiProperty({ type: String, enum: [...PARTIES, null], nullable: true }) withdrawn_by: Party | null;
  @ApiProperty({ type: [ConsentMarkDto], description: 'Each click, the newest last.' }) marks: ConsentMarkDto[];
}

export class AnswerConsentDto {
  @ApiProperty({ description: 'False declines; after their own yes, and of a session that has begun, it withdraws.' }) @IsBoolean() consent_given: boolean;
}

export class ConsentTokenDto {
  @ApiProperty({ description: 'What stands behind the # of the link.' }) @IsString() @CleanText() @MinLength(1) @MaxLength(100) token: string;
}

export class AnswerLinkedConsentDto extends ConsentTokenDto {
  @ApiProperty({ description: 'False declines; after their own yes, and of a session that has begun, it withdraws.' }) @IsBoolean() consent_given: boolean;
}

/** A consent as the client sees it whom it is about. */
export class OwnMeetingConsentDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() therapist_name: string;
  @ApiProperty({ format: 'date-time', description: 'Since when the practice is here.' }) practice_since: string;
  @ApiProperty({ type: UnknownPracticeDto, nullable: true, description: 'Told to nobody but the person, signed in.' }) unknown_practice: UnknownPracticeDto | null;
  @ApiProperty({ description: 'What they agree to.' }) consent_text: string;
  @ApiProperty() text_version: string;
  @ApiProperty({ enum: CONSENT_STATUSES }) status: ConsentStatus;
  @ApiProperty({ type: Boolean, nullable: true, description: 'Null until there is an answer.' }) consented: boolean | null;
  @ApiProperty({ type: String, enum: [...PARTIES, null], nullable: true, description: '`therapist`: the therapist recorded it on the client’s behalf.' }) recorded_by: Party | null;
  @ApiProperty({ description: 'Without the client’s own yes nothing is recorded. Otherwise the therapist may also note their answer; a no of their own holds.' }) needs_own_click: boolean;
  @ApiProperty({ description: 'They can agree now.' }) can_agree: boolean;
  @ApiProperty({ description: 'They can decline or withdraw now.' }) can_decline: boolean;
  @ApiProperty({ format: 'date-time' }) asked_at: string;
  @ApiProperty({ format: 'date-time' }) expires_at: string;
  @ApiProperty({ format: 'date-time', type: String, nullable: true }) withdrawn_at: string | null;
  @ApiProperty({ type: [ConsentMarkDto], description: 'Each click, the newest last.' }) marks: ConsentMarkDto[];
}

export class MeetingSettingsDto {
  @ApiProperty({ description: 'Clients who have an address are asked for a click of their own.' }) @IsBoolean() ask_client_own_click: boolean;
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 365, default: 30, description: 'How many days transcripts are kept; without it, it stays as it is' })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(365)
  transcript_kept_days?: number;
}
