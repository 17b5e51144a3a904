import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/Skeleton';
import { therapistMessages as messages } from '../messages';
import styles from './therapist-skeleton.module.css';

/** The page's outline while it is on its way. */
export function TherapistSkeleton() {
  return (
    <SkeletonGroup label={messages.loading}>
      <div className={styles.person}>
        <Skeleton width={148} height={172} radius="lg" />
        <div className={styles.words}>
          <Skeleton width="80%" height={46} />
          <Skeleton width="60%" height={20} />
          <Skeleton width="70%" height={18} />
        </div>
      </div>
      <div className={styles.lines}>
        <Skeleton height={18} />
        <Skeleton height={18} />
        <Skeleton width="50%" height={18} />
      </div>
      <div className={styles.cards}>
        <Skeleton width={220} height={30} />
        <Skeleton height={124} radius="lg" />
        <Skeleton height={124} radius="lg" />
        <Skeleton height={124} radius="lg" />
      </div>
    </SkeletonGroup>
  );
}
