import { DeedDialog } from '../../../records/deed-dialog';
import { filesMessages as messages } from '../files-messages';
import { type NoteFile, useDeleteFile } from '../note-files.api';
import { failureWords } from '../note-words';

interface DeleteFileDialogProps {
  noteId: string;
  file: NoteFile;
  onClose: () => void;
}

/** Asks before a file is destroyed. */
export function DeleteFileDialog({ noteId, file, onClose }: DeleteFileDialogProps) {
  const deletion = useDeleteFile(noteId);
  return (
    <DeedDialog
      title={messages.removeTitle}
      name={file.filename}
      confirmLabel={messages.remove}
      cancelLabel={messages.keep}
      done={messages.removed}
      failed={(error) => failureWords(error, messages.removeFailed, messages.removeError)}
      run={() => deletion.mutateAsync(file.id)}
      onClose={onClose}
    >
      {messages.removeText}
    </DeedDialog>
  );
}
