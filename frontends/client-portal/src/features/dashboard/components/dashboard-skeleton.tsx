import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { dashboardMessages as messages } from '../messages';
import { Counters } from './counters';
import styles from './dashboard-skeleton.module.css';

/** The dashboard's outline while it is on its way. */
export function DashboardSkeleton() {
  return (
    <SkeletonGroup label={messages.loading}>
      <div className={styles.outline}>
        <div aria-hidden="true">
          <Counters />
        </div>
        <Skeleton height={44} />
        <Skeleton height={132} radius="lg" />
        <Skeleton height={132} radius="lg" />
      </div>
    </SkeletonGroup>
  );
}
