import { ApiError } from '@attune/shared-ui/runtime';

/** What is asked once more, where the server would refuse a time unless it is meant. */
export function onPurposeQuestion(error: unknown): string | undefined {
  return error instanceof ApiError ? error.errors?.find(({ field }) => field === 'on_purpose')?.message : undefined;
}
