import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { UserText } from '@attune/shared-ui/components/user-text';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { type PlanSummary, useDeletePlan, usePublishPlan, useWithdrawPlan } from '../care-plans.api';
import { planMessages as messages } from '../messages';
import { dayWords, nameWords } from '../plan-words';

/** What is needed of a plan in order to do something with it. */
export type Subject = Pick<PlanSummary, 'id' | 'title' | 'client_name' | 'status' | 'version' | 'follow_up_date'>;

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

  const publish = async ({ id, client_name }: Subject, version?: number) => {
    try {
      await publishing.mutateAsync({ id, version });
      toast.success(messages.publishedToast(nameWords(client_name)));
    } catch (error) {
      toast.error(refusalText(error, messages.publishFailed));
    }
    close();
  };
  const withdraw = async (plan: Subject) => {
    try {
      await withdrawing.mutateAsync(plan.id);
      toast.success(messages.withdrawnToast(nameWords(plan.client_name)), { action: { label: messages.undo, onClick: () => void publish(plan) }, duration: 8_000 });
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
      {asked?.kind === 'publish' && <PublishDialog plan={asked.plan} busy={publishing.isPending} onPublish={() => void publish(asked.plan, asked.plan.version)} onClose={close} />}
      {asked?.kind === 'delete' && <DeleteDialog plan={asked.plan} onDeleted={onDeleted} onClose={close} />}
    </>
  );
  return { actions, dialogs };
}

/** Says who will see what before it is shown to them. */
function PublishDialog({ plan, busy, onPublish, onClose }: { plan: Subject; busy: boolean; onPublish: () => void; onClose: () => void }) {
  const { title, client_name, follow_up_date } = plan;
  return (
    <ConfirmDialog
      open
      tone="primary"
      onOpenChange={(open) => !open && onClose()}
      title={messages.publishTitle}
      body={
        <>
          <strong>
            <UserText>{title}</UserText>
          </strong>
          <br />
          {messages.publishBody(nameWords(client_name))}
          {follow_up_date !== null && ` ${messages.publishMail(dayWords(follow_up_date))}`}
        </>
      }
      confirmLabel={messages.publish}
      cancelLabel={messages.notYet}
      loading={busy}
      onConfirm={onPublish}
    />
  );
}

function DeleteDialog({ plan, onDeleted, onClose }: { plan: Subject; onDeleted: () => void; onClose: () => void }) {
  const deletion = useDeletePlan();
  const remove = async () => {
    try {
      await deletion.mutateAsync(plan.id);
      toast.success(messages.deleted);
      onDeleted();
    } catch (error) {
      toast.error(refusalText(error, messages.deleteFailed));
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.deleteTitle}
      body={
        <>
          <strong>
            <UserText>{plan.title}</UserText>
          </strong>
          <br />
          {messages.deleteText} {plan.status === 'published' && messages.deletePublished(nameWords(plan.client_name))}
        </>
      }
      confirmLabel={messages.remove}
      cancelLabel={messages.keep}
      loading={deletion.isPending}
      onConfirm={() => void remove()}
    />
  );
}
