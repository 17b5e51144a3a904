import type { Response } from 'express';
import { toMe } from '../auth/auth.mapper';
import { MeDto } from '../auth/dto/session.dto';
import { UserRow } from '../auth/user.repository';
import { ClientSignIn } from './client-session.service';
import { CodeSentDto, RegisteredClientDto } from './dto/client-sign-in.dto';
import { CODE_LIFETIME_SECONDS, RESEND_AFTER_SECONDS } from './sign-in-codes.service';

/** The answer with cookies beside it. */
export function withCookies<T>(response: Response, cookies: readonly (string | undefined)[], answer: T): T {
  for (const cookie of cookies) if (cookie !== undefined) response.append('Set-Cookie', cookie);
  return answer;
}

export function withSignIn(response: Response, { signedIn, cookies }: ClientSignIn): MeDto {
  return withCookies(response, cookies, toMe(signedIn));
}

export function toRegistered({ id, email, name }: UserRow): RegisteredClientDto {
  return { id, email, name, user_type: 'client' };
}

export function codeSent(): CodeSentDto {
  return { status: 'code_sent', resend_after_seconds: RESEND_AFTER_SECONDS, expires_in_seconds: CODE_LIFETIME_SECONDS };
}
