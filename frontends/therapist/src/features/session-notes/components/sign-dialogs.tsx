import { Button } from '@attune/shared-ui/components/button';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { UserText } from '@attune/shared-ui/components/user-text';
import { FormField, FormNotes, useServerForm } from '@attune/shared-ui/forms';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast } from '@attune/shared-ui/runtime';
import { DeedDialog } from '../../../records/deed-dialog';
import writing from '../../../writing/writing.module.css';
import { editorMessages, notesMessages as messages } from '../messages';
import { useNoteDeed } from '../session-notes.api';
import type { Subject } from './note-actions';

/** Says what a signature means before it is given. */
export function SignDialog({ note, onClose }: { note: Subject; onClose: () => void }) {
  const deed = useNoteDeed();
  return (
    <DeedDialog
      tone="primary"
      title={messages.signTitle}
      name={note.title}
      confirmLabel={messages.sign}
      done={messages.signedToast}
      failed={(error) => refusalText(error, messages.signFailed)}
      run={() => deed.mutateAsync({ kind: 'sign', id: note.id, version: note.version })}
      onClose={onClose}
    >
      {messages.signBody}
    </DeedDialog>
  );
}

interface UnlockDialogProps {
  note: Subject;
  /** What it is unlocked for. */
  then: 'edit' | 'delete' | 'none';
  onUnlocked: (note: Subject) => void;
  onClose: () => void;
}

/** Opens a signed note again; the reason stays in its history. */
export function UnlockDialog({ note, then, onUnlocked, onClose }: UnlockDialogProps) {
  const deed = useNoteDeed();
  const form = useServerForm<{ reason: string }>({
    stored: { reason: '' },
    check: ({ reason }): Record<string, string> => (reason.trim() === '' ? { reason: messages.reasonRequired } : {}),
    send: async ({ reason }) => {
      const { session_note } = await deed.mutateAsync({ kind: 'unlock', id: note.id, version: note.version, reason: reason.trim() });
      toast.success(messages.unlocked);
      onUnlocked(session_note);
    },
    onRefused: (error) => toast.error(refusalText(error, messages.unlockFailed)),
  });
  return (
    <Dialog open size="sm" title={messages.unlockTitle[then]} description={messages.unlockBody} onOpenChange={(open) => !open && !form.busy && onClose()}>
      <form {...form.props} className={writing.form}>
        <FormNotes form={form} />
        <p>
          <strong>
            <UserText>{note.title}</UserText>
          </strong>
        </p>
        <FormField form={form} name="reason" label={messages.reason}>
          {(control) => <TextArea {...control} dir="auto" rows={3} maxLength={500} autoGrow />}
        </FormField>
        <div className={writing.buttons}>
          <Button disabled={form.busy} onClick={onClose}>
            {editorMessages.cancel}
          </Button>
          <Button type="submit" variant="primary" loading={form.busy}>
            {messages.unlock}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
