import { IconButton } from '@attune/shared-ui/components/IconButton';
import { Select } from '@attune/shared-ui/components/Select';
import { TextInput } from '@attune/shared-ui/components/TextInput';
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
  const noteId = useId();
  const aria = { 'aria-describedby': noteId, ...(error !== undefined && { 'aria-invalid': true as const }) };
  return (
    <div className={styles.row} role="group" aria-label={name}>
      <label className={styles.part}>
        <span className={styles.word}>First start</span>
        <TextInput
          {...aria}
          type="time"
          aria-label={`${name}: first start`}
          value={window.first}
          onChange={(event) => onChange({ first: event.target.value })}
        />
      </label>
      <label className={styles.part}>
        <span className={styles.word}>Last start</span>
        <TextInput
          {...aria}
          type="time"
          aria-label={`${name}: last start`}
          value={window.last}
          onChange={(event) => onChange({ last: event.target.value })}
        />
      </label>
      <label className={styles.part}>
        <span className={styles.word}>Every</span>
        <Select
          aria-label={`${name}: every how many minutes`}
          value={String(window.every)}
          options={everyOptions(window.every)}
          onChange={(every) => onChange({ every: Number(every) })}
        />
      </label>
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
