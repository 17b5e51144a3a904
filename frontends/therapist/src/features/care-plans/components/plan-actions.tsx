import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { ClientAddress } from '../../../records/client-address';
import { DeedDialog } from '../../../records/deed-dialog';
import { dayWords } from '../../../records/record-words';
import { type PlanSummary, useDeletePlan, usePublishPlan, useWithdrawPlan } from '../care-plans.api';
import { planMessages as messages } from '../messages';
import { nameWords } from '../plan-words';

/** What is needed of a plan in order to do something with it. */
export type Subject = Pick<PlanSummary, 'id' | 'title' | 'client_id' | 'client_name' | 'status' | 'version' | 'follow_up_date'>;

export interface PlanActions {
  edit: (plan: Subject) => void;
  remove: (plan: Subject) => void;
  publish: (plan: Subject) => void;
  /** At once: it can be undone. */
  withdraw: (plan: Subject) => void;
  withdrawing: boolean;
}

interface PlanActionsOptions {
  onEdit: (id: string) => void;
  onDeleted: () => void;
}

/** Editing, publishing, withdrawing and deleting, with what each of them asks. */
export function usePlanActions({ onEdit, onDeleted }: PlanActionsOptions) {
  const [asked, setAsked] = useState<{ kind: 'publish' | 'delete'; plan: Subject }>();
  const publishing = usePublishPlan();
  const withdrawing = useWithdrawPlan();
  const close = () => setAsked(undefined);

  const publishAgain = async ({ id, client_name }: Subject) => {
    try {
      await publishing.mutateAsync(id);
      toast.success(messages.publishedToast(nameWords(client_name)));
    } catch (error) {
      toast.error(refusalText(error, messages.publishFailed));
    }
  };
  const withdraw = async (plan: Subject) => {
    try {
      await withdrawing.mutateAsync(plan.id);
      toast.success(messages.withdrawnToast(nameWords(plan.client_name)), { action: { label: messages.undo, onClick: () => void publishAgain(plan) }, duration: 8_000 });
    } catch (error) {
      toast.error(refusalText(error, messages.withdrawFailed));
    }
  };
  const actions: PlanActions = {
    edit: ({ id }) => onEdit(id),
    remove: (plan) => setAsked({ kind: 'delete', plan }),
    publish: (plan) => setAsked({ kind: 'publish', plan }),
    withdraw: (plan) => void withdraw(plan),
    withdrawing: withdrawing.isPending,
  };
  const dialogs = (
    <>
      {asked?.kind === 'publish' && <PublishDialog plan={asked.plan} onPublish={() => publishing.mutateAsync(asked.plan.id)} onClose={close} />}
      {asked?.kind === 'delete' && <DeleteDialog plan={asked.plan} onDeleted={onDeleted} onClose={close} />}
    </>
  );
  return { actions, dialogs };
}

/** Says who will see what before it is shown to them. */
function PublishDialog({ plan, onPublish, onClose }: { plan: Subject; onPublish: () => Promise<unknown>; onClose: () => void }) {
  const { title, client_id, client_name, follow_up_date } = plan;
  return (
    <DeedDialog
      tone="primary"
      title={messages.publishTitle}
      name={title}
      confirmLabel={messages.publish}
      cancelLabel={messages.notYet}
      done={messages.publishedToast(nameWords(client_name))}
      failed={(error) => refusalText(error, messages.publishFailed)}
      run={onPublish}
      onClose={onClose}
    >
      {messages.publishBody(nameWords(client_name))}
      {follow_up_date !== null && ` ${messages.publishMail(dayWords(follow_up_date))}`}
      <br />
      <ClientAddress id={client_id} name={client_name} />
    </DeedDialog>
  );
}

function DeleteDialog({ plan, onDeleted, onClose }: { plan: Subject; onDeleted: () => void; onClose: () => void }) {
  const deletion = useDeletePlan();
  return (
    <DeedDialog
      title={messages.deleteTitle}
      name={plan.title}
      confirmLabel={messages.remove}
      cancelLabel={messages.keep}
      done={messages.deleted}
      failed={(error) => refusalText(error, messages.deleteFailed)}
      run={() => deletion.mutateAsync(plan.id)}
      onDone={onDeleted}
      onClose={onClose}
    >
      {messages.deleteText} {plan.status === 'published' && messages.deletePublished(nameWords(plan.client_name))}
    </DeedDialog>
  );
}
