import type { ReactNode } from 'react';
import styles from './public-main.module.css';

/** The content of a public page at its full width. */
export function PublicMain({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) {
  return (
    <main id="main" className={narrow ? `${styles.main} ${styles.narrow}` : styles.main}>
      {children}
    </main>
  );
}
