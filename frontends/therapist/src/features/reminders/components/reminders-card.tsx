import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { useQuery } from '@attune/shared-ui/runtime';
import { reminderMessages as messages } from '../messages';
import { remindersQuery } from '../reminders.api';
import styles from './reminders-card.module.css';
import { RemindersForm } from './reminders-form';

/** When clients are reminded of their appointments. */
export function RemindersCard({ onDirtyChange }: { onDirtyChange: (dirty: boolean) => void }) {
  const { data, isPending, isLoadingError, isFetching, refetch } = useQuery(remindersQuery());
  return (
    <Card padding="lg">
      {isPending && (
        <SkeletonGroup label="Loading reminders">
          <div className={styles.form}>
            <Skeleton height={44} />
            <Skeleton height={44} />
          </div>
        </SkeletonGroup>
      )}
      {isLoadingError && <ErrorPanel level={3} title={messages.loadFailed} text="Nothing has been changed." onRetry={() => void refetch()} retrying={isFetching} />}
      {data !== undefined && <RemindersForm settings={data} onDirtyChange={onDirtyChange} />}
    </Card>
  );
}
