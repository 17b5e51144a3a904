import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Field } from '@attune/shared-ui/components/field';
import { Select } from '@attune/shared-ui/components/select';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { refusalText, useFailureToast } from '@attune/shared-ui/failures/failure-banner';
import { rowRange, useCursorPages } from '@attune/shared-ui/lists/cursor-pages';
import { Pager } from '@attune/shared-ui/lists/pager';
import { useQuery } from '@attune/shared-ui/runtime';
import { PLANS_ON_A_PAGE, type PlansFilter, type PlanStatus, plansQuery } from '../care-plans.api';
import { planMessages as messages } from '../messages';
import { nameWords } from '../plan-words';
import type { PlanActions } from './plan-actions';
import { PlanCard } from './plan-card';
import styles from './plans-panel.module.css';

interface PlansListProps {
  filter: PlansFilter;
  /** There is no plan at all. */
  isEmpty: boolean;
  onShow: (filter: PlansFilter) => void;
  onNew: () => void;
  onView: (id: string) => void;
  actions: PlanActions;
}

const STATUSES = ['draft', 'published', 'withdrawn'] as const;

/** All plans, those of a client or of a state, page by page, newest first. */
export function PlansList({ filter, isEmpty, onShow, onNew, onView, actions }: PlansListProps) {
  const pages = useCursorPages(JSON.stringify(filter));
  const query = useQuery({ ...plansQuery(filter, pages.cursor), placeholderData: (previous) => previous });
  const page = query.data;
  const rows = page?.body.length ?? 0;
  const isFiltered = filter.status !== undefined || filter.client_id !== undefined;
  useFailureToast(query.isLoadingError, refusalText(query.error, messages.loadFailed));

  if (isEmpty && !isFiltered && rows === 0 && !query.isLoadingError) return <NoPlans onNew={onNew} />;
  const isFirst = pages.index === 0;
  const options = [{ value: '', label: messages.all }, ...STATUSES.map((value) => ({ value, label: messages.onlyStatus[value] }))];
  return (
    <div className={styles.panel}>
      <div className={styles.toolbar} role="search" aria-label={messages.list}>
        <div className={styles.filter}>
          <Field label={messages.filter}>
            {(aria) => <Select {...aria} value={filter.status ?? ''} options={options} onChange={(value) => onShow({ ...filter, status: value === '' ? undefined : (value as PlanStatus) })} />}
          </Field>
        </div>
        {filter.client_id !== undefined && (
          <Button icon="close" onClick={() => onShow({ status: filter.status })}>
            {messages.onlyOf(nameWords(page?.body[0]?.client_name ?? ''))}
          </Button>
        )}
      </div>
      {query.isPending && <Loading />}
      {query.isLoadingError && (
        <Card padding="none">
          <ErrorPanel level={3} title={messages.loadFailed} text={messages.loadFailedHint} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        </Card>
      )}
      {page && rows === 0 && isFiltered && (
        <Card padding="none">
          <EmptyState drawing="search" level={3} title={messages.noneTitle} text={messages.noneText} action={<Button onClick={() => onShow({})}>{messages.showAll}</Button>} />
        </Card>
      )}
      {page && rows === 0 && !isFiltered && <NoPlans onNew={onNew} />}
      {page && rows > 0 && (
        <div className={query.isPlaceholderData ? styles.waiting : undefined}>
          <ul className={styles.list}>
            {page.body.map((plan) => (
              <PlanCard key={plan.id} plan={plan} onView={onView} actions={actions} />
            ))}
          </ul>
          {(!isFirst || page.next !== undefined) && (
            <Pager
              label={messages.list}
              pages={pages}
              nextCursor={page.next}
              loading={query.isPlaceholderData}
              count={`${messages.list} ${rowRange(pages.index, PLANS_ON_A_PAGE, rows)}`}
            />
          )}
        </div>
      )}
    </div>
  );
}

function NoPlans({ onNew }: { onNew: () => void }) {
  const first = (
    <Button variant="primary" icon="plus" onClick={onNew}>
      {messages.firstPlan}
    </Button>
  );
  return (
    <Card padding="none">
      <EmptyState drawing="forms" level={3} title={messages.emptyTitle} text={messages.emptyText} action={first} />
    </Card>
  );
}

function Loading() {
  return (
    <SkeletonGroup label={messages.loadingList}>
      <div className={styles.list}>
        {[0, 1, 2].map((row) => (
          <Card key={row}>
            <div className={styles.card}>
              <Skeleton width="40%" height={20} />
              <Skeleton width="25%" />
              <Skeleton width="60%" />
            </div>
          </Card>
        ))}
      </div>
    </SkeletonGroup>
  );
}
