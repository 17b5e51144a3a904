import { Logo } from '@attune/shared-ui/components/logo';
import { Link } from '@attune/shared-ui/runtime';
import type { ReactNode } from 'react';
import { BackGuard } from './back-guard';
import { CalendarNotice } from './calendar-notice';
import { GuardedLink, type LeaveGuard } from './guarded-link';
import styles from './plain-frame.module.css';

const HOME = { to: '/dashboard', 'aria-label': 'Attune, dashboard' };

interface PlainFrameProps {
  /** What stands at the end of the top bar. */
  aside?: ReactNode;
  /** 'narrow' for a single card, 'wide' for forms. */
  width?: 'narrow' | 'wide';
  /** Asked before the product's name, or the browser's Back, leads away from what was typed. */
  guard?: LeaveGuard;
  children: ReactNode;
}

/** A page beside the dashboard: a bar with the product's name, the content below. */
export function PlainFrame({ aside, width = 'wide', guard, children }: PlainFrameProps) {
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        {guard === undefined ? (
          <Link {...HOME} className={styles.logo}>
            <Logo />
          </Link>
        ) : (
          <GuardedLink {...HOME} {...guard} className={styles.logo}>
            <Logo />
          </GuardedLink>
        )}
        {aside}
      </header>
      {guard && <BackGuard {...guard} />}
      <main id="main" tabIndex={-1} className={`${styles.main} ${styles[width]}`}>
        <CalendarNotice {...(guard && { guard })} />
        {children}
      </main>
    </div>
  );
}
