import Bowser from 'bowser';
import type { Request } from 'express';

const LONGEST_USER_AGENT = 400;

/** The browser of a request in words, `Firefox on Windows`, for lists of sessions. Free of versions, so it identifies nobody. */
export function browserLabel(request: Request): string {
  const userAgent = request.get('user-agent');
  if (!userAgent) return 'Unknown browser';
  const { browser, os } = Bowser.parse(userAgent.slice(0, LONGEST_USER_AGENT));
  return [browser.name ?? 'Unknown browser', os.name].filter(Boolean).join(' on ');
}
