import { Avatar } from '@attune/shared-ui/components/avatar';
import { Logo } from '@attune/shared-ui/components/logo';
import { UserText } from '@attune/shared-ui/components/user-text';
import { Link, type SessionUser } from '@attune/shared-ui/runtime';
import type { ReactNode } from 'react';
import type { DashboardTab } from '../dashboard-tabs';
import styles from './dashboard-frame.module.css';
import { type TabBadges, TabRail, tabIds } from './tab-rail';

interface DashboardFrameProps {
  user: SessionUser | null;
  tab: DashboardTab;
  badges: TabBadges;
  onTab: (tab: DashboardTab) => void;
  header: ReactNode;
  children: ReactNode;
}

/** The dashboard's page: tabs beside or above, header and the open tab's panel in the middle. */
export function DashboardFrame({ user, tab, badges, onTab, header, children }: DashboardFrameProps) {
  const ids = tabIds(tab);
  return (
    <div className={styles.frame}>
      <nav className={styles.side} aria-label="Dashboard sections">
        <Link to="/dashboard" className={styles.logo} aria-label="Attune, dashboard">
          <Logo />
        </Link>
        <TabRail tab={tab} badges={badges} onChange={onTab} />
        {user !== null && (
          <div className={styles.person}>
            <Avatar name={user.name} src={user.picture} size="sm" />
            <div className={styles.words}>
              <UserText className={styles.name}>{user.name}</UserText>
              <span className={styles.email} title={user.email}>{user.email}</span>
            </div>
          </div>
        )}
      </nav>
      <main id="main" tabIndex={-1} className={styles.main}>
        {header}
        <div role="tabpanel" id={ids.panel} aria-labelledby={ids.tab} className={styles.panel}>
          {children}
        </div>
      </main>
    </div>
  );
}
