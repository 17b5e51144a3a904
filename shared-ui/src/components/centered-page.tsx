import clsx from 'clsx';
import type { ReactNode } from 'react';
import styles from './centered-page.module.css';

export interface CenteredPageProps {
  /** The way home, at the top. */
  home: ReactNode;
  width?: 'sm' | 'md';
  children: ReactNode;
}

/** A page with one column in the middle, as for signing in. */
export function CenteredPage({ home, width = 'sm', children }: CenteredPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>{home}</header>
      <main id="main" className={clsx(styles.main, styles[width])}>
        {children}
      </main>
    </div>
  );
}
