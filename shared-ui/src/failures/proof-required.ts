import { ApiError } from '@attune/shared-ui/runtime';

/** Whether the server asks for a fresh code before it does what was asked. */
export function proofRequired(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403 && (error.errors ?? []).some(({ field }) => field === 'proof');
}
