import { useQuery, useQueryClient } from '@attune/shared-ui/runtime';
import { useEffect, useRef } from 'react';
import { RecordFailure } from '../../../records/record-failure';
import { WritingWindow } from '../../../writing/writing-window';
import { editorMessages, FAILURE_WORDS, notesMessages as messages } from '../messages';
import { type DraftOf, editedNoteQuery } from '../note-drafts.api';
import { NoteEditor } from './note-editor';

interface NoteDialogProps {
  of: DraftOf;
  onClose: () => void;
}

/** The window in which a note is written: it reads the note and its draft first. */
export default function NoteDialog({ of, onClose }: NoteDialogProps) {
  const queryClient = useQueryClient();
  const query = useQuery(editedNoteQuery(of));
  const leave = useRef<() => void>(undefined);
  const { queryKey } = editedNoteQuery(of);
  const key = JSON.stringify(queryKey);
  // What this editor began with is nothing for the next one.
  useEffect(() => () => queryClient.removeQueries({ queryKey: JSON.parse(key) as unknown[] }), [queryClient, key]);

  return (
    <WritingWindow title={'noteId' in of ? editorMessages.editTitle : editorMessages.newTitle} leave={leave} onClose={onClose} loadingLabel={messages.loadingNote}>
      {query.data !== undefined ? <NoteEditor of={of} edited={query.data} leave={leave} onClose={onClose} /> : query.isLoadingError && <RecordFailure query={query} words={FAILURE_WORDS} />}
    </WritingWindow>
  );
}
