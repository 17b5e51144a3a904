import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { FullScreenSpinner } from '@attune/shared-ui/components/full-screen-spinner';
import { toast } from '@attune/shared-ui/runtime';
import { useEffect } from 'react';
import { frameMessages } from '../messages';
import styles from './admin-frame.module.css';

/** While it is not known who is signed in. Whoever arrives from another page has the focus here. */
export function AreaLoading({ onFocus }: { onFocus?: () => void }) {
  return (
    <main id="main" tabIndex={-1} onFocus={onFocus}>
      <FullScreenSpinner label={frameMessages.loading} />
    </main>
  );
}

interface AreaFailureProps {
  /** When the last try failed. */
  failedAt: number;
  retrying: boolean;
  onRetry: () => void;
}

/** Nothing could be loaded at all. */
export function AreaFailure({ failedAt, retrying, onRetry }: AreaFailureProps) {
  // Each failed try says so.
  useEffect(() => {
    toast.error(frameMessages.loadFailed);
  }, [failedAt]);
  return (
    <main id="main" tabIndex={-1} className={styles.centre}>
      <ErrorPanel
        level={1}
        title={frameMessages.fallbackTitle}
        text={frameMessages.fallbackText}
        onRetry={onRetry}
        retrying={retrying}
      />
    </main>
  );
}
