import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Field } from '@attune/shared-ui/components/field';
import { Select } from '@attune/shared-ui/components/select';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { rowRange, useCursorPages } from '@attune/shared-ui/lists/cursor-pages';
import { Pager } from '@attune/shared-ui/lists/pager';
import { Link, useQuery } from '@attune/shared-ui/runtime';
import { useSearchParams } from '@attune/shared-ui/search-params';
import { STATUSES } from '../answer-words';
import { sendableFormsQuery, SENT_FORMS_ON_A_PAGE, type SentFormsFilter, sentFormsQuery } from '../intake-answers.api';
import { answersMessages as messages } from '../messages';
import { filterFrom, statusFrom } from '../sent-forms-filter';
import { SentFormRow } from './sent-form-row';
import styles from './sent-forms-panel.module.css';

const STATUS_ID = 'sent-forms-status';

/** The forms that were sent, page by page; the filters live in the address. */
export function SentFormsPanel() {
  const [params, setParams] = useSearchParams();
  const filter = filterFrom(params);
  const pages = useCursorPages(JSON.stringify(filter));
  const query = useQuery({ ...sentFormsQuery(filter, pages.cursor), placeholderData: (previous) => previous });
  const change = (part: Record<string, string>) =>
    setParams((current) => new URLSearchParams(Object.entries({ ...Object.fromEntries(current), ...part }).filter(([, value]) => value !== '')), { replace: true });
  const showAll = () => {
    setParams({}, { replace: true });
    // The button goes with the empty list.
    document.getElementById(STATUS_ID)?.focus();
  };
  const page = query.data;

  return (
    <div className={styles.panel}>
      <Toolbar filter={filter} onChange={change} />
      {filter.client_id !== undefined && (
        <p className={styles.client}>
          {messages.oneClient}{' '}
          <Button size="sm" variant="quiet" onClick={() => change({ client_id: '' })}>
            {messages.showAll}
          </Button>
        </p>
      )}
      <Card padding="none" className={query.isPlaceholderData ? styles.waiting : undefined}>
        {query.isPending && <RowsLoading />}
        {query.isLoadingError && (
          <ErrorPanel level={2} title={messages.loadFailed} text={messages.nothingChanged} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        )}
        {page?.body.length === 0 && <NothingHere filtered={Object.keys(filter).length > 0} onShowAll={showAll} />}
        {page !== undefined && page.body.length > 0 && (
          <>
            <ul className={styles.list}>
              {page.body.map((form) => (
                <SentFormRow key={form.id} form={form} withClient level={2} />
              ))}
            </ul>
            <Pager
              label={messages.listTitle}
              pages={pages}
              nextCursor={page.next}
              loading={query.isPlaceholderData}
              count={`${messages.listTitle} ${rowRange(pages.index, SENT_FORMS_ON_A_PAGE, page.body.length)}`}
            />
          </>
        )}
      </Card>
    </div>
  );
}

function Toolbar({ filter, onChange }: { filter: SentFormsFilter; onChange: (part: Record<string, string>) => void }) {
  const { data = [] } = useQuery(sendableFormsQuery());
  const known = data.some(({ id }) => id === filter.form_id);
  const forms = [
    { value: '', label: messages.anyForm },
    ...data.map(({ id, title }) => ({ value: id, label: title })),
    // An archived one, or the list is not there yet.
    ...(filter.form_id === undefined || known ? [] : [{ value: filter.form_id, label: messages.otherForm }]),
  ];
  const statuses = [{ value: '', label: messages.anyStatus }, ...STATUSES.map((status) => ({ value: status, label: messages.status[status] }))];
  return (
    <div className={styles.toolbar} role="search" aria-label={messages.filter}>
      <div className={styles.form}>
        <Field label={messages.form}>{(aria) => <Select {...aria} value={filter.form_id ?? ''} options={forms} onChange={(form_id) => onChange({ form_id })} />}</Field>
      </div>
      <div className={styles.status}>
        <Field id={STATUS_ID} label={messages.statusLabel}>
          {(aria) => <Select {...aria} value={filter.status ?? ''} options={statuses} onChange={(status) => onChange({ status: statusFrom(status) ?? '' })} />}
        </Field>
      </div>
    </div>
  );
}

function NothingHere({ filtered, onShowAll }: { filtered: boolean; onShowAll: () => void }) {
  return (
    <EmptyState
      drawing={filtered ? 'search' : 'notes'}
      title={filtered ? messages.noMatchTitle : messages.emptyTitle}
      text={filtered ? messages.noMatchText : messages.emptyText}
      action={
        filtered ? (
          <Button onClick={onShowAll}>{messages.showAll}</Button>
        ) : (
          <Link to="/dashboard?tab=bookings" className={buttonClass()}>
            {messages.openBookings}
          </Link>
        )
      }
    />
  );
}

function RowsLoading() {
  return (
    <SkeletonGroup label={messages.loadingList}>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className={styles.loading}>
          <Skeleton width="45%" height={20} />
          <Skeleton width="70%" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
