import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { IconButton } from '@attune/shared-ui/components/icon-button';
import { Segmented } from '@attune/shared-ui/components/segmented';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { formatDate } from '@attune/shared-ui/format';
import { type ServerForm, useField } from '@attune/shared-ui/forms';
import type { HoursValues, TypedOverride } from '../hours-rules';
import { nextWindow } from '../start-windows';
import { useRowKeys } from '../use-row-keys';
import styles from './date-overrides.module.css';
import { WindowsEditor } from './windows-editor';

const KINDS = [
  { value: 'closed', label: 'Closed' },
  { value: 'special', label: 'Special hours' },
];

interface DateOverridesProps {
  form: ServerForm<HoursValues>;
  today: string;
}

/** Single dates that differ from the week: holidays, or an open Saturday. */
export function DateOverrides({ form, today }: DateOverridesProps) {
  const { value: overrides, onChange } = useField(form, 'overrides').control;
  const { keys, forget } = useRowKeys(overrides.length);
  const replace = (index: number, part: Partial<TypedOverride>) =>
    onChange(overrides.map((one, at) => (at === index ? { ...one, ...part } : one)));
  const remove = (index: number) => {
    forget(index);
    onChange(overrides.filter((_, at) => at !== index));
  };

  return (
    <div className={styles.overrides}>
      {overrides.length === 0 && <p className={styles.none}>Every week is the same so far.</p>}
      {overrides.length > 0 && (
        <ul className={styles.list}>
          {overrides.map((override, index) => (
            <OverrideRow
              key={keys[index]}
              path={`overrides.${index}`}
              override={override}
              errorAt={form.errorAt}
              today={today}
              onChange={(part) => replace(index, part)}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      )}
      <Button size="sm" icon="plus" onClick={() => onChange([...overrides, { date: '', windows: [] }])}>
        Add a date
      </Button>
    </div>
  );
}

interface OverrideRowProps {
  /** Its name on the wire. */
  path: string;
  override: TypedOverride;
  errorAt: (name: string) => string | undefined;
  today: string;
  onChange: (part: Partial<TypedOverride>) => void;
  onRemove: () => void;
}

function OverrideRow({ path, override, errorAt, today, onChange, onRemove }: OverrideRowProps) {
  const { date, windows } = override;
  const dateName = `${path}.date`;
  const name = date === '' ? 'this date' : formatDate(date, 'medium');
  const closed = windows.length === 0;
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <Field label="Date" error={errorAt(dateName)}>
          {(aria) => (
            <TextInput
              {...aria}
              data-field={dateName}
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
        <WindowsEditor day={name} path={`${path}.windows`} windows={windows} errorAt={errorAt} onChange={(next) => onChange({ windows: next })} />
      )}
    </li>
  );
}
