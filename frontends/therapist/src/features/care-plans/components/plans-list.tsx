import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { Select } from '@attune/shared-ui/components/select';
import { refusalText, useFailureToast } from '@attune/shared-ui/failures/failure-banner';
import { useCursorPages } from '@attune/shared-ui/lists/cursor-pages';
import { useQuery } from '@attune/shared-ui/runtime';
import { NoRecords, RecordList } from '../../../records/record-list';
import records from '../../../records/records.module.css';
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
const WORDS = {
  list: messages.list,
  loading: messages.loadingList,
  failed: messages.loadFailed,
  failedHint: messages.loadFailedHint,
  noMatchTitle: messages.noneTitle,
  noMatchText: messages.noneText,
  showAll: messages.showAll,
};

/** All plans, those of a client or of a state, page by page, newest first. */
export function PlansList({ filter, isEmpty, onShow, onNew, onView, actions }: PlansListProps) {
  const pages = useCursorPages(JSON.stringify(filter));
  const query = useQuery({ ...plansQuery(filter, pages.cursor), placeholderData: (previous) => previous });
  const isFiltered = filter.status !== undefined || filter.client_id !== undefined;
  useFailureToast(query.isLoadingError, refusalText(query.error, messages.loadFailed));

  const empty = <NoRecords drawing="forms" title={messages.emptyTitle} text={messages.emptyText} newLabel={messages.firstPlan} onNew={onNew} />;
  const first = query.data?.body[0];
  if (isEmpty && !isFiltered && first === undefined && !query.isLoadingError) return empty;
  const options = [{ value: '', label: messages.all }, ...STATUSES.map((value) => ({ value, label: messages.onlyStatus[value] }))];
  return (
    <div className={records.panel}>
      <div className={records.toolbar} role="search" aria-label={messages.list}>
        <div className={styles.filter}>
          <Field label={messages.filter}>
            {(aria) => <Select {...aria} value={filter.status ?? ''} options={options} onChange={(value) => onShow({ ...filter, status: value === '' ? undefined : (value as PlanStatus) })} />}
          </Field>
        </div>
        {filter.client_id !== undefined && (
          <Button icon="close" onClick={() => onShow({ status: filter.status })}>
            {messages.onlyOf(nameWords(first?.client_name ?? ''))}
          </Button>
        )}
      </div>
      <RecordList query={query} pages={pages} pageSize={PLANS_ON_A_PAGE} isFiltered={isFiltered} words={WORDS} empty={empty} onShowAll={() => onShow({})}>
        {(plan) => <PlanCard key={plan.id} plan={plan} onView={onView} actions={actions} />}
      </RecordList>
    </div>
  );
}
