import { Field } from '@attune/shared-ui/components/field';
import { Select } from '@attune/shared-ui/components/select';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { useCallback, useState } from 'react';
import { TypedField } from '../../../typed-field';
import { type ActivityFilters, actionOptions, dayOf, USER_TYPES, userTypeOf } from '../activity-filters';
import styles from './activity-panel.module.css';

export const ACTION_ID = 'activity-action';
const PERSON_ID = 'activity-person';

interface ActivityToolbarProps {
  filters: ActivityFilters;
  /** Every action that the log holds. */
  actions: readonly string[];
  onChange: (part: Partial<ActivityFilters>) => void;
}

/** What the log is sifted by: action, kind of user, person, days. */
export function ActivityToolbar({ filters, actions, onChange }: ActivityToolbarProps) {
  const search = useCallback((person: string) => onChange({ person }), [onChange]);
  return (
    <div className={styles.toolbar} role="search" aria-label="Filter activity">
      <div className={styles.person}>
        <TypedField id={PERSON_ID} label="Therapist or administrator" placeholder="Name, slug or email" value={filters.person} onTyped={search} />
      </div>
      <div className={styles.filter}>
        <Field id={ACTION_ID} label="Action">
          {(aria) => (
            <Select {...aria} value={filters.action} options={actionOptions(actions, filters.action)} onChange={(action) => onChange({ action })} />
          )}
        </Field>
      </div>
      <div className={styles.filter}>
        <Field label="By whom">
          {(aria) => (
            <Select {...aria} value={filters.userType} options={[...USER_TYPES]} onChange={(who) => onChange({ userType: userTypeOf(who) })} />
          )}
        </Field>
      </div>
      <DayField label="From" value={filters.from} max={filters.to} onChange={(from) => onChange({ from })} />
      <DayField label="To" value={filters.to} min={filters.from} onChange={(to) => onChange({ to })} />
    </div>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

/** A year is typed digit by digit: what is no day yet stays in the field alone. */
function DayField({ label, value, min = '', max = '', onChange }: DayFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const type = (typed: string) => {
    const complete = typed === '' || dayOf(typed) !== '';
    setDraft(complete ? null : typed);
    if (complete) onChange(typed);
  };
  return (
    <div className={styles.day}>
      <Field label={label}>
        {(aria) => (
          <TextInput
            {...aria}
            type="date"
            min={min || '2000-01-01'}
            max={max || '2999-12-31'}
            value={draft ?? value}
            onChange={(event) => type(event.target.value)}
            onBlur={() => setDraft(null)}
          />
        )}
      </Field>
    </div>
  );
}
