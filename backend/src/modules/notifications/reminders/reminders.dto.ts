import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsBoolean, IsIn, IsOptional, IsString, Length, Matches } from 'class-validator';
import { BoundedList, Id, NestedList } from '../../../common/http/fields';
import * as messages from './messages';

/** Hours before an appointment; 0: no reminder. */
export const HOURS_BEFORE = [0, 2, 4, 12, 24, 48, 72] as const;
export type HoursBefore = (typeof HOURS_BEFORE)[number];

const MAX_SERVICES = 500;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

export class ServiceReminderInputDto {
  @ApiProperty({ format: 'uuid' }) @Id(messages.noSuchService) service_id: string;
  @ApiProperty({ enum: HOURS_BEFORE, description: '0: no reminder' }) @IsIn(HOURS_BEFORE, { message: messages.hoursBefore }) hours_before: HoursBefore;
}

export class ReminderSettingsInputDto {
  @ApiProperty({ enum: HOURS_BEFORE, description: '0: no reminder' }) @IsIn(HOURS_BEFORE, { message: messages.hoursBefore }) hours_before: HoursBefore;
  @ApiProperty({ type: String, nullable: true, example: '22:00', description: "By the client's clock; null: no quiet hours" })
  @IsOptional()
  @Matches(TIME, { message: messages.quietTime })
  quiet_from: string | null;
  @ApiProperty({ type: String, nullable: true, example: '07:00' }) @IsOptional() @Matches(TIME, { message: messages.quietTime }) quiet_to: string | null;
  @ApiProperty({ description: 'A mail to the therapist with the times of the day, in the morning of days with appointments' }) @IsBoolean() morning_digest: boolean;
  @ApiProperty({ type: [ServiceReminderInputDto], maxItems: MAX_SERVICES, description: 'Services with another time; all others have the one above.' })
  @BoundedList(MAX_SERVICES)
  @IsArray()
  @ArrayMaxSize(MAX_SERVICES)
  @ArrayUnique(({ service_id }: ServiceReminderInputDto) => (typeof service_id === 'string' ? service_id.toLowerCase() : service_id), { message: messages.serviceTwice })
  @NestedList(() => ServiceReminderInputDto)
  services: ServiceReminderInputDto[];
}

export class ServiceReminderDto {
  @ApiProperty({ format: 'uuid' }) service_id: string;
  @ApiProperty() service_name: string;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null: as for all services' }) hours_before: number | null;
}

export class ReminderSettingsDto {
  @ApiProperty({ type: 'integer', description: '0: no reminder' }) hours_before: number;
  @ApiProperty({ type: String, nullable: true, example: '22:00' }) quiet_from: string | null;
  @ApiProperty({ type: String, nullable: true, example: '07:00' }) quiet_to: string | null;
  @ApiProperty() morning_digest: boolean;
  @ApiProperty({ type: [ServiceReminderDto], description: 'All that can be booked, in their order' }) services: ServiceReminderDto[];
}

/** Whether a client wants reminders, of any practice. */
export class ReminderChoiceDto {
  @ApiProperty() wanted: boolean;
}

export class ReminderChoiceInputDto {
  @ApiProperty() @IsBoolean() wanted: boolean;
}

export class ReminderTokenDto {
  @ApiProperty({ description: "The token of a reminder's link, from the address fragment." }) @IsString() @Length(1, 200) token: string;
}

export class LinkedReminderChoiceInputDto extends ReminderTokenDto {
  @ApiProperty() @IsBoolean() wanted: boolean;
}
