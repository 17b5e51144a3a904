import clsx from 'clsx';
import type { ComponentProps } from 'react';
import styles from './control.module.css';
import { Icon } from './icon';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children' | 'multiple' | 'size'> {
  value: string;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  /** Shown while nothing is chosen (value ''). */
  placeholder?: string;
}

/** The platform's own select, in the product's dress: best on phones and for the keyboard. */
export function Select({ value, onChange, options, placeholder, className, ...native }: SelectProps) {
  return (
    <span className={styles.selectBox}>
      <select
        {...native}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={clsx(styles.control, styles.select, className)}
      >
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <span className={styles.chevron}>
        <Icon name="chevron-down" size={16} />
      </span>
    </span>
  );
}
