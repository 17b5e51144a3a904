import { ApiError } from '@attune/shared-ui/runtime';
import { bookingMessages as messages } from './messages';

/** Why a booking did not come about, in words for the panel. */
export function failureSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return messages.failed;
  const { status, detail, retryAfterSeconds } = error;
  const tellsWhen = /try again/i.test(detail);
  if (status === 429 && retryAfterSeconds !== undefined && !tellsWhen) return detail + messages.tooMany(Math.max(1, Math.ceil(retryAfterSeconds / 60)));
  return detail;
}
