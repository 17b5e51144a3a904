import { isSignedOut } from '../refusal';

interface Attempt {
  isError: boolean;
  error: unknown;
  errorUpdatedAt: number;
}

/** When a query last failed, for a FailureBanner; a session that is over has a notice of its own. */
export function failedAt(query: Attempt): number {
  return query.isError && !isSignedOut(query.error) ? query.errorUpdatedAt : 0;
}
