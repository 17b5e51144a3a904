import clsx from 'clsx';
import { useId, type ReactNode } from 'react';
import styles from './progress-bar.module.css';

export interface ProgressBarProps {
  label: string;
  /** 0 to 100; absent while nobody knows how long it takes. */
  value?: number;
  /** What it is at, such as "Page 2 of 5". */
  detail?: ReactNode;
  hideLabel?: boolean;
}

/** How far a long piece of work is. */
export function ProgressBar({ label, value, detail, hideLabel = false }: ProgressBarProps) {
  const id = useId();
  const known = value === undefined ? undefined : Math.round(Math.min(100, Math.max(0, value)));
  return (
    <div className={styles.progress}>
      {!hideLabel && (
        <div className={styles.words}>
          <span id={id}>{label}</span>
          <span className={styles.figure}>{detail ?? (known === undefined ? null : `${known}%`)}</span>
        </div>
      )}
      <div
        className={styles.track}
        role="progressbar"
        aria-label={hideLabel ? label : undefined}
        aria-labelledby={hideLabel ? undefined : id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={known}
      >
        <div className={clsx(styles.bar, known === undefined && styles.unknown)} style={{ width: `${known ?? 30}%` }} />
      </div>
    </div>
  );
}
