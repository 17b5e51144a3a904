import { TabPanel, Tabs } from '@attune/shared-ui/components/tabs';
import { useStepFocus } from '@attune/shared-ui/components/use-step-focus';
import { idIn, useAddress } from '../../../records/use-address';
import { meetingMessages as messages } from '../messages';
import { MeetingOverview } from './meeting-overview';
import styles from './meeting-panel.module.css';
import { MeetingSetup } from './meeting-setup';
import { Monitor } from './monitor';
import { Results } from './results';
import { SessionNotes } from './session-notes';

const VIEWS = ['overview', 'setup', 'monitor', 'results'] as const;
const TABS = VIEWS.map((value) => ({ value, label: messages.tabs[value] }));

/** Recording of sessions: what has to be agreed to first, and what becomes of it. */
export default function MeetingPanel() {
  const { params, change } = useAddress();
  const session = idIn(params, 'session');
  // What was said in a session is a view of its own, reached from its results.
  const isNotes = params.get('view') === 'notes' && session !== undefined;
  const view = isNotes ? 'results' : (VIEWS.find((each) => each === params.get('view')) ?? 'overview');
  const holder = useStepFocus(isNotes ? session : '');
  const open = (next: string, sessionId?: string) => change({ view: next === 'overview' ? undefined : next, session: sessionId });
  return (
    <div className={styles.tab}>
      <div>
        <h2 className={styles.title}>{messages.title}</h2>
        <p className={styles.text}>{messages.subtitle}</p>
      </div>
      <Tabs label={messages.tabsLabel} tabs={TABS} value={view} activation="manual" onChange={(next) => open(next)}>
        <TabPanel value="overview">
          <MeetingOverview onBegin={() => open('setup')} />
        </TabPanel>
        <TabPanel value="setup">
          <MeetingSetup onStarted={(id) => open('monitor', id)} />
        </TabPanel>
        <TabPanel value="monitor">
          <Monitor sessionId={session} onResults={(id) => open('results', id)} />
        </TabPanel>
        <TabPanel value="results">
          {isNotes ? (
            <div ref={holder} tabIndex={-1} className={styles.stack}>
              <SessionNotes key={session} id={session} onBack={() => open('results', session)} />
            </div>
          ) : (
            <Results sessionId={session} onShow={(id) => open('results', id)} onNotes={(id) => open('notes', id)} />
          )}
        </TabPanel>
      </Tabs>
    </div>
  );
}
