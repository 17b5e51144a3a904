import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { NotOpenYet } from '@attune/shared-ui/components/not-open-yet';
import { TabPanel, Tabs } from '@attune/shared-ui/components/tabs';
import { useAddress } from '../../../records/use-address';
import { meetingMessages as messages } from '../messages';
import { MeetingOverview } from './meeting-overview';
import styles from './meeting-panel.module.css';
import { MeetingSetup } from './meeting-setup';

const VIEWS = ['overview', 'setup', 'monitor', 'results'] as const;
const TABS = VIEWS.map((value) => ({ value, label: messages.tabs[value] }));

/** Recording of sessions: what has to be agreed to first, and what becomes of it. */
export default function MeetingPanel() {
  const { params, change } = useAddress();
  const view = VIEWS.find((each) => each === params.get('view')) ?? 'overview';
  const open = (next: string) => change({ view: next === 'overview' ? undefined : next });
  return (
    <div className={styles.tab}>
      <div>
        <h2 className={styles.title}>{messages.title}</h2>
        <p className={styles.text}>{messages.subtitle}</p>
      </div>
      <NotOpenYet level={3} title={messages.notOpenTitle} text={messages.notOpen} />
      <Tabs label={messages.tabsLabel} tabs={TABS} value={view} activation="manual" onChange={open}>
        <TabPanel value="overview">
          <MeetingOverview onBegin={() => open('setup')} />
        </TabPanel>
        <TabPanel value="setup">
          <MeetingSetup />
        </TabPanel>
        <TabPanel value="monitor">
          <Card>
            <EmptyState level={3} drawing="search" title={messages.monitorTitle} text={messages.monitor} />
          </Card>
        </TabPanel>
        <TabPanel value="results">
          <Card>
            <EmptyState level={3} drawing="notes" title={messages.resultsTitle} text={messages.results} />
          </Card>
        </TabPanel>
      </Tabs>
    </div>
  );
}
