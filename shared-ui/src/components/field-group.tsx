import clsx from 'clsx';
import { useId, type ReactNode } from 'react';
import styles from './field.module.css';
import { Icon } from './icon';

export interface FieldGroupProps {
  /** What all the controls of the group answer together. */
  legend: ReactNode;
  hint?: ReactNode;
  error?: string;
  optional?: boolean;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
}

/** Several controls that answer one question, such as radio buttons; hint and error are read out with the question. */
export function FieldGroup({ legend, hint, error, optional = false, disabled = false, className, children }: FieldGroupProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <fieldset className={clsx(styles.field, className)} disabled={disabled} aria-describedby={described || undefined}>
      <legend className={styles.legend}>
        {legend}
        {optional && <span className={styles.optional}> (optional)</span>}
      </legend>
      {hint && (
        <div className={styles.hint} id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {children}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon name="alert" size={16} />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}
