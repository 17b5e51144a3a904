import clsx from 'clsx';
import { useId, type ReactNode } from 'react';
import styles from './segmented.module.css';

export interface SegmentedOption {
  value: string;
  label: ReactNode;
  badge?: ReactNode;
}

export interface SegmentedProps {
  /** What is being chosen; read out, not drawn. */
  label: string;
  options: readonly SegmentedOption[];
  value: string;
  onChange: (value: string) => void;
  fullWidth?: boolean;
}

/** A few exclusive choices side by side: radio buttons underneath, so arrows and screen readers work as expected. */
export function Segmented({ label, options, value, onChange, fullWidth = false }: SegmentedProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={clsx(styles.group, fullWidth && styles.fullWidth)}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className={styles.input}
          />
          <span className={styles.face}>
            {option.label}
            {option.badge}
          </span>
        </label>
      ))}
    </div>
  );
}
