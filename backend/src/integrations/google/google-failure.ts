const KINDS = {
  /** The consent is over: nothing works until the person gives it again. */
  revoked: 'Google does not accept the consent any more.',
  /** The person did not allow this. */
  scope: 'The consent does not cover this.',
  /** Google does not say whose account it is, or has not verified its address. */
  unidentified: 'Google does not say whose account it is.',
  /** Google asks for patience. */
  busy: 'Google asks to wait.',
  /** A sync token that is too old: everything is to be read anew. */
  token_lost: 'Google does not know where the last list ended.',
  /** No such calendar or event, or not any more. */
  not_found: 'Google does not know this.',
  /** It was deleted there before. */
  gone: 'It was deleted at Google.',
  /** Something with this id is there. */
  exists: 'It is at Google already.',
  /** Somebody changed it there since it was read. */
  changed: 'It was changed at Google meanwhile.',
  /** Google could not be reached in time, or answered nonsense. */
  unreachable: 'Google did not answer.',
  /** Google understood, and does not do it. */
  refused: 'Google refused.',
} as const;

export type GoogleFailureKind = keyof typeof KINDS;

/** What went wrong at Google. It holds nothing that Google or a person sent. */
export class GoogleFailure extends Error {
  constructor(
    readonly kind: GoogleFailureKind,
    /** How long Google asks to be left alone; 0 where it does not say. */
    readonly retryAfterMs = 0,
  ) {
    super(KINDS[kind]);
  }
}

interface Answer {
  status: number;
  reason: string;
  retryAfter: string | null;
}

/** A longer wait is not believed. */
const LONGEST_WAIT_MS = 24 * 3_600_000;
const RATE_REASONS = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded', 'variableTermLimitExceeded']);

/** @param error what the client library throws */
export function googleFailure(error: unknown, now: number = Date.now()): GoogleFailure {
  if (error instanceof GoogleFailure) return error;
  const answer = answerOf(error);
  if (!answer) return new GoogleFailure('unreachable');
  return new GoogleFailure(kindOf(answer), waitOf(answer.retryAfter, now));
}

function kindOf({ status, reason }: Answer): GoogleFailureKind {
  // An address that Google does not tell of changes is answered with 401, too.
  if (reason.startsWith('push.')) return 'refused';
  if (reason === 'invalid_grant' || status === 401) return 'revoked';
  if (status === 429 || (status === 403 && RATE_REASONS.has(reason))) return 'busy';
  if (status === 403) return reason === 'insufficientPermissions' || reason === 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' ? 'scope' : 'refused';
  if (status === 404) return 'not_found';
  if (status === 409) return 'exists';
  if (status === 410) return reason === 'fullSyncRequired' || reason === 'updatedMinTooLongAgo' ? 'token_lost' : 'gone';
  if (status === 412) return 'changed';
  return status >= 500 || status === 408 ? 'unreachable' : 'refused';
}

/** @returns undefined where no whole answer came */
function answerOf(error: unknown): Answer | undefined {
  const response = (error as { response?: { status?: unknown; data?: unknown; headers?: unknown } } | null)?.response;
  if (!response || typeof response.status !== 'number') return undefined;
  const { headers } = response;
  const retryAfter = headers instanceof Headers ? headers.get('retry-after') : null;
  return { status: response.status, reason: reasonIn(response.data), retryAfter };
}

/** Calendar says `{ error: { errors: [{ reason }] } }`, the token endpoint `{ error }`. */
function reasonIn(data: unknown): string {
  const { error } = (data ?? {}) as { error?: unknown };
  if (typeof error === 'string') return error;
  const errors = (error as { errors?: unknown } | null | undefined)?.errors;
  const reason: unknown = Array.isArray(errors) ? (errors[0] as { reason?: unknown } | undefined)?.reason : undefined;
  return typeof reason === 'string' ? reason : '';
}

/** Seconds or a date, as HTTP has it. */
function waitOf(text: string | null, now: number): number {
  if (text === null) return 0;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_WAIT_MS) : 0;
}
