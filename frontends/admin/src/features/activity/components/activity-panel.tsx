import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { Field } from '@attune/shared-ui/components/field';
import { Select } from '@attune/shared-ui/components/select';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { failedAt, FailureBanner } from '@attune/shared-ui/failures/failure-banner';
import { localZone, zoneLabel } from '@attune/shared-ui/format';
import { rowRange, useCursorPages, useRefresh } from '@attune/shared-ui/lists/cursor-pages';
import { Pager } from '@attune/shared-ui/lists/pager';
import { useQuery, useSearchParams } from '@attune/shared-ui/runtime';
import { type ActivityFilters, actionOptions, filtersFrom, USER_TYPES, userTypeOf, withFilters } from '../activity-filters';
import { ACTIVITIES_ON_A_PAGE, activityKey, activityQuery } from '../activity.api';
import { activityMessages as messages } from '../messages';
import styles from './activity-panel.module.css';
import { ActivityRow } from './activity-row';

const ACTION_ID = 'activity-action';
const LOG_WORDS = { previous: 'Newer', next: 'Older' };

/** The dashboard's Activity tab; its filters live in the address. */
export function ActivityPanel() {
  const [params, setParams] = useSearchParams();
  const filters = filtersFrom(params);
  const pages = useCursorPages(JSON.stringify(filters));
  const query = useQuery({ ...activityQuery(filters, pages.cursor), placeholderData: (previous) => previous });
  const refresh = useRefresh(activityKey);
  const change = (part: Partial<ActivityFilters>) =>
    setParams((current) => withFilters(current, { ...filtersFrom(current), ...part }), { replace: true });
  const showAll = () => {
    change({ action: '', userType: '' });
    // The button goes with the empty list.
    document.getElementById(ACTION_ID)?.focus();
  };
  const page = query.data;

  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2>{messages.title}</h2>
        <Button icon="refresh" loading={query.isFetching} onClick={refresh}>
          Refresh
        </Button>
      </div>
      <FailureBanner failedAt={failedAt(query)} text={messages.listFailed} />
      <ActivityToolbar filters={filters} onChange={change} />
      {query.isPending && <RowsLoading />}
      {query.isLoadingError && <p className={styles.soft}>{messages.nothingShown}</p>}
      {page !== undefined && (
        <>
          <p className={styles.soft}>Times are those of {zoneLabel(localZone())}.</p>
          <Card padding="none" className={query.isPlaceholderData ? styles.waiting : undefined}>
            {page.activities.length === 0 ? (
              <NothingHere
                filtered={filters.action !== '' || filters.userType !== ''}
                onShowAll={showAll}
              />
            ) : (
              <ul className={styles.list}>
                {page.activities.map((activity) => (
                  <ActivityRow key={activity.id} activity={activity} />
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

function ActivityToolbar({ filters, onChange }: { filters: ActivityFilters; onChange: (part: Partial<ActivityFilters>) => void }) {
  return (
    <div className={styles.toolbar} role="search" aria-label="Filter activity">
      <div className={styles.filter}>
        <Field id={ACTION_ID} label="Action">
          {(aria) => <Select {...aria} value={filters.action} options={actionOptions(filters.action)} onChange={(action) => onChange({ action })} />}
        </Field>
      </div>
      <div className={styles.filter}>
        <Field label="By whom">
          {(aria) => <Select {...aria} value={filters.userType} options={USER_TYPES} onChange={(userType) => onChange({ userType: userTypeOf(userType) })} />}
        </Field>
      </div>
    </div>
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
