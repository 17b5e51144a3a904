import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { IconButton } from '@attune/shared-ui/components/icon-button';
import { Segmented } from '@attune/shared-ui/components/segmented';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { formatDate } from '@attune/shared-ui/format';
import type { OverrideDraft } from '../hours-draft';
import { newKey, nextWindow } from '../start-windows';
import styles from './date-overrides.module.css';
import { WindowsEditor } from './windows-editor';

const KINDS = [
  { value: 'closed', label: 'Closed' },
  { value: 'special', label: 'Special hours' },
];

interface DateOverridesProps {
  overrides: readonly OverrideDraft[];
  errors: Readonly<Record<string, string>>;
  today: string;
  onChange: (overrides: readonly OverrideDraft[]) => void;
}

/** Single dates that differ from the week: holidays, or an open Saturday. */
export function DateOverrides({ overrides, errors, today, onChange }: DateOverridesProps) {
  const replace = (key: string, part: Partial<OverrideDraft>) =>
    onChange(overrides.map((one) => (one.key === key ? { ...one, ...part } : one)));

  return (
    <div className={styles.overrides}>
      {overrides.length === 0 && <p className={styles.none}>Every week is the same so far.</p>}
      {overrides.length > 0 && (
        <ul className={styles.list}>
          {overrides.map((override) => (
            <OverrideRow
              key={override.key}
              override={override}
              errors={errors}
              today={today}
              onChange={(part) => replace(override.key, part)}
              onRemove={() => onChange(overrides.filter((one) => one.key !== override.key))}
            />
          ))}
        </ul>
      )}
      <Button
        size="sm"
        icon="plus"
        onClick={() => onChange([...overrides, { key: newKey(), date: '', windows: [] }])}
      >
        Add a date
      </Button>
    </div>
  );
}

interface OverrideRowProps {
  override: OverrideDraft;
  errors: Readonly<Record<string, string>>;
  today: string;
  onChange: (part: Partial<OverrideDraft>) => void;
  onRemove: () => void;
}

function OverrideRow({ override, errors, today, onChange, onRemove }: OverrideRowProps) {
  const { date, windows, key } = override;
  const name = date === '' ? 'this date' : formatDate(date, 'medium');
  const closed = windows.length === 0;
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <Field label="Date" error={errors[key]}>
          {(aria) => (
            <TextInput
              {...aria}
              type="date"
              min={today}
              value={date}
              onChange={(event) => onChange({ date: event.target.value })}
            />
          )}
        </Field>
        <Segmented
          label={`Hours on ${name}`}
          options={KINDS}
          value={closed ? 'closed' : 'special'}
          onChange={(kind) => onChange({ windows: kind === 'closed' ? [] : [nextWindow([])] })}
        />
        <IconButton icon="trash" label={`Remove ${name} from the list`} onClick={onRemove} />
      </div>
      {!closed && (
        <WindowsEditor day={name} windows={windows} errors={errors} onChange={(next) => onChange({ windows: next })} />
      )}
    </li>
  );
}
