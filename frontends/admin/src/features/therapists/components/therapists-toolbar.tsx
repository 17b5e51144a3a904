import { Field } from '@attune/shared-ui/components/field';
import { Select } from '@attune/shared-ui/components/select';
import { useCallback } from 'react';
import { TypedField } from '../../../typed-field';
import { NEWEST_FIRST, SORTS, type TherapistFilters, type TherapistStatus } from '../therapist-filters';
import styles from './therapists-panel.module.css';

export const SEARCH_ID = 'therapists-search';

const STATUS_OPTIONS: { value: TherapistStatus; label: string }[] = [
  { value: '', label: 'Any status' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];

/** Where rows are cards, they have no headers to press. */
const ORDER_OPTIONS = [
  { value: 'joined-desc', label: 'Newest first' },
  { value: 'joined-asc', label: 'Oldest first' },
  { value: 'name-asc', label: 'Name, A to Z' },
  { value: 'name-desc', label: 'Name, Z to A' },
  { value: 'email-asc', label: 'Email, A to Z' },
  { value: 'email-desc', label: 'Email, Z to A' },
  { value: 'bookings-desc', label: 'Most bookings' },
  { value: 'bookings-asc', label: 'Fewest bookings' },
  { value: 'status-desc', label: 'Active first' },
  { value: 'status-asc', label: 'Inactive first' },
];

/** The order that a choice stands for. */
function orderOf(value: string): Pick<TherapistFilters, 'sort' | 'order'> {
  const [by, order] = value.split('-');
  const sort = SORTS.find((one) => one === by);
  return sort === undefined ? NEWEST_FIRST : { sort, order: order === 'asc' ? 'asc' : 'desc' };
}

interface TherapistsToolbarProps {
  filters: TherapistFilters;
  onChange: (part: Partial<TherapistFilters>) => void;
}

/** Search and status of the list. */
export function TherapistsToolbar({ filters, onChange }: TherapistsToolbarProps) {
  const search = useCallback((q: string) => onChange({ q }), [onChange]);
  return (
    <div className={styles.toolbar} role="search" aria-label="Filter therapists">
      <div className={styles.search}>
        <TypedField id={SEARCH_ID} label="Search" placeholder="Name, slug or email" value={filters.q} onTyped={search} />
      </div>
      <div className={styles.filter}>
        <Field label="Status">
          {(aria) => (
            <Select
              {...aria}
              value={filters.status}
              options={STATUS_OPTIONS}
              onChange={(status) => onChange({ status: STATUS_OPTIONS.find((one) => one.value === status)?.value ?? '' })}
            />
          )}
        </Field>
      </div>
      <div className={styles.order}>
        <Field label="Order">
          {(aria) => (
            <Select {...aria} value={`${filters.sort}-${filters.order}`} options={ORDER_OPTIONS} onChange={(value) => onChange(orderOf(value))} />
          )}
        </Field>
      </div>
    </div>
  );
}
