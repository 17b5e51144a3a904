import { IconButton } from '@attune/shared-ui/components/icon-button';
import { Select } from '@attune/shared-ui/components/select';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { type ReactNode, useId } from 'react';
import { everyOptions, startTimes, type WindowDraft } from '../start-windows';
import styles from './window-row.module.css';

interface WindowRowProps {
  name: string;
  window: WindowDraft;
  error?: string;
  onChange: (part: Partial<WindowDraft>) => void;
  onRemove: () => void;
  /** What stands at the end of the row's note. */
  more: ReactNode;
}

/** One window: first start, last start, every N minutes, and what that comes to. */
export function WindowRow({ name, window, error, onChange, onRemove, more }: WindowRowProps) {
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
          type="time"
          aria-label={`${name}: first start`}
          value={window.first}
          onChange={(event) => onChange({ first: event.target.value })}
        />
      </div>
      <div className={styles.part}>
        <label className={styles.word} htmlFor={`${rowId}-last`}>
          Last start
        </label>
        <TextInput
          id={`${rowId}-last`}
          {...aria}
          type="time"
          aria-label={`${name}: last start`}
          value={window.last}
          onChange={(event) => onChange({ last: event.target.value })}
        />
      </div>
      <div className={styles.part}>
        <label className={styles.word} htmlFor={`${rowId}-every`}>
          Every
        </label>
        <Select
          id={`${rowId}-every`}
          aria-label={`${name}: every how many minutes`}
          value={String(window.every)}
          options={everyOptions(window.every)}
          onChange={(every) => onChange({ every: Number(every) })}
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

function summary(window: WindowDraft): string {
  const times = startTimes(window);
  if (times.length === 0) return 'No start times yet.';
  return times.length === 1 ? `One start, at ${times[0]}.` : `${times.length} starts, ${times[0]} to ${times.at(-1)}.`;
}
