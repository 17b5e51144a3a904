import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { useFailureToast } from '@attune/shared-ui/failures/failure-banner';
import { rowRange, useCursorPages } from '@attune/shared-ui/lists/cursor-pages';
import { Pager } from '@attune/shared-ui/lists/pager';
import { useQuery } from '@attune/shared-ui/runtime';
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

/** All notes or those that were looked for, page by page, newest first. */
export function NotesList({ filter, isEmpty, onSearch, onNew, onView, actions }: NotesListProps) {
  const pages = useCursorPages(JSON.stringify(filter));
  const query = useQuery({ ...notesQuery(filter, pages.cursor), placeholderData: (previous) => previous });
  const page = query.data;
  const rows = page?.body.length ?? 0;
  const isFiltered = filter.q !== undefined || filter.tag !== undefined;
  useFailureToast(query.isLoadingError, failureWords(query.error, messages.loadFailed, messages.loadError));

  if (isEmpty && !isFiltered && rows === 0 && !query.isLoadingError) return <NoNotes onNew={onNew} />;
  const showAll = () => {
    onSearch({ q: '', tag: '' });
    // The button goes with the empty list.
    document.getElementById(SEARCH_ID)?.focus();
  };
  const isFirst = pages.index === 0;
  const news = isFiltered && isFirst && page && !query.isPlaceholderData ? messages.found(rows, page.next !== undefined) : '';
  return (
    <div className={styles.panel}>
      <NotesToolbar filter={filter} onSearch={onSearch} />
      <p role="status" className={styles.news}>
        {news}
      </p>
      {query.isPending && <Loading />}
      {query.isLoadingError && (
        <Card padding="none">
          <ErrorPanel level={3} title={messages.loadFailed} text={messages.loadFailedHint} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        </Card>
      )}
      {page && rows === 0 && isFiltered && (
        <Card padding="none">
          <EmptyState drawing="search" level={3} title={messages.noMatchTitle} text={messages.noMatchText} action={<Button onClick={showAll}>{messages.showAll}</Button>} />
        </Card>
      )}
      {page && rows === 0 && !isFiltered && <NoNotes onNew={onNew} />}
      {page && rows > 0 && (
        <div className={query.isPlaceholderData ? styles.waiting : undefined}>
          <ul className={styles.list}>
            {page.body.map((note) => (
              <NoteCard key={note.id} note={note} onView={onView} actions={actions} />
            ))}
          </ul>
          {(!isFirst || page.next !== undefined) && (
            <Pager
              label={messages.list}
              pages={pages}
              nextCursor={page.next}
              loading={query.isPlaceholderData}
              count={`${messages.list} ${rowRange(pages.index, NOTES_ON_A_PAGE, rows)}`}
            />
          )}
        </div>
      )}
    </div>
  );
}

function NoNotes({ onNew }: { onNew: () => void }) {
  const first = (
    <Button variant="primary" icon="plus" onClick={onNew}>
      {messages.firstNote}
    </Button>
  );
  return (
    <Card padding="none">
      <EmptyState drawing="notes" level={3} title={messages.emptyTitle} text={messages.emptyText} action={first} />
    </Card>
  );
}

function Loading() {
  return (
    <SkeletonGroup label={messages.loadingList}>
      <div className={styles.list}>
        {[0, 1, 2].map((row) => (
          <Card key={row}>
            <div className={styles.loading}>
              <Skeleton width="40%" height={20} />
              <Skeleton width="25%" />
              <Skeleton />
              <Skeleton width="80%" />
            </div>
          </Card>
        ))}
      </div>
    </SkeletonGroup>
  );
}
