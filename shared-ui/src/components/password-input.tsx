import clsx from 'clsx';
import { useState, type ComponentProps } from 'react';
import styles from './control.module.css';
import { IconButton } from './icon-button';

export type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'>;

/** A password control with a button that shows what was typed. */
export function PasswordInput({ className, disabled, ...native }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <span className={styles.passwordBox}>
      <input
        {...native}
        disabled={disabled}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={clsx(styles.control, styles.password, className)}
      />
      <IconButton
        className={styles.toggle}
        icon={shown ? 'eye-off' : 'eye'}
        label={shown ? 'Hide password' : 'Show password'}
        disabled={disabled}
        onClick={() => setShown((now) => !now)}
      />
    </span>
  );
}
