import { Card } from '@attune/shared-ui/components/card';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { UserText } from '@attune/shared-ui/components/user-text';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import styles from './details.module.css';

interface RecordSheetProps {
  id: string;
  title: string;
  badges: ReactNode;
  /** What can be done with it. */
  actions: ReactNode;
  children: ReactNode;
}

/** One record in full. */
export function RecordSheet({ id, title, badges, actions, children }: RecordSheetProps) {
  return (
    <Card as="section" padding="lg" aria-labelledby={id}>
      <div className={styles.sheet}>
        <header className={styles.head}>
          <UserText as="h3" id={id} className={styles.title}>
            {title}
          </UserText>
          {badges}
        </header>
        {children}
        <div className={styles.actions}>{actions}</div>
      </div>
    </Card>
  );
}

export function SheetLoading({ label }: { label: string }) {
  return (
    <Card padding="lg">
      <SkeletonGroup label={label}>
        <div className={styles.sheet}>
          <Skeleton width="45%" height={26} />
          <Skeleton width="60%" />
          <Skeleton />
          <Skeleton width="75%" />
        </div>
      </SkeletonGroup>
    </Card>
  );
}

/** Whoever opened a record goes on in it: what was pressed went with the list. */
export function useOpenedPlace(takesFocus: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    place.current?.focus({ preventScroll: true });
    if (place.current && place.current.getBoundingClientRect().top < 0) place.current.scrollIntoView();
  }, [takesFocus]);
  return place;
}
