import { Badge } from '@attune/shared-ui/components/badge';
import { Button } from '@attune/shared-ui/components/button';
import { formatInstant } from '@attune/shared-ui/format';
import { useState } from 'react';
import { momentOf } from '../calendar-words';
import { decisionMessages as messages } from '../decision-messages';
import type { CalendarAppointment } from '../decisions.api';
import { useDecisions } from '../use-decisions';
import { DecisionDialog } from './decision-dialog';
import styles from './disagreement.module.css';

/** How an appointment stands in the therapist's own calendar, and what can be done about it. */
export function Disagreement({ appointment }: { appointment: CalendarAppointment }) {
  const { trouble, client_name, starts_at, timezone } = appointment;
  const { place, decide, decideNow, underWay } = useDecisions(appointment);
  const [isAsking, setAsking] = useState(false);
  const whom = `${client_name}, ${formatInstant(starts_at, timezone)}`;
  const put = (label: string) => (
    <Button size="sm" icon="undo" loading={underWay === 'put_back'} disabled={underWay === 'follow'} aria-label={`${label}: ${whom}`} onClick={() => decideNow('put_back')}>
      {label}
    </Button>
  );
  return (
    <div ref={place} className={styles.box}>
      <Standing appointment={appointment} />
      <div className={styles.actions}>
        {(trouble === 'moved' || trouble === 'deleted') && (
          <>
            <Button size="sm" disabled={underWay !== undefined} aria-haspopup="dialog" aria-label={`${trouble === 'moved' ? messages.moveToo : messages.cancelToo}: ${whom}`} onClick={() => setAsking(true)}>
              {trouble === 'moved' ? messages.moveToo : messages.cancelToo}
            </Button>
            {put(messages.putBack)}
          </>
        )}
        {trouble === 'missing' && put(messages.write)}
        {trouble === 'unchecked' && (
          <Button size="sm" icon="check" loading={underWay === 'dismiss'} aria-label={`${messages.checked}: ${whom}`} onClick={() => decideNow('dismiss')}>
            {messages.checked}
          </Button>
        )}
      </div>
      {isAsking && <DecisionDialog appointment={appointment} decide={decide} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** Both versions, or the mark in a word. */
function Standing({ appointment: { trouble, starts_at, timezone, google_starts_at } }: { appointment: CalendarAppointment }) {
  if (trouble === 'missing' || trouble === 'unchecked') {
    return (
      <p className={styles.line}>
        <Badge tone="attention" icon="alert">
          {messages.marks[trouble]}
        </Badge>{' '}
        {trouble === 'missing' ? messages.missingWaits : messages.uncheckedText}
      </p>
    );
  }
  if (trouble === 'deleted') return <p className={styles.line}>{messages.deleted}</p>;
  return (
    <p className={styles.line}>
      {messages.agreed}: <time dateTime={starts_at}>{momentOf(starts_at, timezone)}</time> – {messages.inGoogle}:{' '}
      {google_starts_at !== null && (
        <strong>
          <time dateTime={google_starts_at}>{momentOf(google_starts_at, timezone)}</time>
        </strong>
      )}
    </p>
  );
}
