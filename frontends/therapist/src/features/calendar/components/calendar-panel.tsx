import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { useFailureToast } from '@attune/shared-ui/failures/failure-banner';
import { useForgetDrafts } from '@attune/shared-ui/forms';
import { useEffect, useState } from 'react';
import { type CalendarStatus, useCalendarStatus } from '../calendar.api';
import { failureWords } from '../calendar-words';
import { feedMessages } from '../feed-messages';
import { calendarMessages as messages } from '../messages';
import type { ReturnFailure } from '../use-calendar-return';
import styles from './calendar-panel.module.css';
import { ChoicesForm } from './choices-form';
import { DisagreementsCard } from './disagreements-card';
import { ForeignFeedCard } from './foreign-feed-card';
import { OtherCalendars } from './other-calendars';
import { PrivateFeedCard } from './private-feed-card';
import { ReturnBanner } from './return-banner';
import { StatusCard } from './status-card';

const FORMS = ['calendar-choices'];
/** So long an answer of Google is waited for. */
const PATIENCE_MS = 20_000;

interface CalendarPanelProps {
  /** What did not come of the last way to Google. */
  failure: ReturnFailure | undefined;
  onFailureSeen: () => void;
  onDirtyChange: (dirty: boolean) => void;
}

/** The therapist's own calendars: how the connection to Google is, what it is used for, and addresses for and of other calendars. */
export default function CalendarPanel({ failure, onFailureSeen, onDirtyChange }: CalendarPanelProps) {
  const { asking, asked } = useAsking();
  const { data: status, error, isPending, isLoadingError, isFetching, refetch } = useCalendarStatus(asking !== undefined);
  const [choicesTyped, setChoicesTyped] = useState(false);
  const [addressTyped, setAddressTyped] = useState(false);
  const forgetDrafts = useForgetDrafts(FORMS);
  const isConnected = status?.connected;
  const why = failureWords(error, messages.statusFailed, messages.statusError);
  useFailureToast(isLoadingError, why);
  // What was chosen for an account that is gone.
  useEffect(() => {
    if (isConnected !== false) return;
    forgetDrafts();
    setChoicesTyped(false);
  }, [isConnected, forgetDrafts]);
  useEffect(() => onDirtyChange(choicesTyped || addressTyped), [choicesTyped, addressTyped, onDirtyChange]);

  return (
    <div className={styles.tab}>
      <div>
        <h2 className={styles.title}>{messages.title}</h2>
        <p className={styles.text}>{messages.subtitle}</p>
      </div>
      {failure !== undefined && <ReturnBanner failure={failure} calendars={status?.calendars ?? []} onDismiss={onFailureSeen} />}
      {isPending && <StatusLoading />}
      {isLoadingError && <ErrorPanel level={3} title={messages.statusFailed} text={messages.nothingChanged} onRetry={() => void refetch()} retrying={isFetching} />}
      <DisagreementsCard />
      {status !== undefined && <StatusCard status={status} isAsking={asking !== undefined && asking === stepOf(status)} onAsked={() => asked(stepOf(status))} />}
      {status?.connected && (
        <>
          <div className={styles.next}>
            <h2 className={styles.title}>{messages.choicesTitle}</h2>
            <p className={styles.text}>{messages.choicesText}</p>
          </div>
          <Card padding="lg" className={styles.choices}>
            <OtherCalendars status={status} />
            <ChoicesForm status={status} onDirtyChange={setChoicesTyped} onSaved={() => asked(stepOf(status))} />
          </Card>
        </>
      )}
      <div className={styles.next}>
        <h2 className={styles.title}>{feedMessages.title}</h2>
        <p className={styles.text}>{feedMessages.text}</p>
      </div>
      <PrivateFeedCard />
      <ForeignFeedCard onDirtyChange={setAddressTyped} />
    </div>
  );
}

/** What changes when Google has answered. */
const stepOf = ({ state, last_synced_at }: CalendarStatus): string => `${state} ${last_synced_at}`;

/** Whether Google has been asked anew, and how it had been before that. */
function useAsking() {
  const [asking, setAsking] = useState<string>();
  useEffect(() => {
    if (asking === undefined) return undefined;
    const timer = setTimeout(() => setAsking(undefined), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [asking]);
  return { asking, asked: setAsking };
}

function StatusLoading() {
  return (
    <Card padding="lg">
      <SkeletonGroup label={messages.loading}>
        <div className={styles.loading}>
          <Skeleton width={180} height={24} />
          <Skeleton width="80%" height={20} />
          <Skeleton width={140} height={44} />
        </div>
      </SkeletonGroup>
    </Card>
  );
}
