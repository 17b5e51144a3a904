import { useFailureToast } from '@attune/shared-ui/failures/failure-banner';
import { useCursorPages } from '@attune/shared-ui/lists/cursor-pages';
import { useQuery } from '@attune/shared-ui/runtime';
import { NoRecords, RecordList } from '../../../records/record-list';
import records from '../../../records/records.module.css';
import { notesMessages as messages } from '../messages';
import { failureWords } from '../note-words';
import { NOTES_ON_A_PAGE, type NotesFilter, notesQuery } from '../session-notes.api';
import type { NoteActions } from './note-actions';
import { NoteCard } from './note-card';
import styles from './notes-panel.module.css';
import { NotesToolbar, SEARCH_ID } from './notes-toolbar';

interface NotesListProps {
  filter: NotesFilter;
  /** There is no note at all. */
  isEmpty: boolean;
  onSearch: (part: NotesFilter) => void;
  onNew: () => void;
  onView: (id: string) => void;
  actions: NoteActions;
}

const WORDS = {
  list: messages.list,
  loading: messages.loadingList,
  failed: messages.loadFailed,
  failedHint: messages.loadFailedHint,
  noMatchTitle: messages.noMatchTitle,
  noMatchText: messages.noMatchText,
  showAll: messages.showAll,
};

const CUT_WORDS = { ...WORDS, noMatchTitle: messages.noneSoFarTitle, noMatchText: messages.noneSoFarText };

/** All notes or those that were looked for, page by page, newest first. */
export function NotesList({ filter, isEmpty, onSearch, onNew, onView, actions }: NotesListProps) {
  const pages = useCursorPages(JSON.stringify(filter));
  const query = useQuery({ ...notesQuery(filter, pages.cursor), placeholderData: (previous) => previous });
  const page = query.data;
  const rows = page?.body.length ?? 0;
  const isFiltered = filter.q !== undefined || filter.tag !== undefined;
  useFailureToast(query.isLoadingError, failureWords(query.error, messages.loadFailed, messages.loadError));

  const empty = <NoRecords drawing="notes" title={messages.emptyTitle} text={messages.emptyText} newLabel={messages.firstNote} onNew={onNew} />;
  if (isEmpty && !isFiltered && rows === 0 && !query.isLoadingError) return empty;
  const showAll = () => {
    onSearch({ q: '', tag: '' });
    // The button goes with the empty list.
    document.getElementById(SEARCH_ID)?.focus();
  };
  // Fewer than a page, and there are more: the search took long, and goes on with the next page.
  const isCut = isFiltered && page?.next !== undefined && rows < NOTES_ON_A_PAGE;
  const newsOf = (hasMore: boolean): string => (isCut ? messages.cut(rows) : pages.index === 0 ? messages.found(rows, hasMore) : '');
  const news = isFiltered && page && !query.isPlaceholderData ? newsOf(page.next !== undefined) : '';
  return (
    <div className={records.panel}>
      <NotesToolbar filter={filter} onSearch={onSearch} />
      <p role="status" className={styles.news}>
        {news}
      </p>
      <RecordList query={query} pages={pages} pageSize={NOTES_ON_A_PAGE} isFiltered={isFiltered} words={isCut ? CUT_WORDS : WORDS} empty={empty} onShowAll={showAll}>
        {(note) => <NoteCard key={note.id} note={note} onView={onView} actions={actions} />}
      </RecordList>
    </div>
  );
}
