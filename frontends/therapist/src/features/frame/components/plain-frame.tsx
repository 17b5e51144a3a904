import { Logo } from '@attune/shared-ui/components/Logo';
import { Link } from '@attune/shared-ui/runtime';
import type { ReactNode } from 'react';
import styles from './plain-frame.module.css';

interface PlainFrameProps {
  /** What stands at the end of the top bar. */
  aside?: ReactNode;
  /** 'narrow' for a single card, 'wide' for forms. */
  width?: 'narrow' | 'wide';
  children: ReactNode;
}

/** A page beside the dashboard: a bar with the product's name, the content below. */
export function PlainFrame({ aside, width = 'wide', children }: PlainFrameProps) {
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <Link to="/dashboard" className={styles.logo} aria-label="Attune, dashboard">
          <Logo />
        </Link>
        {aside}
      </header>
      <main id="main" tabIndex={-1} className={`${styles.main} ${styles[width]}`}>
        {children}
      </main>
    </div>
  );
}
