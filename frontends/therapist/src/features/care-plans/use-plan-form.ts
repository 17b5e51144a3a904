import { listDrafts, SILENT, useServerForm } from '@attune/shared-ui/forms';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { ApiError, toast, useQueryClient, useSession } from '@attune/shared-ui/runtime';
import { useMemo, useState } from 'react';
import { takeSaved } from '../../writing/take-saved';
import { useLeaveQuestion } from '../../writing/use-leave-question';
import { type CarePlan, planQuery, useSavePlan } from './care-plans.api';
import { editorMessages as messages } from './messages';
import { bodyOf, NEW_PLAN, newBodyOf, type PlanValues, problemsOf, valuesOf } from './plan-values';
import { nameWords } from './plan-words';
import type { Written } from './use-plans-place';

export const PLAN_FORM = 'care-plan';

export const recordOf = (written: Written) => ('planId' in written ? written.planId : `new/${written.newId}`);

interface PlanFormOptions {
  written: Written;
  /** The plan that is changed; none for a new one. */
  plan: CarePlan | undefined;
  onSaved: (id: string) => void;
}

/** The editor's form: what is typed outlives a reload and a lost line, and is never mixed with what was saved elsewhere. */
export function usePlanForm({ written, plan, onSaved }: PlanFormOptions) {
  const queryClient = useQueryClient();
  const save = useSavePlan();
  const [keyring] = useState(createKeyring);
  const [isRefused, setRefused] = useState(false);
  const stored = useMemo(() => (plan ? valuesOf(plan) : NEW_PLAN), [plan]);
  const readAnew = () => plan && void queryClient.invalidateQueries({ queryKey: planQuery(plan.id).queryKey });

  const form = useServerForm<PlanValues>({
    stored,
    keep: { form: PLAN_FORM, record: recordOf(written), whole: true },
    check: (values) => problemsOf(values, stored.follow_up_date),
    checksOn: true,
    send: async (values) => {
      const body = newBodyOf(values);
      const saved = await save.mutateAsync(plan ? { id: plan.id, body: bodyOf(values) } : { id: undefined, body, key: keyring.keyFor(body) });
      setRefused(false);
      toast.success(saved.status === 'published' ? messages.updatedPublished(nameWords(saved.client_name)) : plan ? messages.updated : messages.created);
      onSaved(saved.id);
      return plan ? valuesOf(saved) : undefined;
    },
    onRefused: (error, told) => {
      toast.error(refusalText(error, messages.saveFailed));
      if (!(error instanceof ApiError) || error.status !== 409 || !plan) return told;
      setRefused(true);
      readAnew();
      return SILENT;
    },
    refresh: readAnew,
  });
  useLeaveQuestion(form.dirty);

  return {
    form,
    conflict: plan !== undefined && (isRefused || form.changedElsewhere),
    /** What is here takes the place of what was saved meanwhile. */
    saveMine: () => {
      form.set('version', plan?.version ?? 0);
      return form.submit();
    },
    takeSaved: () => {
      takeSaved(form, plan?.version ?? 0);
      setRefused(false);
    },
  };
}

/** New plans that were begun in this tab and not saved, the latest first. */
export function useUnsavedPlans(): { newId: string; title: string }[] {
  const account = useSession().user?.id;
  const drafts = listDrafts<PlanValues>(account, PLAN_FORM).filter(({ record }) => record.startsWith('new/'));
  return drafts.sort((a, b) => b.at - a.at).map(({ record, typed }) => ({ newId: record.slice('new/'.length), title: typed.title?.trim() ?? '' }));
}
