import { googleFailure, GoogleFailureKind } from './google-failure';

const answer = (status: number, reason: string, retryAfter?: string): unknown => ({ response: { status, data: { error: { errors: [{ reason }] } }, headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }) } });

it('an address that Google does not tell of changes says nothing of the consent, although both are a 401', () => {
  expect(googleFailure(answer(401, 'push.webhookUrlUnauthorized')).kind).toBe('refused');
  expect(googleFailure(answer(401, 'authError')).kind).toBe('revoked');
});

it.each<[number, string, GoogleFailureKind]>([
  [403, 'insufficientPermissions', 'scope'],
  [403, 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'scope'],
  [403, 'forbidden', 'refused'],
  [403, 'rateLimitExceeded', 'busy'],
  [403, 'userRateLimitExceeded', 'busy'],
  [403, 'quotaExceeded', 'busy'],
  [429, 'anything', 'busy'],
  [410, 'fullSyncRequired', 'token_lost'],
  [410, 'deleted', 'gone'],
  [404, 'notFound', 'not_found'],
  [409, 'duplicate', 'exists'],
  [412, 'conditionNotMet', 'changed'],
  [408, '', 'unreachable'],
  [500, 'backendError', 'unreachable'],
  [503, 'backendError', 'unreachable'],
])('%i %s is %s', (status, reason, kind) => {
  expect(googleFailure(answer(status, reason)).kind).toBe(kind);
});

it('a wait is told in seconds or by the clock, and is never longer than a day', () => {
  const now = Date.parse('2026-11-24T12:00:00Z');
  const waits = ['90', 'Tue, 24 Nov 2026 12:10:00 GMT', 'Tue, 24 Nov 2026 11:00:00 GMT', '999999999', 'soon', undefined].map((retryAfter) => googleFailure(answer(429, 'rateLimitExceeded', retryAfter), now).retryAfterMs);
  expect(waits).toEqual([90_000, 600_000, 0, 86_400_000, 0, 0]);
});
