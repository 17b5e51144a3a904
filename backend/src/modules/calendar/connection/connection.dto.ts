import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsBoolean, IsIn, IsOptional } from 'class-validator';
import { BoundedList, Id, Ids } from '../../../common/http/fields';
import { CONNECTION_STATES, type ConnectionState, EVENT_TITLES, type EventTitles, TROUBLE_REASONS, type TroubleReason } from '../calendar.entity';
import * as messages from '../messages';

/** Of one account; Google's screens end far before. */
export const MOST_CALENDARS = 50;

export class CalendarSourceDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() name: string;
  @ApiProperty({ description: 'IANA' }) timezone: string;
  @ApiProperty({ description: "The account's main calendar" }) is_primary: boolean;
  @ApiProperty({ description: 'Appointments can be written to it' }) writable: boolean;
  @ApiProperty({ description: 'What stands in it blocks times' }) blocks: boolean;
  @ApiProperty({ description: 'Appointments are written to it' }) takes_appointments: boolean;
  @ApiProperty({ description: 'It was deleted at Google' }) gone: boolean;
}

export class CalendarStatusDto {
  @ApiProperty({ description: 'This installation is known to Google' }) configured: boolean;
  @ApiProperty({ description: 'The Google of this installation is a stand-in' }) demo: boolean;
  @ApiProperty() connected: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When the consent was last given' }) last_connected: string | null;
  @ApiProperty({ type: String, nullable: true, description: "The account's address" }) account: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'The calendar that takes appointments' }) calendar_name: string | null;
  @ApiProperty({ type: String, enum: [...CONNECTION_STATES, null], nullable: true }) state: ConnectionState | null;
  @ApiProperty({ type: String, enum: [...TROUBLE_REASONS, null], nullable: true, description: 'Null while all is well' }) reason: TroubleReason | null;
  @ApiProperty({ type: String, nullable: true, description: 'What is wrong and what helps, as a sentence' }) detail: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) last_synced_at: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When Google is asked next, while that waits' }) next_try_at: string | null;
  @ApiProperty({ description: 'Future blocks of time that are kept from this account' }) busy_blocks: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'There are more busy times than are kept: from then on all is taken. Null: all are kept' }) busy_known_until: string | null;
  @ApiProperty({ description: 'Upcoming appointments that should stand in the calendar and do not' }) missing_appointments: number;
  @ApiProperty({ description: 'Appointments that were moved or deleted at Google and wait for a decision' }) undecided_appointments: number;
  @ApiProperty({ type: String, enum: [...EVENT_TITLES, null], nullable: true, description: "What appointments are called there: with the client's initials, or 'Appointment' alone" }) titles: EventTitles | null;
  @ApiProperty({ type: Boolean, nullable: true, description: 'Video sessions without a link of their own get one of Google Meet' }) meet_links: boolean | null;
  @ApiProperty({ description: 'The list of the calendars may be read; else there are the main one, and those chosen before' }) may_list: boolean;
  @ApiProperty({ type: [CalendarSourceDto] }) calendars: CalendarSourceDto[];
  @ApiProperty({ type: String, nullable: true, description: 'Where the calendar is opened' }) open_url: string | null;
}

export class CalendarSettingsDto {
  @ApiProperty({ type: [String], format: 'uuid', description: 'Calendars that block times; those left out do not' })
  @BoundedList(MOST_CALENDARS)
  @IsArray()
  @ArrayMaxSize(MOST_CALENDARS)
  @ArrayUnique()
  @Ids(messages.noSuchCalendar)
  blocking: string[];

  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true, description: 'The calendar that takes appointments; left out: none does' })
  @IsOptional()
  @Id(messages.noSuchCalendar)
  appointments?: string | null;

  @ApiProperty({ enum: EVENT_TITLES }) @IsIn(EVENT_TITLES) titles: EventTitles;
  @ApiProperty() @IsBoolean() meet_links: boolean;
}

/** What else a consent may be asked for. */
export const FURTHER_WISHES = ['calendar_list'] as const;

export class ConsentQueryDto {
  @ApiPropertyOptional({ enum: FURTHER_WISHES, description: 'The list of calendars, for an account that is connected. Left out: events and free/busy, and the list where other calendars are chosen' })
  @IsOptional()
  @IsIn(FURTHER_WISHES)
  ask?: (typeof FURTHER_WISHES)[number];
}

export class ConsentAddressDto {
  @ApiProperty({ description: 'Where the browser goes next' }) authorization_url: string;
}

export class DisconnectedDto {
  @ApiProperty({ enum: ['disconnected'] }) status: 'disconnected';
  @ApiProperty({ description: 'False: Google could not be told; the consent is to be taken back there' }) revoked: boolean;
}
