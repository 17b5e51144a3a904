import { Logo } from '@attune/shared-ui/components/logo';
import type { ReactNode } from 'react';
import styles from './public-footer.module.css';

/** The foot of the public pages. */
export function PublicFooter({ children }: { children?: ReactNode }) {
  return (
    <footer className={styles.footer}>
      <Logo />
      {children}
    </footer>
  );
}
