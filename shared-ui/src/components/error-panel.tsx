import type { ReactNode } from 'react';
import { Button } from './button';
import styles from './error-panel.module.css';
import { Icon } from './icon';

export interface ErrorPanelProps {
  title: string;
  text: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
  retrying?: boolean;
  level?: 1 | 2 | 3 | 4;
  children?: ReactNode;
}

/** Says what could not be shown, and offers to try again. */
export function ErrorPanel({ title, text, onRetry, retryLabel = 'Try Again', retrying = false, level = 2, children }: ErrorPanelProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.panel} role="alert">
      <span className={styles.sign}>
        <Icon name="alert" size={24} />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      <div className={styles.text}>{text}</div>
      {(onRetry || children) && (
        <div className={styles.actions}>
          {onRetry && (
            <Button icon="refresh" loading={retrying} onClick={onRetry}>
              {retryLabel}
            </Button>
          )}
          {children}
        </div>
      )}
    </div>
  );
}
