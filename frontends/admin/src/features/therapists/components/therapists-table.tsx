import { Badge } from '@attune/shared-ui/components/badge';
import { Button } from '@attune/shared-ui/components/button';
import { Table, type TableColumn } from '@attune/shared-ui/components/table';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatNumber } from '@attune/shared-ui/format';
import { dateOrNever } from '../../../moment';
import type { Therapist } from '../../../wire';
import { therapistMessages as messages } from '../messages';
import { SORTS, type TherapistFilters } from '../therapist-filters';
import styles from './therapists-panel.module.css';

type Order = Pick<TherapistFilters, 'sort' | 'order'>;

interface TherapistsTableProps {
  therapists: readonly Therapist[];
  order: Order;
  onOrder: (order: Order) => void;
  /** Id of the therapist whose status is being changed. */
  changing: string | null;
  onActivate: (therapist: Therapist) => void;
  onDeactivate: (therapist: Therapist) => void;
}

/** One page of therapists. */
export function TherapistsTable({ therapists, order, onOrder, changing, onActivate, onDeactivate }: TherapistsTableProps) {
  const columns: TableColumn<Therapist>[] = [
    { key: 'name', sortable: true, header: 'Therapist', cell: (therapist) => <Person therapist={therapist} /> },
    { key: 'email', sortable: true, header: 'Email', breaks: true, cell: ({ email }) => <span className={styles.email}>{email}</span> },
    { key: 'bookings', sortable: true, header: 'Bookings', align: 'end', cell: (row) => formatNumber(row.total_bookings) },
    { key: 'calendar', header: 'Calendar', cell: (row) => <CalendarBadge connected={row.calendar_connected} /> },
    { key: 'joined', sortable: true, header: 'Joined', cell: (row) => <Dates therapist={row} /> },
    { key: 'status', sortable: true, header: 'Status', cell: (row) => <StatusBadge active={row.is_active} /> },
    {
      key: 'actions',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (therapist) => (
        <div className={styles.actions}>
          <Button
            size="sm"
            loading={changing === therapist.id}
            aria-label={`${therapist.is_active ? 'Deactivate' : 'Activate'}: ${therapist.display_name}`}
            onClick={() => (therapist.is_active ? onDeactivate(therapist) : onActivate(therapist))}
          >
            {therapist.is_active ? 'Deactivate' : 'Activate'}
          </Button>
        </div>
      ),
    },
  ];
  return (
    <Table
      caption={messages.title}
      columns={columns}
      rows={therapists}
      rowKey={({ id }) => id}
      cardsBelow={1040}
      sort={{ by: order.sort, order: order.order, onSort: (by, direction) => onOrder({ sort: SORTS.find((one) => one === by) ?? 'joined', order: direction }) }}
    />
  );
}

function Person({ therapist }: { therapist: Therapist }) {
  return (
    <span className={styles.person}>
      <UserText className={styles.name}>{therapist.display_name}</UserText>
      <span className={styles.soft}>{therapist.custom_slug ?? messages.noSlug}</span>
    </span>
  );
}

function CalendarBadge({ connected }: { connected: boolean }) {
  return (
    <span className={styles.whole}>
      <Badge tone={connected ? 'info' : 'neutral'}>{connected ? messages.connected : messages.notConnected}</Badge>
    </span>
  );
}

function StatusBadge({ active }: { active: boolean }) {
  return <Badge tone={active ? 'positive' : 'danger'}>{active ? messages.active : messages.inactive}</Badge>;
}

function Dates({ therapist }: { therapist: Therapist }) {
  return (
    <span className={styles.dates}>
      <span>{dateOrNever(therapist.created_at)}</span>
      <span className={styles.soft}>Last sign-in: {dateOrNever(therapist.last_login_at)}</span>
    </span>
  );
}
