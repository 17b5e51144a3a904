import { IconButton } from '@attune/shared-ui/components/icon-button';
import { Select } from '@attune/shared-ui/components/select';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { type ReactNode, useId } from 'react';
import { everyOptions, startTimes, type TypedWindow } from '../start-windows';
import styles from './window-row.module.css';

interface WindowRowProps {
  name: string;
  /** Its name on the wire. */
  path: string;
  window: TypedWindow;
  errorAt: (name: string) => string | undefined;
  onChange: (part: Partial<TypedWindow>) => void;
  onRemove: () => void;
  /** What stands at the end of the row's note. */
  more: ReactNode;
}

/** One window: first start, last start, every N minutes, and what that comes to. */
export function WindowRow({ name, path, window, errorAt, onChange, onRemove, more }: WindowRowProps) {
  const names = { first: `${path}.first_start`, last: `${path}.last_start`, every: `${path}.every_minutes` };
  const error = errorAt(names.first) ?? errorAt(names.last) ?? errorAt(names.every);
  const rowId = useId();
  const noteId = `${rowId}-note`;
  const aria = { 'aria-describedby': noteId, ...(error !== undefined && { 'aria-invalid': true as const }) };
  return (
    <div className={styles.row} role="group" aria-label={name}>
      <div className={styles.part}>
        <label className={styles.word} htmlFor={`${rowId}-first`}>
          First start
        </label>
        <TextInput
          id={`${rowId}-first`}
          {...aria}
          data-field={names.first}
          type="time"
          aria-label={`${name}: first start`}
          value={window.first_start}
          onChange={(event) => onChange({ first_start: event.target.value })}
        />
      </div>
      <div className={styles.part}>
        <label className={styles.word} htmlFor={`${rowId}-last`}>
          Last start
        </label>
        <TextInput
          id={`${rowId}-last`}
          {...aria}
          data-field={names.last}
          type="time"
          aria-label={`${name}: last start`}
          value={window.last_start}
          onChange={(event) => onChange({ last_start: event.target.value })}
        />
      </div>
      <div className={styles.part}>
        <label className={styles.word} htmlFor={`${rowId}-every`}>
          Every
        </label>
        <Select
          id={`${rowId}-every`}
          aria-label={`${name}: every how many minutes`}
          data-field={names.every}
          value={window.every_minutes}
          options={everyOptions(window.every_minutes)}
          onChange={(every_minutes) => onChange({ every_minutes })}
        />
      </div>
      <div className={styles.remove}>
        <IconButton icon="trash" label={`Remove these hours: ${name}`} onClick={onRemove} />
      </div>
      <div className={styles.foot}>
        <p id={noteId} className={error === undefined ? styles.note : styles.error}>
          {error ?? summary(window)}
        </p>
        {more}
      </div>
    </div>
  );
}

function summary(window: TypedWindow): string {
  const times = startTimes(window);
  if (times.length === 0) return 'No start times yet.';
  return times.length === 1 ? `One start, at ${times[0]}.` : `${times.length} starts, ${times[0]} to ${times.at(-1)}.`;
}
