import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { Logo } from '@attune/shared-ui/components/logo';
import { Link, toast, useSession } from '@attune/shared-ui/runtime';
import type { ReactNode } from 'react';
import { frameMessages as messages } from './messages';
import styles from './portal-frame.module.css';

interface PortalFrameProps {
  /** Where the other page of the portal is. */
  aside: 'dashboard' | 'account';
  children: ReactNode;
}

/** A signed-in client's page: the product's name, the way to the portal's other page, Logout. */
export function PortalFrame({ aside, children }: PortalFrameProps) {
  const session = useSession();
  const logout = async () => {
    await session.logout();
    toast.success(messages.loggedOut);
  };
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <Link to="/client/dashboard" className={styles.home} aria-label={messages.home}>
          <Logo />
        </Link>
        <nav className={styles.ways} aria-label={messages.sections}>
          <Link to={`/client/${aside}`} className={buttonClass({ variant: 'quiet' })}>
            {messages[aside]}
          </Link>
          <Button variant="quiet" icon="log-out" onClick={() => void logout()}>
            {messages.logout}
          </Button>
        </nav>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  );
}
