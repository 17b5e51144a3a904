import { useQuery } from '@attune/shared-ui/runtime';
import { useRef } from 'react';
import { RecordFailure } from '../../../records/record-failure';
import { WritingWindow } from '../../../writing/writing-window';
import { planQuery } from '../care-plans.api';
import { editorMessages, FAILURE_WORDS, planMessages as messages } from '../messages';
import type { Written } from '../use-plans-place';
import { PlanEditor } from './plan-editor';

interface PlanDialogProps {
  written: Written;
  onClose: () => void;
  onSaved: (id: string) => void;
}

/** The window in which a plan is written: it reads the plan first. */
export default function PlanDialog({ written, onClose, onSaved }: PlanDialogProps) {
  const isNew = !('planId' in written);
  const query = useQuery({ ...planQuery(isNew ? '' : written.planId), enabled: !isNew });
  const leave = useRef<() => void>(undefined);
  const { data } = query;
  return (
    <WritingWindow title={isNew ? editorMessages.newTitle : editorMessages.editTitle} leave={leave} onClose={onClose} loadingLabel={messages.loadingPlan}>
      {isNew || data !== undefined ? (
        <PlanEditor written={written} plan={data} leave={leave} onClose={onClose} onSaved={onSaved} />
      ) : (
        query.isLoadingError && <RecordFailure query={query} words={FAILURE_WORDS} />
      )}
    </WritingWindow>
  );
}
