import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { UserText } from '@attune/shared-ui/components/user-text';
import { toast } from '@attune/shared-ui/runtime';
import { notesMessages as messages } from '../messages';
import { failureWords } from '../note-words';
import { useDeleteNote } from '../session-notes.api';
import type { Subject } from './note-actions';

interface DeleteNoteDialogProps {
  note: Subject;
  onDeleted: (id: string) => void;
  onClose: () => void;
}

/** Asks before a note is destroyed. */
export function DeleteNoteDialog({ note, onDeleted, onClose }: DeleteNoteDialogProps) {
  const deletion = useDeleteNote();
  const remove = async () => {
    try {
      await deletion.mutateAsync(note.id);
      toast.success(messages.deleted);
      onDeleted(note.id);
    } catch (error) {
      toast.error(failureWords(error, messages.deleteFailed, messages.deleteError));
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
            <UserText>{note.title}</UserText>
          </strong>
          <br />
          {messages.deleteQuestion}
        </>
      }
      confirmLabel={messages.remove}
      cancelLabel={messages.keepNote}
      loading={deletion.isPending}
      onConfirm={() => void remove()}
    />
  );
}
