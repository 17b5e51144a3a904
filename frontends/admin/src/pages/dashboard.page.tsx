import { PageHeader } from '@attune/shared-ui/components/page-header';
import { TabPanel, Tabs } from '@attune/shared-ui/components/tabs';
import { usePageTitle } from '@attune/shared-ui/runtime';
import { useSearchParams } from '@attune/shared-ui/search-params';
import { useEffect, useRef, useState } from 'react';
import { ActivityPanel } from '../features/activity/components/activity-panel';
import { AnalyticsPanel } from '../features/analytics/components/analytics-panel';
import { TherapistsPanel } from '../features/therapists/components/therapists-panel';
import { frameMessages } from '../features/frame/messages';
import type { Dashboard } from '../wire';
import { AdminArea } from './admin-area';
import { DASHBOARD_TABS, type DashboardTab, tabFrom, withTab } from './dashboard-tabs';
import { EmergencyTab } from './emergency-tab';
import { OverviewTab } from './overview-tab';

const ASIDE = { to: '/admin/account', label: frameMessages.account };

/** `/admin/dashboard` */
export default function DashboardPage() {
  usePageTitle(frameMessages.title);
  return <AdminArea aside={ASIDE}>{(dashboard, readAt) => <DashboardTabs dashboard={dashboard} readAt={readAt} />}</AdminArea>;
}

/** The open tab is the address's `?tab=`. A tab reads its data when it is first opened, and keeps it. */
function DashboardTabs({ dashboard, readAt }: { dashboard: Dashboard; readAt: number }) {
  const [params, setParams] = useSearchParams();
  const tab = tabFrom(params);
  const [opened, setOpened] = useState<ReadonlySet<DashboardTab>>(() => new Set([tab]));
  if (!opened.has(tab)) setOpened(new Set([...opened, tab]));

  // A link within one tab that opens another goes with its panel: the focus comes along.
  const shown = useRef(tab);
  useEffect(() => {
    if (shown.current !== tab && !document.activeElement?.matches('[role="tab"]')) document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
    shown.current = tab;
  }, [tab]);

  return (
    <>
      <PageHeader title={frameMessages.title} />
      <Tabs
        label="Dashboard"
        tabs={DASHBOARD_TABS}
        value={tab}
        activation="manual"
        onChange={(target) => setParams((current) => withTab(current, target))}
      >
        <TabPanel value="overview">
          <OverviewTab dashboard={dashboard} readAt={readAt} />
        </TabPanel>
        <TabPanel value="therapists" keepMounted={opened.has('therapists')}>
          <TherapistsPanel />
        </TabPanel>
        <TabPanel value="emergency">
          <EmergencyTab dashboard={dashboard} />
        </TabPanel>
        <TabPanel value="activity" keepMounted={opened.has('activity')}>
          <ActivityPanel />
        </TabPanel>
        <TabPanel value="analytics" keepMounted={opened.has('analytics')}>
          <AnalyticsPanel />
        </TabPanel>
      </Tabs>
    </>
  );
}
