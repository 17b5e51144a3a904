import { ApiProperty } from '@nestjs/swagger';

export class ListedSessionDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ description: 'The browser in words, `Firefox on Windows`.' }) browser: string;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ format: 'date-time' }) last_seen_at: string;
  @ApiProperty({ description: 'The session that asks.' }) current: boolean;
}

export class SessionEndedDto {
  @ApiProperty({ enum: ['ended'] }) status: 'ended';
}
