import styles from './full-screen-spinner.module.css';
import { Spinner } from './spinner';

export interface FullScreenSpinnerProps {
  label: string;
}

/** Fills the window while nothing can be shown yet. */
export function FullScreenSpinner({ label }: FullScreenSpinnerProps) {
  return (
    <div className={styles.screen} role="status">
      <Spinner size={36} />
      <p className={styles.label}>{label}</p>
    </div>
  );
}
