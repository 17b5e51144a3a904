import { Marking } from '../../../common/crypto/row-marks';

/** Who agreed to be recorded, or took it back: whoever writes the table says yes for nobody. */
export const CONSENT_MARKING = new Marking('meeting_consents', [
  'id', 'therapist_id', 'client_id', 'text_version', 'text_hash', 'needs_own_click', 'therapist_agreed', 'client_agreed', 'client_answered_by', 'withdrawn_at', 'withdrawn_by', 'created_at', 'expires_at',
]);
/** Each click, as it was made. */
export const ANSWER_MARKING = new Marking('meeting_consent_answers', ['id', 'consent_id', 'party', 'answer', 'recorded_by', 'way', 'network_hash', 'text_version', 'text_hash', 'answered_at']);
