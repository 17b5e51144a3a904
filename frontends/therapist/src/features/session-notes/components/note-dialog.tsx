import { Dialog } from '@attune/shared-ui/components/dialog';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { useFailureToast } from '@attune/shared-ui/failures/failure-banner';
import { useQuery, useQueryClient } from '@attune/shared-ui/runtime';
import { useEffect, useRef } from 'react';
import { editorMessages, notesMessages as messages } from '../messages';
import { type DraftOf, editedNoteQuery } from '../note-drafts.api';
import { isAbsent } from '../note-words';
import { NoteEditor } from './note-editor';
import styles from './note-dialog.module.css';

interface NoteDialogProps {
  of: DraftOf;
  onClose: () => void;
}

/** The window in which a note is written: it reads the note and its draft first, and asks before unsaved text is left. */
export default function NoteDialog({ of, onClose }: NoteDialogProps) {
  const queryClient = useQueryClient();
  const { data, error, isLoadingError, isFetching, refetch } = useQuery(editedNoteQuery(of));
  const leave = useRef<() => void>(undefined);
  const absent = isAbsent(error);
  const { queryKey } = editedNoteQuery(of);
  const key = JSON.stringify(queryKey);
  useFailureToast(isLoadingError && !absent, messages.detailsFailed);
  // What this editor began with is nothing for the next one.
  useEffect(() => () => queryClient.removeQueries({ queryKey: JSON.parse(key) as unknown[] }), [queryClient, key]);

  return (
    <Dialog open size="lg" title={'noteId' in of ? editorMessages.editTitle : editorMessages.newTitle} onOpenChange={(open) => !open && (leave.current ?? onClose)()}>
      {data !== undefined && <NoteEditor of={of} edited={data} leave={leave} onClose={onClose} />}
      {data === undefined && !isLoadingError && (
        <SkeletonGroup label={messages.loadingNote}>
          <div className={styles.fields}>
            <Skeleton width="40%" />
            <Skeleton height={44} />
            <Skeleton height={240} />
          </div>
        </SkeletonGroup>
      )}
      {isLoadingError && (
        <ErrorPanel
          level={3}
          title={absent ? messages.gone : messages.detailsFailed}
          text={absent ? messages.goneText : messages.loadFailedHint}
          onRetry={absent ? undefined : () => void refetch()}
          retrying={isFetching}
        />
      )}
    </Dialog>
  );
}
