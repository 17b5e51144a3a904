import { AppointmentList } from '../features/appointments/components/appointment-list';
import { BookAnother } from '../features/appointments/components/book-another';
import { appointmentMessages } from '../features/appointments/messages';
import type { DashboardTab } from '../features/dashboard/dashboard-tabs';
import { FormsCard } from '../features/forms/components/forms-card';
import { LatestNotes } from '../features/records/components/latest-notes';
import { RecordingsCard } from '../features/recordings/components/recordings-card';
import { HeadAction } from '../frame/head-action';
import type { Dashboard } from '../wire';
import styles from './dashboard.module.css';

const UPCOMING = 3;
const NOTES = 2;

/** The first tab: forms, questions about recordings, the next appointments and the latest notes. */
export function OverviewTab({ dashboard, onOpen }: { dashboard: Dashboard; onOpen: (tab: DashboardTab) => void }) {
  return (
    <div className={styles.stack}>
      <div>
        <BookAnother />
      </div>
      <FormsCard />
      <RecordingsCard />
      <AppointmentList
        upcoming
        title={appointmentMessages.nextThree}
        appointments={dashboard.upcoming_bookings.slice(0, UPCOMING)}
        empty={{ title: appointmentMessages.nothingUpcomingTitle, text: appointmentMessages.nothingUpcomingText }}
        action={<HeadAction label={appointmentMessages.seeAll} about={appointmentMessages.appointments} onPress={() => onOpen('appointments')} />}
      />
      <LatestNotes notes={dashboard.session_notes.filter(({ practice_confirmed }) => practice_confirmed).slice(0, NOTES)} proofRequired={dashboard.proof_required} onOpenNotes={() => onOpen('notes')} />
    </div>
  );
}
