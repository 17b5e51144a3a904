import { buttonClass } from '@attune/shared-ui/components/button';
import { Logo } from '@attune/shared-ui/components/logo';
import { Link } from '@attune/shared-ui/runtime';
import type { ReactNode } from 'react';
import styles from './public-header.module.css';

interface PublicHeaderProps {
  /** What stands before the name. */
  before?: ReactNode;
  children?: ReactNode;
  /** As wide as the narrow content beneath it. */
  narrow?: boolean;
}

/** The head of every public page: the way home, then what the page offers. */
export function PublicHeader({ before, children, narrow = false }: PublicHeaderProps) {
  return (
    <header className={narrow ? `${styles.header} ${styles.narrow}` : styles.header}>
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

/** One way on from the head of a page. */
export function HeaderLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={`${buttonClass({ variant: 'quiet' })} ${styles.link}`}>
      {children}
    </Link>
  );
}
