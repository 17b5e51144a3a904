import type { components } from '../api/schema';
import { consentMessages as messages } from './messages';

export type OwnConsent = components['schemas']['OwnMeetingConsentDto'];

/** What a client has to know about a consent: what they said themselves comes before how far the whole is. */
export type ConsentState = 'asked' | 'on_behalf' | 'agreed' | 'refused' | 'refused_on_behalf' | 'not_recorded' | 'begun' | 'begun_on_behalf' | 'withdrawn' | 'expired';

export function stateOf({ status, consented, recorded_by }: Pick<OwnConsent, 'status' | 'consented' | 'recorded_by'>): ConsentState {
  if (status === 'withdrawn' || status === 'expired') return status;
  if (status === 'used') return recorded_by === 'client' ? 'begun' : 'begun_on_behalf';
  if (consented === false) return recorded_by === 'therapist' ? 'refused_on_behalf' : 'refused';
  if (status === 'declined') return 'not_recorded';
  if (consented === null) return 'asked';
  return recorded_by === 'therapist' ? 'on_behalf' : 'agreed';
}

/** What follows from it, for the client. */
export function textOf(consent: OwnConsent): string {
  const state = stateOf(consent);
  return !consent.needs_own_click && (state === 'asked' || state === 'on_behalf') ? messages.noted[state] : messages.texts[state];
}

/** It waits for the client's own word. */
export function isOpen(consent: OwnConsent): boolean {
  const state = stateOf(consent);
  return consent.can_agree && (state === 'asked' || state === 'on_behalf');
}
