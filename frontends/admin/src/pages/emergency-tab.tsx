import { useNavigate } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { HistoryCard } from '../features/emergency/components/history-card';
import { OpenAccessCard } from '../features/emergency/components/open-access-card';
import { OpenAccessDialog } from '../features/emergency/components/open-access-dialog';
import type { Dashboard, Grant } from '../wire';
import styles from './overview-tab.module.css';

/** Opening one client's record in an emergency, what is open, and who opened which before. */
export function EmergencyTab({ dashboard: { admin, break_glass: grants } }: { dashboard: Dashboard }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const enter = (grant: Grant) => void navigate(`/admin/emergency/${grant.id}`);
  return (
    <div className={styles.tab}>
      <OpenAccessCard grants={grants} onAsk={() => setAsked(true)} />
      <HistoryCard username={admin.username} />
      {asked && <OpenAccessDialog onClose={() => setAsked(false)} onOpened={enter} />}
    </div>
  );
}
