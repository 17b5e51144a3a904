import { ApiProperty } from '@nestjs/swagger';
import { Equals } from 'class-validator';

export class CloseAccountDto {
  @ApiProperty({ enum: [true], description: 'Closing cannot be undone.' }) @Equals(true, { message: 'Please confirm that your account is to be closed' }) confirm: true;
}

/** What goes and what stays when the account is closed, in sentences. */
export class ClosingDto {
  @ApiProperty({ type: [String] }) removed: string[];
  @ApiProperty({ type: [String] }) kept: string[];
  @ApiProperty({ description: 'Upcoming appointments, which closing does not cancel.' }) upcoming: number;
}

export class ClosedDto {
  @ApiProperty({ enum: ['closed'] }) status: 'closed';
  @ApiProperty({ type: [String] }) kept: string[];
}
