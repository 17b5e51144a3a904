import clsx from 'clsx';
import type { ComponentProps } from 'react';
import styles from './control.module.css';

export type TextInputProps = ComponentProps<'input'>;

/** A one-line text control; put it into a Field. */
export function TextInput({ className, type = 'text', ...native }: TextInputProps) {
  return <input {...native} type={type} className={clsx(styles.control, className)} />;
}
