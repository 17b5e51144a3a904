import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import { momentOf } from '../calendar-words';
import { decisionMessages as messages } from '../decision-messages';
import { useCalendarAppointments } from '../decisions.api';
import { Disagreement } from './disagreement';
import styles from './disagreements-card.module.css';

/** All appointments about which the calendar says something else, the next one first; nothing where there are none. */
export function DisagreementsCard() {
  const { data, isLoadingError, isFetching, refetch } = useCalendarAppointments();
  if (isLoadingError) {
    const again = (
      <Button size="sm" loading={isFetching} onClick={() => void refetch()}>
        Try Again
      </Button>
    );
    return (
      <Banner tone="attention" role="status" action={again}>
        {messages.loadFailed}
      </Banner>
    );
  }
  if (data === undefined || data.length === 0) return null;
  return (
    <Card as="section" padding="lg" aria-labelledby="calendar-differs">
      <h3 id="calendar-differs" className={styles.title}>
        {messages.title}
      </h3>
      <p className={styles.text}>{messages.text}</p>
      {/* An <ol> of its own may take the focus when one of its rows goes. */}
      <ol className={styles.list} tabIndex={-1} aria-labelledby="calendar-differs">
        {data.map((appointment) => (
          <li key={`${appointment.booking_id} ${appointment.trouble}`} className={styles.row}>
            <strong>
              <UserText>{appointment.client_name}</UserText>
            </strong>
            {appointment.trouble !== 'moved' && <span className={styles.soft}>{momentOf(appointment.starts_at, appointment.timezone)}</span>}
            <Disagreement appointment={appointment} />
          </li>
        ))}
      </ol>
    </Card>
  );
}
