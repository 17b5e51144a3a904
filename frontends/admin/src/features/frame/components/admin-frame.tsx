import { Badge } from '@attune/shared-ui/components/badge';
import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { Logo } from '@attune/shared-ui/components/logo';
import { Link } from '@attune/shared-ui/runtime';
import { type ReactNode, useState } from 'react';
import type { Administrator } from '../../../wire';
import { frameMessages } from '../messages';
import styles from './admin-frame.module.css';

interface AdminFrameProps {
  admin: Administrator;
  /** The way to the page of this area that is not open: the account, or back to the dashboard. */
  aside: { to: string; label: string };
  onLogout: () => Promise<void>;
  children: ReactNode;
}

/** A page of the administrator's area: who is signed in, the ways out, the content below. */
export function AdminFrame({ admin, aside, onLogout, children }: AdminFrameProps) {
  const [leaving, setLeaving] = useState(false);
  const logout = () => {
    setLeaving(true);
    void onLogout();
  };
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <div className={styles.inner}>
          <Link to="/admin/dashboard" className={styles.logo} aria-label="Attune, administration">
            <Logo />
          </Link>
          <p className={styles.person}>
            <bdi className={styles.name}>{admin.username}</bdi>
            <Badge tone="accent">{admin.role}</Badge>
          </p>
          <div className={styles.actions}>
            <Link to={aside.to} className={buttonClass({ variant: 'quiet' })}>
              {aside.label}
            </Link>
            <Button variant="quiet" icon="log-out" loading={leaving} onClick={logout}>
              {frameMessages.logout}
            </Button>
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  );
}
