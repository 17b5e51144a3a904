import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { FormField, FormNotes } from '@attune/shared-ui/forms';
import { today } from '@attune/shared-ui/format';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CarePlan } from '../care-plans.api';
import { editorMessages as messages } from '../messages';
import { MAX_ACTIONS, MAX_GOALS, newLineId, valuesOf } from '../plan-values';
import { nameWords } from '../plan-words';
import { recordOf, usePlanForm } from '../use-plan-form';
import type { Written } from '../use-plans-place';
import { ClientField } from './client-field';
import { ConflictNotice } from './conflict-notice';
import { LinesField } from './lines-field';
import styles from './plan-dialog.module.css';
import { ProgressField } from './progress-field';

interface PlanEditorProps {
  written: Written;
  plan: CarePlan | undefined;
  /** Asked when somebody closes the window. */
  leave: RefObject<(() => void) | undefined>;
  onClose: () => void;
  onSaved: (id: string) => void;
}

/** Everything of a plan that is written. */
export function PlanEditor({ written, plan, leave, onClose, onSaved }: PlanEditorProps) {
  const { form, conflict, saveMine, takeSaved } = usePlanForm({ written, plan, onSaved });
  const [leaving, setLeaving] = useState(false);
  const { busy, dirty } = form;
  const ask = () => {
    if (busy) return;
    if (dirty) setLeaving(true);
    else onClose();
  };
  useEffect(() => {
    leave.current = ask;
    return () => {
      leave.current = undefined;
    };
  });
  const label = plan ? messages.update : messages.create;
  const busyLabel = plan ? messages.updating : messages.creating;

  return (
    <>
      <form {...form.props} id={`plan-form-${recordOf(written)}`} aria-label={plan ? messages.editTitle : messages.newTitle} className={styles.form}>
        <FormNotes form={{ lines: form.lines, changedElsewhere: false }} />
        {conflict && plan && <ConflictNotice mine={form.values()} saved={valuesOf(plan)} busy={busy} onSaveMine={() => void saveMine()} onTakeSaved={takeSaved} />}
        {plan?.status === 'published' && <Banner tone="info">{messages.published(nameWords(plan.client_name))}</Banner>}
        {/* What is typed while it is being sent would be in no version. */}
        <div className={styles.form} inert={busy}>
          <ClientField form={form} fixed={plan !== undefined} />
          <FormField form={form} name="title" label={messages.titleLabel}>
            {(control) => <TextInput {...control} dir="auto" required />}
          </FormField>
          <FormField form={form} name="description" label={messages.descriptionLabel} hint={messages.descriptionHint} optional>
            {(control) => <TextArea {...control} dir="auto" rows={5} autoGrow />}
          </FormField>
          <LinesField
            form={form}
            name="actions"
            most={MAX_ACTIONS}
            words={{ legend: messages.actionsLegend, hint: messages.actionsHint, line: messages.action, add: messages.addAction, tooMany: messages.tooManyActions }}
            newLine={() => ({ id: newLineId(), text: '' })}
          />
          <LinesField
            form={form}
            name="goals"
            most={MAX_GOALS}
            words={{ legend: messages.goalsLegend, hint: messages.goalsHint, line: messages.goal, add: messages.addGoal, tooMany: messages.tooManyGoals }}
            newLine={() => ({ id: newLineId(), text: '', progress: 0 })}
            more={(goal, number, change) => <ProgressField label={messages.progress(number)} value={goal.progress} onChange={(progress) => change({ ...goal, progress })} />}
          />
          <FormField form={form} name="follow_up_date" label={messages.followUpLabel} hint={messages.followUpHint} optional>
            {(control) => <TextInput {...control} type="date" className={styles.date} min={today()} max="9999-12-31" />}
          </FormField>
        </div>
        <div className={styles.actions}>
          <p className={styles.soft}>{messages.kept}</p>
          <div className={styles.buttons}>
            <Button variant="quiet" disabled={busy} onClick={ask}>
              {messages.cancel}
            </Button>
            <Button type="submit" variant="primary" loading={busy}>
              {busy ? busyLabel : label}
            </Button>
          </div>
        </div>
      </form>
      {/* Not inside of the form: what is pressed there would send it. */}
      {leaving && (
        <LeaveDialog
          onStay={() => setLeaving(false)}
          onKeep={onClose}
          onDiscard={() => {
            form.discard();
            onClose();
          }}
        />
      )}
    </>
  );
}

/** Asks what becomes of a text that is not saved. The focus starts where nothing is lost. */
function LeaveDialog({ onStay, onKeep, onDiscard }: { onStay: () => void; onKeep: () => void; onDiscard: () => void }) {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      size="sm"
      title={messages.leaveTitle}
      description={messages.leaveText}
      initialFocus={safe}
      onOpenChange={(open) => !open && onStay()}
      footer={
        <>
          <Button variant="quiet" onClick={onDiscard}>
            {messages.discard}
          </Button>
          <Button onClick={onKeep}>{messages.keepTyped}</Button>
          <Button ref={safe} variant="primary" onClick={onStay}>
            {messages.stay}
          </Button>
        </>
      }
    />
  );
}
