import { planMessages as messages } from '../messages';
import styles from './plan-dialog.module.css';

interface ProgressFieldProps {
  label: string;
  value: number;
  onChange: (progress: number) => void;
  /** Somebody has let go of it. */
  onDone?: () => void;
}

/** How far a goal is: a slider in steps of five, by pointer or arrow keys. */
export function ProgressField({ label, value, onChange, onDone }: ProgressFieldProps) {
  return (
    <div className={styles.progress}>
      <input
        type="range"
        className={styles.slider}
        min={0}
        max={100}
        step={5}
        value={value}
        aria-label={label}
        aria-valuetext={messages.percent(value)}
        onChange={(event) => onChange(Number(event.target.value))}
        onPointerUp={onDone}
        onKeyUp={onDone}
        onBlur={onDone}
      />
      <span className={styles.percent} aria-hidden="true">
        {messages.percent(value)}
      </span>
    </div>
  );
}
