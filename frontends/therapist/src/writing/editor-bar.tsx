import { Button } from '@attune/shared-ui/components/button';
import clsx from 'clsx';
import styles from './editor-bar.module.css';

interface EditorBarProps {
  /** Where what is typed is kept meanwhile. */
  line: string;
  /** The line needs somebody's attention. */
  trouble?: boolean;
  busy: boolean;
  /** Nothing can be saved yet. */
  disabled?: boolean;
  cancelLabel: string;
  saveLabel: string;
  busyLabel: string;
  onCancel: () => void;
}

/** The lower edge of an editor: it stays in sight while one writes. */
export function EditorBar({ line, trouble = false, busy, disabled = false, cancelLabel, saveLabel, busyLabel, onCancel }: EditorBarProps) {
  return (
    <div className={styles.bar}>
      <p className={clsx(styles.line, trouble && styles.trouble)} role="status">
        {line}
      </p>
      <div className={styles.buttons}>
        <Button variant="quiet" disabled={busy} onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button type="submit" variant="primary" loading={busy} disabled={disabled}>
          {busy ? busyLabel : saveLabel}
        </Button>
      </div>
    </div>
  );
}
