import { Badge } from '@attune/shared-ui/components/badge';
import { Button } from '@attune/shared-ui/components/button';
import { Table, type TableColumn } from '@attune/shared-ui/components/table';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatNumber } from '@attune/shared-ui/format';
import { dateOrNever } from '../../../moment';
import type { Therapist } from '../../../wire';
import { therapistMessages as messages } from '../messages';
import styles from './therapists-panel.module.css';

interface TherapistsTableProps {
  therapists: readonly Therapist[];
  /** Id of the therapist whose status is being changed. */
  changing: string | null;
  onActivate: (therapist: Therapist) => void;
  onDeactivate: (therapist: Therapist) => void;
}

/** One page of therapists. */
export function TherapistsTable({ therapists, changing, onActivate, onDeactivate }: TherapistsTableProps) {
  const columns: TableColumn<Therapist>[] = [
    { key: 'name', header: 'Therapist', cell: (therapist) => <Person therapist={therapist} /> },
    { key: 'email', header: 'Email', breaks: true, cell: ({ email }) => <span className={styles.email}>{email}</span> },
    { key: 'bookings', header: 'Bookings', align: 'end', cell: (row) => formatNumber(row.total_bookings) },
    { key: 'calendar', header: 'Calendar', cell: (row) => <CalendarBadge connected={row.calendar_connected} /> },
    { key: 'joined', header: 'Joined', cell: (row) => <Dates therapist={row} /> },
    { key: 'status', header: 'Status', cell: (row) => <StatusBadge active={row.is_active} /> },
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
  return <Table caption={messages.title} columns={columns} rows={therapists} rowKey={({ id }) => id} cardsBelow={1040} />;
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
