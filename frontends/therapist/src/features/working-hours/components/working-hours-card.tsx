import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { useQuery } from '@attune/shared-ui/runtime';
import { workingHoursQuery } from '../working-hours.api';
import { hoursMessages } from '../messages';
import styles from './working-hours-card.module.css';
import { WorkingHoursForm } from './working-hours-form';

interface WorkingHoursCardProps {
  onDirtyChange: (dirty: boolean) => void;
}

/** The Working hours card. */
export function WorkingHoursCard({ onDirtyChange }: WorkingHoursCardProps) {
  const hours = useQuery(workingHoursQuery());
  return (
    <Card padding="lg">
      {hours.isPending && (
        <SkeletonGroup label="Loading working hours">
          <div className={styles.loading}>
            {[0, 1, 2, 3, 4].map((row) => (
              <Skeleton key={row} height={40} />
            ))}
          </div>
        </SkeletonGroup>
      )}
      {hours.isLoadingError && (
        <ErrorPanel
          level={3}
          title={hoursMessages.loadFailed}
          text="Nothing has been changed."
          onRetry={() => void hours.refetch()}
          retrying={hours.isFetching}
        />
      )}
      {hours.data !== undefined && <WorkingHoursForm hours={hours.data} onDirtyChange={onDirtyChange} />}
    </Card>
  );
}
