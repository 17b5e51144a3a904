import clsx from 'clsx';
import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './checkbox.module.css';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  label: ReactNode;
  description?: ReactNode;
}

/** A tick box with its words; the words are part of what can be pressed. */
export function Checkbox({ label, description, id, className, ...native }: CheckboxProps) {
  const generated = useId();
  const control = id ?? generated;
  const descriptionId = `${control}-description`;
  const described = [native['aria-describedby'], description ? descriptionId : ''].filter(Boolean).join(' ');
  return (
    <div className={clsx(styles.row, className)}>
      <input {...native} id={control} type="checkbox" className={styles.box} aria-describedby={described || undefined} />
      <div className={styles.words}>
        <label htmlFor={control} className={styles.label}>
          {label}
        </label>
        {description && (
          <div id={descriptionId} className={styles.description}>
            {description}
          </div>
        )}
      </div>
    </div>
  );
}
