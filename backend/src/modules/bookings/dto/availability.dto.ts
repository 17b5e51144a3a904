import { ApiProperty } from '@nestjs/swagger';
import { IsUUID } from 'class-validator';
import { LocalDate } from './local-date';

export class AvailabilityQueryDto {
  @ApiProperty({ format: 'uuid' }) @IsUUID() service_id: string;
  @ApiProperty({ format: 'date' }) @LocalDate() from: string;
  @ApiProperty({ format: 'date', description: 'Included; at most 62 days after the first.' }) @LocalDate() to: string;
}

export class FreeDayDto {
  @ApiProperty({ format: 'date' }) date: string;
  @ApiProperty({ type: [String], description: "Start times 'HH:mm' in the therapist's zone, ascending." }) times: string[];
}

export class AvailabilityDto {
  @ApiProperty({ description: 'IANA zone of the therapist.' }) timezone: string;
  @ApiProperty() cancellation_notice_hours: number;
  @ApiProperty({ type: [FreeDayDto] }) days: FreeDayDto[];
}
