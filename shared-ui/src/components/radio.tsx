import clsx from 'clsx';
import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './radio.module.css';

export interface RadioProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  label: ReactNode;
  /** `mark`: a short answer, such as a figure, as a square to press. */
  look?: 'row' | 'mark';
}

/** One of several exclusive answers; those with the same `name` in a FieldGroup belong together. The words are part of what can be pressed. */
export function Radio({ label, look = 'row', id, className, ...native }: RadioProps) {
  const generated = useId();
  const control = id ?? generated;
  return (
    <div className={clsx(styles[look], className)}>
      <input {...native} id={control} type="radio" className={styles.input} />
      <label htmlFor={control} className={styles.label}>
        {label}
      </label>
    </div>
  );
}
