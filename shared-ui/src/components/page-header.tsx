import type { ReactNode } from 'react';
import styles from './page-header.module.css';

export interface PageHeaderProps {
  title: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** A way back, above the title. */
  back?: ReactNode;
}

/** The head of a page: its one h1, what it is about, and what can be done here. */
export function PageHeader({ title, subtitle, actions, back }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        {back && <div className={styles.back}>{back}</div>}
        <h1>{title}</h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
