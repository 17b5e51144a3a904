import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { therapistMessages as messages } from '../messages';
import styles from './therapist-skeleton.module.css';

/** The page's outline while it is on its way. */
export function TherapistSkeleton() {
  return (
    <SkeletonGroup label={messages.loading}>
      <VisuallyHidden as="h1">{messages.loading}</VisuallyHidden>
      <div className={styles.person}>
        <div className={styles.portrait}>
          <Skeleton height="100%" radius="lg" />
        </div>
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

/** The outline of the panel beside it; in a narrow window there is none. */
export function PanelSkeleton() {
  return (
    <div className={styles.panel}>
      <Skeleton height={280} radius="lg" />
    </div>
  );
}
