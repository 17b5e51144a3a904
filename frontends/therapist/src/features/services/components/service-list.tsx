import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { Suspense } from 'react';
import styles from './services-panel.module.css';
import type { ServiceListProps } from './sortable-services';

const SortableServices = lazyAgain(() => import('./sortable-services'));

/** The services in their order. Dragging comes with the first list, so that the page's first view does not pay for it. */
export function ServiceList(props: ServiceListProps) {
  return (
    <Suspense fallback={<Outline count={props.services.length} />}>
      <SortableServices {...props} />
    </Suspense>
  );
}

function Outline({ count }: { count: number }) {
  return (
    <SkeletonGroup label="Loading your services">
      <div className={styles.outline}>
        {Array.from({ length: count }, (_, index) => (
          <Skeleton key={index} height={75} />
        ))}
      </div>
    </SkeletonGroup>
  );
}
