import { Logo } from '@attune/shared-ui/components/Logo';
import { Link } from '@attune/shared-ui/runtime';
import type { ReactNode } from 'react';
import styles from './public-header.module.css';

/** The head of every public page: the way home, then what the page offers. */
export function PublicHeader({ before, children }: { before?: ReactNode; children?: ReactNode }) {
  return (
    <header className={styles.header}>
      <div className={styles.start}>
        {before}
        <Link to="/" className={styles.home} aria-label="Attune home">
          <Logo />
        </Link>
      </div>
      {children}
    </header>
  );
}
