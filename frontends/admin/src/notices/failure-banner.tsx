import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { useState } from 'react';

interface FailureBannerProps {
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
