import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { useFailureToast } from '@attune/shared-ui/failures/failure-banner';
import type { ReactNode } from 'react';
import { isAbsent } from './record-words';

interface RecordFailureProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  words: { failed: string; failedHint: string; gone: string; goneText: string };
  level?: 1 | 2 | 3 | 4;
  children?: ReactNode;
}

/** In the place of a record that cannot be shown: it is not there, or could not be read. */
export function RecordFailure({ query: { error, isFetching, refetch }, words, level = 3, children }: RecordFailureProps) {
  const absent = isAbsent(error);
  useFailureToast(!absent, words.failed);
  return (
    <ErrorPanel level={level} title={absent ? words.gone : words.failed} text={absent ? words.goneText : words.failedHint} onRetry={absent ? undefined : () => void refetch()} retrying={isFetching}>
      {children}
    </ErrorPanel>
  );
}
