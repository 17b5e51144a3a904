import type { Response } from 'express';
import { SecondFactorDemandDto, SecondFactorOfferDto, SecondFactorStatusDto } from '../second-factor/second-factor.dto';
import { SecondFactorDemand, SecondFactorStatus, SetupOffer } from '../second-factor/second-factor.service';
import { SignedIn } from '../sign-in/sign-in.service';
import { ListedSessionDto, MeDto, SessionEndedDto } from './session.dto';
import { ListedSession } from './session.repository';

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

export function toListedSession(session: ListedSession & { current: boolean }): ListedSessionDto {
  return {
    id: session.id,
    browser: session.browser,
    created_at: session.created_at.toISOString(),
    last_seen_at: session.last_seen_at.toISOString(),
    current: session.current,
  };
}

/** @param cookie what makes the browser forget a session that ended itself */
export function toSessionEnded(response: Response, cookie: string | undefined): SessionEndedDto {
  if (cookie) response.append('Set-Cookie', cookie).setHeader('Clear-Site-Data', CLEAR_CACHE);
  return { status: 'ended' };
}

export function toSecondFactorStatus({ enabled, required, recoveryCodesLeft }: SecondFactorStatus): SecondFactorStatusDto {
  return { enabled, required, recovery_codes_left: recoveryCodesLeft };
}

export function toSecondFactorOffer({ secret, otpauthUrl, qrSvg }: SetupOffer): SecondFactorOfferDto {
  return { secret, otpauth_url: otpauthUrl, qr_svg: qrSvg };
}

/** After a sign-out nothing of the person's pages stays in the browser's cache. */
export const CLEAR_CACHE = '"cache"';
