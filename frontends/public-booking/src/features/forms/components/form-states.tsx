import { buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { Link } from '@attune/shared-ui/runtime';
import { formPageMessages as messages } from '../messages';
import styles from './form-states.module.css';

/** There is nothing to fill in, and this is why. */
export function FormNote({ title, text }: { title: string; text: string }) {
  return (
    <Card padding="lg">
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <Link to="/" className={buttonClass()}>
        {messages.backHome}
      </Link>
    </Card>
  );
}

/** The form's outline while it is on its way. */
export function FormSkeleton() {
  return (
    <SkeletonGroup label={messages.loading}>
      <div className={styles.outline}>
        <Skeleton width="60%" height={36} />
        <Skeleton width="40%" />
        <Skeleton height={12} radius="full" />
        <Skeleton height={96} />
        <Skeleton height={96} />
        <Skeleton height={44} width={160} />
      </div>
    </SkeletonGroup>
  );
}
