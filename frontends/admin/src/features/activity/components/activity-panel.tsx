import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { failedAt, FailureBanner, isSignedOut, refusalText } from '@attune/shared-ui/failures/failure-banner';
import { saveFile } from '@attune/shared-ui/files/save-file';
import { localZone, zoneLabel } from '@attune/shared-ui/format';
import { useAddressPages } from '@attune/shared-ui/lists/address-pages';
import { rowRange, useRefresh } from '@attune/shared-ui/lists/cursor-pages';
import { Pager } from '@attune/shared-ui/lists/pager';
import { toast, useQuery } from '@attune/shared-ui/runtime';
import { useSearchParams } from '@attune/shared-ui/search-params';
import { useCallback, useState } from 'react';
import { type ActivityFilters, filtersFrom, isFiltered, LOG_PAGES, NO_FILTER, withFilters } from '../activity-filters';
import { ACTIVITIES_ON_A_PAGE, activityKey, activityQuery, downloadActivity } from '../activity.api';
import { folded } from '../folded-activity';
import { activityMessages as messages } from '../messages';
import styles from './activity-panel.module.css';
import { ActivityRow } from './activity-row';
import { ACTION_ID, ActivityToolbar } from './activity-toolbar';

const LOG_WORDS = { previous: 'Newer', next: 'Older' };

/** The dashboard's Activity tab; its filters live in the address. */
export function ActivityPanel() {
  const [params, setParams] = useSearchParams();
  const filters = filtersFrom(params);
  const pages = useAddressPages(LOG_PAGES);
  const query = useQuery({ ...activityQuery(filters, pages.cursor), placeholderData: (previous) => previous });
  const refresh = useRefresh(activityKey);
  const change = useCallback(
    (part: Partial<ActivityFilters>) => setParams((current) => withFilters(current, { ...filtersFrom(current), ...part }), { replace: true }),
    [setParams],
  );
  const showAll = () => {
    change(NO_FILTER);
    // The button goes with the empty list.
    document.getElementById(ACTION_ID)?.focus();
  };
  const page = query.data;

  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2>{messages.title}</h2>
        <div className={styles.tools}>
          <ExportButton filters={filters} />
          <Button icon="refresh" loading={query.isFetching} onClick={refresh}>
            Refresh
          </Button>
        </div>
      </div>
      <FailureBanner failedAt={failedAt(query)} text={messages.listFailed} />
      <ActivityToolbar filters={filters} actions={page?.actions ?? []} onChange={change} />
      {query.isPending && <RowsLoading />}
      {query.isLoadingError && <p className={styles.soft}>{messages.nothingShown}</p>}
      {page !== undefined && (
        <>
          <p className={styles.soft}>Times are those of {zoneLabel(localZone())}.</p>
          <Card padding="none" className={query.isPlaceholderData ? styles.waiting : undefined}>
            {page.activities.length === 0 ? (
              <NothingHere filtered={isFiltered(filters)} onShowAll={showAll} />
            ) : (
              <ul className={styles.list}>
                {folded(page.activities).map(({ latest, entries }) => (
                  <ActivityRow key={latest.id} activity={latest} entries={entries} />
                ))}
              </ul>
            )}
            {page.activities.length > 0 && (
              <Pager
                label={messages.title}
                words={LOG_WORDS}
                pages={pages}
                nextCursor={page.next}
                loading={query.isPlaceholderData}
                count={`Entries ${rowRange(pages.index, ACTIVITIES_ON_A_PAGE, page.activities.length)}`}
              />
            )}
          </Card>
        </>
      )}
    </div>
  );
}

/** Saves what the filters find as a file for a spreadsheet. */
function ExportButton({ filters }: { filters: ActivityFilters }) {
  const [loading, setLoading] = useState(false);
  const save = async () => {
    setLoading(true);
    try {
      saveFile(await downloadActivity(filters));
      toast.success(messages.exported);
    } catch (error) {
      if (!isSignedOut(error)) toast.error(refusalText(error, messages.exportFailed));
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button icon="download" loading={loading} onClick={() => void save()}>
      {messages.exportCsv}
    </Button>
  );
}

function NothingHere({ filtered, onShowAll }: { filtered: boolean; onShowAll: () => void }) {
  if (!filtered) return <EmptyState level={3} drawing="search" title={messages.emptyTitle} text={messages.emptyText} />;
  return (
    <EmptyState
      level={3}
      drawing="search"
      title={messages.noMatchTitle}
      text={messages.noMatchText}
      action={<Button onClick={onShowAll}>Show all activity</Button>}
    />
  );
}

function RowsLoading() {
  return (
    <Card padding="none">
      <SkeletonGroup label="Loading activity">
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <div key={row} className={styles.loading}>
            <Skeleton width={36} height={36} radius="full" />
            <Skeleton width="70%" height={36} />
          </div>
        ))}
      </SkeletonGroup>
    </Card>
  );
}
