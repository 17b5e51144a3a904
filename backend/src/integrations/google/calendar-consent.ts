import type { GoogleIdentity } from './google-identity';

/** Whose account it is. No access to a calendar: it shows which account is connected, and keeps a second therapist from connecting it. */
const IDENTITY = ['openid', 'email'];
/** Events of all calendars that a person may write, and free or busy: everything works with these, on the main calendar and on those chosen before. */
const NEEDED = ['https://www.googleapis.com/auth/calendar.events', 'https://www.googleapis.com/auth/calendar.freebusy'];
/** The names of all calendars, for whoever wants to choose among them. */
const LIST = 'https://www.googleapis.com/auth/calendar.calendarlist.readonly';

/** What a person is asked for: events and free or busy, the list of calendars, or both. */
export type Asked = 'events' | 'list' | 'both';

export interface ConsentRequest {
  asked: Asked;
  state: string;
  /** Of PKCE, S256. */
  codeChallenge: string;
  /** The address of the account that is connected: what it allowed before stays allowed. */
  hint?: string;
}

/** What stands for one person's account: the token of their consent. */
export interface GoogleAccess {
  refreshToken: string;
}

/** What was allowed, now or before. */
export interface Allowed {
  /** Events, and free or busy. */
  isEnough: boolean;
  /** The list of calendars may be read. */
  mayList: boolean;
}

export interface Consent extends GoogleAccess, Allowed {
  account: GoogleIdentity;
}

export function scopesFor(asked: Asked): string[] {
  return [...IDENTITY, ...(asked === 'list' ? [] : NEEDED), ...(asked === 'events' ? [] : [LIST])];
}

/** @param scope as it comes with the tokens, parted by blanks */
export function allowedBy(scope: string): Allowed {
  const granted = scope.split(' ');
  return { isEnough: NEEDED.every((needed) => granted.includes(needed)), mayList: granted.includes(LIST) };
}
