import { Field } from '@attune/shared-ui/components/field';
import { Select } from '@attune/shared-ui/components/select';
import { useCallback } from 'react';
import { TypedField } from '../../../typed-field';
import type { TherapistFilters, TherapistStatus } from '../therapist-filters';
import styles from './therapists-panel.module.css';

export const SEARCH_ID = 'therapists-search';

const STATUS_OPTIONS: { value: TherapistStatus; label: string }[] = [
  { value: '', label: 'Any status' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];

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
    </div>
  );
}
