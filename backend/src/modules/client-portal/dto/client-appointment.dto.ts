import { ApiProperty } from '@nestjs/swagger';
import { IsUUID } from 'class-validator';
import { LocalDate, LocalTime } from '../../bookings/dto/local-date';

export class MoveAppointmentDto {
  @ApiProperty({ format: 'date' }) @LocalDate() new_date: string;
  @ApiProperty({ description: "'HH:mm' in the therapist's zone" }) @LocalTime() new_time: string;
}

export class RebookDto extends MoveAppointmentDto {
  @ApiProperty({ format: 'uuid', description: 'A completed appointment of this client.' }) @IsUUID() booking_id: string;
}

export class AppointmentTimesQueryDto {
  @ApiProperty({ format: 'date' }) @LocalDate() from: string;
  @ApiProperty({ format: 'date', description: 'Included; at most 62 days after the first.' }) @LocalDate() to: string;
}
