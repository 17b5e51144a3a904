import { DeedDialog } from '../../../records/deed-dialog';
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
  return (
    <DeedDialog
      title={messages.deleteTitle}
      name={note.title}
      confirmLabel={messages.remove}
      cancelLabel={messages.keepNote}
      done={messages.deleted}
      failed={(error) => failureWords(error, messages.deleteFailed, messages.deleteError)}
      run={() => deletion.mutateAsync(note.id)}
      onDone={() => onDeleted(note.id)}
      onClose={onClose}
    >
      {messages.deleteQuestion}
    </DeedDialog>
  );
}
