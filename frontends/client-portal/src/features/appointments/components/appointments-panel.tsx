import type { Dashboard } from '../../../wire';
import { appointmentMessages as messages } from '../messages';
import { AppointmentList } from './appointment-list';
import { BookAnother } from './book-another';
import styles from './appointments-panel.module.css';

/** The Appointments tab: what is to come, then what has been. */
export function AppointmentsPanel({ upcoming_bookings, past_bookings }: Pick<Dashboard, 'upcoming_bookings' | 'past_bookings'>) {
  return (
    <div className={styles.panel}>
      <div>
        <BookAnother />
      </div>
      <AppointmentList
        upcoming
        title={messages.upcoming}
        appointments={upcoming_bookings}
        empty={{ title: messages.nothingUpcomingTitle, text: messages.nothingUpcomingText }}
      />
      <AppointmentList
        upcoming={false}
        title={messages.past}
        appointments={past_bookings}
        empty={{ title: messages.nothingPastTitle, text: messages.nothingPastText }}
      />
    </div>
  );
}
