import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { UserText } from '@attune/shared-ui/components/user-text';
import { toast } from '@attune/shared-ui/runtime';
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
  const remove = async () => {
    try {
      await deletion.mutateAsync(file.id);
      toast.success(messages.removed);
    } catch (error) {
      toast.error(failureWords(error, messages.removeFailed, messages.removeError));
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.removeTitle}
      body={
        <>
          <strong>
            <UserText>{file.filename}</UserText>
          </strong>
          <br />
          {messages.removeText}
        </>
      }
      confirmLabel={messages.remove}
      cancelLabel={messages.keep}
      loading={deletion.isPending}
      onConfirm={() => void remove()}
    />
  );
}
