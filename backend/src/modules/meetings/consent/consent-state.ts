import type { MeetingConsent } from './consent.entity';

/** How far a consent is. `used`: a session has begun with it. */
export const CONSENT_STATUSES = ['waiting', 'complete', 'declined', 'used', 'withdrawn', 'expired'] as const;
export type ConsentStatus = (typeof CONSENT_STATUSES)[number];

/** What the status follows from. */
export type ConsentFacts = Pick<MeetingConsent, 'needs_own_click' | 'therapist_agreed' | 'client_agreed' | 'client_answered_by' | 'withdrawn_at' | 'expires_at'> & {
  /** The session that it was used for. */
  session_id: string | null;
};

/** Both said yes, the client themselves where that is asked for. */
export function isAgreed({ needs_own_click, therapist_agreed, client_agreed, client_answered_by }: ConsentFacts): boolean {
  return therapist_agreed === true && client_agreed === true && (!needs_own_click || client_answered_by === 'client');
}

export function consentStatus(consent: ConsentFacts, now: Date): ConsentStatus {
  if (consent.withdrawn_at) return 'withdrawn';
  if (consent.session_id) return 'used';
  if (consent.expires_at <= now) return 'expired';
  if (consent.therapist_agreed === false || consent.client_agreed === false) return 'declined';
  return isAgreed(consent) ? 'complete' : 'waiting';
}
