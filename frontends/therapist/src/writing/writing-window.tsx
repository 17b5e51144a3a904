import { Dialog } from '@attune/shared-ui/components/dialog';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import type { ReactNode } from 'react';
import type { Leave } from './use-asked-leave';
import styles from './writing.module.css';

interface WritingWindowProps {
  title: string;
  leave: Leave;
  onClose: () => void;
  loadingLabel: string;
  /** The editor, or what stands in its place where it cannot be; none while what is edited is being read. */
  children: ReactNode;
}

/** The window in which a record is written: it asks before unsaved text is left. */
export function WritingWindow({ title, leave, onClose, loadingLabel, children }: WritingWindowProps) {
  return (
    <Dialog open size="lg" title={title} onOpenChange={(open) => !open && (leave.current ?? onClose)()}>
      {children || (
        <SkeletonGroup label={loadingLabel}>
          <div className={styles.form}>
            <Skeleton width="40%" />
            <Skeleton height={44} />
            <Skeleton height={200} />
          </div>
        </SkeletonGroup>
      )}
    </Dialog>
  );
}
