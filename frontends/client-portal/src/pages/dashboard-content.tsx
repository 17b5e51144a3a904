import { TabPanel, Tabs } from '@attune/shared-ui/components/tabs';
import { Link } from '@attune/shared-ui/runtime';
import { AppointmentsPanel } from '../features/appointments/components/appointments-panel';
import { NextSession } from '../features/appointments/components/next-session';
import { Counters } from '../features/dashboard/components/counters';
import { DASHBOARD_TABS } from '../features/dashboard/dashboard-tabs';
import { dashboardMessages as messages } from '../features/dashboard/messages';
import { useOpenTab } from '../features/dashboard/use-open-tab';
import { NoteList } from '../features/records/components/note-list';
import { PlanList } from '../features/records/components/plan-list';
import { recordMessages } from '../features/records/messages';
import { UnknownPractices } from '../practices/not-yours';
import { ProofPanel } from '../proof/proof-panel';
import type { Dashboard } from '../wire';
import styles from './dashboard.module.css';
import { OverviewTab } from './overview-tab';

/** What the dashboard shows to whom: all of it, all but notes and plans, or nothing before the address is confirmed. */
export function DashboardContent({ dashboard }: { dashboard: Dashboard }) {
  const { tab, open, lead } = useOpenTab();
  const { client, verified, proof_required, proof_address, counts, session_notes, older_session_notes, aftercare_recommendations, older_care_plans } = dashboard;
  const askForProof = <ProofPanel email={client.email} before={proof_address} title={recordMessages.proofTitle} text={recordMessages.proofText} />;

  if (!verified) {
    return (
      <>
        <Counters counts={counts} />
        <ProofPanel email={client.email} title={messages.unverifiedTitle} text={messages.unverifiedText} />
      </>
    );
  }
  // Anybody can book with the client's address: the first thing they read is of a practice that they go to.
  const next = dashboard.upcoming_bookings.find(({ practice_confirmed }) => practice_confirmed);
  return (
    <UnknownPractices value={dashboard.unknown_practices}>
      {next !== undefined && <NextSession appointment={next} />}
      <Counters counts={counts} />
      <Tabs label={messages.tabsLabel} tabs={DASHBOARD_TABS} value={tab} activation="manual" onChange={open}>
        <TabPanel value="overview">
          <OverviewTab dashboard={dashboard} onOpen={lead} />
        </TabPanel>
        <TabPanel value="appointments">
          <AppointmentsPanel {...dashboard} />
        </TabPanel>
        <TabPanel value="notes">{proof_required ? askForProof : <NoteList notes={session_notes} all={counts.session_notes} older={older_session_notes} />}</TabPanel>
        <TabPanel value="plans">{proof_required ? askForProof : <PlanList plans={aftercare_recommendations} all={counts.care_plans} older={older_care_plans} />}</TabPanel>
      </Tabs>
      <p className={styles.aside}>
        <Link to="/client/account#record-activity">{messages.whoOpened}</Link>
      </p>
    </UnknownPractices>
  );
}
