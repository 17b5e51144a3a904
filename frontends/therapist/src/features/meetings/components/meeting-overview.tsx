import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { Switch } from '@attune/shared-ui/components/switch';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast, useQuery } from '@attune/shared-ui/runtime';
import { useId } from 'react';
import { meetingSettingsQuery, useSaveMeetingSettings } from '../meetings.api';
import { meetingMessages as messages } from '../messages';
import styles from './meeting-panel.module.css';
import { WaysCard } from './ways';

/** How it goes, and whether clients click themselves. */
export function MeetingOverview({ onBegin }: { onBegin: () => void }) {
  const heading = useId();
  return (
    <div className={styles.stack}>
      <Card as="section" aria-labelledby={heading}>
        <h3 id={heading} className={styles.part}>
          {messages.overviewTitle}
        </h3>
        <ol className={styles.points}>
          {messages.overview.map(([title, text]) => (
            <li key={title}>
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ol>
        <Button variant="primary" icon="video" onClick={onBegin}>
          {messages.begin}
        </Button>
      </Card>
      <WaysCard />
      <OwnClickCard />
    </div>
  );
}

function OwnClickCard() {
  const heading = useId();
  const { data, isLoadingError, isFetching, refetch } = useQuery(meetingSettingsQuery());
  const save = useSaveMeetingSettings();
  if (isLoadingError) return <ErrorPanel level={3} title={messages.settingsFailed} text={messages.nothingChanged} onRetry={() => void refetch()} retrying={isFetching} />;
  const choose = (asks: boolean) =>
    save.mutate(asks, {
      onSuccess: (saved) => void toast.success(saved.ask_client_own_click ? messages.askOn : messages.askOff),
      onError: (error) => void toast.error(refusalText(error, messages.settingNotSaved)),
    });
  return (
    <Card as="section" aria-labelledby={heading}>
      <h3 id={heading} className={styles.part}>
        {messages.askTitle}
      </h3>
      {data === undefined ? (
        <SkeletonGroup label={messages.settingsLoading}>
          <Skeleton width="70%" height={64} />
        </SkeletonGroup>
      ) : (
        <Switch checked={save.isPending ? save.variables : data.ask_client_own_click} disabled={save.isPending} onChange={choose} label={messages.askLabel} description={messages.askHint} />
      )}
    </Card>
  );
}
