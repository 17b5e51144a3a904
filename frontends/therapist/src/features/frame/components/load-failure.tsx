import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import styles from './load-failure.module.css';

interface LoadFailureProps {
  title: string;
  text: string;
  retrying: boolean;
  onRetry: () => void;
}

/** A page that could not be loaded, with Try Again. */
export function LoadFailure({ title, text, retrying, onRetry }: LoadFailureProps) {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <ErrorPanel level={1} title={title} text={text} onRetry={onRetry} retrying={retrying} />
    </main>
  );
}
