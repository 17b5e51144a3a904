import clsx from 'clsx';
import type { ComponentProps } from 'react';
import styles from './control.module.css';

export type TextInputProps = ComponentProps<'input'>;

/**
 * A one-line text control; put it into a Field. Browsers file what was typed and offer it to whoever uses the device next: not here, unless the field says
 * with `autoComplete` that it asks for the person's own data.
 */
export function TextInput({ className, type = 'text', autoComplete = 'off', ...native }: TextInputProps) {
  return <input {...native} type={type} autoComplete={autoComplete} className={clsx(styles.control, className)} />;
}
