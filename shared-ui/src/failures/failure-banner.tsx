import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useEffect, useState } from 'react';
import { Banner } from '../components/banner';
import { Button } from '../components/button';

/** There is no room to store anything: no failure, and told in words for whoever asked. */
const NO_ROOM = 507;

/** The server's own sentence about a refused call, or the one given where it said none or failed itself. */
export function refusalText(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.explained && (error.status < 500 || error.status === NO_ROOM) ? error.detail : otherwise;
}

/** The server no longer knows the session that the call was made with. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

interface Attempt {
  isError: boolean;
  error: unknown;
  errorUpdatedAt: number;
}

/** When a query last failed, for a FailureBanner: milliseconds since 1970, or 0. A session that is over has a notice of its own. */
export function failedAt(query: Attempt): number {
  return query.isError && !isSignedOut(query.error) ? query.errorUpdatedAt : 0;
}

export interface FailureBannerProps {
  /** When it failed, by any clock that moves on with the next failure; 0 while nothing has failed. */
  failedAt: number;
  text: string;
  onRetry?: () => void;
  retrying?: boolean;
}

/** Says that a part could not be loaded or changed. Put away, it comes back with the next failure only. */
export function FailureBanner({ failedAt, text, onRetry, retrying = false }: FailureBannerProps) {
  const [dismissed, setDismissed] = useState(0);
  if (failedAt === 0 || failedAt === dismissed) return null;
  const dismiss = () => {
    setDismissed(failedAt);
    // The cross goes with the banner.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <Banner
      tone="danger"
      role="alert"
      onDismiss={dismiss}
      action={
        onRetry && (
          <Button size="sm" loading={retrying} onClick={onRetry}>
            Try Again
          </Button>
        )
      }
    >
      {text}
    </Banner>
  );
}

/** Says in a toast that loading failed, each time it turns out so; a new try first makes `failed` false again. */
export function useFailureToast(failed: boolean, text: string): void {
  useEffect(() => {
    if (failed) toast.error(text);
  }, [failed, text]);
}
