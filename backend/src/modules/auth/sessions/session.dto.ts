import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import type { Response } from 'express';
import { SecondFactorDemandDto } from '../second-factor/second-factor.dto';
import { SecondFactorDemand } from '../second-factor/second-factor.service';
import { SignedIn } from '../sign-in/accounts.service';

/** After a sign-out nothing of the person's pages stays in the browser's cache. */
export const CLEAR_CACHE = '"cache"';

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
  @ApiProperty({ description: 'What is typed and not saved yet is sealed with it while it lies in this browser: 32 bytes in base64, told as long as the session lives.' }) draft_key: string;
}

export class SignedOutDto {
  @ApiProperty({ enum: ['signed_out'] }) status: 'signed_out';
}

export class ListedSessionDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ description: 'The browser and device in words, `Firefox on Windows (computer)`.' }) browser: string;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ format: 'date-time' }) last_seen_at: string;
  @ApiProperty({ description: 'The session that asks.' }) current: boolean;
}

export class SessionEndedDto {
  @ApiProperty({ enum: ['ended'] }) status: 'ended';
}

export function toMe({ user, session }: SignedIn): MeDto {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    picture: user.picture_hash && `/api/public/images/${user.picture_hash}.webp`,
    user_type: user.user_type,
    verified: session.verified,
    idle_expires_at: session.idleExpiresAt.toISOString(),
    absolute_expires_at: session.absoluteExpiresAt.toISOString(),
    draft_key: session.draftKey().toString('base64'),
  };
}

/** Gives the browser its cookie; answers 202 with what the sign-in still owes, if anything. */
export function toArrival<Whole>(
  response: Response,
  { cookie, demand }: { cookie: string; demand: SecondFactorDemand | undefined },
  whole: () => Whole,
): Whole | SecondFactorDemandDto {
  response.append('Set-Cookie', cookie);
  if (!demand) return whole();
  response.status(202);
  return { status: demand };
}
