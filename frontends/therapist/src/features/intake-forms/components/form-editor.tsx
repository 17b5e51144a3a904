import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { FormField, FormNotes } from '@attune/shared-ui/forms';
import { useEffect, useState } from 'react';
import { bodyOf } from '../form-values';
import type { EditedForm, IntakeTemplate } from '../intake-forms.api';
import { intakeMessages as messages } from '../messages';
import { useEditorForm } from '../use-editor-form';
import { ConflictNotice } from './conflict-notice';
import styles from './form-editor.module.css';
import { InstrumentNotice } from './instrument-notice';
import { type PreviewedForm, PreviewDialog } from './preview-dialog';
import { QuestionList } from './question-list';
import { ServicesField } from './services-field';

interface FormEditorProps {
  /** The form to change; without it a new one is made. */
  edited?: EditedForm;
  /** What a new form begins with. */
  template?: IntakeTemplate;
  /** The therapist's services. */
  services: readonly { id: string; name: string }[];
  onDirtyChange: (dirty: boolean) => void;
  /** Saved or given up. */
  onClose: () => void;
}

/** Title, description and questions of a form, and the services it goes out with; all saved together. */
export function FormEditor({ edited, template, services, onDirtyChange, onClose }: FormEditorProps) {
  const [openId, setOpenId] = useState<string>();
  const { form, conflict, saveAsNewest } = useEditorForm({ edited, template, onSaved: onClose, onTyping: () => onDirtyChange(true), onOpen: setOpenId });
  const [previewed, setPreviewed] = useState<PreviewedForm>();
  const [leaving, setLeaving] = useState(false);
  const { dirty, busy } = form;
  // With every draw: what was typed and taken back again before the form heard of it is nothing.
  useEffect(() => onDirtyChange(dirty));
  useEffect(() => () => onDirtyChange(false), [onDirtyChange]);

  const leave = () => {
    form.discard();
    onClose();
  };

  return (
    <>
      <form {...form.props} aria-label={edited ? 'Edit form' : 'New form'} className={styles.form}>
        <FormNotes form={{ lines: form.lines, changedElsewhere: false }} />
        {conflict && edited && <ConflictNotice busy={busy} onLook={() => setPreviewed(edited.form)} onSaveMine={() => void saveAsNewest()} onDiscard={form.discard} />}
        {/* What is typed while it is being sent would be in no version. */}
        <div className={styles.parts} inert={busy}>
          <Card>
            <div className={styles.fields}>
              <FormField form={form} name="title" label="Form title">
                {(control) => <TextInput {...control} dir="auto" required />}
              </FormField>
              <FormField form={form} name="description" label="Description" optional hint="Clients read it above the first question.">
                {(control) => <TextArea {...control} dir="auto" rows={3} autoGrow />}
              </FormField>
            </div>
          </Card>
          <InstrumentNotice form={form} />
          <QuestionList form={form} openId={openId} onOpen={setOpenId} />
          <ServicesField form={form} services={services} />
        </div>
        <div className={styles.actions}>
          <Button type="submit" variant="primary" loading={busy}>
            {busy ? 'Saving...' : 'Save Form'}
          </Button>
          <Button icon="eye" onClick={() => setPreviewed(bodyOf(form.values()))}>
            Preview
          </Button>
          <Button variant="quiet" disabled={busy} onClick={() => (dirty ? setLeaving(true) : leave())}>
            Cancel
          </Button>
          {dirty && !busy && <span className={styles.soft}>You have unsaved changes.</span>}
        </div>
      </form>
      {/* Not inside of the form: what is sent there would send this one, too. */}
      {previewed && <PreviewDialog form={previewed} onClose={() => setPreviewed(undefined)} />}
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title={messages.unsavedTitle}
        body={messages.unsavedBody}
        confirmLabel="Leave without saving"
        cancelLabel="Stay"
        onConfirm={leave}
      />
    </>
  );
}
