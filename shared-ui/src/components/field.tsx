import { useId, type ReactNode } from 'react';
import styles from './field.module.css';
import { Icon } from './icon';

/** What a control needs in order to be tied to its label, hint and error. */
export interface FieldAria {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  optional?: boolean;
  id?: string;
  children: (aria: FieldAria) => ReactNode;
}

/** A labelled control with its hint above and its error below, tied together for assistive technology. */
export function Field({ label, hint, error, optional = false, id, children }: FieldProps) {
  const generated = useId();
  const control = id ?? generated;
  const hintId = `${control}-hint`;
  const errorId = `${control}-error`;
  const described = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ');
  const aria: FieldAria = { id: control };
  if (described) aria['aria-describedby'] = described;
  if (error) aria['aria-invalid'] = true;

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={control}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      {hint && (
        <div className={styles.hint} id={hintId}>
          {hint}
        </div>
      )}
      {children(aria)}
      {error && (
        <p className={styles.error} id={errorId}>
          <Icon name="alert" size={16} />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
