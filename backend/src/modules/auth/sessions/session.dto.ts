import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';

export class ExchangeCodeDto {
  @ApiProperty({ description: 'The one-time code of the address fragment `#session_id=…`.' })
  @IsString()
  @Length(1, 200)
  session_id: string;
}

export class MeDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() email: string;
  @ApiProperty() name: string;
  @ApiProperty({ type: String, nullable: true, description: 'A path of this site.' }) picture: string | null;
  @ApiProperty({ enum: ['therapist', 'client'] }) user_type: 'therapist' | 'client';
  @ApiProperty({ description: 'False for a client who has not confirmed the email address yet.' }) verified: boolean;
  @ApiProperty({ format: 'date-time' }) idle_expires_at: string;
  @ApiProperty({ format: 'date-time' }) absolute_expires_at: string;
}

export class SignedOutDto {
  @ApiProperty({ enum: ['signed_out'] }) status: 'signed_out';
}

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
