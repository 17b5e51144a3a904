import { consentStatus, isAgreed } from './consent-state';
import { textsOf } from './consent-texts';
import type { ConsentMarkDto, MeetingConsentDto, OwnMeetingConsentDto } from './consent.dto';
import type { ConsentRow } from './consent.repository';

/** As its practice is told of it. */
export function toMeetingConsent(consent: ConsentRow, meetingUrl: string | null, now: Date): MeetingConsentDto {
  const texts = textsOf(consent.text_version);
  return {
    consent_id: consent.id,
    client_id: consent.client_id,
    client_name: consent.client_name,
    meeting_url: meetingUrl,
    therapist_consent_text: texts.therapist,
    client_consent_text: texts.client,
    text_version: texts.version,
    status: consentStatus(consent, now),
    session_id: consent.session_id,
    therapist_consented: consent.therapist_agreed,
    client_consented: consent.client_agreed,
    client_recorded_by: consent.client_answered_by,
    client_own_click_needed: consent.needs_own_click && consent.client_answered_by !== 'client',
    client_was_mailed: consent.token !== null,
    both_consents_complete: isAgreed(consent) && !consent.withdrawn_at,
    created_at: consent.created_at.toISOString(),
    expires_at: consent.expires_at.toISOString(),
    withdrawn_at: consent.withdrawn_at?.toISOString() ?? null,
    withdrawn_by: consent.withdrawn_by,
    marks: toToldMarks(consent),
  };
}

/** As the client is told of it. */
export function toOwnConsent(consent: ConsentRow, now: Date): OwnMeetingConsentDto {
  const texts = textsOf(consent.text_version);
  const status = consentStatus(consent, now);
  const isOpen = status === 'waiting' || status === 'complete' || status === 'declined';
  return {
    id: consent.id,
    therapist_name: consent.therapist_name,
    practice_since: consent.practice_since.toISOString(),
    unknown_practice: null,
    consent_text: texts.client,
    text_version: texts.version,
    status,
    consented: consent.client_agreed,
    recorded_by: consent.client_answered_by,
    needs_own_click: consent.needs_own_click,
    can_agree: isOpen && consent.is_ours,
    can_decline: isOpen || status === 'used',
    asked_at: consent.created_at.toISOString(),
    expires_at: consent.expires_at.toISOString(),
    withdrawn_at: consent.withdrawn_at?.toISOString() ?? null,
    marks: toMarks(consent),
  };
}

function toMarks({ marks }: ConsentRow): ConsentMarkDto[] {
  return marks.map(({ party, answer, recorded_by, way, text_version, answered_at }) => ({ party, answer, recorded_by, way, text_version, answered_at: new Date(answered_at).toISOString() }));
}

/** As a practice is told of them: whether a client has an account is theirs to tell, until they go there by a deed of their own. */
export function toToldMarks(consent: ConsentRow): ConsentMarkDto[] {
  return toMarks(consent).map((mark) => (mark.recorded_by === 'client' && !consent.is_confirmed ? { ...mark, way: null } : mark));
}

/** The same click again is no other answer. */
