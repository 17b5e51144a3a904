import { Button } from '@attune/shared-ui/components/button';
import { nextWindow, type WindowDraft, WINDOWS_MAX } from '../start-windows';
import { WindowRow } from './window-row';
import styles from './windows-editor.module.css';

interface WindowsEditorProps {
  /** The day these hours belong to, for the fields' names. */
  day: string;
  windows: readonly WindowDraft[];
  errors: Readonly<Record<string, string>>;
  onChange: (windows: readonly WindowDraft[]) => void;
}

/** The windows of start times of one day; removing the last one closes the day. */
export function WindowsEditor({ day, windows, errors, onChange }: WindowsEditorProps) {
  return (
    <div className={styles.editor}>
      {windows.map((window, index) => (
        <WindowRow
          key={window.key}
          name={windows.length > 1 ? `${day}, window ${index + 1}` : day}
          window={window}
          error={errors[window.key]}
          onChange={(part) => onChange(windows.map((one) => (one.key === window.key ? { ...one, ...part } : one)))}
          onRemove={() => onChange(windows.filter((one) => one.key !== window.key))}
          more={
            index === windows.length - 1 &&
            windows.length < WINDOWS_MAX && (
              <Button
                size="sm"
                variant="quiet"
                icon="plus"
                aria-label={`Add hours on ${day}`}
                onClick={() => onChange([...windows, nextWindow(windows)])}
              >
                Add hours
              </Button>
            )
          }
        />
      ))}
    </div>
  );
}
