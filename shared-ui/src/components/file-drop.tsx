import clsx from 'clsx';
import { useId, useState, type DragEvent } from 'react';
import { FileRow, type FileDropItem } from './file-row';
import styles from './file-drop.module.css';
import { Icon } from './icon';

export type { FileDropItem };

export interface FileDropProps {
  label: string;
  hint?: string;
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  error?: string;
  onFiles: (files: File[]) => void;
  items?: readonly FileDropItem[];
  onRemove?: (id: string) => void;
  onRetry?: (id: string) => void;
}

/** Takes files by drop or by the system's picker, and shows how far each one is. */
export function FileDrop(props: FileDropProps) {
  const { label, hint, accept, multiple = false, disabled = false, error, onFiles, items = [], onRemove, onRetry } = props;
  const id = useId();
  const [over, setOver] = useState(false);
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;

  const take = (list: FileList | null) => {
    const files = Array.from(list ?? []);
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
  };
  const drag = (event: DragEvent, entering: boolean) => {
    event.preventDefault();
    setOver(entering && !disabled);
  };
  const drop = (event: DragEvent) => {
    drag(event, false);
    if (!disabled) take(event.dataTransfer.files);
  };

  return (
    <div>
      <div
        className={clsx(styles.zone, over && styles.over, disabled && styles.disabled, error && styles.wrong)}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={drop}
      >
        <input
          id={id}
          type="file"
          className={styles.input}
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          aria-describedby={[hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            take(event.target.files);
            // So that the same file can be chosen again after it was removed.
            event.target.value = '';
          }}
        />
        <Icon name="upload" size={24} />
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {hint && (
          <p id={hintId} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
      {error && (
        <p id={errorId} className={styles.error}>
          <Icon name="alert" size={16} />
          {error}
        </p>
      )}
      {items.length > 0 && (
        <ul className={styles.list}>
          {items.map((item) => (
            <FileRow key={item.id} item={item} onRemove={onRemove} onRetry={onRetry} />
          ))}
        </ul>
      )}
    </div>
  );
}
