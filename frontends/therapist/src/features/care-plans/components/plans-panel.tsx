import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { forgetDraft } from '@attune/shared-ui/forms';
import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { useQuery, useSession } from '@attune/shared-ui/runtime';
import { Suspense, useEffect, useReducer } from 'react';
import { randomId } from '../../../random-id';
import { RecordsHead } from '../../../records/records-head';
import records from '../../../records/records.module.css';
import { plansCountQuery } from '../care-plans.api';
import { editorMessages, planMessages as messages } from '../messages';
import { PLAN_FORM, recordOf, useUnsavedPlans } from '../use-plan-form';
import { usePlansPlace } from '../use-plans-place';
import { usePlanActions } from './plan-actions';
import { PlanDetails } from './plan-details';
import { PlansList } from './plans-list';

const PlanDialog = lazyAgain(() => import('./plan-dialog'));

/** The care plans in the dashboard's notes tab: all of them, or the one that is open. */
export default function PlansPanel({ onOpenNote }: { onOpenNote: (id: string) => void }) {
  const place = usePlansPlace();
  const { data: count } = useQuery(plansCountQuery());
  const { actions, dialogs } = usePlanActions({ onEdit: (planId) => place.write({ planId }), onDeleted: place.openList });
  const writeNew = () => place.write({ newId: randomId() });
  const { planId, written } = place;

  return (
    <div className={records.panel}>
      <RecordsHead title={messages.title} subtitle={messages.subtitle} newLabel={messages.newPlan} onNew={count === 0 ? undefined : writeNew} />
      {written === undefined && <Unsaved onContinue={(newId) => place.write({ newId })} />}
      {planId === undefined ? (
        <PlansList filter={place.filter} isEmpty={count === 0} onShow={place.show} onNew={writeNew} onView={place.openPlan} actions={actions} />
      ) : (
        <PlanDetails key={planId} id={planId} actions={actions} onClose={place.openList} onOthers={(client_id) => place.show({ client_id })} onOpenNote={onOpenNote} />
      )}
      {dialogs}
      {written !== undefined && (
        <Suspense>
          <PlanDialog key={recordOf(written)} written={written} onClose={() => place.stopWriting()} onSaved={place.stopWriting} />
        </Suspense>
      )}
    </div>
  );
}

/** What was begun in this tab and never saved. */
function Unsaved({ onContinue }: { onContinue: (newId: string) => void }) {
  const account = useSession().user?.id;
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  // The editor that closes this moment writes its last letters down as it goes.
  useEffect(lookAgain, [lookAgain]);
  const [plan] = useUnsavedPlans();
  if (!plan) return null;
  const discard = () => {
    forgetDraft(account, { form: PLAN_FORM, record: `new/${plan.newId}` });
    lookAgain();
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <Banner
      tone="attention"
      title={editorMessages.unsavedTitle}
      action={
        <div className={records.buttons}>
          <Button size="sm" icon="edit" onClick={() => onContinue(plan.newId)}>
            {editorMessages.continueIt}
          </Button>
          <Button size="sm" variant="quiet" onClick={discard}>
            {editorMessages.discard}
          </Button>
        </div>
      }
    >
      {editorMessages.unsavedText(plan.title === '' ? editorMessages.untitled : plan.title)}
    </Banner>
  );
}
