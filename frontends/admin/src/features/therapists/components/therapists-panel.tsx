import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { failedAt, FailureBanner, isSignedOut } from '@attune/shared-ui/failures/failure-banner';
import { useAddressPages } from '@attune/shared-ui/lists/address-pages';
import { rowRange, useRefresh } from '@attune/shared-ui/lists/cursor-pages';
import { Pager } from '@attune/shared-ui/lists/pager';
import { toast, useQuery } from '@attune/shared-ui/runtime';
import { useSearchParams } from '@attune/shared-ui/search-params';
import { useCallback, useState } from 'react';
import type { Therapist } from '../../../wire';
import { therapistMessages as messages } from '../messages';
import { filtersFrom, THERAPIST_PAGES, type TherapistFilters, withFilters } from '../therapist-filters';
import { THERAPISTS_ON_A_PAGE, therapistsKey, therapistsQuery, useSetActive } from '../therapists.api';
import { DeactivateDialog } from './deactivate-dialog';
import styles from './therapists-panel.module.css';
import { TherapistsTable } from './therapists-table';
import { SEARCH_ID, TherapistsToolbar } from './therapists-toolbar';

/** Activating at once, deactivating after the question; what failed last, for the banner. */
export function useStatusChange() {
  const setActive = useSetActive();
  const [asked, setAsked] = useState<Therapist | null>(null);

  const change = ({ id, display_name: name }: Therapist, active: boolean) =>
    setActive.mutate(
      { id, active },
      {
        onSuccess: () => toast.success(active ? `${name} is active again` : `${name} was deactivated`),
        onSettled: () => setAsked(null),
      },
    );

  return {
    asked,
    ask: setAsked,
    forget: () => setAsked(null),
    activate: (therapist: Therapist) => change(therapist, true),
    deactivate: (therapist: Therapist) => change(therapist, false),
    changing: setActive.isPending ? setActive.variables.id : null,
    failedAt: setActive.isError && !isSignedOut(setActive.error) ? setActive.submittedAt : 0,
  };
}

/** The dashboard's Therapists tab; its filters live in the address. */
export function TherapistsPanel() {
  const [params, setParams] = useSearchParams();
  const filters = filtersFrom(params);
  const pages = useAddressPages(THERAPIST_PAGES);
  const query = useQuery({ ...therapistsQuery(filters, pages.cursor), placeholderData: (previous) => previous });
  const refresh = useRefresh(therapistsKey);
  const status = useStatusChange();
  const change = useCallback(
    (part: Partial<TherapistFilters>) =>
      setParams((current) => withFilters(current, { ...filtersFrom(current), ...part }), { replace: true }),
    [setParams],
  );
  const showAll = () => {
    change({ q: '', status: '' });
    // The button goes with the empty list.
    document.getElementById(SEARCH_ID)?.focus();
  };
  const page = query.data;
  const filtered = filters.q !== '' || filters.status !== '';

  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2>{messages.title}</h2>
        <Button icon="refresh" loading={query.isFetching} onClick={refresh}>
          Refresh
        </Button>
      </div>
      <FailureBanner failedAt={failedAt(query)} text={messages.listFailed} />
      <FailureBanner failedAt={status.failedAt} text={messages.updateFailed} />
      <TherapistsToolbar filters={filters} onChange={change} />
      {query.isPending && <RowsLoading />}
      {query.isLoadingError && <p className={styles.soft}>{messages.nothingShown}</p>}
      {page !== undefined && (
        <Card padding="none" className={query.isPlaceholderData ? styles.waiting : undefined}>
          {page.therapists.length === 0 ? (
            <NobodyHere filtered={filtered} onShowAll={showAll} />
          ) : (
            <TherapistsTable
              therapists={page.therapists}
              order={filters}
              onOrder={change}
              changing={status.changing}
              onActivate={status.activate}
              onDeactivate={status.ask}
            />
          )}
          {page.therapists.length > 0 && (
            <Pager
              label={messages.title}
              pages={pages}
              nextCursor={page.next}
              loading={query.isPlaceholderData}
              count={rowRange(pages.index, THERAPISTS_ON_A_PAGE, page.therapists.length, page.total)}
            />
          )}
        </Card>
      )}
      {status.asked !== null && (
        <DeactivateDialog
          therapist={status.asked}
          loading={status.changing === status.asked.id}
          onClose={status.forget}
          onConfirm={() => status.asked !== null && status.deactivate(status.asked)}
        />
      )}
    </div>
  );
}

function NobodyHere({ filtered, onShowAll }: { filtered: boolean; onShowAll: () => void }) {
  if (!filtered) return <EmptyState level={3} drawing="people" title={messages.emptyTitle} text={messages.emptyText} />;
  return (
    <EmptyState
      level={3}
      drawing="search"
      title={messages.noMatchTitle}
      text={messages.noMatchText}
      action={<Button onClick={onShowAll}>Show all therapists</Button>}
    />
  );
}

function RowsLoading() {
  return (
    <Card padding="none">
      <SkeletonGroup label="Loading therapists">
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <div key={row} className={styles.loading}>
            <Skeleton width="30%" height={20} />
            <Skeleton width="45%" height={20} />
            <Skeleton width="15%" height={20} />
          </div>
        ))}
      </SkeletonGroup>
    </Card>
  );
}
