import clsx from 'clsx';
import { formatElapsed } from '../format/numbers';
import styles from './session-timer.module.css';

export interface SessionTimerProps {
  elapsedSeconds: number;
  plannedSeconds?: number;
  state?: 'running' | 'paused' | 'done';
  label?: string;
}

const words = { running: 'Running', paused: 'Paused', done: 'Ended' } as const;

/** How long a session has lasted, of how long it should. The caller ticks. */
export function SessionTimer({ elapsedSeconds, plannedSeconds, state = 'running', label = 'Session' }: SessionTimerProps) {
  const share = plannedSeconds ? Math.min(100, (elapsedSeconds / plannedSeconds) * 100) : undefined;
  const late = plannedSeconds !== undefined && elapsedSeconds > plannedSeconds;
  return (
    <div className={styles.timer}>
      <div className={styles.head}>
        <span className={clsx(styles.dot, styles[state])} aria-hidden="true" />
        <span>{label}</span>
        <span className={styles.state}>{words[state]}</span>
      </div>
      <p role="timer" aria-label={label} className={clsx(styles.figure, late && styles.late)}>
        {formatElapsed(elapsedSeconds)}
        {plannedSeconds !== undefined && <span className={styles.planned}> of {formatElapsed(plannedSeconds)}</span>}
      </p>
      {share !== undefined && (
        <div className={styles.track} aria-hidden="true">
          <div className={clsx(styles.bar, late && styles.over)} style={{ width: `${share}%` }} />
        </div>
      )}
    </div>
  );
}
