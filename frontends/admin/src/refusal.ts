import { ApiError } from '@attune/shared-ui/runtime';

/** The server's own sentence about a refused call, or the one given where it said none. */
export function refusalText(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.explained && error.status < 500 ? error.detail : otherwise;
}

/** The server no longer knows the session that the call was made with. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
