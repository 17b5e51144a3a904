import { useQuery } from '@attune/shared-ui/runtime';
import { useEffect, useState } from 'react';
import { hoursMessages } from '../features/working-hours/messages';
import { workingHoursQuery } from '../features/working-hours/working-hours.api';
import { WorkingHoursCard } from '../features/working-hours/components/working-hours-card';
import { timeOffMessages } from '../features/time-off/messages';
import { TimeOffCard } from '../features/time-off/components/time-off-card';
import { reminderMessages } from '../features/reminders/messages';
import { RemindersCard } from '../features/reminders/components/reminders-card';
import styles from './hours-tab.module.css';

/** The dashboard's Working Hours tab. What is typed stays in the browser's tab while another one of these is open. */
export default function HoursTab({ onDirtyChange }: { onDirtyChange: (dirty: boolean) => void }) {
  const hours = useQuery(workingHoursQuery());
  const [hoursTyped, setHoursTyped] = useState(false);
  const [remindersTyped, setRemindersTyped] = useState(false);
  useEffect(() => onDirtyChange(hoursTyped || remindersTyped), [hoursTyped, remindersTyped, onDirtyChange]);
  return (
    <div className={styles.tab}>
      <div>
        <h2 className={styles.title}>{hoursMessages.title}</h2>
        <p className={styles.text}>{hoursMessages.text}</p>
      </div>
      <WorkingHoursCard onDirtyChange={setHoursTyped} />
      <div className={styles.next}>
        <h2 className={styles.title}>{timeOffMessages.title}</h2>
        <p className={styles.text}>{timeOffMessages.text}</p>
      </div>
      <TimeOffCard zone={hours.data?.timezone} />
      <div className={styles.next}>
        <h2 className={styles.title}>{reminderMessages.title}</h2>
        <p className={styles.text}>{reminderMessages.text}</p>
      </div>
      <RemindersCard onDirtyChange={setRemindersTyped} />
    </div>
  );
}
