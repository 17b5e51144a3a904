import { ConsentFacts, consentStatus, isAgreed } from './consent-state';

const now = new Date('2026-11-26T10:00:00Z');
const fresh: ConsentFacts = { needs_own_click: false, therapist_agreed: null, client_agreed: null, client_answered_by: null, withdrawn_at: null, expires_at: new Date('2026-11-27T10:00:00Z'), session_id: null };
const both: ConsentFacts = { ...fresh, therapist_agreed: true, client_agreed: true, client_answered_by: 'therapist' };

it('is complete when both said yes, and not before', () => {
  expect(consentStatus(fresh, now)).toBe('waiting');
  expect(consentStatus({ ...fresh, therapist_agreed: true }, now)).toBe('waiting');
  expect(consentStatus(both, now)).toBe('complete');
  expect(consentStatus({ ...both, client_agreed: false }, now)).toBe('declined');
  expect(consentStatus({ ...both, therapist_agreed: false }, now)).toBe('declined');
});

it('where the client is asked themselves, what the therapist recorded for them is not enough', () => {
  const asked = { ...both, needs_own_click: true };
  expect([isAgreed(asked), consentStatus(asked, now)]).toEqual([false, 'waiting']);
  expect(consentStatus({ ...asked, client_answered_by: 'client' }, now)).toBe('complete');
});

it('ends with its day, unless a session has begun; a withdrawal ends it in any case', () => {
  const late = new Date('2026-11-27T10:00:00Z');
  expect(consentStatus(both, late)).toBe('expired');
  expect(consentStatus({ ...both, session_id: 'x' }, late)).toBe('used');
  expect(consentStatus({ ...both, session_id: 'x', withdrawn_at: now }, now)).toBe('withdrawn');
});
