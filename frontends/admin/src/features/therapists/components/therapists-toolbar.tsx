import { Field } from '@attune/shared-ui/components/field';
import { Select } from '@attune/shared-ui/components/select';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { useEffect, useRef, useState } from 'react';
import type { TherapistFilters, TherapistStatus } from '../therapist-filters';
import styles from './therapists-panel.module.css';

export const SEARCH_ID = 'therapists-search';

const TYPING_PAUSE_MS = 250;

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
  return (
    <div className={styles.toolbar} role="search" aria-label="Filter therapists">
      <SearchField q={filters.q} onSearch={(q) => onChange({ q })} />
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

/** Answers while typing: the address follows after a short pause, and the field follows the address. */
function SearchField({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);

  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setTyped(q);
  }, [q]);

  useEffect(() => {
    if (typed === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = typed;
      onSearch(typed);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);

  return (
    <div className={styles.search}>
      <Field id={SEARCH_ID} label="Search">
        {(aria) => (
          <TextInput
            {...aria}
            type="search"
            dir="auto"
            placeholder="Name, slug or email"
            maxLength={120}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}
