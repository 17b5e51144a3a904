import { Banner } from '@attune/shared-ui/components/banner';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { FormField, FormNotes } from '@attune/shared-ui/forms';
import { today } from '@attune/shared-ui/format';
import { randomId } from '../../../random-id';
import { ConflictNotice } from '../../../writing/conflict-notice';
import { EditorBar } from '../../../writing/editor-bar';
import { LeaveDialog } from '../../../writing/leave-dialog';
import { writingMessages } from '../../../writing/messages';
import { type Leave, useAskedLeave } from '../../../writing/use-asked-leave';
import writing from '../../../writing/writing.module.css';
import type { CarePlan } from '../care-plans.api';
import { editorMessages as messages } from '../messages';
import { MAX_ACTIONS, MAX_GOALS, valuesOf, wholeText } from '../plan-values';
import { nameWords } from '../plan-words';
import { recordOf, usePlanForm } from '../use-plan-form';
import type { Written } from '../use-plans-place';
import { ClientField } from './client-field';
import { LinesField } from './lines-field';
import styles from './plan-dialog.module.css';
import { ProgressField } from './progress-field';

interface PlanEditorProps {
  written: Written;
  plan: CarePlan | undefined;
  leave: Leave;
  onClose: () => void;
  onSaved: (id: string) => void;
}

/** Everything of a plan that is written. */
export function PlanEditor({ written, plan, leave, onClose, onSaved }: PlanEditorProps) {
  const { form, conflict, saveMine, takeSaved } = usePlanForm({ written, plan, onSaved });
  const { busy, dirty } = form;
  const { leaving, ask, stay } = useAskedLeave({ leave, busy, dirty, onLeave: onClose });
  const discard = () => {
    form.discard();
    onClose();
  };
  const mine = form.values();
  const saved = plan && plan.version !== mine.version ? wholeText(valuesOf(plan)) : undefined;

  return (
    <>
      <form {...form.props} id={`plan-form-${recordOf(written)}`} aria-label={plan ? messages.editTitle : messages.newTitle} className={writing.form}>
        <FormNotes form={{ lines: form.lines, changedElsewhere: false }} />
        {conflict && (
          <ConflictNotice title={messages.conflictTitle} text={messages.conflictText} mine={wholeText(mine)} saved={saved} busy={busy} onSaveMine={() => void saveMine()} onTakeSaved={takeSaved} />
        )}
        {plan?.status === 'published' && <Banner tone="info">{messages.published(nameWords(plan.client_name))}</Banner>}
        {/* What is typed while it is being sent would be in no version. */}
        <div className={writing.form} inert={busy}>
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
            newLine={() => ({ id: randomId(), text: '' })}
          />
          <LinesField
            form={form}
            name="goals"
            most={MAX_GOALS}
            words={{ legend: messages.goalsLegend, hint: messages.goalsHint, line: messages.goal, add: messages.addGoal, tooMany: messages.tooManyGoals }}
            newLine={() => ({ id: randomId(), text: '', progress: 0 })}
            more={(goal, number, change) => <ProgressField label={messages.progress(number)} value={goal.progress} onChange={(progress) => change({ ...goal, progress })} />}
          />
          <FormField form={form} name="follow_up_date" label={messages.followUpLabel} hint={messages.followUpHint} optional>
            {(control) => <TextInput {...control} type="date" className={styles.date} min={today()} max="9999-12-31" />}
          </FormField>
        </div>
        <EditorBar
          line={messages.kept}
          busy={busy}
          cancelLabel={messages.cancel}
          saveLabel={plan ? messages.update : messages.create}
          busyLabel={plan ? messages.updating : messages.creating}
          onCancel={ask}
        />
      </form>
      {/* Not inside of the form: what is pressed there would send it. */}
      {leaving && <LeaveDialog text={writingMessages.leaveText} keepLabel={writingMessages.keepTyped} preferStaying onStay={stay} onKeep={onClose} onDiscard={discard} />}
    </>
  );
}
