import { Dialog } from '@attune/shared-ui/components/dialog';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { useQuery } from '@attune/shared-ui/runtime';
import { useRef } from 'react';
import { planQuery } from '../care-plans.api';
import { editorMessages, planMessages as messages } from '../messages';
import { isAbsent } from '../plan-words';
import type { Written } from '../use-plans-place';
import { PlanEditor } from './plan-editor';
import styles from './plan-dialog.module.css';

interface PlanDialogProps {
  written: Written;
  onClose: () => void;
  onSaved: (id: string) => void;
}

/** The window in which a plan is written: it reads the plan first, and asks before unsaved text is left. */
export default function PlanDialog({ written, onClose, onSaved }: PlanDialogProps) {
  const isNew = !('planId' in written);
  const { data, error, isLoadingError, isFetching, refetch } = useQuery({ ...planQuery(isNew ? '' : written.planId), enabled: !isNew });
  const leave = useRef<() => void>(undefined);
  const absent = isAbsent(error);
  return (
    <Dialog open size="lg" title={isNew ? editorMessages.newTitle : editorMessages.editTitle} onOpenChange={(open) => !open && (leave.current ?? onClose)()}>
      {(isNew || data !== undefined) && <PlanEditor written={written} plan={data} leave={leave} onClose={onClose} onSaved={onSaved} />}
      {!isNew && data === undefined && !isLoadingError && (
        <SkeletonGroup label={messages.loadingPlan}>
          <div className={styles.form}>
            <Skeleton width="40%" />
            <Skeleton height={44} />
            <Skeleton height={160} />
          </div>
        </SkeletonGroup>
      )}
      {isLoadingError && (
        <ErrorPanel
          level={3}
          title={absent ? messages.gone : messages.detailsFailed}
          text={absent ? messages.goneText : messages.loadFailedHint}
          onRetry={absent ? undefined : () => void refetch()}
          retrying={isFetching}
        />
      )}
    </Dialog>
  );
}
