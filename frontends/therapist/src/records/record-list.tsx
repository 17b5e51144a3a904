import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { EmptyState, type EmptyStateProps } from '@attune/shared-ui/components/empty-state';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { type CursorPages, type Page, rowRange } from '@attune/shared-ui/lists/cursor-pages';
import { Pager } from '@attune/shared-ui/lists/pager';
import type { ReactNode } from 'react';
import styles from './records.module.css';

interface RecordListProps<Row> {
  query: { data: Page<Row[]> | undefined; isPending: boolean; isLoadingError: boolean; isPlaceholderData: boolean; isFetching: boolean; refetch: () => unknown };
  pages: CursorPages;
  pageSize: number;
  isFiltered: boolean;
  words: {
    list: string;
    loading: string;
    failed: string;
    failedHint: string;
    noMatchTitle: string;
    noMatchText: string;
    showAll: string;
  };
  /** In the place of a list that has nothing in it. */
  empty: ReactNode;
  onShowAll: () => void;
  children: (row: Row) => ReactNode;
}

/** Records page by page, with what stands there while they are read, where they cannot be, and where there are none. */
export function RecordList<Row>({ query, pages, pageSize, isFiltered, words, empty, onShowAll, children }: RecordListProps<Row>) {
  const page = query.data;
  const rows = page?.body.length ?? 0;
  return (
    <>
      {query.isPending && <Loading label={words.loading} />}
      {query.isLoadingError && (
        <Card padding="none">
          <ErrorPanel level={3} title={words.failed} text={words.failedHint} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        </Card>
      )}
      {page && rows === 0 && isFiltered && (
        <Card padding="none">
          <EmptyState drawing="search" level={3} title={words.noMatchTitle} text={words.noMatchText} action={<Button onClick={onShowAll}>{words.showAll}</Button>} />
        </Card>
      )}
      {page && rows === 0 && !isFiltered && empty}
      {page && rows > 0 && (
        <div className={query.isPlaceholderData ? styles.waiting : undefined}>
          <ul className={styles.list}>{page.body.map(children)}</ul>
        </div>
      )}
      {page && (pages.index > 0 || page.next !== undefined) && (
        <Pager label={words.list} pages={pages} nextCursor={page.next} loading={query.isPlaceholderData} count={rows > 0 ? `${words.list} ${rowRange(pages.index, pageSize, rows)}` : words.list} />
      )}
    </>
  );
}

interface NoRecordsProps extends Pick<EmptyStateProps, 'drawing' | 'title' | 'text'> {
  newLabel: string;
  onNew: () => void;
}

/** There is none at all yet: what one is for, and the way to the first. */
export function NoRecords({ newLabel, onNew, ...state }: NoRecordsProps) {
  const first = (
    <Button variant="primary" icon="plus" onClick={onNew}>
      {newLabel}
    </Button>
  );
  return (
    <Card padding="none">
      <EmptyState {...state} level={3} action={first} />
    </Card>
  );
}

function Loading({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label}>
      <div className={styles.list}>
        {[0, 1, 2].map((row) => (
          <Card key={row}>
            <div className={styles.card}>
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
