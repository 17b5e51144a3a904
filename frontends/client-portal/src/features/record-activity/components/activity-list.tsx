import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { Switch } from '@attune/shared-ui/components/switch';
import { UserText } from '@attune/shared-ui/components/user-text';
import { useQuery } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { actionWords, actorWords, momentWords } from '../activity-words';
import { ACTIVITY_STEP, activityQuery, type ActivityChoice } from '../record-activity.api';
import { activityMessages as messages } from '../messages';
import styles from './activity-list.module.css';

export interface ActivityListProps {
  about: ActivityChoice['about'];
}

/** Who opened or changed this client's record, or signed in to the account, and when. */
export function ActivityList({ about }: ActivityListProps) {
  const [count, setCount] = useState(ACTIVITY_STEP);
  const [own, setOwn] = useState(false);
  const { data, isLoadingError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...activityQuery(count, about === 'sign_in' ? { about, by: 'all' } : { about, by: own ? 'all' : 'others' }),
    placeholderData: (previous) => previous,
  });
  if (isLoadingError) {
    return <ErrorPanel level={3} title={messages.failed} text={messages.tryLater} retryLabel={messages.tryAgain} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <Card padding="none">
      {about === 'record' && (
        <div className={styles.choice}>
          <Switch label={messages.ownToo} checked={own} onChange={setOwn} />
        </div>
      )}
      {data === undefined && (
        <SkeletonGroup label={messages.loading}>
          {[0, 1, 2].map((row) => (
            <div key={row} className={styles.row}>
              <Skeleton width="70%" height={40} />
            </div>
          ))}
        </SkeletonGroup>
      )}
      {data?.entries.length === 0 && <p className={styles.empty}>{about === 'record' ? messages.empty : messages.signInEmpty}</p>}
      {data !== undefined && data.entries.length > 0 && (
        <ul className={styles.list}>
          {data.entries.map((entry) => (
            <li key={entry.id} className={styles.row}>
              <p>
                <UserText as="strong">{actorWords(entry)}</UserText> {actionWords(entry.action)}
                {entry.times > 1 && messages.times(entry.times)}
              </p>
              <time dateTime={entry.at} className={styles.soft}>
                {momentWords(entry.at)}
              </time>
            </li>
          ))}
        </ul>
      )}
      {data?.hasMore && (
        <div className={styles.more}>
          <Button loading={isPlaceholderData} onClick={() => setCount(count + ACTIVITY_STEP)}>
            {messages.more}
          </Button>
        </div>
      )}
    </Card>
  );
}
