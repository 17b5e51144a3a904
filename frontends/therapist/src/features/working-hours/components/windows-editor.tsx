import { Button } from '@attune/shared-ui/components/button';
import { nextWindow, type TypedWindow, WINDOWS_MAX } from '../start-windows';
import { useRowKeys } from '../use-row-keys';
import { WindowRow } from './window-row';
import styles from './windows-editor.module.css';

interface WindowsEditorProps {
  /** The day these hours belong to, for the fields' names. */
  day: string;
  /** Their name on the wire. */
  path: string;
  windows: readonly TypedWindow[];
  errorAt: (name: string) => string | undefined;
  onChange: (windows: TypedWindow[]) => void;
}

/** The windows of start times of one day; removing the last one closes the day. */
export function WindowsEditor({ day, path, windows, errorAt, onChange }: WindowsEditorProps) {
  const { keys, forget } = useRowKeys(windows.length);
  const remove = (index: number) => {
    forget(index);
    onChange(windows.filter((_, at) => at !== index));
  };
  return (
    <div className={styles.editor}>
      {windows.map((window, index) => (
        <WindowRow
          key={keys[index]}
          name={windows.length > 1 ? `${day}, window ${index + 1}` : day}
          path={`${path}.${index}`}
          window={window}
          errorAt={errorAt}
          onChange={(part) => onChange(windows.map((one, at) => (at === index ? { ...one, ...part } : one)))}
          onRemove={() => remove(index)}
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
