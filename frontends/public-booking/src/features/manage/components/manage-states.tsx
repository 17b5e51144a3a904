import { buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { Link } from '@attune/shared-ui/runtime';
import { manageMessages as messages } from '../messages';
import styles from './manage-states.module.css';

/** The link leads to no appointment. */
export function InvalidLink() {
  return (
    <Card padding="lg">
      <h1 className={styles.title}>{messages.invalidTitle}</h1>
      <p className={styles.text}>{messages.invalidText}</p>
      <Link to="/" className={buttonClass()}>
        {messages.backHome}
      </Link>
    </Card>
  );
}

/** The appointment's outline while it is on its way. */
export function AppointmentSkeleton() {
  return (
    <SkeletonGroup label={messages.loading}>
      <div className={styles.outline}>
        <Skeleton width={90} height={24} radius="full" />
        <Skeleton width="80%" height={32} />
        <Skeleton width="50%" />
        <Skeleton height={190} />
        <Skeleton height={44} />
      </div>
    </SkeletonGroup>
  );
}
