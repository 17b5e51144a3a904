import type { ReactNode } from 'react';
import { EmptyDrawing, type EmptyDrawingName } from './empty-drawings';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  title: string;
  text: ReactNode;
  action?: ReactNode;
  drawing?: EmptyDrawingName;
  level?: 2 | 3 | 4;
}

/** Where a list will be: a drawing, two lines and the one thing to do next. */
export function EmptyState({ title, text, action, drawing = 'calendar', level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.state}>
      <EmptyDrawing name={drawing} />
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.text}>{text}</p>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
