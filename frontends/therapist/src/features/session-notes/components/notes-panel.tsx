import { TabPanel, Tabs } from '@attune/shared-ui/components/tabs';
import { formatNumber } from '@attune/shared-ui/format';
import { useQuery, useQueryClient } from '@attune/shared-ui/runtime';
import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { type ReactNode, Suspense, useRef } from 'react';
import { randomId } from '../../../random-id';
import { RecordsHead } from '../../../records/records-head';
import records from '../../../records/records.module.css';
import { notesMessages as messages } from '../messages';
import { editedNoteQuery } from '../note-drafts.api';
import { countQuery, type SessionNote } from '../session-notes.api';
import { useNotesPlace } from '../use-notes-place';
import { useNoteActions } from './note-actions';
import { NoteDetails } from './note-details';
import { NotesList } from './notes-list';
import { OpenDrafts } from './open-drafts';

const NoteDialog = lazyAgain(() => import('./note-dialog'));

/** The dashboard's AI Session Notes tab: all notes, and the one that is open. `moreOf` is what else can be done with that one. */
export default function NotesPanel({ moreOf }: { moreOf?: (note: SessionNote) => ReactNode }) {
  const place = useNotesPlace();
  const queryClient = useQueryClient();
  const { data: count } = useQuery(countQuery());
  const { actions, dialogs } = useNoteActions({ onEdit: (noteId) => place.write({ noteId }), onDeleted: place.forgetNote });
  // What was pressed to open a note goes with the list.
  const opened = useRef(false);
  const view = (id: string) => {
    opened.current = true;
    place.openNote(id);
  };
  const writeNew = () => {
    const of = { draftId: randomId() };
    // Of a note that was begun this moment the server has no draft.
    queryClient.setQueryData(editedNoteQuery(of).queryKey, { detail: null, draft: null });
    place.write(of);
  };
  const { noteId, lastNoteId, written } = place;
  const all = count === undefined ? messages.allNotesUncounted : messages.allNotes(formatNumber(count));

  return (
    <div className={records.panel}>
      <RecordsHead title={messages.title} subtitle={messages.subtitle} newLabel={messages.newNote} onNew={count === 0 ? undefined : writeNew} />
      <OpenDrafts written={written} onContinue={(draftId) => place.write({ draftId })} />
      <Tabs
        label={messages.tabs}
        value={noteId === undefined ? 'all' : 'details'}
        onChange={(tab) => (tab === 'details' && lastNoteId !== undefined ? place.openNote(lastNoteId) : place.openList())}
        tabs={[{ value: 'all', label: all }, ...(lastNoteId === undefined ? [] : [{ value: 'details', label: messages.details }])]}
        activation="manual"
      >
        <TabPanel value="all">
          <NotesList filter={place.filter} isEmpty={count === 0} onSearch={place.search} onNew={writeNew} onView={view} actions={actions} />
        </TabPanel>
        <TabPanel value="details">{noteId !== undefined && <NoteDetails key={noteId} id={noteId} takesFocus={opened.current} actions={actions} moreOf={moreOf} onClose={place.openList} />}</TabPanel>
      </Tabs>
      {dialogs}
      {written !== undefined && (
        <Suspense>
          <NoteDialog key={JSON.stringify(written)} of={written} onClose={place.stopWriting} />
        </Suspense>
      )}
    </div>
  );
}
